from paishan_sim import wiring as w
from paishan_sim.figures import NORMAL
from paishan_sim.plant import Plant

from .bench import load
from .ideal import Ideal


def test_a_snapshot_accounts_for_every_tile_in_mid_build():
    plant = Plant(seed=1)
    load(plant, 144)
    ideal = Ideal((18,) * 4, NORMAL.head_turn_ms)
    for _ in range(1000):
        plant.step(ideal.step(plant.now_ms, plant.inputs))
    seen = plant.snapshot()
    stacks = sum(seen.trays) + sum(seen.walls)
    tiles = seen.drum + seen.ring + sum(seen.belts) + sum(seen.platforms) + 2 * stacks
    assert tiles + seen.hands == 144
    assert {"DRUM", "RING", "HEAD_E"} <= set(seen.motors)
    assert 0 < seen.drum_face_up < seen.drum
    assert all(0 <= phase < 1 for phase in seen.heads)


def test_lamps_and_digits_are_what_the_outputs_show():
    plant = Plant(seed=1)
    lit = w.READY_LAMP | w.BUZZER
    plant.step(bytes([0, w.SEAT_LAMP, 0, 0, lit, w.DIGITS[4], w.DIGITS[2]]))
    seen = plant.snapshot()
    assert seen.ready_lamp
    assert seen.buzzer
    assert seen.seat_lamps == (False, True, False, False)
    assert seen.display == "42"
    assert (seen.dome, seen.lifts) == (0.0, (0.0,) * 4)
