"""Two serial lines where the link knows one: a laptop beside the table, and a bus.

The laptop has precedence: its first byte makes it the one that is answered, until it has been
silent for a while and somebody speaks on the bus.
"""

import time

from micropython import const

_SILENT_MS = const(5000)


class Lines:
    """`readinto`, `write` and `set_speed` as the link wants them. `near`: the laptop's line,
    `far`: the bus's; the speed is the bus's."""

    def __init__(self, near, far):
        self._near = near
        self._far = far
        self._one = far  # that is answered
        self._since = time.ticks_ms()
        self._near_bytes = near.readinto
        self._far_bytes = far.readinto

    def readinto(self, buffer):
        """Fills `buffer` from its start; how many bytes came."""
        count = self._near_bytes(buffer)
        if count:
            self._one = self._near
            self._since = time.ticks_ms()
            return count
        count = self._far_bytes(buffer)
        if count and self._one is self._near:
            if time.ticks_diff(time.ticks_ms(), self._since) < _SILENT_MS:
                return 0  # what the bus says meanwhile is nobody's
            self._one = self._far
        return count

    def write(self, buffer, count):
        """Takes up to `count` bytes of `buffer`; how many it took."""
        return self._one.write(buffer, count)

    def set_speed(self, bits_per_second):
        """The bus's; a laptop's line has none."""
        self._far.set_speed(bits_per_second)
