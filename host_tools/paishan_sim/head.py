"""Head of one side: a cam that takes the waiting tile and lays it on the platform, one a turn.

A turn without a tile moves nothing. After laying a tile the cam must come home before it can take
the next. Laying on a full platform, or while the pusher is out, is a collision: the cam stalls
until it is reversed, and a reversed cam puts the tile that it holds back on the belt.
"""

from math import inf

from paishan_sim import wiring
from paishan_sim.agenda import Agenda
from paishan_sim.belt import Belt
from paishan_sim.cam import Cam
from paishan_sim.figures import Figures
from paishan_sim.motor import Motor
from paishan_sim.platform import Platform
from paishan_sim.sensors import Sensors

# Marked points in the order of a turn.
_LEAVES, _TAKES, _CLEARS, _LAYS, _HOME = range(5)
_STALL = 1e-4  # rev before the platform at which a stalled cam stands


class Head(Cam):
    """One head; `held` is the tile between belt and platform."""

    def __init__(
        self,
        agenda: Agenda,
        sensors: Sensors,
        side: int,
        figures: Figures,
        motor: Motor,
        belt: Belt,
        platform: Platform,
    ) -> None:
        points = (
            figures.head_home,
            figures.head_takes,
            figures.head_clears,
            figures.head_lays,
            1.0 - figures.head_home,
        )
        super().__init__(agenda, motor, points, 1.0, self._pass)
        self.held: int | None = None
        self.turns = 0
        self._ready = True  # has been home since it last laid a tile
        self._sensors = sensors
        self._side = side
        self._belt = belt
        self._platform = platform
        sensors.put(side, wiring.HEAD_HOME, True)

    def _pass(self, now: float, point: int, direction: int) -> None:
        if point in (_LEAVES, _HOME):
            home = (point == _HOME) == (direction > 0)
            self._sensors.put(self._side, wiring.HEAD_HOME, home)
            if home:
                self._ready = True
                self.turns += direction > 0
            self._platform.arm_over = self._platform.arm_over and not home
        elif point == _TAKES:
            if direction > 0:
                if self._ready and self.held is None and self._belt.waiting(now):
                    self.held = self._belt.take(now)
            elif self.held is not None:
                self._belt.put_back(now, self.held)
                self.held = None
        elif point == _CLEARS:
            if direction < 0:
                self.motor.high = inf
            if self.held is not None:
                if direction > 0:
                    self._belt.clear(now)
                else:
                    self._belt.block(now)
        elif self.held is not None and direction > 0:
            self._lay(now)

    def _lay(self, now: float) -> None:
        if self._platform.lay(self.held):
            self.held = None
            self._ready = False
        else:
            self._met -= 1
            self.motor.high = self._position(self._met) - _STALL
