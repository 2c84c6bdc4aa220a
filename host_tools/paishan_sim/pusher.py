"""Pusher of one side: a crank, out and back, that moves the stack from platform to tray."""

from collections.abc import Callable

from paishan_sim import wiring
from paishan_sim.agenda import Agenda
from paishan_sim.cam import Cam
from paishan_sim.figures import Figures
from paishan_sim.lift import Lift
from paishan_sim.motor import Motor
from paishan_sim.platform import Platform
from paishan_sim.sensors import Sensors
from paishan_sim.tray import Tray

# Marked points in the order of a revolution.
_LEAVES, _OUT, _PUSHES, _BACK, _HOME = range(5)


class Pusher(Cam):
    """One pusher; it must find its tray down and the head's arm away from the platform."""

    def __init__(
        self,
        agenda: Agenda,
        sensors: Sensors,
        side: int,
        figures: Figures,
        motor: Motor,
        platform: Platform,
        tray: Tray,
        lift: Lift,
        collisions: list[str],
        came_home: Callable[[float], None],
    ) -> None:
        home = figures.pusher_home
        points = (home, 0.5 - home, figures.pusher_pushes, 0.5 + home, 1.0 - home)
        super().__init__(agenda, motor, points, 1.0, self._pass)
        self._sensors = sensors
        self._side = side
        self._platform = platform
        self._tray = tray
        self._lift = lift
        self._collisions = collisions
        self._came_home = came_home
        self._pushed = False
        sensors.put(side, wiring.PUSHER_HOME, True)

    def _pass(self, now: float, point: int, direction: int) -> None:
        side = wiring.SIDES[self._side]
        if point == _LEAVES:
            self._home(False)
            if self._platform.arm_over:
                self._collisions.append(f"pusher {side} meets the head's arm")
            if not self._lift.down(now):
                self._collisions.append(f"pusher {side} meets a raised tray")
        elif point == _PUSHES:
            self._push(side)
        elif point == _HOME:
            self._home(True)
            if self._pushed:
                self._pushed = False
                self._came_home(now)
        else:
            self._sensors.put(self._side, wiring.PUSHER_OUT, point == _OUT)

    def _home(self, home: bool) -> None:
        self._platform.pusher_home = home
        self._sensors.put(self._side, wiring.PUSHER_HOME, home)

    def _push(self, side: str) -> None:
        if self._platform.tiles:
            if self._tray.receive(tuple(self._platform.tiles)):
                self._platform.tiles.clear()
                self._pushed = True
            else:
                self._collisions.append(f"pusher {side} meets a full tray")
