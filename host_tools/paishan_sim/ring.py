"""Magnetic ring: 16 places that carry back-up tiles from the drum past the four gates.

The ring advances in sixteenths of a turn. In front of each gate (E, S, W, N, a quarter apart) lies
a pick zone: a tile picked there comes to that gate one to two sixteenths later. A gate hands its
tile over if that side's belt runs and has room; otherwise the tile goes on to the next gate, round
and round.
"""

from collections.abc import Sequence
from math import inf

from paishan_sim import wiring
from paishan_sim.agenda import Agenda
from paishan_sim.belt import Belt
from paishan_sim.cam import Cam
from paishan_sim.figures import Figures
from paishan_sim.motor import Motor
from paishan_sim.pulses import TurnPulses
from paishan_sim.sensors import Sensors

PLACES = 16
_QUARTER = PLACES // 4
_ZONE_AHEAD = 2  # places between a pick zone and its gate
LEAST_TRAVEL = (_ZONE_AHEAD - 1) / PLACES  # rev from a pick to its gate, at least


class Ring(Cam):
    """`places[s]` is the tile in place s, or None; `tiles` counts them."""

    def __init__(
        self,
        agenda: Agenda,
        sensors: Sensors,
        figures: Figures,
        motor: Motor,
        belts: Sequence[Belt],
    ) -> None:
        super().__init__(agenda, motor, (1.0 / PLACES,), 1.0 / PLACES, self._pass)
        self.places: list[int | None] = [None] * PLACES
        self.tiles = 0
        self._grip_share = figures.ring_grip_share
        self._belts = tuple(enumerate(belts))
        self._advance = 0  # sixteenths turned
        self._pulses = TurnPulses(agenda, sensors, motor, wiring.CENTRE, wiring.RING_TURN)
        self._gate_eye = GateEye(agenda, sensors, figures.ring_tile_ms)

    def drive(self, now: float, direction: int) -> None:
        super().drive(now, direction)
        self._pulses.plan()

    def pick(self, now: float, zone: int, tile: int) -> bool:
        """Take a back-up tile from the drum into the place above `zone`, if it is free."""
        place = (_QUARTER * zone - _ZONE_AHEAD - self._advance) % PLACES
        if self.places[place] is not None or not self.motor.running(now, self._grip_share):
            return False
        self.places[place] = tile
        self.tiles += 1
        return True

    def _pass(self, now: float, point: int, direction: int) -> None:
        self._advance += 1
        if self.tiles == 0:
            return
        places = self.places
        for gate, belt in self._belts:
            place = (_QUARTER * gate - self._advance) % PLACES
            tile = places[place]
            if tile is not None and belt.accept(now, tile):
                places[place] = None
                self.tiles -= 1
                self._gate_eye.see(now)


class GateEye:
    """RING_TILE: on for a moment whenever a tile leaves the ring at any gate."""

    def __init__(self, agenda: Agenda, sensors: Sensors, ring_tile_ms: float) -> None:
        self.due_ms = inf
        self._agenda = agenda
        self._sensors = sensors
        self._ring_tile_ms = ring_tile_ms

    def see(self, now: float) -> None:
        """A tile passes."""
        self._sensors.put(wiring.CENTRE, wiring.RING_TILE, True)
        self._agenda.ask(self, now + self._ring_tile_ms)

    def happen(self, now: float) -> None:
        """It has passed."""
        self._sensors.put(wiring.CENTRE, wiring.RING_TILE, False)
