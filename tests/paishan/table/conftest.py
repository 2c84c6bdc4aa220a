"""Bytes in, bytes out, and a clock for the parts of a table that need no machine."""

import pytest

from paishan.io import image as io
from paishan.motion.wish import Wish
from paishan.store.settings import Settings
from paishan.table.faults import Alarm
from paishan.table.interlocks import Interlocks
from paishan.table.side import Side

SCAN_MS = 5
TICKS = 1 << 30
QUICK_HEAD_MS = 1200  # limit of the head of these tests, which turns in less than a real one
SETTLED_MS = 110  # a tile that stands this long is one, whatever is known of the head
# everything at home, cover closed, mains there, the chain whole
AT_REST = b"\x16\x16\x16\x16\x32\x40\x01\xa5"


class Lines:
    """The images, and whatever is under test; starts shortly before the clock wraps."""

    def __init__(self, **figures):
        self.now = TICKS - 250
        self.inputs = bytearray(io.INPUT_BYTES)
        self.edges = bytearray(2 * io.INPUT_BYTES)
        self.wish = Wish()
        self.settings = Settings(figures)
        self.alarm = Alarm()

    def run(self, ms, part):
        """Steps the part for that long; edges last one scan."""
        for _ in range(ms // SCAN_MS):
            self.now = (self.now + SCAN_MS) % TICKS
            part.step(self.now)
            self.edges[:] = bytes(len(self.edges))

    def drives(self, byte, mask):
        return self.wish.bytes[byte] & mask != 0


@pytest.fixture
def lines():
    return Lines()


class Gates:
    """Interlocks alone, with a hand on every wish and input."""

    def __init__(self, rows=None, start_ms=TICKS - 200, **figures):
        generous = {"starts_per_scan": 3, "supply_ma": 20_000}
        self.settings = Settings({**generous, **figures})
        self.inputs = bytearray(AT_REST)
        self.edges = bytearray(16)
        self.wish = Wish()
        self.interlocks = Interlocks(self.wish, self.inputs, self.edges, self.settings, rows)
        self.now = start_ms

    def step(self, scans=1, changed=False):
        for _ in range(scans):
            self.interlocks.step(self.now, changed)
            self.now = (self.now + SCAN_MS) % TICKS
            self.edges[io.PANEL] = 0
        return bytes(self.interlocks.outputs)

    def press(self):
        self.edges[io.PANEL] = io.KEY_A
        return self.step(changed=True)

    def want(self, byte, mask):
        self.wish.bytes[byte] = mask

    def scan(self, wish, inputs, key):
        """Enough scans for one wish, so that all its motors have started."""
        self.wish.bytes[:] = wish
        self.inputs[:] = inputs
        if key:
            self.press()
        return self.step(8, True)


@pytest.fixture
def gates():
    """Makes interlocks with their own rows or settings."""
    return Gates


WEST = 2
HEAD_MS = 400


class Post:
    """The west side with the test's hand on every sensor."""

    def __init__(self, lines):
        self.lines = lines
        self.side = Side(WEST, "west", lines.wish, lines.inputs, lines.edges, lines.settings)
        self.show(io.HEAD_HOME | io.PUSHER_HOME | io.LIFT_DOWN)

    @property
    def now(self):
        return self.lines.now

    def show(self, mask):
        was = self.lines.inputs[WEST]
        self.lines.inputs[WEST] = was | mask
        self.lines.edges[WEST] |= mask & ~was

    def hide(self, mask):
        was = self.lines.inputs[WEST]
        self.lines.inputs[WEST] = was & ~mask & 0xFF
        self.lines.edges[8 + WEST] |= mask & was

    def run(self, ms):
        self.lines.run(ms, self.side)

    def drives(self, mask):
        return self.lines.drives(WEST, mask)

    def begin(self, tiles):
        self.side.begin(tiles)
        self.side.feeder.missed = True  # S6 need not see what a test puts before S1
        self.side.go_on(self.now)
        self.run(5)

    def tile_enters(self):
        self.show(io.BELT_FULL)
        self.run(20)
        self.hide(io.BELT_FULL)
        self.run(20)

    def tile_arrives(self):
        self.tile_enters()
        self.show(io.TILE)
        self.run(SETTLED_MS)

    def head_turns(self, takes=True):
        """One turn of the head, which must have been started."""
        assert self.drives(io.HEAD)
        self.run(30)
        self.hide(io.HEAD_HOME)
        self.run(50)
        if takes:
            self.hide(io.TILE)
        self.run(HEAD_MS - 100)
        self.show(io.HEAD_HOME)
        self.run(10)

    def pusher_turns(self):
        assert self.drives(io.PUSHER)
        self.hide(io.PUSHER_HOME)
        self.run(60)
        self.show(io.PUSHER_OUT)
        self.run(60)
        self.hide(io.PUSHER_OUT)
        self.run(60)
        self.show(io.PUSHER_HOME)
        self.run(10)

    def until_it_drives(self, mask):
        for _ in range(200):
            if not self.drives(mask):
                self.run(5)
        assert self.drives(mask)

    def loses_its_tile(self):
        """S1 sees a tile for so long that the head starts, and then no more."""
        self.show(io.TILE)
        self.until_it_drives(io.HEAD)
        self.hide(io.TILE)
        self.run(60)

    def head_comes_back(self):
        """The head, which left its home, goes back there."""
        self.hide(io.HEAD_HOME)
        self.until_it_drives(io.HEAD_REV)
        self.run(30)
        self.show(io.HEAD_HOME)
        self.run(60)

    def stack(self):
        """Two tiles, one push."""
        for _ in range(2):
            self.tile_arrives()
            self.head_turns()
        self.pusher_turns()


@pytest.fixture
def west():
    return Post(Lines(head_limit_ms=QUICK_HEAD_MS))


@pytest.fixture
def one_way():
    """A west side whose head cannot turn back."""
    return Post(Lines(head_limit_ms=QUICK_HEAD_MS, jam_reverse_ms=0))
