from dataclasses import replace
from statistics import median

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paishan_sim import wiring as w
from paishan_sim.figures import NORMAL, WORN
from paishan_sim.plant import Plant, PlantError

from .bench import close_dome, load, open_dome
from .ideal import Ideal, ideal_build

REST = bytes(w.OUTPUT_BYTES)
FOUR_BY_18 = (18, 18, 18, 18)


def built(seed: int, stacks=FOUR_BY_18, figures=NORMAL) -> tuple[Plant, float]:
    plant = Plant(figures, seed=seed)
    load(plant, 2 * sum(stacks))
    return plant, ideal_build(plant, Ideal(stacks, figures.head_turn_ms))


def raise_walls(plant: Plant) -> None:
    """Lifts up, dwell, lifts down."""
    outputs = bytearray(w.OUTPUT_BYTES)
    for switch, sensor in ((w.LIFT_RAISE, w.LIFT_UP), (w.LIFT_LOWER, w.LIFT_DOWN)):
        outputs[:4] = [switch] * 4
        while not all(byte & sensor for byte in plant.inputs[:4]):
            plant.step(outputs)
        for _ in range(200):
            plant.step(REST)


def test_a_table_at_rest_shows_its_homes_and_its_chain():
    plant = Plant(seed=1, selector=0x21)
    assert list(plant.inputs) == [0x16] * 4 + [0x32, w.ENABLE, 0x21, 0xA5]


def test_a_normal_build_of_144_takes_18_to_40_s():
    times = [built(seed)[1] for seed in range(20)]
    assert min(times) >= 18_000
    assert max(times) <= 40_000
    assert 22_000 <= median(times) <= 28_000


@pytest.mark.parametrize("stacks", [(17, 17, 17, 17), FOUR_BY_18])
def test_a_worn_build_takes_60_to_80_s(stacks):
    times = [built(seed, stacks, WORN)[1] for seed in range(5)]
    assert min(times) >= 60_000
    assert max(times) <= 80_000


def test_a_good_controller_stays_within_three_percent_of_the_bound():
    waste = []
    for seed in range(20):
        plant, done = built(seed)
        waste.append(done / plant.bound_ms - 1)
        assert waste[-1] >= 0
    assert median(waste) <= 0.02


@pytest.mark.parametrize("stacks", [FOUR_BY_18, (14, 13, 14, 13), (18, 18, 18, 0), (9, 9, 9, 9)])
def test_a_build_ends_with_exactly_its_stacks_and_an_empty_machine(stacks):
    plant, _ = built(3, stacks)
    seen = plant.snapshot()
    assert seen.trays == stacks
    assert (seen.drum, seen.ring, seen.belts, seen.platforms) == (0, 0, (0,) * 4, (0,) * 4)
    assert plant.collisions == []
    plant.check_tiles()


def test_the_walls_come_on_to_the_table_as_they_were_stacked():
    plant, _ = built(1)
    stacked = [tile for stack in plant.sides[2].tray.stacks for tile in stack]
    raise_walls(plant)
    assert plant.walls() == FOUR_BY_18
    assert plant.wall_tiles(2) == stacked
    assert plant.trays() == (0, 0, 0, 0)


def test_walls_wait_below_while_others_stand_on_the_table():
    plant, _ = built(1)
    raise_walls(plant)
    plant.bring(range(1000, 1144))
    open_dome(plant)
    plant.drop(list(plant.hands))
    close_dome(plant)
    ideal_build(plant, Ideal(FOUR_BY_18, NORMAL.head_turn_ms))
    raise_walls(plant)
    assert plant.walls() == plant.trays() == FOUR_BY_18
    assert max(plant.wall_tiles(0)) < 1000
    assert sorted(plant.sweep_table()) == list(range(144))
    raise_walls(plant)
    assert min(plant.wall_tiles(0)) >= 1000
    assert len(plant.builds) == 2


def test_hands_only_reach_through_an_open_dome():
    plant = Plant(seed=1)
    plant.bring([1, 2])
    with pytest.raises(PlantError, match="not open"):
        plant.drop([1])
    with pytest.raises(PlantError, match="not open"):
        plant.take_from_drum(1)
    open_dome(plant)
    plant.drop([1, 2])
    assert len(plant.take_from_drum(1)) == 1
    with pytest.raises(PlantError, match="only 1"):
        plant.take_from_drum(2)


def test_nobody_can_drop_a_tile_that_is_in_nobody_s_hands():
    plant = Plant(seed=1)
    open_dome(plant)
    with pytest.raises(PlantError, match="tile 7"):
        plant.drop([7])


def test_tiles_can_be_carried_away_from_the_hands():
    plant = Plant(seed=1)
    plant.bring([1, 2, 3])
    plant.carry_away([2])
    assert plant.hands == [1, 3]
    plant.check_tiles()


def test_equal_seeds_give_equal_runs():
    def trace(seed: int) -> bytes:
        plant = Plant(replace(NORMAL, glitch_s=5.0), seed=seed)
        load(plant, 144)
        ideal = Ideal(FOUR_BY_18, NORMAL.head_turn_ms)
        seen = bytearray()
        for _ in range(2000):
            seen += plant.inputs
            plant.step(ideal.step(plant.now_ms, plant.inputs))
        return bytes(seen)

    assert trace(5) == trace(5)
    assert trace(5) != trace(6)


@settings(deadline=None, max_examples=25)
@given(seed=st.integers(0, 1000), data=st.data())
def test_no_outputs_whatever_lose_or_make_a_tile(seed, data):
    plant = Plant(replace(NORMAL, dome_ms=300.0, lift_ms=300.0), seed=seed)
    load(plant, 60)
    some = st.binary(min_size=w.OUTPUT_BYTES, max_size=w.OUTPUT_BYTES)
    for outputs in data.draw(st.lists(some, min_size=1, max_size=12)):
        # Mostly what a build needs, so that tiles get everywhere.
        byte = bytes(b | w.BELT if n % 2 else b for n, b in enumerate(outputs[:4]))
        mixed = byte + bytes([outputs[4] | w.DRUM | w.RING]) + outputs[5:]
        for _ in range(150):
            plant.step(mixed)
        plant.check_tiles()
    plant.sweep_table()
    plant.check_tiles()


def test_opening_the_dome_in_mid_build_goes_on_with_the_same_build():
    plant = Plant(seed=2)
    load(plant, 144)
    ideal = Ideal(FOUR_BY_18, NORMAL.head_turn_ms)
    for _ in range(1200):
        plant.step(ideal.step(plant.now_ms, plant.inputs))
    open_dome(plant)
    close_dome(plant)
    ideal_build(plant, ideal)
    assert len(plant.builds) == 1
    assert plant.bound_ms < plant.builds[0].done_ms


def test_a_switch_can_be_turned_a_cover_opened_a_relay_dropped():
    plant = Plant(seed=1, selector=0xF0)
    plant.set_selector(0x0F)
    plant.set_cover(False)
    plant.set_enable(False)
    plant.set_service(True)
    assert plant.inputs[w.SELECTOR] == 0x0F
    assert not plant.inputs[w.CENTRE] & w.COVER_CLOSED
    assert plant.inputs[w.PANEL] == w.SERVICE


def test_keys_reach_the_panel():
    plant = Plant(seed=1)
    plant.press(("KEY_A", "KEY_B"), hold_ms=100)
    for _ in range(10):
        plant.step(REST)
    assert plant.inputs[w.PANEL] & 0x03 == w.KEY_A | w.KEY_B
