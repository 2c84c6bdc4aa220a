import pytest

from paishan.io.image import LIFT_DOWN, LIFT_LOWER, LIFT_RAISE, LIFT_UP
from paishan.motion.travel import DOWN, UP
from paishan.table.faults import LIFT_SENSORS, TRAY_STUCK
from paishan.table.lifts import Lifts

SIDES = range(4)


class Trays:
    """Four lifts with the test's hand on their switches."""

    def __init__(self, lines):
        self.lines = lines
        self.lifts = Lifts(lines.wish, lines.inputs, lines.settings, lines.alarm)
        for side in SIDES:
            lines.inputs[side] = LIFT_DOWN

    def run(self, ms):
        self.lines.run(ms, self.lifts)

    def reach(self, side, sensor):
        self.lines.inputs[side] = sensor

    def leave(self):
        for side in SIDES:
            self.lines.inputs[side] = 0

    def driven(self, mask):
        return [side for side in SIDES if self.lines.drives(side, mask)]


@pytest.fixture
def trays(lines):
    return Trays(lines)


def raise_all(trays):
    trays.lifts.raise_(trays.lines.now)
    trays.run(50)
    trays.leave()


def test_all_four_start_together(trays):
    raise_all(trays)
    assert trays.driven(LIFT_RAISE) == [0, 1, 2, 3]
    assert trays.driven(LIFT_LOWER) == []


def test_each_stops_at_its_own_end_and_the_slowest_decides(trays):
    raise_all(trays)
    for side in SIDES:
        assert trays.lifts.busy
        trays.run(200)
        trays.reach(side, LIFT_UP)
        trays.run(5)
        assert side not in trays.driven(LIFT_RAISE)
    assert trays.lifts.done
    assert not trays.lifts.busy
    trays.run(5)
    assert not trays.lifts.done


def test_lowering_is_the_other_way(trays):
    for side in SIDES:
        trays.reach(side, LIFT_UP)
    trays.lifts.lower(trays.lines.now)
    assert trays.driven(LIFT_LOWER) == [0, 1, 2, 3]
    assert trays.driven(LIFT_RAISE) == []


def test_those_already_there_do_not_move(trays):
    trays.reach(1, LIFT_UP)
    trays.lifts.raise_(trays.lines.now)
    assert trays.driven(LIFT_RAISE) == [0, 2, 3]


def test_at_an_end_means_all_four(trays):
    assert trays.lifts.at(DOWN)
    trays.reach(3, 0)
    assert not trays.lifts.at(DOWN)
    assert not trays.lifts.at(UP)


def late(trays):
    """The time after which a lift that rises is given up: learned + margin."""
    settings = trays.lines.settings
    trays.run(settings.lift_first_ms + settings.travel_margin_ms + 10)


def all_but(trays, stuck, sensor):
    for side in SIDES:
        if side != stuck:
            trays.reach(side, sensor)


@pytest.fixture(params=SIDES)
def stuck(request, trays):
    """The number of a lift that does not rise; the others are up, and all go down again."""
    raise_all(trays)
    all_but(trays, request.param, LIFT_UP)
    late(trays)
    return request.param


def test_something_under_a_wall_that_rises_sends_all_gently_down(trays, stuck):
    assert trays.lines.alarm.code == 0
    assert trays.driven(LIFT_LOWER) == [0, 1, 2, 3]
    assert trays.driven(LIFT_RAISE) == []
    assert trays.lifts.busy


def go_down(trays):
    trays.run(200)
    for side in SIDES:
        trays.reach(side, LIFT_DOWN)
    trays.run(5)


def test_down_again_they_rise_once_more_and_may_succeed(trays, stuck):
    go_down(trays)
    assert trays.driven(LIFT_RAISE) == [0, 1, 2, 3]
    assert trays.lifts.busy
    for side in SIDES:
        trays.reach(side, LIFT_UP)
    trays.run(5)
    assert trays.lifts.done
    assert trays.lines.alarm.code == 0


def test_one_that_does_not_rise_twice_stops_all_and_is_named(trays, stuck):
    go_down(trays)
    trays.leave()
    all_but(trays, stuck, LIFT_UP)
    late(trays)
    assert trays.lines.alarm.code == TRAY_STUCK + stuck
    assert trays.lines.alarm.sides == 1 << stuck
    assert trays.driven(LIFT_RAISE | LIFT_LOWER) == []
    assert not trays.lifts.busy
    assert not trays.lifts.done


