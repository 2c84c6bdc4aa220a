"""A table at rest with the line of a laptop in the test's hands."""

from binascii import crc32

import pytest

from paishan.app import App
from paishan.io import image as io
from paishan_sim.serial import MemoryLine

SCAN_MS = 5
AT_REST = bytes([0x16, 0x16, 0x16, 0x16, 0x32, io.ENABLE, 1, io.CHAIN_SIGNATURE])
KEY = "0f" * 32


def frame(text):
    body = f"{text} ".encode()
    return body + b"*%08x\n" % crc32(body)


class Wire:
    """App, inputs and line. `now` is its time; nothing mechanical moves."""

    def __init__(self, start_ms=0, identity=None, folder=None, **settings):
        self.inputs = bytearray(AT_REST)
        self.outputs = bytearray(io.OUTPUT_BYTES)
        self.now = start_ms
        self.line = MemoryLine()
        self.app = App(
            self,
            {"settings": settings},
            self.line.device,
            folder,
            {"board": "test", "reset_cause": "power-on", **(identity or {})},
        )
        self.link = self.app.link
        self.number = 0
        self._rest = ""
        self.run(1500)

    # the port of the firmware

    def read(self, inputs):
        inputs[:] = self.inputs
        if self.app.link:
            self.app.link.hold_keys(inputs, self.now)

    def write(self, outputs):
        self.outputs[:] = outputs

    # clock and hands

    def run(self, ms):
        for _ in range(ms // SCAN_MS):
            self.app.turn(self.now)
            self.now = (self.now + SCAN_MS) % (1 << 30)

    def put(self, station, mask, on=True):
        if on:
            self.inputs[station] |= mask
        else:
            self.inputs[station] &= ~mask & 0xFF
        self.run(100)

    def jumper(self, on=True):
        self.put(io.PANEL, io.SERVICE, on)

    # the laptop

    def send(self, data, ms=500):
        self.line.send(data)
        self.run(ms)

    def heard(self):
        """Whole lines that have come."""
        *whole, self._rest = (self._rest + self.line.receive().decode()).split("\n")
        return [line.rstrip("\r") for line in whole]

    def replies(self, text):
        """All lines of the reply to a framed request, without their checksums."""
        self.number += 1
        self.heard()
        self.send(frame(f"#{self.number} {text}"))
        for _ in range(20):
            lines = self.heard()
            mine = [line for line in lines if line.startswith(f"#{self.number} ")]
            if mine:
                while mine[-1].split()[1] == "+":
                    self.run(500)
                    mine += [one for one in self.heard() if one.startswith("#")]
                return [line.rpartition(" *")[0].partition(" ")[2] for line in mine]
            self.run(100)
        raise AssertionError(f"no reply to {text}")

    def ask(self, text):
        """The last line of the reply."""
        return self.replies(text)[-1]

    def type(self, text):
        self.heard()
        self.send(text.encode() + b"\n")
        return self.heard()

    def technician(self):
        self.jumper()
        assert self.ask("auth presence") == 'ok level="technician"'
        self.jumper(False)


@pytest.fixture
def wire():
    """A table that is READY; nobody has spoken yet."""
    return Wire()


@pytest.fixture
def new_wire():
    return Wire


@pytest.fixture
def technician(wire):
    """The same with a technician logged in."""
    wire.technician()
    return wire
