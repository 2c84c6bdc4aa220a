"""DISABLED: the time-charge relay is off. What was under way has been finished, from the dome that
opened to the walls; no key does anything until it is on again."""

from paishan.io.image import ENABLE, PANEL
from paishan.motion.display import DASH
from paishan.table.states.state import State


class Disabled(State):
    """Leaves to READY when the relay is on."""

    name = "DISABLED"

    def enter(self, now):
        table = self.table
        table.hold_all(now)
        table.panel.ready.off()
        table.panel.blink_seats(0)
        table.panel.display.show(DASH, DASH)

    def resting(self):
        return True

    def step(self, now):
        table = self.table
        if table.inputs[PANEL] & ENABLE:
            table.go(table.ready, now)
        elif table.keys.go:
            table.beep_not_now()
