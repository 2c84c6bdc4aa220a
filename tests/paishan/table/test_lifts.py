import pytest

from paishan.io.image import LIFT_DOWN, LIFT_LOWER, LIFT_RAISE, LIFT_UP
from paishan.motion.travel import DOWN, UP
from paishan.table.faults import TRAY_STUCK
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


@pytest.mark.parametrize("stuck", SIDES)
def test_one_that_does_not_arrive_stops_all_and_is_named(trays, stuck):
    raise_all(trays)
    trays.run(2000)
    for side in SIDES:
        if side != stuck:
            trays.reach(side, LIFT_UP)
    trays.run(20_000)
    assert trays.lines.alarm.code == TRAY_STUCK + stuck
    assert trays.lines.alarm.sides == 1 << stuck
    assert trays.driven(LIFT_RAISE | LIFT_LOWER) == []
    assert not trays.lifts.busy


def test_stopped_they_stand_and_raise_no_fault(trays):
    raise_all(trays)
    trays.lifts.stop()
    assert trays.driven(LIFT_RAISE) == []
    trays.run(30_000)
    assert trays.lines.alarm.code == 0
