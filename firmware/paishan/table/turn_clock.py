"""The turn clock: how long a seat may think. Off until someone starts it.

A seat's dice key starts its time; the key of the seat whose time runs passes the turn to the
next. The first time after a deal is longer. Only counts: whoever owns the panel shows it.
"""

from micropython import const

from paishan.io.image import SIDES
from paishan.io.ticks import ticks_diff
from paishan.table import rules
from paishan.table.opening import next_wall

WARN_S = const(5)  # the last seconds
_FORGET_MS = const(60000)  # nobody goes on: the game is over
NOBODY = const(-1)


class TurnClock:
    """`side`: whose time runs, or NOBODY. `seconds`: left, 0 when it is up."""

    def __init__(self):
        self.side = NOBODY
        self.seconds = 0
        self._limit_ms = 0
        self._since = 0
        self._fresh = True  # nobody has discarded since the deal
        self._rule = rules.find("common")
        self._walls = (0, 0, 0, 0)

    def begin(self, rule, walls):
        """New walls: the clock rests until a key starts it."""
        self._rule = rule
        self._walls = walls
        self._fresh = True
        self.side = NOBODY
        self.seconds = 0

    def press(self, now, side):
        """A seat's dice key."""
        if side == self.side:
            side = next_wall(self._walls, (side + 1) % SIDES)
        self.side = side
        self._limit_ms = self._rule[rules.FIRST_MS if self._fresh else rules.TURN_MS]
        self._fresh = False
        self._since = now
        self.seconds = self._limit_ms // 1000

    def step(self, now):
        """One scan; True in the one in which the time is up."""
        if self.side < 0:
            return False
        left_ms = self._limit_ms - ticks_diff(now, self._since)
        if left_ms < -_FORGET_MS:
            self.side = NOBODY
        # rounded up: 30 stands for the whole first second
        seconds = max(0, (left_ms + 999) // 1000)
        up = seconds == 0 and self.seconds != 0
        self.seconds = seconds
        return up
