"""SERVICE: a technician moves one motor at a time, each for a lease that must be renewed.

Jogging goes through the same interlocks as everything else and ends at the end sensors. A
lift key ends the jog at once, a second press leaves SERVICE.
"""

from micropython import const

from paishan.io.image import (
    CENTRE,
    CENTRE_MOTORS,
    DOME_DOWN,
    DOME_LOWER,
    DOME_RAISE,
    DOME_UP,
    LIFT_DOWN,
    LIFT_LOWER,
    LIFT_RAISE,
    LIFT_UP,
    SIDE_MOTORS,
)
from paishan.io.ticks import ticks_diff
from paishan.motion.display import DASH
from paishan.table.events import JOG
from paishan.table.states.state import State

LONGEST_LEASE_MS = const(1000)

_NOTHING = const(-1)

# a drive that has an end: (in the centre?, output, input that ends it)
_ENDS = (
    (False, LIFT_RAISE, LIFT_UP),
    (False, LIFT_LOWER, LIFT_DOWN),
    (True, DOME_RAISE, DOME_UP),
    (True, DOME_LOWER, DOME_DOWN),
)


class Service(State):
    """`leased`: a jog runs; `refused`: the fault code of the interlock that stopped the last
    one, 0 = none."""

    name = "SERVICE"

    def __init__(self, table):
        super().__init__(table)
        self.leased = False
        self.refused = 0
        self._byte = _NOTHING
        self._mask = 0
        self._since = 0
        self._lease_ms = 0

    def enter(self, now):
        table = self.table
        table.hold_all(now)
        table.forget_turns()
        table.panel.ready.off()
        table.panel.blink_seats(0)
        table.panel.display.blink(DASH, DASH)
        self.stop()

    def resume(self, now):
        self.enter(now)

    def jog(self, byte, mask, lease_ms, now):
        """Runs one motor for a lease, 1 to 1000 ms; the same again renews it. Returns None,
        or why not."""
        motors = CENTRE_MOTORS if byte == CENTRE else SIDE_MOTORS
        if not 0 <= byte <= CENTRE or not mask & motors or mask & (mask - 1):
            return "there is no such motor"
        if not 1 <= lease_ms <= LONGEST_LEASE_MS:
            return "a lease is 1 to %d ms" % LONGEST_LEASE_MS
        if self._ended(byte, mask):
            return "it stands at its end already"
        if byte != self._byte or mask != self._mask:
            self.stop()
            self._byte = byte
            self._mask = mask
            self.table.events.add(JOG, byte, mask, lease_ms)
        self.refused = 0
        self.leased = True
        self._since = now
        self._lease_ms = lease_ms
        self.table.wish.bytes[byte] |= mask
        return None

    def stop(self):
        """Ends a jog."""
        if self._byte != _NOTHING:
            self.table.wish.bytes[self._byte] &= ~self._mask & 0xFF
        self._byte = _NOTHING
        self._mask = 0
        self.leased = False

    def interlocked(self, fault):
        """The interlocks did not let the motor run."""
        self.stop()
        self.refused = fault

    @property
    def resting(self):
        return not self.leased

    def step(self, now):
        table = self.table
        if self.leased:
            over = ticks_diff(now, self._since) >= self._lease_ms
            if over or table.keys.pressed or self._ended(self._byte, self._mask):
                self.stop()
                table.keys.swallow()
        elif table.keys.go:
            table.go(table.homing, now)

    def _ended(self, byte, mask):
        for in_centre, output, end in _ENDS:
            if in_centre == (byte == CENTRE) and mask == output:
                return self.table.inputs[byte] & end != 0
        return False
