"""Ports, lines and pace under a locked heap, in MicroPython, and the viper functions of the chain.

Prints a line a case when it has run 1,000 times without the heap, and a line a viper round. Run
by test_heap.py.
"""

import binascii
import sys

import micropython  # type: ignore[import-not-found]

from paishan.io.chain import Chain, load, take
from paishan.io.gpio import Direct
from paishan.io.lines import Lines
from paishan.io.pace import Pace
from paishan.io.uart import Uart

ROUNDS = 1000
_state = 4711


def _bytes(count):
    global _state
    made = bytearray(count)
    for at in range(count):
        _state = (_state * 1103515245 + 12345) & 0x7FFFFFFF
        made[at] = _state >> 16 & 0xFF
    return made


class _Spi:
    """Seven 595s and eight 165s, byte by byte."""

    def __init__(self):
        self.ring = bytearray(15)
        self.broken = False

    def latch(self, level):
        if not level:
            for at in range(7, 15):
                self.ring[at] = at
            self.ring[7] = 0xA5

    def _shift(self, sent):
        ring = self.ring
        came = ring[14]
        at = 14
        while at:
            ring[at] = ring[at - 1]
            at -= 1
        ring[0] = 0 if self.broken else sent
        return came

    def write_readinto(self, sent, came):
        for at in range(len(sent)):
            came[at] = self._shift(sent[at])

    def write(self, sent):
        for at in range(len(sent)):
            self._shift(sent[at])


class _Uart:
    def any(self):
        return 1

    def readinto(self, buffer, count):
        buffer[0] = 65
        return 1

    def write(self, buffer, count):
        return count

    def txdone(self):
        return True


def _pin(level=None):
    return 0


def _chain_case(broken):
    spi = _Spi()
    chain = Chain(spi, spi.latch, _pin, bytes(8))
    inputs, one, other = bytearray(8), bytearray(b"\x01" * 7), bytearray(7)

    def scan(number):
        chain.read(inputs)
        chain.write(one if number & 4 else other)
        chain.feed()

    scan(0)
    spi.broken = broken
    return scan


def _direct_case():
    port = Direct(((0, 1, _pin, 0),), ((0, 1, _pin, 1), (4, 2, _pin, 0)), _pin)
    inputs, one, other = bytearray(8), bytearray(b"\x03" * 7), bytearray(7)

    def scan(number):
        port.read(inputs)
        port.write(one if number & 4 else other)
        port.feed()

    return scan


def _lines_case():
    lines = Lines(Uart(_Uart()), Uart(_Uart(), _pin))
    buffer = bytearray(64)

    def scan(number):
        lines.readinto(buffer)
        lines.write(buffer, 64)

    return scan


def _pace_case():
    pace = Pace(Direct((), (), _pin), Uart(_Uart(), _pin).sending)
    pace._port.period_ms = 0

    def scan(number):
        pace.wait()

    return scan


def _console_case():
    from rescue.console import Console

    console = Console()
    buffer = bytearray(64)
    line = b"\r"

    def scan(number):
        console.spare(number & 1)
        console.readinto(buffer)
        console.write(line, 1)

    return scan


CASES = (
    ("chain", _chain_case, (False,)),
    ("broken chain", _chain_case, (True,)),
    ("direct", _direct_case, ()),
    ("lines", _lines_case, ()),
    ("pace", _pace_case, ()),
    ("console", _console_case, ()),
)


def locked():
    """Runs every case; in MicroPython only."""
    for name, make, arguments in CASES:
        scan = make(*arguments)
        scan(1)
        micropython.heap_lock()
        for number in range(ROUNDS):
            scan(number)
        micropython.heap_unlock()
        print("locked", name)


def lines():
    """The viper rounds, as lines."""
    for _ in range(ROUNDS):
        sent, outputs = _bytes(16), _bytes(7)
        load(sent, outputs)
        yield f"load {binascii.hexlify(sent).decode()}"
        came, inputs = _bytes(16), bytearray(8)
        if sent[1] & 1:  # half of them come back whole
            came[15] = sent[0]
            for at in range(8, 15):
                came[at] = sent[at + 1]
            if sent[1] & 2:
                came[8 + (sent[2] & 7)] ^= 1 << (sent[3] & 7)
        differs = take(came, sent, _bytes(8), inputs)
        yield f"take {differs} {binascii.hexlify(inputs).decode()}"


if sys.implementation.name == "micropython":
    locked()
    for line in lines():
        print(line)
