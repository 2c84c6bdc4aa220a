"""Failed logins: how many in a row, and how long the next one has to wait.

A try counts as failed before it is looked at, so cutting the power in the middle of one gains
nothing; the wait begins anew at power-on, so neither does switching off and on. There is no
upper limit of tries and nothing is ever locked for good: the service jumper always works.
"""

from micropython import const

from paishan.io.ticks import TICKS_MASK
from paishan.store.record import BAD

# how long to wait after so many failed tries in a row; the last one for all that follow
WAITS_MS = (0, 0, 1000, 5000, 30000, 120000, 600000)
_MOST = const(99)


class Tries:
    """On the access record; `count` failed tries in a row. A bad record counts as many."""

    def __init__(self, access):
        self._access = access
        if access.health == BAD:
            access.data["tries"] = len(WAITS_MS)
        self._since = None  # of the wait that runs; None: not begun yet
        self._waits = self.count > 0

    @property
    def count(self):
        return self._access.data["tries"]

    def wait_ms(self, now):
        """Time until the next try may be made, 0 = now.

        The wait after power-on begins with the first call.
        """
        if not self._waits:
            return 0
        if self._since is None:
            self._since = now
        left_ms = WAITS_MS[min(self.count, len(WAITS_MS) - 1)] - (now - self._since & TICKS_MASK)
        if left_ms <= 0:
            self._waits = False
            return 0
        return left_ms

    def begin(self, now):
        """A try is made: counts it as failed, in the store. Only at rest, after `wait_ms` is 0.

        Raises OSError if it cannot be written: then the try must not be looked at.
        """
        access = self._access
        access.data["tries"] = min(self.count + 1, _MOST)
        self._since = now
        self._waits = True
        if access.health != BAD:
            access.save()

    def succeeded(self):
        """The try that was begun was the right one: no failed tries any more."""
        access = self._access
        access.data["tries"] = 0
        self._waits = False
        if access.health != BAD:
            access.save()
