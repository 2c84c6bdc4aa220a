"""FAULT: everything is off, the display names the fault, a key goes on once it is mended."""

from paishan.io.image import CENTRE, COVER_CLOSED, MAINS_OK
from paishan.motion.keys import BOTH
from paishan.motion.lamp import BEEP_FAULT
from paishan.table.events import CLEARED
from paishan.table.faults import (
    CHAIN_BROKEN,
    COVER_OPEN,
    GEAR_UNKNOWN,
    MAINS_LOST,
    SHORT,
    SURPLUS,
)
from paishan.table.states.state import State

# faults that last as long as an input of the centre is off
_LASTS_WHILE_OFF = {COVER_OPEN: COVER_CLOSED, MAINS_LOST: MAINS_OK}

# faults that both keys answer with an open dome
_TILES_TO_SORT = (SHORT, SURPLUS)


class Fault(State):
    """`came_from`: the state in which the fault came up; leaves to it, or to ADD_TILES."""

    name = "FAULT"

    def __init__(self, table):
        super().__init__(table)
        self.came_from = table.homing

    def enter(self, now):
        table = self.table
        table.hold_all(now)
        panel = table.panel
        panel.ready.off()
        panel.blink_seats(table.alarm.sides)
        panel.display.code(table.alarm.code, table.alarm.number)
        panel.buzzer.follow(BEEP_FAULT, False)

    def carry_on(self, before, now):
        self.came_from = self.table.states[before.came_from.number]
        self.enter(now)

    @property
    def resting(self):
        return True

    def step(self, now):
        table = self.table
        if not table.keys.go:
            return
        code = table.alarm.code
        if not self._mended(code):
            table.beep_refused()
            return
        table.events.add(CLEARED, code)
        table.alarm.clear()
        if table.keys.event == BOTH and code in _TILES_TO_SORT:
            table.go(table.add_tiles, now)
        else:
            table.panel.blink_seats(0)
            table.be(self.came_from)
            table.state.resume(now)

    def _mended(self, code):
        table = self.table
        if code in _LASTS_WHILE_OFF:
            return table.inputs[CENTRE] & _LASTS_WHILE_OFF[code] != 0
        if code == CHAIN_BROKEN:
            return table.chain_is_whole()
        if code >= GEAR_UNKNOWN:
            return table.gear_problem() == 0
        return True
