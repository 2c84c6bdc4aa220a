"""The gear selector: from eight raw lines to a position that can be trusted.

Kinds: "dip" binary levers, 4 to 8 of them, either bit order, either polarity, first
position 0 or 1; "dial" one decade (BCD on the low four lines); "thumbwheel" two decades
(tens on the high four). A position counts after three equal reads while nothing moves. One
that goes to and fro between two of them is half seated, until it has been steady for a while.
"""

from micropython import const

from paishan.io.image import SELECTOR, motors_run
from paishan.io.ticks import TICKS_MASK, ticks_diff

UNREAD = const(-2)  # not yet three equal reads
HALF_SEATED = const(-1)  # the lines show no position at all

_READS = const(3)
_RETURNS = const(2)  # to the read before the last one: nobody turns a switch like that
_RETURNS_MS = const(5000)  # within this
_STEADY_MS = const(3000)  # and believed again after this without a change
KINDS = ("dip", "dial", "thumbwheel")


class Selector:
    """`position`: the accepted one, UNREAD or HALF_SEATED. `pending`: another position that
    was read while something moved and waits for rest, UNREAD when there is none.
    """

    def __init__(self, inputs, wish, config, sample_ms):
        """`config`: (kind, bits, lowest line first, active high, first position); raises
        ValueError naming what is out of range."""
        kind, bits, lowest_first, active_high, first = config
        if kind not in KINDS:
            raise ValueError("selector kind %r: one of %s" % (kind, ", ".join(KINDS)))
        if kind == "dip" and not 4 <= bits <= 8:
            raise ValueError("selector bits %r: a DIP switch has 4 to 8" % bits)
        if first not in (0, 1):
            raise ValueError("first position %r: it is 0 or 1" % first)
        self.position = UNREAD
        self.pending = UNREAD
        self._inputs = inputs
        self._outputs = wish.bytes
        self._kind = kind
        self._bits = bits
        self._lowest_first = lowest_first
        self._invert = 0x00 if active_high else 0xFF
        self._first = first
        self.sample_ms = sample_ms
        self.since = 0
        self._lines = -1  # at the last read
        self._candidate = UNREAD
        self._reads = 0
        self._was_still = False
        self._before = UNREAD  # the read before the last change
        self._returns = 0
        self._changed = 0

    def decode(self, raw):
        """The position that the lines show, or HALF_SEATED."""
        lines = (raw ^ self._invert) & 0xFF
        if self._kind == "dial":
            digit = lines & 0x0F
            return digit if digit <= 9 else HALF_SEATED
        if self._kind == "thumbwheel":
            tens = lines >> 4
            units = lines & 0x0F
            return tens * 10 + units if tens <= 9 and units <= 9 else HALF_SEATED
        value = 0
        for line in range(self._bits):
            weight = line if self._lowest_first else self._bits - 1 - line
            if lines >> line & 1:
                value |= 1 << weight
        return value + self._first

    def encode(self, position):
        """The raw lines for a position (what a wired switch would show), or ValueError."""
        for raw in range(256):
            # lines without a lever read as open
            if self._kind == "dial" and (raw ^ self._invert) & 0xF0:
                continue
            if self._kind == "dip" and (raw ^ self._invert) & 0xFF >> self._bits << self._bits:
                continue
            if self.decode(raw) == position:
                return raw
        raise ValueError("this switch has no position %d" % position)

    def start(self, now):
        """Power-on: the first sample is due one period from now."""
        self.since = now

    def step(self, now):
        """One scan: reads the switch when a sample is due."""
        if ticks_diff(now, self.since) < self.sample_ms:
            return
        self.since = now
        still = not motors_run(self._outputs)
        lines = self._inputs[SELECTOR]
        read = self._candidate if lines == self._lines else self.decode(lines)
        self._lines = lines
        if read != self._candidate:
            self._note_change(read, now)
        if read != self._candidate or still != self._was_still:
            self._was_still = still
            self._candidate = read
            self._reads = 1
            return
        if self._reads < _READS:
            self._reads += 1
            if self._reads < _READS:
                return
        if self._returns >= _RETURNS:
            if ticks_diff(now, self._changed) < _STEADY_MS:
                read = HALF_SEATED
            else:
                self._returns = 0
        if still:
            self.position = read
            self.pending = UNREAD
        else:
            self.pending = read if read != self.position else UNREAD

    def _note_change(self, read, now):
        if now - self._changed & TICKS_MASK > _RETURNS_MS:
            self._returns = 0
        if read == self._before:
            self._returns += 1
        self._before = self._candidate
        self._changed = now
