"""A motor, its sensor and a clock, without a table around them."""

import pytest
from tests.paishan.motion.turning import LIMIT_MS, SIDE

from paishan.io import image as io
from paishan.io.image import HEAD, HEAD_HOME, HEAD_REV
from paishan.motion.turn import Turn
from paishan.motion.wish import Wish
from paishan.store.settings import Settings

SCAN_MS = 5
TICKS = 1 << 30


class Shaft:
    """One motion under test: `inputs` and `edges` are the test's, `wish` is the motion's.

    Starts shortly before the clock wraps, so that every test runs across it.
    """

    def __init__(self, start_ms=TICKS - 250):
        self.now = start_ms
        self.inputs = bytearray(io.INPUT_BYTES)
        self.edges = bytearray(2 * io.INPUT_BYTES)
        self.wish = Wish()
        self.settings = Settings()
        self.motion = None

    def set(self, byte, mask, level):
        if level:
            self.inputs[byte] |= mask
        else:
            self.inputs[byte] &= ~mask & 0xFF

    def drives(self, byte, mask):
        return self.wish.bytes[byte] & mask != 0

    def run(self, ms, motion=None):
        """Steps the motion for that long; edges last one scan."""
        for _ in range(ms // SCAN_MS):
            self.now = (self.now + SCAN_MS) % TICKS
            (motion or self.motion).step(self.now)
            self.edges[:] = bytes(len(self.edges))

    def trace(self, ms, byte):
        """The output byte after every scan of that time."""
        bytes_seen = []
        for _ in range(ms // SCAN_MS):
            self.run(SCAN_MS)
            bytes_seen.append(self.wish.bytes[byte])
        return bytes_seen


@pytest.fixture
def shaft():
    return Shaft()


@pytest.fixture
def new_shaft():
    """Makes one whose clock starts elsewhere."""
    return Shaft


@pytest.fixture
def head(shaft):
    shaft.set(SIDE, HEAD_HOME, True)
    shaft.motion = Turn(
        "head", shaft.wish, shaft.inputs, SIDE, HEAD, HEAD_HOME, LIMIT_MS, shaft.settings, HEAD_REV
    )
    return shaft.motion
