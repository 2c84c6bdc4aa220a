"""Travels between two end switches: the four tray lifts and the centre dome.

Position 0.0 is down, 1.0 is up; both ends are hard stops. Gravity is not modelled: the gear holds.
"""

from collections.abc import Callable
from math import inf

from paishan_sim.agenda import Agenda
from paishan_sim.cam import Cam
from paishan_sim.figures import Figures
from paishan_sim.motor import Motor
from paishan_sim.sensors import Sensors

_LOWER_END, _UPPER_END = range(2)


class Lift(Cam):
    """One travel with its two end switches at (station, mask)."""

    def __init__(
        self,
        agenda: Agenda,
        sensors: Sensors,
        figures: Figures,
        motor: Motor,
        station: int,
        down_mask: int,
        up_mask: int,
    ) -> None:
        points = (figures.end_switch, 1.0 - figures.end_switch)
        super().__init__(agenda, motor, points, inf, self._pass)
        motor.low, motor.high = 0.0, 1.0
        self._sensors = sensors
        self._station = station
        self._down_mask = down_mask
        self._up_mask = up_mask
        sensors.put(station, down_mask, True)

    def down(self, now: float) -> bool:
        """True while the lower end switch is closed, whatever its sensor says."""
        return self._met == 0

    def up(self, now: float) -> bool:
        """True while it stands in its upper end switch."""
        return self._met == 2

    def _pass(self, now: float, point: int, direction: int) -> None:
        if point == _LOWER_END:
            self._sensors.put(self._station, self._down_mask, direction < 0)
        else:
            self._sensors.put(self._station, self._up_mask, direction > 0)
            self.reached_top(now, direction > 0)

    def reached_top(self, now: float, up: bool) -> None:
        """For those who wait at the top."""


class TrayLift(Lift):
    """A tray lift: once it has stood up for a while, the wall is drawn on to the table."""

    def __init__(
        self,
        agenda: Agenda,
        sensors: Sensors,
        figures: Figures,
        motor: Motor,
        station: int,
        down_mask: int,
        up_mask: int,
        draw: Callable[[], None],
    ) -> None:
        super().__init__(agenda, sensors, figures, motor, station, down_mask, up_mask)
        self._dwell = Dwell(agenda, figures.dwell_ms, draw)

    def reached_top(self, now: float, up: bool) -> None:
        self._dwell.begin(now, up)

    def look_again(self, now: float) -> None:
        """The table was cleared: a wall that stands raised may be drawn now."""
        self._dwell.begin(now, self.up(now))


class Dwell:
    """Time that a raised wall stands before a player has drawn it on to the table."""

    def __init__(self, agenda: Agenda, dwell_ms: float, draw: Callable[[], None]) -> None:
        self.due_ms = inf
        self._agenda = agenda
        self._dwell_ms = dwell_ms
        self._draw = draw

    def begin(self, now: float, up: bool) -> None:
        """Start when the lift arrives, forget it when the lift leaves."""
        self._agenda.ask(self, now + self._dwell_ms if up else inf)

    def happen(self, now: float) -> None:
        """The players take the wall."""
        self._draw()
