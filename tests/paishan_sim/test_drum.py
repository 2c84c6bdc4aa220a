from statistics import mean

import pytest

from paishan_sim.agenda import Agenda
from paishan_sim.drum import Drum
from paishan_sim.ring import Ring
from paishan_sim.sensors import Sensors

from .bench import EXACT, motor

REV = EXACT.drum_rev_ms


class Taker:
    """A ring that takes every tile, or none, and writes down when."""

    def __init__(self) -> None:
        self.takes = True
        self.picked: dict[int, float] = {}
        self.zones: list[int] = []

    def pick(self, now: float, zone: int, tile: int) -> bool:
        if self.takes:
            self.picked[tile] = now
            self.zones.append(zone)
        return self.takes


class DrumBench:
    """A drum with 144 tiles and a ring of one's choice."""

    def __init__(self, seed: int = 1, face_up_share: float = EXACT.face_up_share) -> None:
        self.agenda = Agenda()
        self.ring = Taker()
        ring: Ring = self.ring  # type: ignore[assignment]
        sensors = Sensors(self.agenda, EXACT, seed)
        self.drum = Drum(self.agenda, sensors, EXACT, motor("drum", 1 / REV), ring, seed)
        for tile in range(144):
            self.drum.drop(0, tile, face_up_share)


def test_back_up_tiles_are_all_picked_in_the_first_turn():
    bench = DrumBench(face_up_share=0.0)
    bench.drum.drive(0, 1)
    bench.agenda.run(REV + 41)
    assert len(bench.ring.picked) == 144
    assert set(bench.ring.zones) == {0, 1, 2, 3}


def test_half_of_the_tiles_fall_face_up():
    face_up = [
        sum(passes > 0 for passes in DrumBench(seed).drum.passes.values()) for seed in range(20)
    ]
    assert mean(face_up) == pytest.approx(72, abs=4)


def test_the_flip_magnet_turns_every_tile_in_the_end():
    bench = DrumBench(face_up_share=1.0)
    assert min(bench.drum.passes.values()) >= 1
    assert max(bench.drum.passes.values()) == EXACT.flip_passes
    bench.drum.drive(0, 1)
    bench.agenda.run((EXACT.flip_passes + 2) * 1.15 * REV)
    assert not bench.drum.passes


def test_the_tail_is_slow():
    bench = DrumBench()
    bench.drum.drive(0, 1)
    bench.agenda.run(60_000)
    picks = sorted(bench.ring.picked.values())
    assert picks[72 - 20] < 2 * REV
    assert picks[-1] > 8 * REV


def test_earliest_picks_are_what_a_ring_that_takes_all_gets():
    bench = DrumBench()
    bench.drum.drive(0, 1)
    foreseen = bench.drum.earliest_picks()
    bench.agenda.run(60_000)
    assert foreseen == pytest.approx(sorted(bench.ring.picked.values()))


def test_a_full_ring_does_not_keep_other_tiles_from_being_turned_over():
    bench = DrumBench()
    bench.ring.takes = False
    bench.drum.drive(0, 1)
    bench.agenda.run(40_000)
    assert len(bench.drum.passes) == 144
    assert not any(bench.drum.passes.values())


def test_turning_backward_passes_no_tile_and_loses_none():
    ahead, back = DrumBench(), DrumBench()
    for bench in (ahead, back):
        bench.drum.drive(0, 1)
        bench.agenda.run(600)
    back.drum.drive(600, 0)
    back.agenda.run(1000)
    back.drum.drive(1000, -1)
    back.agenda.run(2000)
    turned = back.drum.turned(2000)
    back.drum.drive(2000, 0)
    back.agenda.run(2400)
    before = dict(back.ring.picked)
    back.drum.drive(2400, 1)
    assert back.drum.turned(2400) == pytest.approx(turned)
    back.agenda.run(70_000)
    ahead.agenda.run(70_000)
    assert len(before) < len(back.ring.picked) == 144
    assert list(back.ring.picked) == list(ahead.ring.picked), "the order is the tiles' own"


def test_a_tile_taken_out_never_comes():
    bench = DrumBench()
    bench.drum.take_out(5)
    bench.drum.drive(0, 1)
    bench.agenda.run(60_000)
    assert sorted(bench.ring.picked) == [tile for tile in range(144) if tile != 5]


def test_equal_seeds_drop_alike():
    assert DrumBench(3).drum.passes == DrumBench(3).drum.passes
    assert DrumBench(3).drum.passes != DrumBench(4).drum.passes
