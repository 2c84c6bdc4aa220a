import pytest

from paishan_sim import wiring as w
from paishan_sim.agenda import Agenda
from paishan_sim.ring import PLACES, Ring
from paishan_sim.sensors import Sensors

from .bench import EXACT, motor

REV = EXACT.ring_rev_ms


class OpenBelt:
    """A belt that takes tiles while it is told to."""

    def __init__(self) -> None:
        self.open = True
        self.tiles: list[int] = []
        self.at: list[float] = []

    def accept(self, now: float, tile: int) -> bool:
        if self.open:
            self.tiles.append(tile)
            self.at.append(now)
        return self.open


@pytest.fixture
def turning():
    """A ring at full speed with four open belts: (agenda, sensors, ring, belts)."""
    agenda = Agenda()
    sensors = Sensors(agenda, EXACT, 1)
    belts = [OpenBelt() for _ in range(4)]
    ring = Ring(agenda, sensors, EXACT, motor("ring", 1 / REV), belts)
    ring.drive(0, 1)
    agenda.run(1000)
    return agenda, sensors, ring, belts


@pytest.mark.parametrize("zone", range(4))
def test_a_zone_feeds_its_own_gate_within_two_places(turning, zone):
    agenda, _, ring, belts = turning
    assert ring.pick(1000, zone, 7)
    agenda.run(1000 + 2 * REV / PLACES)
    assert belts[zone].tiles == [7]
    assert belts[zone].at[0] - 1000 >= REV / PLACES - 1e-6
    assert ring.tiles == 0


def test_a_tile_goes_round_until_a_gate_is_open(turning):
    agenda, _, ring, belts = turning
    for belt in belts:
        belt.open = False
    ring.pick(1000, 0, 7)
    agenda.run(1000 + 3 * REV)
    assert ring.tiles == 1
    belts[2].open = True
    agenda.run(1000 + 4 * REV)
    assert belts[2].tiles == [7]


def test_sixteen_tiles_fill_the_ring(turning):
    agenda, _, ring, belts = turning
    for belt in belts:
        belt.open = False
    picked = 0
    for now in range(1000, int(1000 + 2 * REV)):
        agenda.run(now)
        picked += sum(ring.pick(now, zone, 1000 * zone + now) for zone in range(4))
    assert picked == ring.tiles == PLACES


def test_a_standing_ring_picks_nothing(turning):
    agenda, _, ring, _ = turning
    ring.drive(1000, 0)
    agenda.run(1200)
    assert not ring.pick(1200, 0, 7)


def test_the_gate_eye_sees_every_tile_that_leaves(turning):
    agenda, sensors, ring, _ = turning
    ring.pick(1000, 1, 7)
    seen_ms = 0
    for now in range(1000, 1400):
        agenda.run(now)
        seen_ms += sensors.level(w.CENTRE, w.RING_TILE)
    assert seen_ms == pytest.approx(EXACT.ring_tile_ms, abs=1)