def learned(trays, ms):
    for lift in trays.lifts.each:
        for way in (DOWN, UP):
            lift.learned[way].restore(ms, 20, ms)


def raise_late(trays, slow, way_down_ms):
    """All rise but one, which comes down in so long; then they rise again."""
    learned(trays, 2500)
    raise_all(trays)
    trays.run(2450)
    all_but(trays, slow, LIFT_UP)
    trays.run(1100)
    assert trays.driven(LIFT_LOWER) == [0, 1, 2, 3]
    trays.leave()
    trays.run(min(way_down_ms, 2500))
    all_but(trays, slow, LIFT_DOWN)
    trays.run(max(way_down_ms - 2500, 0))
    trays.reach(slow, LIFT_DOWN)
    trays.run(5)
    assert trays.driven(LIFT_RAISE) == [0, 1, 2, 3]
    trays.run(50)
    trays.leave()
    trays.run(2450)
    all_but(trays, slow, LIFT_UP)


@pytest.mark.parametrize("slow", SIDES)
def test_one_that_comes_down_as_slowly_as_it_rose_has_the_time_that_it_needs(trays, slow):
    raise_late(trays, slow, 3500)
    trays.run(1650)
    assert trays.driven(LIFT_RAISE) == [slow]
    trays.reach(slow, LIFT_UP)
    trays.run(5)
    assert trays.lifts.done
    assert trays.lifts.each[slow].late
    assert trays.lines.alarm.code == 0
    # and the next time it is not even stopped
    assert trays.lifts.each[slow].learned[UP].mean_ms > 3300
    assert trays.lifts.each[slow].learned[UP].slower()


def test_one_that_comes_down_sooner_than_it_rose_was_held_up(trays):
    raise_late(trays, 1, 2600)
    trays.run(1100)
    assert trays.lines.alarm.code == TRAY_STUCK + 1
    assert trays.driven(LIFT_RAISE | LIFT_LOWER) == []


def test_a_slow_one_that_is_held_up_the_second_time_stops_a_margin_after_the_first(trays):
    raise_late(trays, 1, 3500)
    trays.run(2100)
    assert trays.lines.alarm.code == TRAY_STUCK + 1
    assert trays.driven(LIFT_RAISE | LIFT_LOWER) == []


def test_one_that_does_not_come_down_again_is_named_too(trays, stuck):
    all_but(trays, stuck, LIFT_DOWN)
    trays.run(20_000)
    assert trays.lines.alarm.code == TRAY_STUCK + stuck
    assert trays.driven(LIFT_RAISE | LIFT_LOWER) == []


def test_the_next_raising_has_its_own_second_try(trays, stuck):
    go_down(trays)
    trays.leave()
    late(trays)
    assert trays.lines.alarm.code
    trays.lines.alarm.clear()
    trays.lifts.raise_(trays.lines.now)
    trays.run(trays.lines.settings.travel_margin_ms + 100)  # what they have learned is short
    assert trays.lines.alarm.code == 0
    assert trays.driven(LIFT_LOWER) == [0, 1, 2, 3]


def test_lowering_has_no_second_try_and_thrice_the_time(trays):
    for side in SIDES:
        trays.reach(side, LIFT_UP)
    trays.lifts.lower(trays.lines.now)
    trays.run(50)
    all_but(trays, 1, LIFT_DOWN)
    trays.reach(1, 0)
    late(trays)
    assert trays.lifts.busy
    trays.run(2 * trays.lines.settings.lift_first_ms)
    assert trays.lines.alarm.code == TRAY_STUCK + 1
    assert trays.driven(LIFT_RAISE | LIFT_LOWER) == []


@pytest.mark.parametrize("side", SIDES)
def test_both_ends_at_once_cannot_be_and_stop_all(trays, side):
    raise_all(trays)
    trays.reach(side, LIFT_UP | LIFT_DOWN)
    trays.run(5)
    assert trays.lines.alarm.code == LIFT_SENSORS + side
    assert trays.lines.alarm.sides == 1 << side
    assert trays.driven(LIFT_RAISE | LIFT_LOWER) == []
    assert not trays.lifts.busy


def test_stopped_they_stand_and_raise_no_fault(trays):
    raise_all(trays)
    trays.lifts.stop()
    assert trays.driven(LIFT_RAISE) == []
    trays.run(30_000)
    assert trays.lines.alarm.code == 0
