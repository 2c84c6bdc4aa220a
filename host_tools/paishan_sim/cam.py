"""Cam: a motor that passes marked points, on a disc (every revolution) or along a travel."""

from collections.abc import Callable, Sequence
from math import inf

from paishan_sim.agenda import Agenda
from paishan_sim.motor import Motor


class Cam:
    """Calls `passed(now, point, direction)` for every point in the order in which it is met.

    `points` are ascending positions in one `span` (1.0 = a revolution; inf = a travel that does
    not repeat). `at_point` counts the points that lie behind, so that rounding can neither skip
    nor repeat one.
    """

    def __init__(
        self,
        agenda: Agenda,
        motor: Motor,
        points: Sequence[float],
        span: float,
        passed: Callable[[float, int, int], None],
        met: int = 0,
    ) -> None:
        self.motor = motor
        self.due_ms = inf
        self._agenda = agenda
        self._points = tuple(points)
        self._span = span
        self._passed = passed
        self._met = met  # points behind it, counted through all revolutions

    def drive(self, now: float, direction: int) -> None:
        """Switch the motor and plan the next point."""
        self.motor.drive(now, direction)
        self.plan()

    def plan(self) -> None:
        """Ask for the next point in the direction of movement."""
        direction = self.motor.direction
        if direction == 0:
            self._agenda.ask(self, inf)
            return
        x = self._position(self._met if direction > 0 else self._met - 1)
        self._agenda.ask(self, self.motor.when(x))

    def happen(self, now: float) -> None:
        """Pass the point that was due."""
        direction = self.motor.direction
        if direction > 0:
            met = self._met
            self._met = met + 1
        else:
            met = self._met = self._met - 1
        self._passed(now, met % len(self._points), direction)
        self.plan()

    def _position(self, met: int) -> float:
        count = len(self._points)
        if 0 <= met < count:
            return self._points[met]
        if self._span == inf:
            return inf if met > 0 else -inf
        turns, point = divmod(met, count)
        return turns * self._span + self._points[point]
