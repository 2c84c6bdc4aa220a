"""Wear: what each motor has started, run and stalled, what each sensor's filter has thrown away.

Collected at rest from the counts of the scan, and kept with the counters. The heat model looks at
a motor once a second: that is the running time of those that run for long. Heads and pushers turn
for less, and clock their turns themselves.
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


def _turning(table):
    """(place in the lists, Turn) of heads and pushers, which clock themselves."""
    for index, side in enumerate(table.sides):
        yield 8 * index + _place(HEAD), side.head
        yield 8 * index + _place(PUSHER), side.pusher


def _place(motor):
    at = 0
    while motor > 1:
        motor >>= 1
        at += 1
    return at


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

    def begin(self):
        """Another table, which counts its stalls from 0."""
        for at in range(len(self._jams)):
            self._jams[at] = 0

    def digest(self, app):
        """Moves the counts of filter, interlocks, heat model and motions into the counters."""
        counts = self._counts
        self._move(app.interlocks.starts, counts.of("starts"))
        for at, turn in _turning(app.table):
            app.table.heat.run_s[at] = turn.ran_ms // 1000
            turn.ran_ms %= 1000
        self._move(app.table.heat.run_s, counts.of("run_s"))
        self._move(app.filter.rejected, counts.of("rejected"))
        stalls = counts.of("stalls")
        for byte, motor, jams in _stalled(app.table):
            at = 8 * byte + _place(motor)
            stalls[at] += jams - self._jams[at]
            self._jams[at] = jams

    def _move(self, counted, kept):
        for at in range(len(kept)):
            kept[at] += counted[at]
            counted[at] = 0
