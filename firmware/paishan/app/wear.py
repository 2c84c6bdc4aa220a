"""Wear: what each motor has started, run and stalled, what each sensor's filter has thrown away.

Collected at rest from the counts of the scan, and kept with the counters.
"""

from paishan.io.image import (
    CENTRE,
    DOME_LOWER,
    DOME_RAISE,
    DRUM,
    HEAD,
    LIFT_LOWER,
    LIFT_RAISE,
    PUSHER,
    RING,
)
from paishan.motion.travel import DOWN, UP


def _stalled(table):
    """(byte, motor, its missed deadlines since the table was put together) of all."""
    for index, side in enumerate(table.sides):
        yield index, HEAD, side.head.jams
        yield index, PUSHER, side.pusher.jams
        for way, motor in ((UP, LIFT_RAISE), (DOWN, LIFT_LOWER)):
            yield index, motor, table.lifts.each[index].jams[way]
    for way, motor in ((UP, DOME_RAISE), (DOWN, DOME_LOWER)):
        yield CENTRE, motor, table.dome.jams[way]
    yield CENTRE, DRUM, table.drum.drum.jams
    yield CENTRE, RING, table.drum.ring.jams


class Wear:
    """`digest` adds what has come since the last time to the counters."""

    def __init__(self, counts):
        self._counts = counts
        self._jams = [0] * len(counts.of("stalls"))  # those that are in the counters

    def digest(self, app):
        """Moves the counts of filter, interlocks, heat model and motions into the counters."""
        counts = self._counts
        self._move(app.interlocks.starts, counts.of("starts"))
        self._move(app.table.heat.run_s, counts.of("run_s"))
        self._move(app.filter.rejected, counts.of("rejected"))
        stalls = counts.of("stalls")
        for byte, motor, jams in _stalled(app.table):
            at = 8 * byte
            while motor > 1:
                motor >>= 1
                at += 1
            # a table that was put together anew begins at 0
            stalls[at] += jams - self._jams[at] if jams >= self._jams[at] else jams
            self._jams[at] = jams

    def part(self, app):
        """Digests what is left of a table that is given up; the next one counts from 0."""
        self.digest(app)
        self._jams = [0] * len(self._jams)

    def _move(self, counted, kept):
        for at in range(len(kept)):
            kept[at] += counted[at]
            counted[at] = 0
