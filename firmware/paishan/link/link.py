"""The link: bytes in, requests done, replies, events and logs out; a bounded number a scan.

`receive` and `transmit` never wait for the serial line and need no heap; a whole request is
executed in `receive` and may. When nobody reads, nothing is read either, until what waits has
stood for STALL_MS: then it is dropped, and the link keeps quiet until it is spoken to again.
"""

import os
from binascii import hexlify

from micropython import const

from paishan import __version__
from paishan.io.image import KEY_A, PANEL
from paishan.io.ticks import ticks_diff
from paishan.link import MTU
from paishan.link.line import Line
from paishan.link.news import write_event
from paishan.link.queue import Queue
from paishan.link.reader import Reader
from paishan.link.session import Session
from paishan.store.schema import schema_crc

STALL_MS = const(3000)

_QUEUE_BYTES = const(1024)
_REPLY_ROOM = MTU  # a line is only read when its reply has room
_NEWS_ROOM = 2 * MTU  # events and logs leave room for a reply
_BROADCAST = const(0)
_NONCE_BYTES = const(4)
_FIRST_SPEED = const(115200)  # bit/s of a line at power-on
_KEY_MS = const(60)  # a pressed key is down for its filter and this long

# what is counted, by name; the numbers go on past a reboot of the host, not of the table
LINES = const(0)
DAMAGED = const(1)
TOO_LONG = const(2)
NOISE = const(3)
MODBUS = const(4)
NOT_OURS = const(5)
STALLS = const(6)
LOGS_LOST = const(7)
COUNTS = (
    "lines",
    "damaged",
    "too_long",
    "noise",
    "modbus",
    "not_ours",
    "stalls",
    "logs_lost",
)

_AT = const(0x40)
_HASH = const(0x23)
_COLON = const(0x3A)
_LOWER_A = const(0x61)
_LOWER_Z = const(0x7A)
_TILDE = const(0x7E)
_SPACE = const(0x20)


def _nibble(byte):
    """The value of a hex digit, 16 or more for anything else."""
    if 0x30 <= byte <= 0x39:
        return byte - 0x30
    byte |= 0x20
    return byte - 0x57 if 0x61 <= byte <= 0x66 else 16


