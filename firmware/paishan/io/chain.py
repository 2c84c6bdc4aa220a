"""The process image over a ring of shift registers on one SPI: seven 74HC595, eight 74HC165.

    controller -> 595 E S W N centre tens units -> back -> 165 signature selector panel centre
    N W S E -> controller

Bit 0 of a byte is QA of its 595 and A of its 165. One latch line serves both kinds: its low
level loads the 165s, its rising edge shows what the 595s were sent.

A read is an exchange of 16 bytes: the first eight that come in are the 165s, then follow the
seven bytes that the 595s held (all outputs read back), last the first byte sent, which is
another one each scan. So a stuck, broken, shifted or disturbed ring, on the way out or in,
is seen within one scan. A broken one shows nothing until its outputs are disabled; after a
single disturbance the exchange is repeated at once: once to see that the 595s hold what they
should, once for the inputs. Outputs that change are sent and shown at once by a second
exchange of seven bytes; all are sent again with each read.

Until the first good scan, and while the ring is not whole, `feed` gives no pulse: the
monostable that enables the outputs of sides and centre runs out, and each is off by its pull.
"""

import micropython
from micropython import const

from paishan.io.image import CHAIN, CHAIN_SIGNATURE, OUTPUT_BYTES, copy, motors_run

OUT_BROKEN = const(0x5A)  # in place of the signature: what is sent does not come back

_EXCHANGE = const(16)
_FIRST_OUTPUT = const(9)  # the far end's byte goes first; the bytes before it run through
_MARK = const(0x5A)  # and A5 in turn: no stuck line and no shift by a bit looks like them
_TRIES = const(2)  # more exchanges in a scan whose first one failed
_LET_GO = const(30)  # bad scans, after which the outputs are disabled whatever a latch shows


@micropython.viper
def load(sent_bytes, output_image):
    """Puts the outputs where they are sent from: the farthest register's first."""
    sent = ptr8(sent_bytes)  # noqa: F821
    outputs = ptr8(output_image)  # noqa: F821
    i = 0
    while i < 7:
        sent[15 - i] = outputs[i]
        i += 1


@micropython.viper
def take(came_bytes, sent_bytes, inverted_bits, input_image) -> int:
    """Takes the inputs out of an exchange, active-high; returns 0 when all that was sent came
    back."""
    came = ptr8(came_bytes)  # noqa: F821
    sent = ptr8(sent_bytes)  # noqa: F821
    inverted = ptr8(inverted_bits)  # noqa: F821
    inputs = ptr8(input_image)  # noqa: F821
    differs = came[15] ^ sent[0]
    sent[0] ^= 0xFF  # another mark for the next exchange
    i = 0
    while i < 8:
        inputs[i] = came[i] ^ inverted[i]
        i += 1
    i = 8
    while i < 15:
        differs |= came[i] ^ sent[i + 1]
        i += 1
    return differs


class Chain:
    """The port of a board with a chain.

    `spi`: a machine.SPI, mode 0, most significant bit first. `latch`, `alive`: output pins,
    latch high, alive low. `inverted`: eight bytes, the inputs that are active-low at their
    165. `good`: whether the last read came back whole. `disturbed`: scans in which it did not
    at the first try. `period_ms`: between two scans, as the
    settings say. `moving`: whether a motor is on. Nothing here allocates after __init__.
    """

    def __init__(self, spi, latch, alive, inverted):
        self.period_ms = 5
        self.good = False
        self.disturbed = 0
        self.moving = False
        self._spi = spi
        self._latch = latch
        self._alive = alive
        self._inverted = bytes(inverted)
        self._sent = bytearray(_EXCHANGE)
        self._sent[0] = _MARK
        self._outputs = memoryview(self._sent)[_FIRST_OUTPUT:]
        self._came = bytearray(_EXCHANGE)
        self._wanted = bytearray(OUTPUT_BYTES)
        self._whole = True  # what the 595s hold may be shown
        self._armed = False  # there was a good scan
        self._usual = False  # so it was, and the last one was good
        self._bad_scans = 0
        self._swap = self._exchange
        self._send()

    def _send(self):
        self._spi.write(self._outputs)
        if self._whole:
            latch = self._latch
            latch(0)
            latch(1)

    def read(self, inputs):
        """Fills 8 bytes; the last is the signature, or OUT_BROKEN."""
        if not self._usual:
            self._doubt(inputs)
        elif not self._swap(inputs):
            self._struggle(inputs)

    def _doubt(self, inputs):
        if self._whole and self._exchange(inputs):
            self._settle(inputs)
        else:
            self._struggle(inputs)

    def _exchange(self, inputs):
        # shows what the 595s hold, loads the 165s; whether all that was sent has come back
        latch = self._latch
        sent = self._sent
        came = self._came
        latch(0)
        latch(1)
        self._spi.write_readinto(sent, came)
        return not take(came, sent, self._inverted, inputs)

    def _settle(self, inputs):
        self.good = True
        self._whole = True
        self._bad_scans = 0
        self._armed = self._armed or inputs[CHAIN] == CHAIN_SIGNATURE
        self._usual = self._armed

    def _struggle(self, inputs):
        # The first exchange failed, or what the 595s hold must not be shown yet.
        self.disturbed = (self.disturbed + 1) & 0x3FFFFFFF
        self._usual = False
        whole = False
        tries = _TRIES
        while tries:
            tries -= 1
            fresh = whole
            if fresh or self._bad_scans == _LET_GO:
                whole = self._exchange(inputs)
            else:
                self._spi.write_readinto(self._sent, self._came)
                whole = not take(self._came, self._sent, self._inverted, inputs)
            if fresh and whole:
                self._settle(inputs)
                return
        self.good = False
        self._whole = whole
        if self._bad_scans < _LET_GO:
            self._bad_scans += 1
        if inputs[CHAIN] == CHAIN_SIGNATURE:
            inputs[CHAIN] = OUT_BROKEN

    def write(self, outputs):
        """Takes 7 bytes; through a good ring, what changed is shown when this returns."""
        if outputs != self._wanted:
            copy(self._wanted, outputs, OUTPUT_BYTES)
            load(self._sent, outputs)
            self._send()
            self.moving = motors_run(outputs)

    def feed(self):
        """After a complete scan: keeps the outputs enabled for another 50 ms, if all is well."""
        if self._usual:
            alive = self._alive
            alive(1)
            alive(0)
