"""What every state of the table has in common."""

from paishan.io.image import LIFT_KEYS, PANEL
from paishan.table.events import STATES


class State:
    """A handler: `enter` once, then `step` every scan.

    `name` is what people are shown, `number` its place among the STATES of the events. `busy`: 0
    where this scan's step had little to do, 2 where it had much: then what can wait does.
    """

    name = "HOMING"
    busy = 0

    def __init__(self, table):
        self.table = table
        self.number = STATES.index(self.name)
        self.run = self.step  # as the scan calls it

    def enter(self, now):
        """Called when the table comes into this state."""

    def resume(self, now):
        """Called when a fault that came up in this state was cleared."""
        self.enter(now)

    def carry_on(self, before, now):
        """Called when the table was put together anew while in this state, in place of
        `before`, the same state of the old table."""
        self.enter(now)

    def adopt(self, before):
        """Called with the same state of a table that this one replaces, for what it must not
        forget."""

    def resting(self):
        """Whether nothing is about to move of itself."""
        return False

    def stopped(self, now):
        """A key went down in the moment in which the dome or a lift came to its end: whoever
        pressed it wants nothing more to move."""

    def waits(self):
        """What it waits for a lift key to do: "home", "raise", "open" (to close what is open),
        "stopped" (to go on); None where it waits for none, or a fault says so."""

    def key_is_held(self):
        """Whether a lift key is down, and not stuck: until it is up, neither lifts nor dome start
        of themselves."""
        keys = self.table.keys
        down = self.table.inputs[PANEL] & (keys.stuck ^ LIFT_KEYS)
        return down != 0 and not keys.locked

    def step(self, now):
        """One scan."""
