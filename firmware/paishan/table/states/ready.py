"""READY: the walls are complete or there is nothing to build; a key opens the dome.

After a build the lamp comes on once that is noted in flash. Then drum, ring and belts go on for
a while: a tile that still arrives is one too many. It is given back to the drum, where hands can
reach it, before the fault is shown, come what may. Any key ends that watch at once.
"""

from micropython import const

from paishan.io.image import ALL_SIDES, CENTRE, COVER_CLOSED, ENABLE, PANEL, TILE
from paishan.io.ticks import TICKS_MASK, ticks_diff
from paishan.motion.display import DASH
from paishan.motion.lamp import BEEP_DONE
from paishan.motion.travel import DOWN
from paishan.table.faults import GEAR_SELF_TEST, INTERRUPTED, SURPLUS
from paishan.table.progress import BUILT, LONGEST_WAIT_MS
from paishan.table.states.state import State

_LOOK_MS = const(20)  # switch and relay are slow: not in every scan

_NOTHING = const(-100)


class Ready(State):
    """`celebrate` asks for the note, the beep and the watch: set by BUILDING before it leaves."""

    name = "READY"

    def __init__(self, table):
        super().__init__(table)
        self.celebrate = False
        self._saving = False  # the complete walls are being noted in flash
        self._calm = False  # nothing was cut off or opened meanwhile
        self._watching = False
        self._since = 0
        self._tile_since = 0
        self._tile_side = -1
        self._surplus = -1  # the side at which a tile too many was seen
        self._shown = _NOTHING
        self._looked = 0  # at the switch and the relay, last

    def enter(self, now):
        table = self.table
        table.interrupted = False
        self._shown = _NOTHING
        self._surplus = -1
        # after a fault (a surplus was seen and acknowledged) there is no second watch
        self._watching = False
        self._saving = self._calm = self.celebrate
        self._since = now
        if self.celebrate:
            self.celebrate = False
            table.hold_all(now)
        else:
            self._show()

    def resume(self, now):
        table = self.table
        if table.lifts.at(DOWN) and table.dome.at(DOWN):
            self.enter(now)
        else:
            table.go(table.homing, now)

    def resting(self):
        return not self._watching and self._surplus < 0

    def step(self, now):
        table = self.table
        if self._surplus >= 0:
            self._return_surplus(now)
        elif self._watching:
            self._watch(now)
        elif self._saving:
            if table.cut_off() or not table.inputs[CENTRE] & COVER_CLOSED:
                self._calm = False  # nothing starts by itself after a loss, however short
            if table.saved or ticks_diff(now, self._since) > LONGEST_WAIT_MS:
                self._celebrate(now)
        if self._surplus >= 0:
            return  # it is told before anything else
        if table.keys.go or now - self._looked & TICKS_MASK >= _LOOK_MS:
            self._looked = now
            if not self._saving:
                self._show()
            if table.progress != BUILT:  # walls that stood below were lifted
                table.alarm.report(INTERRUPTED)
                return
            if not table.inputs[PANEL] & ENABLE:
                table.go(table.disabled, now)
                return
            if table.gear_problem() == GEAR_SELF_TEST and not self._watching:
                table.go(table.service, now)
                table.service.by_switch = True
                return
        if table.keys.go:
            if table.gear_problem():
                table.hold_all(now)
                self._watching = False
                table.beep_refused()
            else:
                table.advice.begin()
                table.health.slow = ""
                table.go(table.loading, now)

    def _celebrate(self, now):
        table = self.table
        self._saving = False
        table.panel.buzzer.follow(BEEP_DONE, False)
        self._show()
        if self._calm and table.settings.surplus_watch_ms:
            self._begin_watch(now)

    def _begin_watch(self, now):
        table = self.table
        self._watching = True
        self._since = now
        self._tile_side = -1
        table.drum.start(now)
        for side in table.sides:
            if side.target:
                side.feed(now)

    def _show(self):
        table = self.table
        problem = table.gear_problem()
        pending = table.selector.pending
        shown = problem if problem else 1000 + table.selector.position * 1000 + pending
        if shown == self._shown:
            return
        self._shown = shown
        panel = table.panel
        if problem:
            panel.ready.off()
            if problem > 0:
                panel.blink_seats(ALL_SIDES)
                panel.display.code(problem)
            else:
                panel.display.show(DASH, DASH)
        else:
            panel.blink_seats(0)
            panel.ready.on()
            if pending >= 0:
                panel.display.in_turn(table.selector.position, pending)
            else:
                panel.display.position(table.selector.position)

    def _watch(self, now):
        table = self.table
        table.drum.step(now)
        waiting = self._waiting(now)
        if waiting != self._tile_side:
            self._tile_side = waiting
            self._tile_since = now
        elif waiting >= 0 and ticks_diff(now, self._tile_since) >= table.settings.surplus_tile_ms:
            self._surplus = waiting
            self._give_back(now)
            return
        if ticks_diff(now, self._since) >= table.settings.surplus_watch_ms:
            table.hold_all(now)
            self._watching = False

    def _waiting(self, now):
        # the side with a tile at its head, -1 = none; its belt runs on
        waiting = -1
        for side in self.table.sides:
            side.belt.step(now)
            if self.table.inputs[side.index] & TILE:
                waiting = side.index
        return waiting

    def _give_back(self, now):
        self.table.drum.stop()
        for side in self.table.sides:
            side.give_back(now)

    def _return_surplus(self, now):
        table = self.table
        giving = False
        for side in table.sides:
            side.step(now)
            giving = giving or side.belt.busy
        if not giving:
            table.alarm.report(SURPLUS, -1, 1 << self._surplus)
