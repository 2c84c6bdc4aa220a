"""The journal: what happened, in two files of lines that follow each other round and round.

A line: CRC-32 of the rest in eight hex digits, its number, the boot, seconds since power-on
(which wrap after twelve days), text. `journal.a` and `journal.b` take turns: when one is full,
the other is begun anew, so at least one whole file of history is there. Lines wait in memory
until `write`, which is for when nothing moves; a power cut costs those that waited, never one
that was written.
"""

import os
from binascii import crc32

from micropython import const

from paishan.store.record import MISSING, SOUND, UNSAVED

PARTLY = "PARTLY"  # health: some lines failed their check and are left out

FILES = ("a", "b")
LINE_LONGEST = const(120)  # characters of a text
_FULL = const(4000)  # bytes of a file: with its metadata one block of 4 KB
_WAITING = const(32)  # lines in memory at most


def pack(number, boot, seconds, text):
    """The bytes of a line."""
    body = ("%d %d %d %s" % (number, boot, seconds, text)).encode()
    return ("%08x " % crc32(body)).encode() + body + b"\n"


def unpack(line):
    """(number, boot, seconds, text) of a line, or None if it fails its check."""
    body = line[9:-1]
    if line[8:9] != b" " or line[-1:] != b"\n" or ("%08x" % crc32(body)).encode() != line[:8]:
        return None
    number, boot, seconds, text = body.decode().split(" ", 3)
    return int(number), int(boot), int(seconds), text


class Journal:
    """`boot`: number of this power-on. `folder` None: only the lines that wait are known."""

    def __init__(self, folder, boot):
        self.boot = boot
        self.health = MISSING
        self.sentence = "no lines yet"
        self.dropped = 0  # lines that found no room to wait
        self.held = False  # a write failed: try again when there is more to write
        self._stem = folder + "/journal." if folder else ""
        self._waiting = []
        self._number = 0  # of the last line
        self._file = FILES[0]  # the one that is written
        self._size = 0
        if folder:
            self._load()

    def _lines(self, file):
        """Every line of a file, None for one that fails its check."""
        try:
            with open(self._stem + file, "rb") as lines:
                for line in lines:
                    yield unpack(line)
        except OSError:
            return

    def _load(self):
        damaged = []
        newest = 0
        for file in FILES:
            size = self._size_of(file)
            bad = 0
            last = 0
            for line in self._lines(file):
                if line is None:
                    bad += 1
                else:
                    last = line[0]
            if bad:
                damaged.append("%d lines of journal.%s" % (bad, file))
                size = _FULL  # the end of the file is not to be trusted
            if last > newest or (bad and not newest):
                newest = last
                self._file = file
                self._size = size
        if newest:
            self._number = max(self._number, newest)
            self._sound()
        if damaged:
            self.health = PARTLY
            self.sentence = "damaged and left out: " + " and ".join(damaged)

    def _sound(self):
        self.health = SOUND
        self.sentence = "line %d in journal.%s" % (self._number, self._file)

    def _size_of(self, file):
        try:
            return os.stat(self._stem + file)[6]
        except OSError:
            return 0

    def append(self, text, now=0):
        """Takes a line in; it waits until it is written. Allocates: never in a scan."""
        self._number += 1
        text = text[:LINE_LONGEST].replace("\n", " ")
        self._waiting.append((self._number, self.boot, now // 1000, text))
        if len(self._waiting) > _WAITING:
            self._waiting.pop(0)
            self.dropped += 1
        self.held = False

    def waits(self):
        """Whether there is anything to write."""
        return bool(self._stem and self._waiting and not self.held)

    def write(self):
        """Appends what waits. Raises OSError if that fails; the lines then go on waiting."""
        if self.dropped:
            number, boot, seconds, text = self._waiting[0]
            self._waiting[0] = (
                number,
                boot,
                seconds,
                "%s (%d before it lost)"
                % (
                    text,
                    self.dropped,
                ),
            )
            self.dropped = 0
        blob = b"".join([pack(*line) for line in self._waiting])
        if self._size + len(blob) > _FULL:
            self._file = FILES[self._file == FILES[0]]
            self._size = 0
        try:
            self._append(blob)
        except OSError as error:
            self.held = True
            if self._size_of(self._file) != self._size:
                self._size = _FULL  # a part of it may be there: go on in the other file
            self.health = UNSAVED
            self.sentence = "journal.%s could not be written: %s" % (self._file, error)
            raise
        self._waiting = []
        if self.health != PARTLY:
            self._sound()

    def _append(self, blob):
        path = self._stem + self._file
        with open(path, "ab" if self._size else "wb") as file:
            file.write(blob)
        with open(path, "rb") as file:
            file.seek(self._size)
            if file.read() != blob:
                raise OSError("it read back differently")
        self._size += len(blob)

    def tail(self, count):
        """The last `count` lines, oldest first: (number, boot, seconds, text)."""
        lines = []
        if self._stem:
            for file in (FILES[self._file == FILES[0]], self._file):
                for line in self._lines(file):
                    if line is not None:
                        lines.append(line)
                        if len(lines) > count:
                            lines.pop(0)
        return (lines + self._waiting)[-count:]

    def acknowledge(self):
        """Writes the good lines of damaged files anew. Raises OSError if that fails."""
        for file in FILES:
            lines = list(self._lines(file))
            if None in lines:
                blob = b"".join([pack(*line) for line in lines if line is not None])
                with open(self._stem + file, "wb") as whole:
                    whole.write(blob)
        self.health = MISSING
        self.sentence = "no lines yet"
        self._load()
