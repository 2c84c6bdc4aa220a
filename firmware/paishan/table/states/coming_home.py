"""The way home that HOMING and RECOVERING share: dome down, lifts down, pushers and heads home."""

from micropython import const

from paishan.motion.travel import DOWN
from paishan.table.faults import DOME_NOT_DOWN
from paishan.table.side_home import bring_home
from paishan.table.states.state import State

_DOME = const(0)
_LIFTS = const(1)
_TURNS = const(2)


class ComingHome(State):
    """A lift key stops dome and lifts at once: `stopped` says what then."""

    def __init__(self, table):
        super().__init__(table)
        self._leg = _DOME

    def come_home(self, now):
        """Sets out."""
        self._leg = _DOME
        self.table.dome.start(DOWN, now)

    def bring_head(self, side, now):
        """One scan of a head on its way home; whether it is there."""
        return bring_home(side, side.head, now)

    def step_home(self, now):
        """One scan with the cover closed; whether everything is home."""
        table = self.table
        if self._leg == _TURNS:
            return self._turn_home(now)
        if table.keys.pressed:
            table.dome.stop()
            table.lifts.stop()
            table.keys.swallow()
            self.stopped(now)
        elif self._leg == _DOME:
            table.dome.step(now)
            if table.dome.failed:
                table.alarm.report(DOME_NOT_DOWN)
            elif not table.dome.busy and not self.key_is_held():
                table.lifts.lower(now)
                self._leg = _LIFTS
        else:
            table.lifts.step(now)
            if table.lifts.done:
                self._leg = _TURNS
        return False

    def _turn_home(self, now):
        table = self.table
        home = True
        for side in table.sides:
            # the pusher first: a head must not lay a tile on to it
            if not bring_home(side, side.pusher, now) or not self.bring_head(side, now):
                home = False
            if side.failed:
                table.alarm.report(side.failed, -1, 1 << side.index)
        return home
