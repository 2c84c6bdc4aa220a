"""The sides' boards: one whose inputs all read the same where that cannot be is dead.

Its plug, its supply or its shift register: eight inputs go at once, while the filters let each
through at its own time. A head that seems to be home in mid-turn would be counted, a tile that
seems to have gone as well. So such a byte is not believed from the first scan on; what was
before stands in its place.
"""

import micropython
from micropython import const

from paishan.io.image import LIFT_DOWN, LIFT_LOWER, LIFT_RAISE, LIFT_UP, SIDES
from paishan.table.faults import SIDE_DEAD

_LIFT = LIFT_RAISE | LIFT_LOWER
_MOST = const(255)


@micropython.viper
def uniform(raw_image) -> int:
    """Bit k is 1 where all inputs of side k read the same."""
    raw = ptr8(raw_image)  # noqa: F821
    found = 0
    i = 0
    while i < 4:
        byte = raw[i]
        if byte == 0 or byte == 255:
            found |= 1 << i
        i += 1
    return found


class Stations:
    """`dead`: bit k = the board of side k is not believed now."""

    def __init__(self, settings):
        self.dead = 0
        self._scans = bytearray(SIDES)  # in a row that were not believed
        self._persists = settings.scans(settings.safety_filter_ms)
        self._inverted = settings.side_inverted
        ends = LIFT_DOWN | LIFT_UP
        self._ends = ends if settings.side_fitted & ends == ends else 0

    def doubt(self, raw, good, outputs):
        """Puts `good`, the last image that was believed, in the place of a dead side; returns
        the code of a fault that has lasted long enough, or 0."""
        same = uniform(raw)
        if same or self.dead:
            return self._judge(same, raw, good, outputs)
        return 0

    def _judge(self, same, raw, good, outputs):
        fault = 0
        self.dead = 0
        for side in range(SIDES):
            if same >> side & 1 and self._cannot_be(raw[side], good[side], outputs[side]):
                self.dead |= 1 << side
                raw[side] = good[side]
                scans = min(self._scans[side] + 1, _MOST)
                self._scans[side] = scans
                if scans >= self._persists:
                    fault = fault or SIDE_DEAD + side
            else:
                self._scans[side] = 0
        return fault

    def _cannot_be(self, byte, before, driven):
        level = byte ^ self._inverted
        if self._ends and level & self._ends == self._ends:
            return True
        # a tray that was down leaves its end by its motor alone
        was_down = (before ^ self._inverted) & LIFT_DOWN
        return was_down != 0 and not level & LIFT_DOWN and not driven & _LIFT
