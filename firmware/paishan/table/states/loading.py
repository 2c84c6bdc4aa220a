"""LOADING: the dome opens and stays open for the tiles. ADD_TILES: the same in mid-build.

The motors run out before the dome moves. A key stops the dome at once, or before it moves; the
next press opens it again. From the open dome a press closes it.
"""

from micropython import const

from paishan.io.ticks import TICKS_MASK, ticks_diff
from paishan.motion.display import OPEN
from paishan.motion.travel import UP
from paishan.table.faults import DOME_NOT_UP, DOME_SENSORS
from paishan.table.progress import LOADED, LONGEST_WAIT_MS
from paishan.table.states.state import State

_COASTING = const(0)
_OPENING = const(1)
_STOPPED = const(2)
_OPEN = const(3)


class Loading(State):
    """Leaves to CLOSING."""

    name = "LOADING"

    def __init__(self, table):
        super().__init__(table)
        self._phase = _COASTING
        self._since = 0

    def enter(self, now):
        table = self.table
        table.hold_all(now)
        table.panel.ready.off()
        table.panel.blink_seats(0)
        table.panel.display.show(OPEN, OPEN)
        self._phase = _COASTING
        self._since = now

    def carry_on(self, before, now):
        self.table.panel.display.show(OPEN, OPEN)
        self._phase = before._phase

    def resting(self):
        return self._phase in (_OPEN, _STOPPED)

    def waits(self):
        phase = self._phase
        return "stopped" if phase == _STOPPED else "open" if phase == _OPEN else None

    def step(self, now):
        table = self.table
        phase = self._phase
        if phase == _OPEN:
            if table.keys.go:
                self._close(now)
        elif phase == _STOPPED:
            if table.keys.go:
                self._open(now)
        elif table.keys.pressed:
            self.stop_dome(now)
        elif phase == _OPENING:
            table.dome.step(now)
            if table.dome.failed:
                table.alarm.report(DOME_NOT_UP)
            elif table.dome.done and table.dome.at_both():
                # a switch that says closed would let drum and heads run below an open dome
                table.alarm.report(DOME_SENSORS)
            elif table.dome.done:
                self._phase = _OPEN
                self._since = now
                self._note()
        elif ticks_diff(now, self._since) >= table.settings.coast_ms:
            self._open(now)

    def _note(self):
        # from now on tiles may lie in the drum
        self.table.be_at(LOADED, self.table.set_below)

    def _close(self, now):
        table = self.table
        if table.saved or now - self._since & TICKS_MASK >= LONGEST_WAIT_MS:
            table.go(table.closing, now)
        else:
            table.beep_not_now()

    def stop_dome(self, now):
        """A key went down while the dome moved: it stands, and waits for the next press."""
        table = self.table
        table.dome.stop()
        table.keys.swallow()
        table.be(self)
        self._phase = _STOPPED

    def _open(self, now):
        self.table.dome.start(UP, now)
        self._phase = _OPENING


class AddTiles(Loading):
    """Both keys during a build: what was counted stays counted."""

    name = "ADD_TILES"

    def enter(self, now):
        self.table.interrupted = True
        super().enter(now)

    def _note(self):
        pass  # a build is under way, and the record says so
