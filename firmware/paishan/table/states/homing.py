"""BOOT and HOMING: after power-on nothing moves until the sensors are believed.

Both lift keys held at power-on open SERVICE. With everything at home the table is ready at
once. Otherwise it waits for a key (a hand may be anywhere), then closes the dome, lowers the
lifts and brings heads and pushers home.
"""

from micropython import const

from paishan.io.image import ALL_SIDES, KEY_A, KEY_B, PANEL, TRAY_TILE
from paishan.io.ticks import ticks_diff
from paishan.motion.display import DASH
from paishan.motion.lamp import BEEP_NOT_NOW
from paishan.motion.travel import DOWN, UP
from paishan.table.faults import DOME_SENSORS, INTERRUPTED
from paishan.table.progress import IN_BUILD, LOADED
from paishan.table.side_home import pushers_are_home
from paishan.table.states.coming_home import ComingHome

_SETTLING = const(0)
_ASKING = const(1)  # waits for a key
_COMING = const(2)

_BOTH_KEYS = KEY_A | KEY_B


class Homing(ComingHome):
    """Leaves to READY, or to LOADING when the dome stands open."""

    name = "HOMING"

    def __init__(self, table):
        super().__init__(table)
        self.settling = True  # no motor may run yet
        self._at_power_on = True  # both keys held now mean SERVICE
        self._phase = _SETTLING
        self._since = 0

    def enter(self, now):
        self._phase = _SETTLING
        self.settling = True
        self._since = now
        self.table.trust_sides()
        self.table.panel.ready.off()
        self.table.panel.display.show(DASH, DASH)

    def resting(self):
        return self._phase in (_SETTLING, _ASKING)

    def waits(self):
        if self._phase != _ASKING:
            return None
        return "raise" if self._may_raise() else "home"

    def step(self, now):
        table = self.table
        phase = self._phase
        if phase == _SETTLING:
            table.keys.swallow()  # a key that is stuck since power-on starts nothing
            if ticks_diff(now, self._since) >= table.settings.boot_ms:
                self._judge(now)
        elif phase == _ASKING:
            if table.keys.go:
                self._answered(now)
        elif not table.cover_is_open() and self.step_home(now):
            if self._walls_wait():
                table.go(table.closing, now)  # on as after it
            else:
                self._judge(now)

    def stopped(self, now):
        if self._phase == _COMING:
            self._ask(now)

    def _judge(self, now):
        table = self.table
        self.settling = False
        at_power_on = self._at_power_on
        self._at_power_on = False
        if not table.below_known:
            table.below_known = True
            table.set_below = table.trays_hold_tiles()
        elif table.settings.side_fitted & TRAY_TILE and not table.trays_hold_tiles():
            table.be_at(table.progress, False)
        cut_off = table.cut_off()
        if cut_off:
            table.alarm.report(cut_off)
        elif at_power_on and table.inputs[PANEL] & _BOTH_KEYS == _BOTH_KEYS:
            table.go(table.service, now)
        elif table.dome.at_both():
            table.alarm.report(DOME_SENSORS)
        elif self._interrupted():
            table.alarm.report(INTERRUPTED)
        elif table.dome.at(UP):
            table.go(table.loading, now)
        elif self._walls_wait():
            self._ask(now)
        elif table.dome.at(DOWN) and table.lifts.at(DOWN) and self._turns_are_home():
            table.go(table.ready, now)
        else:
            self._ask(now)

    def _interrupted(self):
        # whether tiles lie about in the machine that no complete wall holds
        table = self.table
        if table.progress == IN_BUILD:
            return True
        if table.set_below:
            return False
        if table.trays_hold_tiles():
            return True
        return table.progress == LOADED and not table.dome.at(UP)

    def _answered(self, now):
        table = self.table
        table.panel.blink_seats(0)
        table.panel.buzzer.follow(BEEP_NOT_NOW, False)
        if self._may_raise():
            table.go(table.closing, now)
        else:
            self._phase = _COMING
            self.come_home(now)

    def _walls_wait(self):
        # the drum has its tiles, the walls still stand below
        return self.table.progress == LOADED and self.table.set_below

    def _may_raise(self):
        return self._walls_wait() and pushers_are_home(self.table)

    def _ask(self, now):
        table = self.table
        table.hold_all(now)
        table.keys.swallow()
        table.panel.blink_seats(ALL_SIDES)
        self._phase = _ASKING

    def _turns_are_home(self):
        for side in self.table.sides:
            if not side.at_home():
                return False
        return True
