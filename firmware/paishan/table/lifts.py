"""The four lifts: they start together, wait for the slowest, and stop together."""

from micropython import const

from paishan.io.image import LIFT_DOWN, LIFT_LOWER, LIFT_RAISE, LIFT_UP, SIDE_NAMES, SIDES
from paishan.motion.travel import DOWN, UP, Travel
from paishan.table.faults import LIFT_SENSORS, TRAY_STUCK

# eighths of the time that its way up asks for: one that needs as much for the way down was slow,
# and not held up
_MOVED = const(7)


class Lifts:
    """`busy` while one of them moves; `done` in the scan in which the last one arrived."""

    def __init__(self, wish, inputs, settings, alarm):
        self.each = tuple(
            [
                Travel(
                    name + " lift", wish, inputs, side, (LIFT_LOWER, LIFT_RAISE),
                    (LIFT_DOWN, LIFT_UP & settings.side_fitted),
                    settings.lift_first_ms, settings,
                )
                for side, name in enumerate(SIDE_NAMES)
            ]
        )  # fmt: skip
        self.busy = False
        self.done = False
        self._alarm = alarm
        self._retried = False  # the lifts were lowered once for a wall that did not rise
        self._again = False  # they are on that way down now
        self._rose_ms = 0  # for so long, before
        for lift in self.each:
            lift.pinches = UP

    def at(self, end):
        """Whether all four stand at that end."""
        for lift in self.each:
            if not lift.at(end):
                return False
        return True

    def raise_(self, now):
        """All four up."""
        self._retried = False
        self._again = False
        self._start(UP, now)

    def lower(self, now):
        """All four down."""
        self._again = False
        self._start(DOWN, now)

    def stop(self):
        """All four stop where they stand."""
        for lift in self.each:
            lift.stop()
        self.busy = False
        self.done = False

    def step(self, now):
        """One scan; one that fails stops all and is reported with its side."""
        self.done = False
        if not self.busy:
            return
        moving = False
        for side in range(SIDES):
            lift = self.each[side]
            if lift.at_both():
                self.stop()
                self._report(LIFT_SENSORS, side)
                return
            if lift.busy:
                lift.step(now)
                if lift.failed:
                    self.stop()
                    self._retry_or_report(side, now)
                    return
                if lift.busy:
                    moving = True
        if moving:
            return
        self.busy = False
        if self._again:
            self._again = False
            self._start_again(now)
        else:
            self.done = True

    def _retry_or_report(self, side, now):
        # Something under a wall that rises: gently down again, and one more try [D4.42].
        if self.each[side].direction == UP and not self._retried:
            self._retried = True
            self._again = True
            self._rose_ms = self.each[side].ran_ms
            self._start(DOWN, now)
        else:
            self._again = False
            self._report(TRAY_STUCK, side)

    def _report(self, family, side):
        self._alarm.report(family + side, -1, 1 << side)

    def _start_again(self, now):
        # A lift that was held up comes down sooner than it rose; one that is slow does not.
        self._start(UP, now)
        for lift in self.each:
            up_ms = lift.learned[UP].mean_ms
            expected_ms = self._rose_ms * lift.learned[DOWN].mean_ms // max(up_ms, 1)
            if 8 * lift.ran_ms >= _MOVED * min(expected_ms, self._rose_ms):
                lift.start(UP, now, self._rose_ms)

    def _start(self, direction, now):
        for lift in self.each:
            lift.start(direction, now)
        self.busy = True
        self.done = False
