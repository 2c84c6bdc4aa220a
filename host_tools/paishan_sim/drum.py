"""Drum: tumbles the tiles past the flip strip and the pick zones until the ring has taken them.

About once a turn a tile meets the strip in one of the four zones. A tile that lies face-up is
turned over after a number of such passes; a tile that lies back-up goes on to the ring if the ring
has a free place there, else it comes round again. When and where a tile passes, and how often
before it lies right, is settled when it falls in and counted in forward turns of the drum alone:
no controller can hurry it, so the earliest pick of every tile is known (see bound.py). Turning
backward stirs the tiles but passes none of them over the strip.
"""

from collections.abc import Callable
from heapq import heapify, heappop, heappush
from math import inf
from random import Random

from paishan_sim import wiring
from paishan_sim.agenda import Agenda
from paishan_sim.chance import draw, stream
from paishan_sim.figures import Figures
from paishan_sim.motor import Motor
from paishan_sim.pulses import TurnPulses
from paishan_sim.ring import Ring
from paishan_sim.sensors import Sensors


class Drum:
    """`passes` maps each tile in the drum to the passes before it lies back-up (0: it does)."""

    def __init__(
        self,
        agenda: Agenda,
        sensors: Sensors,
        figures: Figures,
        motor: Motor,
        ring: Ring,
        seed: int,
    ) -> None:
        self.motor = motor
        self.due_ms = inf
        self.passes: dict[int, int] = {}
        self.reluctant: list[Callable[[int, bool], bool]] = []  # of (tile, face-up): it stays so
        self._agenda = agenda
        self._figures = figures
        self._ring = ring
        self._falls: Random = stream(seed, "drum")
        self._next: list[tuple[float, int, int, int]] = []  # (turn, tile, key, pass number)
        self._slip = 0.0  # rev turned backward, which pass no tile
        self._furthest = 0.0
        self._handful_ms = -1.0
        self._handful_at = 0.0
        self._pulses = TurnPulses(agenda, sensors, motor, wiring.CENTRE, wiring.DRUM_TURN)

    def drive(self, now: float, direction: int) -> None:
        """Switch the drum forward, backward or off."""
        was = self.motor.direction
        here = self.motor.at(now)
        if direction < 0 <= was:
            self._furthest = here
        elif direction > 0 > was:
            self._slip += here - self._furthest
        self.motor.drive(now, direction)
        self._pulses.plan()
        self._plan()

    def drop(self, now: float, tile: int, face_up_share: float) -> None:
        """A tile falls in: its fate is settled here."""
        falls, figures = self._falls, self._figures
        passes = 0
        if falls.random() < face_up_share:
            passes = 1
            while passes < figures.flip_passes and falls.random() >= figures.flip_chance:
                passes += 1
        key = falls.getrandbits(64)
        turn = self.turned(now) + self._place(now)
        self.passes[tile] = passes
        heappush(self._next, (turn, tile, key, 0))
        self._plan()

    def take_out(self, tile: int) -> None:
        """A hand takes a tile out."""
        del self.passes[tile]
        self._next = [entry for entry in self._next if entry[1] != tile]
        heapify(self._next)
        self._plan()

    def turned(self, now: float) -> float:
        """Revolutions turned forward over fresh ground, the measure of all passes."""
        x = self._furthest if self.motor.direction < 0 else self.motor.at(now)
        return x - self._slip

    def earliest_picks(self) -> list[float]:
        """The moment at which each tile can be on the ring at the earliest, in order.

        Assumes that the drum goes on as it is driven now; driven forward at full speed, no
        controller gets any tile sooner.
        """
        return [self.motor.when(turn + self._slip) for turn, _tile, _zone in self.next_picks()]

    def next_picks(self) -> list[tuple[float, int, int]]:
        """(turn, tile, zone) of every tile's first pass on which it lies right, in order."""
        picks = []
        for turn, tile, key, number in self._next:
            for _ in range(self.passes[tile]):
                number += 1
                turn += self._step(key, number)
            picks.append((turn, tile, self._zone(key, number)))
        return sorted(picks)

    def happen(self, now: float) -> None:
        """A tile passes the strip."""
        turn, tile, key, number = heappop(self._next)
        passes = self.passes[tile]
        if self.reluctant and any(stays(tile, passes > 0) for stays in self.reluctant):
            pass  # neither turned over nor picked this time
        elif passes:
            self.passes[tile] = passes - 1
        elif self._ring.pick(now, self._zone(key, number), tile):
            del self.passes[tile]
            self._plan()
            return
        number += 1
        heappush(self._next, (turn + self._step(key, number), tile, key, number))
        self._plan()

    def _place(self, now: float) -> float:
        """Where in the drum a tile falls: near those of the same handful, or anywhere."""
        spread, falls = self._figures.drop_spread, self._falls
        if spread >= 1.0:
            return falls.random()
        if now != self._handful_ms:
            self._handful_ms, self._handful_at = now, falls.random()
        return (self._handful_at + spread * falls.random()) % 1.0

    @staticmethod
    def _zone(key: int, number: int) -> int:
        return int(4.0 * draw(key, 2 * number))

    def _step(self, key: int, number: int) -> float:
        return 1.0 + self._figures.pass_spread * (2.0 * draw(key, 2 * number + 1) - 1.0)

    def _plan(self) -> None:
        if self._next and self.motor.direction > 0:
            self._agenda.ask(self, self.motor.when(self._next[0][0] + self._slip))
        else:
            self._agenda.ask(self, inf)
