import pytest

from paishan.io.image import CENTRE, DOME_DOWN, DOME_LOWER, DOME_RAISE, DOME_UP
from paishan.motion.travel import DOWN, UP, Travel

FIRST_MS = 2000
MARGIN_MS = 1000
BOTH_WAYS = DOME_RAISE | DOME_LOWER


def make(shaft, down=DOME_DOWN, up=DOME_UP):
    shaft.motion = Travel(
        "dome", shaft.wish, shaft.inputs, CENTRE, (DOME_LOWER, DOME_RAISE), (down, up),
        FIRST_MS, shaft.settings,
    )  # fmt: skip
    return shaft.motion


@pytest.fixture
def dome(shaft):
    """Closed, both sensors fitted."""
    shaft.set(CENTRE, DOME_DOWN, True)
    return make(shaft)


def travel(shaft, dome, end, elapsed_ms):
    sensors = (DOME_DOWN, DOME_UP)
    dome.start(end, shaft.now)
    shaft.run(50)
    shaft.set(CENTRE, sensors[1 - end], False)
    shaft.run(elapsed_ms - 55)
    shaft.set(CENTRE, sensors[end], True)
    shaft.run(5)
    assert dome.done


def test_it_drives_towards_the_end_until_the_sensor_is_on(shaft, dome):
    dome.start(UP, shaft.now)
    assert shaft.drives(CENTRE, DOME_RAISE)
    shaft.set(CENTRE, DOME_DOWN, False)
    shaft.run(1500)
    assert dome.busy
    shaft.set(CENTRE, DOME_UP, True)
    shaft.run(5)
    assert dome.done
    assert not dome.busy
    assert not shaft.drives(CENTRE, BOTH_WAYS)
    assert dome.at(UP)
    shaft.run(5)
    assert not dome.done


def test_down_is_the_other_motor_direction(shaft, dome):
    travel(shaft, dome, UP, 1500)
    dome.start(DOWN, shaft.now)
    assert shaft.drives(CENTRE, DOME_LOWER)
    assert not shaft.drives(CENTRE, DOME_RAISE)


def test_where_it_already_stands_it_is_done_without_moving(shaft, dome):
    dome.start(DOWN, shaft.now)
    assert not shaft.drives(CENTRE, BOTH_WAYS)
    shaft.run(5)
    assert dome.done


def test_turned_round_on_the_way_one_direction_drives(shaft, dome):
    dome.start(UP, shaft.now)
    shaft.run(100)
    dome.start(DOWN, shaft.now)
    assert not shaft.drives(CENTRE, DOME_RAISE)


def test_up_and_down_are_learned_apart(shaft, dome):
    travel(shaft, dome, UP, 1800)
    travel(shaft, dome, DOWN, 1200)
    assert (dome.learned[UP].mean_ms, dome.learned[DOWN].mean_ms) == (1800, 1200)


def test_a_way_from_the_middle_teaches_nothing(shaft, dome):
    shaft.set(CENTRE, DOME_DOWN, False)
    dome.start(UP, shaft.now)
    shaft.run(300)
    shaft.set(CENTRE, DOME_UP, True)
    shaft.run(5)
    assert dome.done
    assert dome.learned[UP].runs == 0


def test_past_learned_time_and_margin_it_is_late_but_goes_on(shaft, dome):
    dome.start(UP, shaft.now)
    shaft.run(FIRST_MS + MARGIN_MS)
    assert not dome.late
    shaft.run(5)
    assert dome.late
    assert dome.busy
    assert shaft.drives(CENTRE, DOME_RAISE)


def test_past_three_times_the_learned_time_it_stops_and_has_failed(shaft, dome):
    dome.start(UP, shaft.now)
    shaft.run(3 * FIRST_MS)
    assert not dome.failed
    shaft.run(5)
    assert dome.failed
    assert not dome.busy
    assert not shaft.drives(CENTRE, BOTH_WAYS)


