"""A turn that is held, stopped, or waits for the supply: its clock stands with it."""

from tests.paishan.motion.turning import (
    LIMIT_MS,
    PAUSE_MS,
    REVERSE_MS,
    SIDE,
    come_home,
    leave_home,
)

from paishan.io.image import HEAD, HEAD_REV


def test_a_held_turn_stands_still_and_so_does_its_deadline(shaft, head):
    head.start(shaft.now)
    leave_home(shaft)
    shaft.run(500)
    head.hold(shaft.now)
    assert not shaft.drives(SIDE, HEAD)
    shaft.run(10_000)
    assert head.busy
    head.resume(shaft.now)
    assert shaft.drives(SIDE, HEAD)
    shaft.run(495)
    assert head.jams == 0
    shaft.run(10)
    assert head.jams == 1


def test_a_pause_is_no_part_of_the_learned_time(shaft, head):
    head.start(shaft.now)
    leave_home(shaft)
    shaft.run(200)
    head.hold(shaft.now)
    shaft.run(3000)
    head.resume(shaft.now)
    shaft.run(195)
    come_home(shaft)
    shaft.run(5)
    assert head.learned.mean_ms == 400


def test_held_while_it_reverses_it_reverses_on_afterwards(shaft, head):
    head.start(shaft.now)
    leave_home(shaft)
    shaft.run(LIMIT_MS + PAUSE_MS + 100)
    assert shaft.drives(SIDE, HEAD_REV)
    head.hold(shaft.now)
    assert not shaft.drives(SIDE, HEAD_REV)
    shaft.run(1000)
    head.resume(shaft.now)
    shaft.run(5)
    assert shaft.drives(SIDE, HEAD_REV)
    assert not shaft.drives(SIDE, HEAD)


def test_stopped_it_forgets_the_turn(shaft, head):
    head.start(shaft.now)
    shaft.run(100)
    head.stop()
    assert not head.busy
    assert not shaft.drives(SIDE, HEAD)
    shaft.run(5000)
    assert head.jams == 0


def test_hold_switches_off_a_motor_that_no_turn_switched_on(shaft, head):
    shaft.wish.bytes[SIDE] |= HEAD
    head.hold(shaft.now)
    assert not shaft.drives(SIDE, HEAD)
    assert not head.held


def test_hold_and_resume_of_a_resting_head_do_nothing(shaft, head):
    head.hold(shaft.now)
    head.resume(shaft.now)
    shaft.run(5)
    assert not shaft.drives(SIDE, HEAD)
    assert not head.held


def test_a_motor_that_waits_for_the_supply_has_no_jam_and_learns_no_waiting(shaft, head):
    head.start(shaft.now)
    shaft.wish.waits[SIDE] = HEAD
    shaft.run(2 * LIMIT_MS)
    assert (head.busy, head.jams, head.elapsed_ms(shaft.now)) == (True, 0, 0)
    shaft.wish.waits[SIDE] = 0
    shaft.run(50)
    leave_home(shaft)
    shaft.run(350)
    come_home(shaft)
    shaft.run(5)
    assert (head.done, head.learned.mean_ms) == (True, 405)


def test_a_resumed_head_that_waits_for_the_supply_loses_no_time(shaft, head):
    head.start(shaft.now)
    shaft.run(50)
    leave_home(shaft)
    shaft.run(100)
    head.hold(shaft.now)
    shaft.run(500)
    head.resume(shaft.now)
    shaft.wish.waits[SIDE] = HEAD
    shaft.run(2 * LIMIT_MS)
    assert (head.jams, head.elapsed_ms(shaft.now)) == (0, 150)


def test_reversing_begins_when_the_supply_lets_it(shaft, head):
    head.start(shaft.now)
    leave_home(shaft)
    shaft.run(LIMIT_MS + PAUSE_MS + 10)
    assert shaft.drives(SIDE, HEAD_REV)
    shaft.wish.waits[SIDE] = HEAD_REV
    shaft.run(2 * REVERSE_MS)
    assert shaft.drives(SIDE, HEAD_REV)
    shaft.wish.waits[SIDE] = 0
    shaft.run(REVERSE_MS + 10)
    assert not shaft.drives(SIDE, HEAD_REV)


def test_started_off_its_home_it_ends_at_home_though_nobody_looks_in_between(shaft, head):
    leave_home(shaft)
    head.start(shaft.now)
    come_home(shaft)
    shaft.run(5)
    assert head.done
