"""The ring of shift registers, bit by bit: what a board's pins make of it.

All registers shift on the rising edge of the clock; what they hand on changes behind it, so
that a controller which reads on that edge (SPI mode 0) still sees the old level.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

OUTPUTS: Final = 7
INPUTS: Final = 8
SIGNATURE: Final = 0xA5
MONOSTABLE_MS: Final = 50
_BITS: Final = 8 * (OUTPUTS + INPUTS)


class Ring:
    """Fifty-six bits of 595s, then sixty-four of 165s, first the ones next to MOSI.

    `levels`: at the pins of the 165s, station 0 first. `outputs`: what the drivers get.
    `break_at`: number of registers from the controller behind which the ring is open, `stuck`:
    the level that is read there. `exchanges`: number of bytes of each.
    """

    def __init__(self) -> None:
        self.levels = bytearray(INPUTS)
        self.levels[7] = SIGNATURE
        self.shown = bytearray(b"\xff" * OUTPUTS)  # what 595s wake up with is chance
        self.bits = [1] * _BITS
        self.latch_level = 1
        self.clock_level = 0
        self.mosi = 0
        self.break_at: int | None = None
        self.stuck = 0
        self.exchanges: list[int] = []
        self.enabled_until_ms = 0
        self.now_ms = 0

    @property
    def miso(self) -> int:
        return self.stuck if self.break_at == OUTPUTS + INPUTS else self.bits[-1]

    @property
    def outputs(self) -> bytes:
        return bytes(self.shown) if self.now_ms < self.enabled_until_ms else bytes(OUTPUTS)

    def _before(self, index: int) -> int:
        """The level that the bit with that number takes over."""
        if self.break_at is not None and index == 8 * self.break_at:
            return self.stuck
        return self.bits[index - 1] if index else self.mosi

    def clock(self, level: int) -> None:
        """SCK; 165s that load do not shift."""
        if level and not self.clock_level:
            moves = range(_BITS if self.latch_level else 8 * OUTPUTS)
            self.bits[: len(moves)] = [self._before(index) for index in moves]
        self.clock_level = level

    def latch(self, level: int) -> None:
        """LATCH: its low level loads the 165s, its rising edge shows the 595s."""
        if level and not self.latch_level:
            for station in range(OUTPUTS):
                bits = self.bits[8 * station : 8 * station + 8]  # QA first
                self.shown[station] = sum(bit << k for k, bit in enumerate(bits))
        if not level and self.latch_level:
            for station in range(INPUTS):  # the far one is the first behind the 595s
                at = 8 * (OUTPUTS + INPUTS - 1 - station)
                value = self.levels[station]
                self.bits[at : at + 8] = [value >> k & 1 for k in range(8)]
        self.latch_level = level

    def alive(self, level: int, before: int) -> None:
        """ALIVE: a rising edge enables the outputs for a while."""
        if level and not before:
            self.enabled_until_ms = self.now_ms + MONOSTABLE_MS


class Spi:
    """A machine.SPI on the ring."""

    def __init__(self, ring: Ring, polarity: int = 0, phase: int = 0) -> None:
        self.ring = ring
        self.polarity = polarity
        self.phase = phase
        ring.clock(polarity)

    def _bit(self, out: int) -> int:
        ring = self.ring
        if self.phase == 0:  # read on the first edge, set before it
            ring.mosi = out
            came = ring.miso
            ring.clock(1 - self.polarity)
            ring.clock(self.polarity)
        else:  # set on the first edge, read on the second
            ring.clock(1 - self.polarity)
            ring.mosi = out
            came = ring.miso
            ring.clock(self.polarity)
        return came

    def write_readinto(self, sent: bytes | memoryview, came: bytearray) -> None:
        """An exchange, most significant bit first."""
        self.ring.exchanges.append(len(sent))
        for at, byte in enumerate(bytes(sent)):
            value = 0
            for k in range(7, -1, -1):
                value = value << 1 | self._bit(byte >> k & 1)
            came[at] = value

    def write(self, sent: bytes | memoryview) -> None:
        """An exchange whose other half nobody wants."""
        self.write_readinto(sent, bytearray(len(sent)))


class Line:
    """An output pin that hands its level on, with the one before."""

    def __init__(self, to: Callable[[int, int], None], level: int) -> None:
        self.to = to
        self.level = level

    def __call__(self, level: int) -> None:
        before, self.level = self.level, level
        self.to(level, before)
