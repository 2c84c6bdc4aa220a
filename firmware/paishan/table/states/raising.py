"""RAISING: four lifts bring the walls up, wait until they stand on the table, go down.

A key stops moving lifts at once; the next press goes on. Nothing starts while a key is held, and
what stands on the table then waits anew. A pusher that is out stops the lifts too: HOMING brings
it home below the trays before they rise again.
"""

from micropython import const

from paishan.io.image import TRAY_TILE
from paishan.io.ticks import TICKS_MASK, ticks_diff
from paishan.motion.display import DASH
from paishan.table.events import RAISED
from paishan.table.faults import TRAY_EYE
from paishan.table.progress import IN_BUILD, LONGEST_WAIT_MS
from paishan.table.side_home import pushers_are_home
from paishan.table.states.state import State

_UP = const(0)
_DWELL = const(1)
_DOWN = const(2)


class Raising(State):
    """Leaves to BUILDING once the trays are empty and down."""

    name = "RAISING"

    def __init__(self, table):
        super().__init__(table)
        self._phase = _UP
        self._stopped = False
        self._begun = 0
        self._since = 0
        self._emptied = False  # somebody says that they are empty, whatever their eyes see

    def enter(self, now):
        table = self.table
        table.panel.ready.off()
        table.panel.display.show(DASH, DASH)
        self._phase = _UP
        self._stopped = False
        self._emptied = False
        self._begun = now
        table.lifts.raise_(now)

    def resume(self, now):
        table = self.table
        if self._phase == _UP and not pushers_are_home(table):
            # by way of HOMING, which brings them home with the lifts down
            table.go(table.homing, now)
        else:
            self._go_on(now)

    def carry_on(self, before, now):
        self.table.panel.display.show(DASH, DASH)
        self.adopt(before)
        self._stopped = True  # no key of that table moves the lifts of this one

    def adopt(self, before):
        self._phase = before._phase
        self._begun = before._begun
        self._since = before._since
        self._emptied = before._emptied

    def resting(self):
        return self._phase == _DWELL or self._stopped

    def stopped(self, now):
        self.table.lifts.stop()
        self.table.keys.swallow()
        self._stopped = True

    def waits(self):
        return "stopped" if self._stopped else None

    def step(self, now):
        table = self.table
        if table.cover_is_open():
            return
        if self._stopped:
            if table.keys.go:
                self._go_on(now)
        elif self._phase == _DWELL:
            self._dwell(now)
        elif table.keys.pressed:
            self.stopped(now)
        elif table.lifts.busy:
            table.lifts.step(now)
            if table.lifts.done and self._phase == _UP:
                self._phase = _DWELL
                self._since = now
        elif not self.key_is_held():
            self._leave(now)

    def _leave(self, now):
        table = self.table
        table.events.add(RAISED, now - self._begun & TICKS_MASK)
        if table.guide and table.gear and not table.emptying:
            table.guide.walls_up(table.gear)
        if table.emptying:
            table.emptying = False
            table.go(table.loading, now)
        else:
            table.go(table.building, now)

    def _dwell(self, now):
        table = self.table
        code = table.cut_off()
        if code:  # at once: nothing may move by itself after it
            table.alarm.report(code)
            return
        if self.key_is_held() and not table.trays_hold_tiles():
            self._since = now  # somebody is at the table: the wait begins with the key's release
        dwelt_ms = ticks_diff(now, self._since)
        if dwelt_ms < table.settings.lift_dwell_ms:
            return
        if self._emptied or not table.trays_hold_tiles():
            # The walls stand on the table: what is built from now on is not complete.
            table.be_at(IN_BUILD, False)
            late = dwelt_ms >= table.settings.lift_dwell_ms + LONGEST_WAIT_MS
            if table.saved or late:
                self._phase = _DOWN
                table.lifts.lower(now)
        elif dwelt_ms >= table.settings.lift_dwell_limit_ms:
            self._report_trays()

    def _report_trays(self):
        table = self.table
        sides = 0
        for side in range(len(table.sides)):
            if table.inputs[side] & TRAY_TILE:
                sides |= 1 << side
        table.alarm.report(TRAY_EYE, -1, sides)

    def believe_empty(self):
        """Both keys on TRAY_EYE: the walls stand on the table, the eye is wrong."""
        self._emptied = True

    def _go_on(self, now):
        table = self.table
        self._stopped = False
        if self._phase == _UP:
            table.lifts.raise_(now)
        elif self._phase == _DOWN:
            table.lifts.lower(now)
        elif self._emptied:
            self._since = now
        else:  # the walls did not leave the trays: up again, and another wait
            self._phase = _UP
            table.lifts.raise_(now)
