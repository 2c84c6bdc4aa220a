"""RECOVERING: the machine is emptied, after a power cut, a build given up, or a lost count.

Everything comes home, the heads backwards, since a platform may be full and what a head holds
belongs to the drum; what lies on the platforms is pushed into the trays, the ring turns until
it holds no tile and what stands on the belts falls back into the drum; then RAISING brings the
part-built walls up, and LOADING opens the dome for the whole set.
"""

from micropython import const

from paishan.io.image import TRAY_TILE
from paishan.io.ticks import ticks_diff
from paishan.motion.display import DASH
from paishan.table.faults import TURN_SENSOR
from paishan.table.side_home import bring_back
from paishan.table.states.coming_home import ComingHome

_STOPPED = const(0)  # by a key: the next press goes on
_HOMING = const(1)
_PUSHING = const(2)
_CLEARING = const(3)
_GIVING_BACK = const(4)

_CLEAR_MS = const(3000)  # the slowest ring passes all gates in 1.7 s [simulator's worn machine]


class Recovering(ComingHome):
    """Leaves to RAISING, or to LOADING when the eyes of the trays see no tile."""

    name = "RECOVERING"

    def __init__(self, table):
        super().__init__(table)
        self._phase = _HOMING
        self._since = 0

    def enter(self, now):
        table = self.table
        table.hold_all(now)
        table.forget_turns()
        table.trust_sides()
        table.interrupted = False  # no build is gone on with
        table.panel.ready.off()
        table.panel.blink_seats(0)
        table.panel.display.blink(DASH, DASH)
        self._phase = _HOMING
        self.come_home(now)

    def stopped(self, now):
        self.table.hold_all(now)
        self._phase = _STOPPED

    def waits(self):
        return "stopped" if self._phase == _STOPPED else None

    def bring_head(self, side, now):
        if self.table.settings.jam_reverse_ms:
            return bring_back(side, now)
        return super().bring_head(side, now)  # its drive cannot reverse

    def step(self, now):
        table = self.table
        phase = self._phase
        if phase == _STOPPED:
            if table.keys.go:
                self.enter(now)
        elif table.cover_is_open():
            return
        elif phase == _HOMING:
            if self.step_home(now):
                self._phase = _PUSHING
                for side in table.sides:
                    side.begin(0)
                    side.clear_platform(now)
        elif phase == _CLEARING:
            self._clear(now)
        elif self._sides_done(now):
            if phase == _PUSHING:
                self._phase = _CLEARING
                self._since = now
                table.drum.ring.start(now)
                for side in table.sides:
                    side.belt.start(now)
            elif not self.key_is_held():
                table.hold_all(now)
                eyes = table.settings.side_fitted & TRAY_TILE
                table.emptying = not eyes or table.trays_hold_tiles()
                table.go(table.raising if table.emptying else table.loading, now)

    def _clear(self, now):
        # tiles that hang on the ring would be too many in the next build
        table = self.table
        ring = table.drum.ring
        ring.step(now)
        if ring.stalled:  # or its sensor is silent: that shows when it is to bring tiles
            table.advice.tell(TURN_SENSOR)
            ring.start(now)
        if ticks_diff(now, self._since) >= _CLEAR_MS:
            table.drum.stop()
            self._phase = _GIVING_BACK
            for side in table.sides:
                side.give_back(now)

    def _sides_done(self, now):
        done = True
        for side in self.table.sides:
            side.step(now)
            if side.failed:
                self.table.alarm.report(side.failed, -1, 1 << side.index)
            done = done and not side.pusher.busy and not side.belt.busy
        return done
