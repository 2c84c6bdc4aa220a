"""The electronics around a controller, bit by bit, for `machine` to be imported from.

All registers shift on the rising edge of the clock; what they hand on changes behind it, so
that a controller which reads on that edge (SPI mode 0) still sees the old level. `break_at`:
number of registers from the controller behind which the ring is open, `stuck`: the level that
is read there.
"""

OUTPUTS = 7
INPUTS = 8
MONOSTABLE_MS = 50


class Ring:
    """Fifty-six bits of 595s, then sixty-four of 165s, first the ones next to MOSI."""

    def __init__(self):
        self.levels = bytearray(INPUTS)  # at the pins of the 165s, station 0 first
        self.levels[7] = 0xA5
        self.shown = bytearray(b"\xff" * OUTPUTS)  # what 595s show after power-on is chance
        self.bits = [1] * 8 * (OUTPUTS + INPUTS)
        self.latch_level = 1
        self.clock_level = 0
        self.mosi = 0
        self.break_at = None
        self.stuck = 0
        self.exchanges = []  # number of bytes of each
        self.enabled_until_ms = 0
        self.now_ms = 0

    @property
    def miso(self):
        return self.stuck if self.break_at == OUTPUTS + INPUTS else self.bits[-1]

    @property
    def outputs(self):
        """What the drivers get: all low without the enable."""
        return bytes(self.shown) if self.now_ms < self.enabled_until_ms else bytes(OUTPUTS)

    def _before(self, index):
        """The level that the bit with that number takes over."""
        if self.break_at is not None and index == 8 * self.break_at:
            return self.stuck
        return self.bits[index - 1] if index else self.mosi

    def clock(self, level):
        if level and not self.clock_level:
            # 165s that load do not shift
            moves = range(8 * (OUTPUTS + INPUTS) if self.latch_level else 8 * OUTPUTS)
            self.bits[: len(moves)] = [self._before(index) for index in moves]
        self.clock_level = level

    def latch(self, level):
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

    def alive(self, level, before):
        if level and not before:
            self.enabled_until_ms = self.now_ms + MONOSTABLE_MS


class Spi:
    """A machine.SPI on the ring; only what is on the right pins reaches it."""

    def __init__(self, ring, polarity=0, phase=0, **_settings):
        self.ring = ring
        self.polarity = polarity
        self.phase = phase
        ring.clock(polarity)

    def _bit(self, out):
        ring = self.ring
        active = 1 - self.polarity
        if self.phase == 0:  # read on the first edge, set before it
            ring.mosi = out
            came = ring.miso
            ring.clock(active)
            ring.clock(self.polarity)
        else:  # set on the first edge, read on the second
            ring.clock(active)
            ring.mosi = out
            came = ring.miso
            ring.clock(self.polarity)
        return came

    def write_readinto(self, sent, came):
        self.ring.exchanges.append(len(sent))
        for at, byte in enumerate(bytes(sent)):
            value = 0
            for k in range(7, -1, -1):
                value = value << 1 | self._bit(byte >> k & 1)
            came[at] = value

    def write(self, sent):
        self.write_readinto(sent, bytearray(len(sent)))


class Line:
    """An output pin that hands its level on."""

    def __init__(self, to, level):
        self.to = to
        self.level = level

    def __call__(self, level):
        before, self.level = self.level, level
        self.to(level, before)
