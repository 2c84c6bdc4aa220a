"""One turn of a cam: its end, its learned time, its deadline, and the ladder past it."""

from itertools import groupby

import pytest
from tests.paishan.motion.turning import (
    LIMIT_MS,
    PAUSE_MS,
    REVERSE_MS,
    SIDE,
    come_home,
    home_after,
    leave_home,
    turn_once,
)

from paishan.io.image import HEAD, HEAD_HOME, HEAD_REV
from paishan.motion.turn import Turn


def test_a_turn_ends_when_home_was_left_and_seen_again(shaft, head):
    head.start(shaft.now)
    assert shaft.drives(SIDE, HEAD)
    shaft.run(50)
    leave_home(shaft)
    shaft.run(300)
    assert head.busy
    assert shaft.drives(SIDE, HEAD)
    come_home(shaft)
    shaft.run(5)
    assert head.done
    assert not head.busy
    assert not shaft.drives(SIDE, HEAD)


def test_done_lasts_one_scan(shaft, head):
    turn_once(shaft, head)
    shaft.run(5)
    assert not head.done


def test_home_that_is_still_seen_at_the_start_ends_nothing(shaft, head):
    head.start(shaft.now)
    shaft.run(200)
    assert head.busy
    assert not head.done


def test_started_in_the_scan_it_is_done_the_motor_runs_on(shaft, head):
    turn_once(shaft, head)
    head.start(shaft.now)
    assert shaft.drives(SIDE, HEAD)
    assert head.busy


def test_a_good_turn_is_learned(shaft, head):
    turn_once(shaft, head, 400)
    assert head.learned.runs == 1
    assert head.learned.mean_ms == 400


def test_a_turn_from_half_way_teaches_nothing(shaft, head):
    leave_home(shaft)  # it stood away from home when the power came
    head.start(shaft.now)
    shaft.run(40)
    come_home(shaft)
    shaft.run(5)
    assert head.done
    assert head.learned.runs == 0


def test_the_first_deadline_is_the_limit(shaft, head):
    head.start(shaft.now)
    shaft.run(50)
    leave_home(shaft)
    shaft.run(LIMIT_MS - 50)
    assert shaft.drives(SIDE, HEAD)
    shaft.run(5)
    assert not shaft.drives(SIDE, HEAD)
    assert head.jams == 1