def test_a_late_arrival_is_still_an_arrival(shaft, dome):
    dome.start(UP, shaft.now)
    shaft.run(FIRST_MS + MARGIN_MS + 100)
    shaft.set(CENTRE, DOME_UP, True)
    shaft.run(5)
    assert dome.done
    assert dome.late
    assert not dome.failed


def test_the_longest_time_ever_learned_is_the_first_assumption(shaft, dome):
    travel(shaft, dome, UP, 2 * FIRST_MS)
    assert dome.learned[UP].mean_ms <= FIRST_MS


def test_a_new_start_forgets_late_and_failed(shaft, dome):
    dome.start(UP, shaft.now)
    shaft.run(4 * FIRST_MS)
    assert dome.failed
    dome.start(UP, shaft.now)
    assert not dome.failed
    assert not dome.late


def test_without_an_upper_sensor_it_ends_by_time(shaft):
    shaft.set(CENTRE, DOME_DOWN, True)
    lift = make(shaft, up=0)
    lift.start(UP, shaft.now)
    shaft.run(FIRST_MS - 5)
    assert lift.busy
    shaft.run(5)
    assert lift.done
    assert not shaft.drives(CENTRE, BOTH_WAYS)
    assert lift.learned[UP].runs == 0


def test_stopped_it_stands_where_it_is(shaft, dome):
    dome.start(UP, shaft.now)
    shaft.run(100)
    dome.stop()
    assert not shaft.drives(CENTRE, BOTH_WAYS)
    shaft.run(10_000)
    assert not dome.busy
    assert not dome.failed


@pytest.fixture
def pinching(shaft, dome):
    """One that could close on a hand on its way down."""
    dome.pinches = DOWN
    shaft.set(CENTRE, DOME_DOWN, False)
    shaft.set(CENTRE, DOME_UP, True)
    return dome


def test_where_it_pinches_it_stops_as_soon_as_it_is_late(shaft, pinching):
    pinching.start(DOWN, shaft.now)
    shaft.run(FIRST_MS + MARGIN_MS)
    assert shaft.drives(CENTRE, DOME_LOWER)
    shaft.run(5)
    assert (pinching.late, pinching.failed, pinching.busy) == (True, True, False)
    assert not shaft.drives(CENTRE, BOTH_WAYS)


def test_the_way_that_does_not_pinch_has_its_full_time(shaft, pinching):
    shaft.set(CENTRE, DOME_UP, False)
    shaft.set(CENTRE, DOME_DOWN, True)
    pinching.start(UP, shaft.now)
    shaft.run(3 * FIRST_MS)
    assert shaft.drives(CENTRE, DOME_RAISE)


def test_the_quicker_it_is_known_to_be_the_sooner_it_stops(shaft, pinching):
    travel(shaft, pinching, DOWN, 1200)
    travel(shaft, pinching, UP, 1200)
    pinching.start(DOWN, shaft.now)
    shaft.run(1200 + MARGIN_MS)
    assert pinching.busy
    shaft.run(5)
    assert pinching.failed


def slower_by(shaft, dome, percent):
    travel(shaft, dome, DOWN, 1000)
    travel(shaft, dome, UP, 1000)
    travel(shaft, dome, DOWN, 1000)
    travel(shaft, dome, UP, 1000 + 10 * percent)


def test_as_slow_as_the_way_back_was_it_may_be_on_the_way_that_pinches(shaft, pinching):
    slower_by(shaft, pinching, 60)
    pinching.start(DOWN, shaft.now)
    shaft.run(1600 + MARGIN_MS)
    assert (pinching.late, pinching.busy) == (True, True)
    shaft.run(5)
    assert pinching.failed


def test_arrived_so_late_it_has_learned_it_both_ways(shaft, pinching):
    slower_by(shaft, pinching, 60)
    travel(shaft, pinching, DOWN, 1600)
    for end in (UP, DOWN):
        assert pinching.learned[end].mean_ms == 1300


