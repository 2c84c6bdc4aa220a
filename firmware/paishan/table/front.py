"""Seat lamps and digits that stand in front of what the state of the table shows there.

A state writes its lamps and pages when they change and knows nothing of this. So the front is
laid over the wished outputs at the end of a scan, and taken away again before the next one.
"""

from paishan.io.image import OUTPUT_BYTES, SEAT_LAMP, SIDE_NAMES, SIDES, TENS, UNITS
from paishan.motion.display import Display
from paishan.motion.lamp import Lamp

_KEEP = ~SEAT_LAMP & 0xFF


class Front:
    """`seats` and `display` as on the panel; seen while `shown`.

    Attach: `uncover()` first thing in the table's step, `cover(now)` last.
    """

    def __init__(self, wish, settings):
        self.bytes = bytearray(OUTPUT_BYTES)
        self.patterns = bytearray(1)
        self.shown = False
        self.seats = tuple(
            [
                Lamp(name + " seat lamp in front", self, side, SEAT_LAMP)
                for side, name in enumerate(SIDE_NAMES)
            ]
        )
        self.display = Display(self, settings)
        self._outputs = wish.bytes
        self._behind = bytearray(OUTPUT_BYTES)
        self.covered = False  # the outputs show the front

    def claim(self, byte, mask, owner):
        """The panel owns these bits; here they are only covered."""

    def light(self, side, pattern=None):
        """One seat lamp, steady or with a pattern; the others go dark. -1: all dark."""
        for index in range(SIDES):
            lamp = self.seats[index]
            if index != side:
                lamp.off()
            elif pattern is None:
                lamp.on()
            else:
                lamp.follow(pattern, True)

    def uncover(self):
        """Puts back what the state shows, if it is covered."""
        if not self.covered:
            return
        self.covered = False
        outputs = self._outputs
        behind = self._behind
        for side in range(SIDES):
            outputs[side] = outputs[side] & _KEEP | behind[side]
        outputs[TENS] = behind[TENS]
        outputs[UNITS] = behind[UNITS]

    def cover(self, now):
        """Lays the front over the outputs, if it is shown."""
        if not self.shown:
            return
        for lamp in self.seats:
            lamp.step(now)
        self.display.step(now)
        self.covered = True
        outputs = self._outputs
        behind = self._behind
        front = self.bytes
        for side in range(SIDES):
            behind[side] = outputs[side] & SEAT_LAMP
            outputs[side] = outputs[side] & _KEEP | front[side]
        behind[TENS] = outputs[TENS]
        behind[UNITS] = outputs[UNITS]
        outputs[TENS] = front[TENS]
        outputs[UNITS] = front[UNITS]
