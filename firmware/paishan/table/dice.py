"""The dice motor: rattles for 3 to 5 s a press, whatever else the table does."""

from paishan.io.image import CENTRE, DICE, DICE_KEYS, PANEL
from paishan.io.ticks import ticks_diff
from paishan.motion.run import Run
from paishan.table.events import DICE as RATTLE


class Dice:
    """One motor and the four dice keys. A press during a rattle does not lengthen it."""

    def __init__(self, wish, edges, settings, events):
        self.motor = Run("dice", wish, CENTRE, DICE, settings.dice_limit_ms)
        self._edges = edges
        self._patterns = wish.patterns
        self._events = events
        self._dice_ms = settings.dice_ms
        self._since = 0

    def stop(self):
        """Motor off."""
        self.motor.stop()

    def step(self, now):
        """One scan."""
        motor = self.motor
        if motor.busy:
            motor.step(now)
            if ticks_diff(now, self._since) >= self._dice_ms:
                motor.stop()
        elif self._edges[PANEL] & DICE_KEYS:
            self.throw(now)

    def throw(self, now):
        """One rattle."""
        self._since = now
        self._patterns[0] = 1
        self.motor.start(now)
        self._events.add(RATTLE, self._dice_ms)