def test_home_must_go_off_within_a_third_of_the_deadline(shaft, head):
    head.start(shaft.now)
    shaft.run(LIMIT_MS // 3 - 5)
    assert head.jams == 0
    shaft.run(15)
    assert head.jams == 1
    assert head.never_left


def test_after_three_turns_the_deadline_is_one_and_a_half_times_the_mean(shaft, head):
    for _ in range(3):
        turn_once(shaft, head, 400)
    head.start(shaft.now)
    shaft.run(50)
    leave_home(shaft)
    shaft.run(550)
    assert head.jams == 0
    shaft.run(5)
    assert head.jams == 1


def test_the_learned_deadline_never_exceeds_the_limit(shaft, head):
    for _ in range(3):
        turn_once(shaft, head, 900)
    head.start(shaft.now)
    shaft.run(LIMIT_MS + 5)
    assert head.jams == 1


def test_a_jam_is_answered_by_pause_reverse_pause_and_another_turn(shaft, head):
    head.start(shaft.now)
    leave_home(shaft)
    shaft.run(LIMIT_MS)
    trace = shaft.trace(2 * PAUSE_MS + REVERSE_MS + 50, SIDE)
    steps = [(wished, 5 * len(list(scans))) for wished, scans in groupby(trace)]
    assert [wished for wished, _ in steps] == [0, HEAD_REV, 0, HEAD]
    for (_, lasted_ms), wanted_ms in zip(steps[:3], (PAUSE_MS, REVERSE_MS, PAUSE_MS), strict=True):
        assert abs(lasted_ms - wanted_ms) <= 5


def test_nothing_is_reversed_that_stands_at_home(shaft, head):
    head.start(shaft.now)
    shaft.run(LIMIT_MS)
    assert HEAD_REV not in shaft.trace(1000, SIDE)


def test_a_retry_that_turns_ends_well_and_counts_the_jam(shaft, head):
    head.start(shaft.now)
    leave_home(shaft)
    shaft.run(LIMIT_MS + 800)
    come_home(shaft)
    shaft.run(5)
    assert head.done
    assert not head.failed
    assert head.jams == 1


def test_two_retries_then_it_has_failed(shaft, head):
    head.start(shaft.now)
    leave_home(shaft)
    shaft.run(3 * LIMIT_MS + 2 * (2 * PAUSE_MS + REVERSE_MS) + PAUSE_MS)
    assert not head.failed
    shaft.run(30)
    assert head.failed
    assert not head.busy
    assert head.jams == 3
    assert not shaft.drives(SIDE, HEAD | HEAD_REV)


def test_a_failed_turn_can_be_started_again_with_all_its_retries(shaft, head):
    head.start(shaft.now)
    leave_home(shaft)
    shaft.run(5000)
    assert head.failed
    head.start(shaft.now)
    assert not head.failed
    shaft.run(LIMIT_MS + 5)
    assert head.busy


def test_a_drive_that_cannot_reverse_only_rests(shaft):
    pusher = Turn(
        "pusher", shaft.wish, shaft.inputs, SIDE, HEAD, HEAD_HOME, LIMIT_MS, shaft.settings
    )
    shaft.motion = pusher
    pusher.start(shaft.now)
    assert set(shaft.trace(8000, SIDE)) == {0, HEAD}
    assert pusher.failed


def test_one_that_coasts_home_past_its_deadline_was_slow_and_is_done(shaft, head):
    head.start(shaft.now)
    leave_home(shaft)
    shaft.run(LIMIT_MS + 10)
    assert not shaft.drives(SIDE, HEAD)
    come_home(shaft)
    shaft.run(5)
    assert head.done
    assert head.jams == 1
    shaft.run(1_000)
    assert not shaft.drives(SIDE, HEAD | HEAD_REV)


def test_the_last_retry_may_coast_home_too(shaft, head):
    head.start(shaft.now)
    leave_home(shaft)
    while head.jams < 3:
        shaft.run(5)
    come_home(shaft)
    shaft.run(5)
    assert head.done
    assert not head.failed


def test_home_that_ever_went_off_is_remembered_over_the_retries(shaft, head):
    head.start(shaft.now)
    leave_home(shaft)
    shaft.run(LIMIT_MS + 250)
    come_home(shaft)  # reversed
    while not head.failed:
        shaft.run(5)
    assert head.never_left
    assert head.ever_left
    head.start(shaft.now)
    assert not head.ever_left


@pytest.fixture
def quick(shaft):
    """A head of which it is known that no turn takes less than 200 ms."""
    shaft.set(SIDE, HEAD_HOME, True)
    shaft.motion = Turn(
        "head", shaft.wish, shaft.inputs, SIDE, HEAD, HEAD_HOME, LIMIT_MS, shaft.settings,
        HEAD_REV, 200,
    )  # fmt: skip
    return shaft.motion


def test_home_that_comes_back_too_soon_is_not_believed_and_teaches_nothing(shaft, quick):
    home_after(shaft, quick, 195)
    assert (quick.done, quick.failed, quick.early) == (False, True, True)
    assert not shaft.drives(SIDE, HEAD)
    assert quick.learned.runs == 0
    home_after(shaft, quick, 205)
    assert (quick.done, quick.failed, quick.early) == (True, False, False)


@pytest.mark.parametrize(("turn_ms", "early"), [(310, True), (330, False)])
def test_what_was_learned_says_what_is_too_soon(shaft, quick, turn_ms, early):
    for _ in range(3):
        home_after(shaft, quick, 800)
    home_after(shaft, quick, turn_ms)
    assert quick.early == early


def test_two_too_soon_in_a_row_are_a_drive_that_was_repaired(shaft, quick):
    for _ in range(3):
        home_after(shaft, quick, 800)
    for _ in range(2):
        home_after(shaft, quick, 310)
        assert quick.early
    home_after(shaft, quick, 310)
    assert (quick.done, quick.early) == (True, False)
    assert quick.learned.mean_ms == 310


def test_a_part_of_a_turn_may_be_short(shaft, quick):
    leave_home(shaft)
    quick.start(shaft.now)
    shaft.run(50)
    come_home(shaft)
    shaft.run(5)
    assert quick.done


def test_backwards_it_stops_at_home_and_learns_nothing(shaft, head):
    leave_home(shaft)
    head.back(shaft.now)
    shaft.run(300)
    assert shaft.drives(SIDE, HEAD_REV)
    assert not shaft.drives(SIDE, HEAD)
    come_home(shaft)
    shaft.run(5)
    assert (head.done, head.busy, head.learned.runs) == (True, False, 0)
    assert not shaft.drives(SIDE, HEAD_REV)
    turn_once(shaft, head)  # and forwards again


def test_backwards_without_home_it_fails_at_the_limit_of_a_turn(shaft, head):
    leave_home(shaft)
    head.back(shaft.now)
    shaft.run(LIMIT_MS)
    assert head.busy
    shaft.run(10)
    assert (head.failed, head.busy) == (True, False)
    assert not shaft.drives(SIDE, HEAD_REV | HEAD)
