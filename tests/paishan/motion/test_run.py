import pytest

from paishan.io.image import CENTRE, DRUM, DRUM_REV, DRUM_TURN
from paishan.motion.run import Run

LIMIT_MS = 60_000
STALL_MS = 1500


@pytest.fixture
def drum(shaft):
    shaft.motion = Run("drum", shaft.wish, CENTRE, DRUM, LIMIT_MS, DRUM_REV)
    return shaft.motion


def pulse(shaft, falling=False):
    shaft.edges[CENTRE + 8 * falling] |= DRUM_TURN


def test_it_runs_while_it_is_wanted(shaft, drum):
    drum.start(shaft.now)
    shaft.run(5000)
    assert shaft.drives(CENTRE, DRUM)
    drum.stop()
    assert not shaft.drives(CENTRE, DRUM)
    assert not drum.busy


def test_backwards_is_the_other_output_alone(shaft, drum):
    drum.start(shaft.now)
    drum.start(shaft.now, True)
    assert shaft.drives(CENTRE, DRUM_REV)
    assert not shaft.drives(CENTRE, DRUM)
    drum.start(shaft.now)
    assert shaft.drives(CENTRE, DRUM)
    assert not shaft.drives(CENTRE, DRUM_REV)


def test_past_its_limit_it_stops_itself(shaft, drum):
    drum.start(shaft.now)
    shaft.run(LIMIT_MS)
    assert not drum.overran
    shaft.run(5)
    assert drum.overran
    assert not drum.busy
    assert not shaft.drives(CENTRE, DRUM)


def test_wanting_it_again_does_not_move_the_limit(shaft, drum):
    drum.start(shaft.now)
    shaft.run(LIMIT_MS - 100)
    drum.start(shaft.now)
    shaft.run(105)
    assert drum.overran


def test_a_new_run_after_a_rest_has_its_whole_limit(shaft, drum):
    drum.start(shaft.now)
    shaft.run(LIMIT_MS - 100)
    drum.stop()
    drum.start(shaft.now)
    shaft.run(200)
    assert drum.busy


@pytest.mark.parametrize("falling", [False, True])
def test_an_edge_of_the_turn_sensor_is_a_sign_of_life(shaft, drum, falling):
    drum.watch_pulses(shaft.edges, CENTRE, DRUM_TURN, STALL_MS)
    drum.start(shaft.now)
    for _ in range(5):
        shaft.run(STALL_MS - 5)
        pulse(shaft, falling)
        shaft.run(5)
    assert drum.busy


def test_without_pulses_it_has_stalled(shaft, drum):
    drum.watch_pulses(shaft.edges, CENTRE, DRUM_TURN, STALL_MS)
    drum.start(shaft.now)
    shaft.run(STALL_MS)
    assert not drum.stalled
    shaft.run(5)
    assert drum.stalled
    assert not drum.busy
    assert not shaft.drives(CENTRE, DRUM | DRUM_REV)


def test_pulses_of_another_part_do_not_count(shaft, drum):
    drum.watch_pulses(shaft.edges, CENTRE, DRUM_TURN, STALL_MS)
    drum.start(shaft.now)
    for _ in range(STALL_MS // 5 + 1):
        shaft.edges[CENTRE] = 0xFF & ~DRUM_TURN
        shaft.run(5)
    assert drum.stalled


def test_without_a_turn_sensor_it_cannot_stall(shaft, drum):
    drum.start(shaft.now)
    shaft.run(10 * STALL_MS)
    assert drum.busy


def test_a_start_after_a_stall_begins_anew(shaft, drum):
    drum.watch_pulses(shaft.edges, CENTRE, DRUM_TURN, STALL_MS)
    drum.start(shaft.now)
    shaft.run(2 * STALL_MS)
    drum.start(shaft.now)
    assert not drum.stalled
    shaft.run(STALL_MS)
    assert drum.busy


def test_a_resting_motor_neither_stalls_nor_overruns(shaft, drum):
    drum.watch_pulses(shaft.edges, CENTRE, DRUM_TURN, STALL_MS)
    shaft.run(2 * STALL_MS)
    assert not drum.stalled
    assert not drum.overran


@pytest.mark.parametrize("backwards", [False, True])
def test_a_motor_that_waits_for_the_supply_does_not_stall(shaft, drum, backwards):
    drum.watch_pulses(shaft.edges, CENTRE, DRUM_TURN, STALL_MS)
    drum.start(shaft.now, backwards)
    shaft.wish.waits[CENTRE] = DRUM_REV if backwards else DRUM
    shaft.run(3 * STALL_MS)
    assert (drum.busy, drum.stalled) == (True, False)
    shaft.wish.waits[CENTRE] = 0
    shaft.run(STALL_MS + 10)
    assert drum.stalled


def test_a_motor_that_the_interlocks_hold_back_makes_no_pulses(shaft, drum):
    drum.watch_pulses(shaft.edges, CENTRE, DRUM_TURN, STALL_MS)
    shaft.wish.waits[CENTRE] = DRUM
    drum.start(shaft.now)
    shaft.run(2 * STALL_MS)
    assert not drum.stalled
    assert drum.pulses == 0
    shaft.wish.waits[CENTRE] = 0
    pulse(shaft)
    shaft.run(5)
    assert drum.pulses == 1
