"""FAULT: everything is off, the display names the fault, a key goes on once it is mended.

A build that stops again and again is given up by a long press, and the machine is emptied.
A table that stood ready when the mains went is ready again by itself when they are back.
"""

from micropython import const

from paishan.io.image import CENTRE, COVER_CLOSED, MAINS_OK, SIDES
from paishan.io.ticks import ticks_diff
from paishan.motion.keys import BOTH, LONG
from paishan.table.events import CLEARED
from paishan.table.faults import (
    BEEPS,
    CHAIN_BROKEN,
    COVER_OPEN,
    DOME_SENSORS,
    GEAR_HALF_SEATED,
    GEAR_REFUSED,
    GEAR_SELF_TEST,
    GEAR_UNKNOWN,
    INTERRUPTED,
    LIFT_SENSORS,
    MAINS_LOST,
    MOTOR_HOT,
    NOT_FILLING,
    NOTHING_COMES,
    OUTPUT_STUCK,
    SHORT,
    SIDE_DEAD,
    SURPLUS,
    TRAY_EYE,
    family,
)
from paishan.table.states.state import State

_COUNT_DOWN_MS = const(10000)

# faults that last as long as an input of the centre is off
_LASTS_WHILE_OFF = {COVER_OPEN: COVER_CLOSED, MAINS_LOST: MAINS_OK}

# after these a key that was down all the while starts nothing
_LOSSES = (COVER_OPEN, MAINS_LOST, CHAIN_BROKEN)

# faults that last as long as the switch is where no build can start
_GEARS = (GEAR_UNKNOWN, GEAR_HALF_SEATED, GEAR_REFUSED, GEAR_SELF_TEST)

# families of faults that both keys answer with an open dome
_TILES_TO_SORT = (NOT_FILLING, SHORT, SURPLUS, NOTHING_COMES)


class Fault(State):
    """`came_from`: the state in which the fault came up; leaves to it, or to ADD_TILES."""

    name = "FAULT"

    def __init__(self, table):
        super().__init__(table)
        self.came_from = table.homing
        self._shown = 0

    def enter(self, now):
        table = self.table
        table.hold_all(now)
        self._shown = now
        panel = table.panel
        panel.ready.off()
        panel.blink_seats(table.alarm.sides)
        panel.display.code(table.alarm.code, table.alarm.number)
        panel.buzzer.follow(BEEPS[family(table.alarm.code)[2]], False)

    def carry_on(self, before, now):
        self.came_from = self.table.states[before.came_from.number]
        self.came_from.adopt(before.came_from)
        self.enter(now)

    def resting(self):
        return True

    def step(self, now):
        table = self.table
        if table.alarm.code == MOTOR_HOT and ticks_diff(now, self._shown) >= _COUNT_DOWN_MS:
            self._count_down(now)
        code = table.alarm.code
        if table.keys.event == LONG and self.came_from is table.building:
            # the first moment of that press went on, in vain
            if code not in _LOSSES and self._mended(code, now):
                self._clear(code)
                table.go(table.recovering, now)
            return
        if not table.keys.go:
            if code == MAINS_LOST and self._stood_ready() and self._mended(code, now):
                self._go_back(code, now)
            return
        if not self._mended(code, now):
            table.beep_refused()
            return
        if code == TRAY_EYE and table.keys.event == BOTH:
            table.raising.believe_empty()
        self._go_back(code, now)

    def _stood_ready(self):
        # nothing moved when it came up, nothing moves when it goes
        table = self.table
        return self.came_from is table.ready and table.ready.resting() and not table.lost_count()

    def _go_back(self, code, now):
        table = self.table
        self._clear(code)
        if table.keys.event == BOTH and family(code)[0] in _TILES_TO_SORT:
            table.go(table.add_tiles, now)
        elif code == INTERRUPTED or table.lost_count():
            table.go(table.recovering, now)
        else:
            table.panel.blink_seats(0)
            table.be(self.came_from)
            table.state.resume(now)

    def _clear(self, code):
        self.table.events.add(CLEARED, code)
        self.table.alarm.clear()

    def _count_down(self, now):
        # minutes that the hottest motor still needs
        self._shown = now
        table = self.table
        minutes = (table.heat.rest_s() + 59) // 60
        table.panel.display.code(MOTOR_HOT, minutes)

    def _mended(self, code, now):
        table = self.table
        if code == DOME_SENSORS:
            return not table.dome.at_both()
        if LIFT_SENSORS <= code < LIFT_SENSORS + SIDES:
            return not table.lifts.each[code - LIFT_SENSORS].at_both()
        if code == OUTPUT_STUCK:
            return table.health.strays.rests(now)
        if code in _LASTS_WHILE_OFF:
            return table.inputs[CENTRE] & _LASTS_WHILE_OFF[code] != 0
        if code == MOTOR_HOT:
            return not table.heat.hot
        if SIDE_DEAD <= code < SIDE_DEAD + SIDES:
            return not table.stations.dead
        if code == CHAIN_BROKEN:
            return table.cut_off() != CHAIN_BROKEN
        if code in _GEARS:
            return table.gear_problem() == 0
        return True
