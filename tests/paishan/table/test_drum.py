from itertools import groupby

import pytest

from paishan.io.image import CENTRE, DRUM, DRUM_REV, DRUM_TURN, RING, RING_TILE, RING_TURN
from paishan.table.drum import Drum
from paishan.table.faults import DRUM_STALL, RING_STALL, RUN_LIMIT

BOTH = DRUM | RING
BOTH_TURNS = DRUM_TURN | RING_TURN


class Turning:
    """Drum and ring whose turn sensors pulse as long as the test says so."""

    def __init__(self, lines):
        self.lines = lines
        self.drum = Drum(lines.wish, lines.edges, lines.settings, lines.alarm)
        self.pulses = DRUM_TURN | RING_TURN

    @property
    def wished(self):
        return self.lines.wish.bytes[CENTRE]

    def run(self, ms):
        trace = []
        for scan in range(ms // 5):
            if scan % 20 == 0:
                self.lines.edges[CENTRE] |= self.pulses
            self.lines.run(5, self.drum)
            trace.append(self.wished)
        return trace


@pytest.fixture
def turning(lines):
    return Turning(lines)


def test_drum_and_ring_run_together(turning):
    turning.drum.start(turning.lines.now)
    assert set(turning.run(60_000)) == {BOTH}
    assert turning.drum.running()
    turning.drum.stop()
    assert turning.wished == 0
    assert not turning.drum.running()


def test_agitation_rests_runs_the_drum_back_rests_and_goes_on(turning):
    turning.drum.start(turning.lines.now)
    turning.run(1000)
    turning.drum.agitate(turning.lines.now)
    trace = turning.run(2000)
    steps = [(wished, 5 * len(list(scans))) for wished, scans in groupby(trace)]
    assert [wished for wished, _ in steps] == [0, DRUM_REV, 0, BOTH]
    for (_, lasted_ms), wanted_ms in zip(steps[:3], (500, 400, 500), strict=True):
        assert abs(lasted_ms - wanted_ms) <= 5


def test_while_it_is_shaken_the_drum_is_still_wanted(turning):
    turning.drum.start(turning.lines.now)
    turning.drum.agitate(turning.lines.now)
    assert turning.drum.agitating()
    assert turning.drum.running()
    turning.run(1500)
    assert not turning.drum.agitating()
    assert turning.drum.running()


def test_stop_ends_an_agitation_for_good(turning):
    turning.drum.start(turning.lines.now)
    turning.drum.agitate(turning.lines.now)
    turning.run(100)
    turning.drum.stop()
    assert set(turning.run(5000)) == {0}


@pytest.mark.parametrize(("silent", "code"), [(DRUM_TURN, DRUM_STALL), (RING_TURN, RING_STALL)])
def test_a_part_that_does_not_turn_is_named(turning, silent, code):
    turning.drum.start(turning.lines.now)
    turning.run(1000)
    turning.pulses &= ~silent
    turning.run(1400)
    assert turning.lines.alarm.code == 0
    turning.run(400)
    assert turning.lines.alarm.code == code


def test_a_ring_at_rest_during_agitation_has_not_stalled(turning):
    turning.drum.start(turning.lines.now)
    for _ in range(5):
        turning.drum.agitate(turning.lines.now)
        turning.run(1420)
    assert turning.lines.alarm.code == 0


def test_ten_minutes_are_the_limit(turning):
    turning.drum.start(turning.lines.now)
    turning.run(600_010)
    assert turning.lines.alarm.code == RUN_LIMIT


def bring_tiles(turning, ms, every_ms=125):
    """Tiles leave the ring, eight a second; no pulse but those that `pulses` has."""
    for _ in range(ms // every_ms):
        turning.lines.edges[CENTRE] |= RING_TILE
        turning.run(every_ms)


@pytest.mark.parametrize("silent", [DRUM_TURN, RING_TURN])
def test_tiles_that_come_prove_a_silent_turn_sensor_wrong(turning, silent):
    turning.pulses ^= silent
    turning.drum.begin(turning.lines.now)
    bring_tiles(turning, 10_000)
    assert turning.lines.alarm.code == 0
    assert turning.wished == BOTH
    assert (turning.drum.drum.silent, turning.drum.ring.silent) == (
        silent == DRUM_TURN,
        silent == RING_TURN,
    )


def test_it_is_believed_again_once_it_gives_a_pulse(turning):
    turning.pulses = RING_TURN
    turning.drum.begin(turning.lines.now)
    bring_tiles(turning, 10_000)
    turning.drum.stop()
    turning.drum.begin(turning.lines.now)
    turning.run(2_000)
    assert turning.lines.alarm.code == 0
    turning.pulses = BOTH_TURNS
    turning.run(200)
    turning.pulses = RING_TURN
    turning.run(2_000)
    assert turning.lines.alarm.code == DRUM_STALL


def test_the_last_tiles_of_a_ring_that_stands_prove_nothing(turning):
    turning.drum.begin(turning.lines.now)
    bring_tiles(turning, 3_000)
    turning.pulses = DRUM_TURN
    bring_tiles(turning, 500)
    turning.run(1_500)
    assert turning.lines.alarm.code == RING_STALL


def test_pulses_are_counted(turning):
    turning.drum.begin(turning.lines.now)
    turning.run(1_000)
    assert turning.drum.drum.pulses == turning.drum.ring.pulses == 10


def test_tiles_that_the_ring_still_carried_do_not_save_a_drum_that_stands(turning):
    turning.drum.begin(turning.lines.now)
    bring_tiles(turning, 1_000)
    turning.pulses = RING_TURN
    bring_tiles(turning, 3_250, 250)  # thirteen of them: a slow ring
    assert turning.lines.alarm.code == DRUM_STALL