def test_a_way_back_that_was_held_once_gives_no_time_later(shaft, pinching):
    slower_by(shaft, pinching, 60)
    travel(shaft, pinching, DOWN, 1000)
    travel(shaft, pinching, UP, 1000)
    pinching.start(DOWN, shaft.now)
    shaft.run(pinching.learned[DOWN].mean_ms + MARGIN_MS + 5)
    assert pinching.failed


def test_a_way_back_that_was_little_slower_gives_no_time(shaft, pinching):
    slower_by(shaft, pinching, 25)
    pinching.start(DOWN, shaft.now)
    shaft.run(1000 + MARGIN_MS + 5)
    assert pinching.failed


def test_the_first_way_back_of_all_gives_no_time(shaft, pinching):
    travel(shaft, pinching, DOWN, 1000)
    travel(shaft, pinching, UP, 2900)
    pinching.start(DOWN, shaft.now)
    shaft.run(1000 + MARGIN_MS + 5)
    assert pinching.failed


def test_a_blind_end_is_reached_after_what_the_way_back_was_seen_to_take(shaft):
    shaft.set(CENTRE, DOME_DOWN, True)
    lift = make(shaft, up=0)
    lift.start(UP, shaft.now)
    shaft.set(CENTRE, DOME_DOWN, False)
    shaft.run(FIRST_MS)
    assert lift.done
    lift.start(DOWN, shaft.now)
    shaft.run(1000)
    shaft.set(CENTRE, DOME_DOWN, True)
    shaft.run(5)
    assert lift.done
    lift.start(UP, shaft.now)
    shaft.set(CENTRE, DOME_DOWN, False)
    shaft.run(10_000)
    assert lift.done or not lift.busy
    assert lift.learned[UP].runs == 0


def test_an_end_without_a_sensor_is_never_late_and_never_failed(shaft):
    shaft.set(CENTRE, DOME_DOWN, True)
    lift = make(shaft, up=0)
    for _ in range(3):
        lift.start(UP, shaft.now)
        shaft.run(3 * FIRST_MS)
        assert not lift.busy
        assert not lift.late
        assert not lift.failed


def test_both_ends_at_once_are_noticed(shaft, dome):
    assert not dome.at_both()
    shaft.set(CENTRE, DOME_UP, True)
    assert dome.at_both()


def test_one_sensor_alone_is_never_both(shaft):
    lift = make(shaft, up=0)
    shaft.set(CENTRE, DOME_DOWN | DOME_UP, True)
    assert not lift.at_both()


def test_a_drive_that_waits_for_the_supply_is_not_late_and_learns_no_waiting(shaft, dome):
    dome.start(UP, shaft.now)
    shaft.wish.waits[CENTRE] = DOME_RAISE
    shaft.run(4 * FIRST_MS)
    assert (dome.busy, dome.late) == (True, False)
    shaft.wish.waits[CENTRE] = 0
    shaft.set(CENTRE, DOME_DOWN, False)
    shaft.run(1495)
    shaft.set(CENTRE, DOME_UP, True)
    shaft.run(5)
    assert (dome.done, dome.learned[UP].mean_ms) == (True, 1500)


def test_a_run_that_ends_long_before_the_way_back_would_teaches_nothing(shaft, dome):
    travel(shaft, dome, UP, 1500)
    shaft.set(CENTRE, DOME_DOWN, True)  # a switch that is stuck
    dome.start(DOWN, shaft.now)
    shaft.run(5)
    assert dome.done
    assert (dome.learned[DOWN].mean_ms, dome.learned[DOWN].runs) == (FIRST_MS, 0)


def test_one_that_is_held_back_on_its_way_has_not_begun_anew(shaft, dome):
    dome.start(UP, shaft.now)
    shaft.run(50)
    shaft.set(CENTRE, DOME_DOWN, False)
    shaft.run(1000)
    shaft.wish.waits[CENTRE] = DOME_RAISE
    shaft.run(100)
    shaft.wish.waits[CENTRE] = 0
    shaft.run(445)
    shaft.set(CENTRE, DOME_UP, True)
    shaft.run(5)
    assert dome.done
    assert dome.learned[UP].mean_ms == 1500
