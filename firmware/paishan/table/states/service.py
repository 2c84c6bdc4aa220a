"""SERVICE: a technician moves one motor at a time, or runs the numbered self-tests.

Entered with both lift keys down at power-on, by the gear switch at the self-test, or over the
link. A dice key steps the test, a lift key runs it and ends it, both keys leave. A jog over
the link runs for a lease that must be renewed. Both go through the same interlocks as
everything else and end at the end sensors; a lift key stops whatever moves at once.
What the switch began it ends, set back to a gear, once no motor runs.
"""

from micropython import const

from paishan.io.image import (
    CENTRE,
    CENTRE_MOTORS,
    DICE_KEYS,
    DOME_DOWN,
    DOME_LOWER,
    DOME_RAISE,
    DOME_UP,
    LIFT_DOWN,
    LIFT_LOWER,
    LIFT_RAISE,
    LIFT_UP,
    PANEL,
    SIDE_MOTORS,
    motors_run,
)
from paishan.io.ticks import ticks_diff
from paishan.motion.keys import BOTH, LONG
from paishan.table.events import JOG, TESTED
from paishan.table.faults import GEAR_SELF_TEST
from paishan.table.selftest import FAILED, RUNNING
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
    """`leased`: a command holds a motor or a test; `refused`: the fault code of the interlock
    that stopped the last jog, 0 = none; `by_switch`: the gear switch began it, and nobody has
    taken it over."""

    name = "SERVICE"

    def __init__(self, table):
        super().__init__(table)
        self._tests: object = None
        self.leased = False
        self.refused = 0
        self.by_switch = False
        self._told = 0  # verdict that was told last
        self._byte = _NOTHING
        self._mask = 0
        self._since = 0
        self._lease_ms = 0

    def tests(self):
        """The self-tests; their code is loaded by whoever is first to ask."""
        if self._tests is None:
            from paishan.table.selftest import SelfTest

            self._tests = SelfTest(self.table)
        return self._tests

    def carry_on(self, before, now):
        self.enter(now)
        self.by_switch = before.by_switch

    def enter(self, now):
        table = self.table
        self.by_switch = False
        table.hold_all(now)
        table.forget_turns()
        table.alarm.clear()  # a technician has taken it over
        table.keys.swallow()
        table.panel.ready.off()
        self.tests().choose(self.tests().number)
        self._show()

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
        if self.tests().running:
            self.tests().stop()
        if byte != self._byte or mask != self._mask:
            self.stop()
            self._byte = byte
            self._mask = mask
            self.table.events.add(JOG, byte, mask, lease_ms)
        self.refused = 0
        self.by_switch = False
        self.leased = True
        self._since = now
        self._lease_ms = lease_ms
        self.table.wish.bytes[byte] |= mask
        return None

    def run_test(self, number, now):
        """Runs a self-test, 1 to 15, by command; dome and lifts may move while it is renewed."""
        self.stop()
        self.refused = 0
        self.by_switch = False
        self.tests().choose(number)
        self.tests().start(now)
        self._told = RUNNING
        self.leased = True
        self.renew_test(now)

    def renew_test(self, now):
        """Keeps a test that was started by command going: without it the test ends after
        LONGEST_LEASE_MS."""
        self._since = now

    def stop(self):
        """Ends a jog or a test."""
        if self._byte != _NOTHING:
            self.table.wish.bytes[self._byte] &= ~self._mask & 0xFF
        if self._tests is not None and self.tests().running:  # a fault must not load their code
            self.tests().stop()
        self._byte = _NOTHING
        self._mask = 0
        self.leased = False

    def interlocked(self, fault):
        """The interlocks did not let the motor run."""
        self.refused = fault
        tests = self.tests()
        if not (tests.running and tests.held_back(fault)):
            self.stop()

    def resting(self):
        return not self.leased and not self.tests().running

    def step(self, now):
        table = self.table
        if self._byte != _NOTHING:
            over = ticks_diff(now, self._since) >= self._lease_ms
            if over or table.keys.pressed or self._ended(self._byte, self._mask):
                self.stop()
                table.keys.swallow()
        elif self.by_switch and self._set_back() and not motors_run(table.wish.bytes):
            self._leave(now)
        elif self.tests().running:
            self._step_test(now)
        elif table.keys.event == BOTH:
            self._leave(now)
        elif table.keys.go:
            self.tests().start(now)
            self._told = RUNNING
        elif table.edges[PANEL] & DICE_KEYS:
            self.tests().choose(self.tests().number + 1)
            self._show()

    def _set_back(self):
        position = self.table.selector.position
        return position >= 0 and self.table.gear_problem() != GEAR_SELF_TEST

    def _leave(self, now):
        self.stop()
        self.table.panel.light_seats(0)
        self.table.go(self.table.homing, now)

    def _step_test(self, now):
        table = self.table
        if self.leased and ticks_diff(now, self._since) > LONGEST_LEASE_MS:
            self.stop()
            return
        ends = table.keys.event == LONG if self.tests().wants_keys() else table.keys.go
        if table.keys.pressed and self.tests().moves_dome_or_lifts() or ends:
            table.keys.swallow()
            self.stop()
        else:
            self.tests().step(now)
        if self.tests().verdict != self._told:
            self._told = self.tests().verdict
            self.leased = False
            table.events.add(TESTED, self.tests().number, self._told)
            self._show()

    def _show(self):
        panel = self.table.panel
        number = self.tests().number
        # in binary, east the highest: as on the dealer lamps of other makes
        lamps = 0
        for side in range(4):
            if number >> (3 - side) & 1:
                lamps |= 1 << side
        panel.light_seats(lamps)
        if self.tests().verdict == FAILED:
            panel.display.blink_number(number)
        else:
            panel.display.number(number)

    def _ended(self, byte, mask):
        for in_centre, output, end in _ENDS:
            if in_centre == (byte == CENTRE) and mask == output:
                return self.table.inputs[byte] & end != 0
        return False