class Link:
    """The table on a serial line.

    `serial`: readinto(buffer) returns how many bytes it put there, 0 when none came;
    write(buffer, count) how many of the first `count` it took. Neither waits or allocates.
    It may have `set_speed(bits_per_second)`; at power-on it is at 115,200.
    """

    def __init__(self, app, serial):
        self.queue = Queue(_QUEUE_BYTES)
        self.counts = [0] * len(COUNTS)
        self.names = COUNTS
        self.nonce = hexlify(os.urandom(_NONCE_BYTES)).decode()  # another one each power-on
        self.versions = (__version__, "%08x" % schema_crc())
        self.busy = True  # `transmit` may have something to do
        self.quiet = True  # nobody has spoken yet: no events, no logs
        self._app = app
        self._serial = serial
        self._session = Session(app, self)
        self._line = Line()
        self._event = 0  # the next one to be sent
        self._logs_lost = 0
        self._moved = 0  # when the serial line last took something
        self._leave = ""
        self.presses = False  # a key asked for by a verb is down
        self._key_ms = 0
        self._key_since = 0
        self._settings = app.settings
        self._speed = _FIRST_SPEED
        self._bus = False
        self._passed = False  # an idle line is looked at every second scan
        self._idle_line = False  # no request, login or change of settings is under way
        self._readinto = serial.readinto
        self._reader = Reader(0)
        self._fill = self._reader.fill
        self._out = bytearray(0)
        self._configure()

    def _configure(self):
        self._settings = settings = self._app.settings
        self._bus = settings.link_bus
        if len(self._out) != settings.link_bytes_per_scan:
            self._reader = Reader(settings.link_bytes_per_scan)
            self._fill = self._reader.fill
            self._out = bytearray(settings.link_bytes_per_scan)

    def receive(self, now):
        """Once a scan, before the table: takes in bytes, does at most one request."""
        if self._idle_line:
            # nothing to wait for but the next byte, and most scans bring none
            self._passed = not self._passed
            if self._passed or not self._fill(self._readinto):
                return
            self._idle_line = False
        self._attend(now)

    def _attend(self, now):
        if not self.busy:
            self.busy = True
            self._moved = now
        changes = self._app.changes
        if changes and (changes.waits or changes.rebuilds):
            changes.step(now)
        if self._app.settings is not self._settings:
            self._configure()
        session = self._session
        if session.access.level and session.access.expire(now):
            self.log("logged out: nothing was asked for a while")
        if self.queue.room < _REPLY_ROOM:
            return
        if session.busy:
            session.go_on()
            return
        reader = self._reader
        if not reader.fill(self._readinto):
            waits = changes and (changes.waits or changes.rebuilds)
            self._idle_line = not (waits or session.access.level)
            return
        while reader.next():
            if reader.too_long:
                self.count(TOO_LONG)
            elif reader.length and self._take(reader.line, reader.length, now):
                if self.quiet:
                    self.quiet = False
                    self._event = self._app.events.count
                return

    def _take(self, line, length, now):
        """One line; returns whether it was a request for us."""
        session = self._session
        first = line[0]
        start = 0
        silent = False
        if first == _AT:
            high = _nibble(line[1]) if length > 3 else 16
            low = _nibble(line[2])
            if high > 15 or low > 15:
                self.count(NOISE)
                return False
            address = high << 4 | low
            silent = address == _BROADCAST
            if not silent and address != self._settings.link_address:
                self.count(NOT_OURS)
                return False
            start = 3
            first = line[3]
        elif self._bus:
            self.count(NOT_OURS)
            return False
        session.silent = silent
        session.address(start > 0)
        if first == _HASH:
            if not session.frame(line, start, length, now):
                self.count(DAMAGED)
                return False
        elif _LOWER_A <= first <= _LOWER_Z:
            session.bare(line, start, length, now)
        else:
            self.count(MODBUS if first == _COLON else NOISE)
            return False
        self.count(LINES)
        return True

    def transmit(self, now):
        """Once a scan, after the outputs: sends a bounded number of bytes of what waits."""
        queue = self.queue
        if not self.quiet and not self._bus and queue.room >= _NEWS_ROOM:
            self._report()
        if not queue.used:
            self._moved = now
            self.busy = not self.quiet
            if self._leave or self._speed != self._settings.link_speed:
                self._idle()
            return
        count = queue.peek(self._out)
        taken = self._serial.write(self._out, count)
        if taken:
            queue.drop(taken)
            self._moved = now
        elif ticks_diff(now, self._moved) >= STALL_MS:
            self._give_up(now)

    def _report(self):
        events = self._app.events
        if self._event != events.count:
            if ticks_diff(events.oldest(), self._event) > 0:
                self._event = events.oldest()
            write_event(self._line, events, self._event)
            self._line.seal()
            self._push()
            self._event = (self._event + 1) & 0x3FFFFFFF

    def _push(self):
        self.queue.push(self._line.bytes, self._line.length)

    def log(self, text):
        """A line for whoever reads: dropped and counted when it has no room. ASCII."""
        if self.quiet or self._bus or self.queue.room < _NEWS_ROOM:
            self._logs_lost += 1
            self.count(LOGS_LOST)
            return
        line = self._line
        line.start()
        line.char(_TILDE)
        line.char(_SPACE)
        line.text(text)
        if self._logs_lost:
            line.text(" (lost before: ")
            line.number(self._logs_lost)
            line.text(")")
            self._logs_lost = 0
        line.end()
        self._push()

    def press(self, now):
        """A verb presses a lift key: the same filters, states and permits as for a hand."""
        self.presses = True
        self._key_since = now
        self._key_ms = self._settings.key_filter_ms + _KEY_MS

    def hold_keys(self, raw, now):
        """Puts the pressed key into a scan's raw inputs, before anything looks at them."""
        if not self.presses:
            return
        if ticks_diff(now, self._key_since) >= self._key_ms:
            self.presses = False
        elif self._settings.panel_inverted & KEY_A:
            raw[PANEL] &= KEY_A ^ 0xFF
        else:
            raw[PANEL] |= KEY_A

    def unload(self):
        """At rest: gives back the room of verbs that nobody is using."""
        self._session.unload()

    def count(self, what):
        """One more of COUNTS."""
        self.counts[what] = (self.counts[what] + 1) & 0x3FFFFFFF

    def leave(self, how):
        """Once the reply has gone out the App is asked to leave: "reboot" and the like."""
        self._leave = how

    def _idle(self):
        # everything has gone out: the time for what would garble it
        if self._speed != self._settings.link_speed:
            self._speed = self._settings.link_speed
            if hasattr(self._serial, "set_speed"):
                self._serial.set_speed(self._speed)
        if self._leave:
            how = self._leave
            self._leave = ""
            self._app.leave(how)

    def _give_up(self, now):
        # A line may be cut in the middle: the LF makes the rest of it a damaged one.
        self._moved = now
        if self.queue.used > 1:
            self.count(STALLS)
        self._session.abandon()
        self.queue.clear()
        self.queue.push(b"\n", 1)
        self.quiet = True
