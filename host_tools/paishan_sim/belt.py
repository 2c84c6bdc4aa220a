"""Belt of one side: carries tiles from the ring's gate to the head, where they queue up.

The belt slips below tiles that cannot go on, so the row is described by gaps: the first between
the front tile and where it must stop, the others between neighbours. Moving by dx closes gaps
from the front: tiles before the first gap stand, those behind it move. In reverse the whole row
moves and drops off at the entry, back into the drum. Lengths in mm, measured from the head's stop.
"""

from collections.abc import Callable
from math import inf

from paishan_sim import wiring
from paishan_sim.agenda import Agenda
from paishan_sim.figures import Figures
from paishan_sim.motor import Motor
from paishan_sim.sensors import Sensors

_HAIR = 1e-6  # mm; rounding is far below, mechanics far above


class Belt:
    """One belt with its row of tiles, its eyes S1 and S6."""

    def __init__(
        self,
        agenda: Agenda,
        sensors: Sensors,
        side: int,
        figures: Figures,
        motor: Motor,
        give_back: Callable[[float, int], None],
    ) -> None:
        self.motor = motor
        self.tiles: list[int] = []  # front first
        self.due_ms = inf
        self._agenda = agenda
        self._sensors = sensors
        self._side = side
        self._give_back = give_back
        self._gaps: list[float] = []
        self._blocked = False  # the head's cam stands where the front tile would stop
        self._moved = 0.0
        self._pitch = figures.tile_mm
        self._entry = figures.belt_mm - figures.tile_mm  # place of a tile just taken in
        self._take_share = figures.belt_take_share
        self._seen = figures.tile_seen_mm
        self._full = self._entry - 0.5 * figures.tile_mm  # S6: middle of the last place
        self._edge = self._entry + 0.5 * figures.tile_mm  # its centre leaves the belt: it falls

    def drive(self, now: float, direction: int) -> None:
        """Switch the belt forward, backward or off."""
        self._advance(now)
        self.motor.drive(now, direction)
        self._settle(now)

    def accept(self, now: float, tile: int) -> bool:
        """Take a tile from the ring if the belt is up to speed and the entry is free."""
        if not self.motor.running(now, self._take_share):
            return False
        self._advance(now)
        last = self._last()
        if self.tiles and last > self._entry - self._pitch + _HAIR:
            return False
        gap = self._entry if not self.tiles else self._entry - last - self._pitch
        if not self.tiles and self._blocked:
            gap -= self._pitch
        self.tiles.append(tile)
        self._gaps.append(gap)
        self._settle(now)
        return True

    def waiting(self, now: float) -> bool:
        """True if a tile stands at the stop, ready to be taken."""
        self._advance(now)
        return bool(self.tiles) and not self._blocked and self._gaps[0] <= self._seen + _HAIR

    def take(self, now: float) -> int:
        """The head lifts the front tile; its cam holds the others back until `clear`."""
        self._advance(now)
        rest = self._gaps.pop(0)
        if self._gaps:
            self._gaps[0] += rest  # the row behind keeps its place
        self._blocked = True
        tile = self.tiles.pop(0)
        self._settle(now)
        return tile

    def clear(self, now: float) -> None:
        """The cam is out of the way: the next tile may slide in."""
        self._advance(now)
        self._blocked = False
        if self._gaps:
            self._gaps[0] += self._pitch
        self._settle(now)

    def block(self, now: float) -> None:
        """The cam comes back (head reversed): a tile in its place is pushed back with the row."""
        self._advance(now)
        self._blocked = True
        if self._gaps:
            self._gaps[0] -= self._pitch
            self._close_overlaps()
        self._settle(now)

    def put_back(self, now: float, tile: int) -> None:
        """The head lowers the tile that it holds on to the stop again."""
        self._advance(now)
        self._blocked = False
        self.tiles.insert(0, tile)
        self._gaps.insert(0, 0.0)
        self._settle(now)

    def take_out(self, now: float) -> list[int]:
        """Hands take the whole row."""
        self._advance(now)
        taken, self.tiles, self._gaps = self.tiles, [], []
        self._settle(now)
        return taken

    def happen(self, now: float) -> None:
        """An eye changes, or a tile falls off the entry."""
        self._advance(now)
        self._settle(now)

    def _last(self) -> float:
        """Place of the last tile, -pitch on an empty belt."""
        count = len(self.tiles)
        if count == 0:
            return -self._pitch
        return sum(self._gaps) + self._pitch * (count if self._blocked else count - 1)

    def _advance(self, now: float) -> None:
        x = self.motor.at(now)
        dx = x - self._moved
        self._moved = x
        gaps = self._gaps
        if not gaps or dx == 0.0:
            return
        if dx < 0.0:
            gaps[0] -= dx
            return
        for n, gap in enumerate(gaps):
            if gap > dx:
                gaps[n] = gap - dx
                return
            dx -= gap
            gaps[n] = 0.0

    def _close_overlaps(self) -> None:
        """A pushed row hands the push on from tile to tile."""
        push = 0.0
        for n, gap in enumerate(self._gaps):
            gap -= push
            push = max(0.0, -gap)
            self._gaps[n] = max(0.0, gap)

    def _settle(self, now: float) -> None:
        """Drop what hangs over the entry, set the eyes, ask for the next change."""
        last = self._last()
        while self.tiles and last >= self._edge - _HAIR:
            self._gaps.pop()
            self._give_back(now, self.tiles.pop())
            last = self._last()
        here = bool(self.tiles) and not self._blocked and self._gaps[0] <= self._seen + _HAIR
        full = bool(self.tiles) and last > self._full + _HAIR
        self._sensors.put(self._side, wiring.TILE, here)
        self._sensors.put(self._side, wiring.BELT_FULL, full)
        way = inf
        direction = self.motor.direction
        if self.tiles and direction > 0:
            if not here and not self._blocked:
                way = self._gaps[0] - self._seen
            if full:
                to_clear = last - self._full
                if to_clear <= sum(self._gaps):
                    way = min(way, to_clear)
        elif self.tiles and direction < 0:
            way = self._edge - last
            if not full:
                way = min(way, self._full + 2 * _HAIR - last)
            if here:
                way = min(way, self._seen + 2 * _HAIR - self._gaps[0])
        if way == inf:
            self._agenda.ask(self, inf)
        else:
            due = self.motor.when(self._moved + direction * way)
            self._agenda.ask(self, max(due, now))
