"""RECOVERING: after a build that the power interrupted, the machine is emptied by keys.

Everything comes home, what lies on the platforms is pushed into the trays and what stands on
the belts falls back into the drum; then RAISING brings the part-built walls up, and LOADING
opens the dome for the whole set.
"""

from micropython import const

from paishan.motion.display import DASH
from paishan.motion.travel import DOWN
from paishan.table.faults import DOME_NOT_DOWN
from paishan.table.states.state import State

_DOME = const(0)
_LIFTS = const(1)
_PUSHERS_HOME = const(2)
_HEADS_HOME = const(3)
_PUSHING = const(4)
_GIVING_BACK = const(5)


class Recovering(State):
    """Leaves to RAISING, or to LOADING when no tray holds a tile. A lift key stops dome and
    lifts at once, the next press goes on."""

    name = "RECOVERING"

    def __init__(self, table):
        super().__init__(table)
        self._phase = _DOME
        self._stopped = False

    def enter(self, now):
        table = self.table
        table.hold_all(now)
        table.forget_turns()
        table.trust_sides()
        table.panel.ready.off()
        table.panel.blink_seats(0)
        table.panel.display.blink(DASH, DASH)
        self._stopped = False
        self._phase = _DOME
        table.dome.start(DOWN, now)

    def step(self, now):
        table = self.table
        phase = self._phase
        if self._stopped:
            if table.keys.go:
                self.enter(now)
            return
        if phase <= _LIFTS and table.keys.pressed:
            table.dome.stop()
            table.lifts.stop()
            table.keys.swallow()
            self._stopped = True
        elif phase == _DOME:
            table.dome.step(now)
            if table.dome.failed:
                table.alarm.report(DOME_NOT_DOWN)
            elif table.dome.done:
                self._phase = _LIFTS
                table.lifts.lower(now)
        elif phase == _LIFTS:
            table.lifts.step(now)
            if table.lifts.done:
                self._phase = _PUSHERS_HOME
        elif self._sides_done(phase, now):
            self._next(phase, now)

    def _sides_done(self, phase, now):
        done = True
        for side in self.table.sides:
            if phase == _PUSHERS_HOME:
                there = side.bring_home(side.pusher, now)
            elif phase == _HEADS_HOME:
                there = side.bring_home(side.head, now)
            else:
                side.step(now)
                there = not side.pusher.busy and not side.belt.busy
            if side.failed:
                self.table.alarm.report(side.failed, -1, 1 << side.index)
            done = done and there
        return done

    def _next(self, phase, now):
        table = self.table
        if phase == _PUSHERS_HOME:
            self._phase = _HEADS_HOME
        elif phase == _HEADS_HOME:
            self._phase = _PUSHING
            for side in table.sides:
                side.begin(0)
                side.clear_platform(now)
        elif phase == _PUSHING:
            self._phase = _GIVING_BACK
            for side in table.sides:
                side.give_back(now)
        else:
            table.hold_all(now)
            table.emptying = True
            table.go(table.raising if table.trays_hold_tiles() else table.loading, now)
