"""Wear: what each motor has started, run and stalled, what each sensor's filter has thrown away.

Collected at rest from the counts of the scan, and kept with the counters. The heat model looks at
a motor once a second: that is the running time of those that run for long. Heads and pushers turn
for less, and clock their turns themselves.
"""

from micropython import const

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

_HEAD_AT = const(2)  # places of HEAD and PUSHER in the byte of their side
_PUSHER_AT = const(4)


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
        run_s = app.table.heat.run_s
        for index, side in enumerate(app.table.sides):
            for at, turn in ((_HEAD_AT, side.head), (_PUSHER_AT, side.pusher)):
                run_s[8 * index + at] = turn.ran_ms // 1000
                turn.ran_ms %= 1000
        self._move(run_s, counts.of("run_s"))
        self._move(app.filter.rejected, counts.of("rejected"))
        stalls = counts.of("stalls")
        for byte, motor, jams in _stalled(app.table):
            at = 8 * byte
            while motor > 1:
                motor >>= 1
                at += 1
            stalls[at] += jams - self._jams[at]
            self._jams[at] = jams

    def _move(self, counted, kept):
        for at in range(len(kept)):
            kept[at] += counted[at]
            counted[at] = 0
