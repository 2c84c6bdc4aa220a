"""The four lifts: they start together, wait for the slowest, and stop together."""

from paishan.io.image import LIFT_DOWN, LIFT_LOWER, LIFT_RAISE, LIFT_UP, SIDE_NAMES, SIDES
from paishan.motion.travel import DOWN, UP, Travel
from paishan.table.faults import TRAY_STUCK


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

    def at(self, end):
        """Whether all four stand at that end."""
        for lift in self.each:
            if not lift.at(end):
                return False
        return True

    def raise_(self, now):
        """All four up."""
        self._start(UP, now)

    def lower(self, now):
        """All four down."""
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
            if lift.busy:
                lift.step(now)
                if lift.failed:
                    self.stop()
                    self._alarm.report(TRAY_STUCK + side, -1, 1 << side)
                    return
                if lift.busy:
                    moving = True
        if not moving:
            self.busy = False
            self.done = True

    def _start(self, direction, now):
        for lift in self.each:
            lift.start(direction, now)
        self.busy = True
        self.done = False
