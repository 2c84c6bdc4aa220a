"""What a board does when its firmware hangs: monostable, then watchdog.

The outputs are enabled by a retriggerable monostable that a complete scan keeps up: they stay
as they were until its time is over, then all of them are off. Later the chip's own watchdog
resets it, and it starts anew with the reset cause "watchdog".
"""

from __future__ import annotations

from typing import Final

MONOSTABLE_MS: Final = 50
WATCHDOG_MS: Final = 8388  # the longest that an RP2040 can be set to
HUNG: Final = "HUNG"  # the state of a table that says nothing
_OFF: Final = bytes(7)


class Hang:
    """Of a firmware that gave `outputs` in its last complete scan, at `since_ms`."""

    def __init__(self, since_ms: int, outputs: bytes) -> None:
        self._since_ms = since_ms
        self._outputs = outputs

    def outputs(self, now_ms: int) -> bytes | None:
        """What the machine sees at `now_ms`; None when the watchdog bites."""
        after_ms = now_ms - self._since_ms
        if after_ms <= MONOSTABLE_MS:
            return self._outputs
        return _OFF if after_ms < WATCHDOG_MS else None
