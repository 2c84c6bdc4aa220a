"""Wear: what each motor has started and run, what each sensor's filter has thrown away.

Collected at rest from the counts of the scan, and kept with the counters under the names of
the wiring table: starts_HEAD_E, run_s_HEAD_E, rejected_TILE_E.
"""

from paishan.io.image import CENTRE, CENTRE_MOTORS, PANEL, SIDE_MOTORS
from paishan.link.names import input_name, output_name


class Wear:
    """`digest` adds what has come since the last time to the counters."""

    def __init__(self):
        self._motors = []  # (name, place in the counts)
        for byte in range(CENTRE + 1):
            motors = CENTRE_MOTORS if byte == CENTRE else SIDE_MOTORS
            for bit in range(8):
                if motors >> bit & 1:
                    self._motors.append((output_name(byte, bit), 8 * byte + bit))
        self._sensors = []
        for station in range(PANEL + 1):
            for bit in range(8):
                name = input_name(station, bit)
                if name:
                    self._sensors.append((name, 8 * station + bit))

    def digest(self, app, counters):
        """Moves the counts of filter, interlocks and heat model into `counters`; returns
        whether there were any."""
        moved = self._move(self._motors, "starts_", app.interlocks.starts, counters)
        moved |= self._move(self._motors, "run_s_", app.table.heat.run_s, counters)
        moved |= self._move(self._sensors, "rejected_", app.filter.rejected, counters)
        return moved

    def _move(self, places, prefix, counts, counters):
        moved = False
        for name, at in places:
            if counts[at]:
                counters[prefix + name] = counters.get(prefix + name, 0) + counts[at]
                counts[at] = 0
                moved = True
        return moved
