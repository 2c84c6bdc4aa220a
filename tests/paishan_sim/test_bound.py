import pytest

from paishan_sim.bound import Build, SideSpeed
from paishan_sim.figures import MACHINES
from paishan_sim.plant import Plant

from .bench import load
from .ideal import Ideal, ideal_build

EVEN = [SideSpeed(belt_ms=400, turn_ms=600, home_part=0.8, push_ms=200)] * 4


def build(picks, sides=EVEN, ring_ms=50.0) -> Build:
    return Build(0, picks, ring_ms, sides)


def test_one_tile_needs_every_part_of_its_way_once():
    only = build([1000.0])
    assert only.bound_of_tiles([1, 0, 0, 0]) == pytest.approx(1000 + 50 + 400 + 480 + 200)


def test_without_tiles_there_is_nothing_to_wait_for():
    assert build([]).bound_of_tiles([0, 0, 0, 0]) == 0


def test_plenty_of_tiles_leave_the_slowest_head_to_wait_for():
    sides = [*EVEN[:3], SideSpeed(400, 660, 0.8, 200)]
    many = build([0.0] * 144, sides)
    assert many.bound_of_tiles([36] * 4) == pytest.approx(50 + 400 + 35.8 * 660 + 200)


def test_a_late_tile_is_waited_for():
    late = build([0.0] * 143 + [60_000.0])
    assert late.bound_of_tiles([36] * 4) == pytest.approx(60_000 + 50 + 400 + 480 + 200)


def test_a_late_handful_is_shared_by_the_four_heads():
    late = build([0.0] * 136 + [60_000.0] * 8)
    assert late.bound_of_tiles([36] * 4) == pytest.approx(60_000 + 50 + 400 + 1.8 * 600 + 200)


def test_a_side_that_needs_none_helps_with_none():
    two = build([0.0] * 8)
    shared, alone = two.bound_of_tiles([4, 4, 0, 0]), two.bound_of_tiles([8, 0, 0, 0])
    assert alone - shared == pytest.approx(4 * 600)


def test_a_surplus_tile_is_not_waited_for():
    assert build([0.0] * 8 + [90_000.0]).bound_of_tiles([2] * 4) < 10_000


def test_tiles_added_later_only_loosen_the_bound():
    known = build([0.0] * 142)
    assert 0 < known.bound_of_tiles([36] * 4) <= build([0.0] * 144).bound_of_tiles([36] * 4)


@pytest.mark.parametrize("machine", MACHINES.values(), ids=MACHINES)
@pytest.mark.parametrize("stacks", [(18, 18, 18, 18), (14, 13, 14, 13), (18, 18, 0, 0)])
def test_no_controller_beats_it_and_a_good_one_comes_near(machine, stacks):
    for seed in range(3):
        plant = Plant(machine, seed=seed)
        load(plant, 2 * sum(stacks))
        done = ideal_build(plant, Ideal(stacks, machine.head_turn_ms))
        bound = plant.builds[-1].bound_of_tiles([2 * side for side in stacks])
        assert bound == pytest.approx(plant.bound_ms)
        assert bound <= done <= 1.2 * bound
