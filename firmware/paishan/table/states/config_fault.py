"""CONFIG_FAULT: a record failed its check. The link is up, nothing moves.

Defaults are never taken silently: someone acknowledges the loss (or brings the record back)
over the link, and only then the table homes.
"""

from paishan.io.image import ALL_SIDES
from paishan.table.faults import SETTINGS_CORRUPT
from paishan.table.states.state import State


class ConfigFault(State):
    """Leaves to HOMING when `mended` is called."""

    name = "CONFIG_FAULT"

    def enter(self, now):
        table = self.table
        table.hold_all(now)
        table.panel.ready.off()
        table.panel.blink_seats(ALL_SIDES)
        table.panel.display.code(SETTINGS_CORRUPT)

    def resting(self):
        return True

    def step(self, now):
        if self.table.keys.go:
            self.table.beep_refused()

    def mended(self, now):
        """The records are whole again, or their loss was acknowledged."""
        if self.table.state is self:
            self.table.panel.blink_seats(0)
            self.table.go(self.table.homing, now)
