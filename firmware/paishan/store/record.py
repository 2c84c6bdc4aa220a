"""A record: plain data in two files, so that a power cut costs at most the newest save.

The files are `<name>.a` and `<name>.b`, each one line and a JSON object:

    paishan <name> <format> <generation> <length> <CRC-32 of the object> <CRC-32 of this line>

the last four in eight hex digits. A save goes whole into the copy that is not in use, is read
back, compared, and from then on is the one in use: the higher generation. The line has a
check of its own, so that a damaged copy can still say whether it was the newer one. An empty
file counts as none: LittleFS makes it when it is first opened and fills it when it is closed.

Health, with what it means for the data:

    SOUND    the newest copy is in use
    SPARE    the newest copy is in use; the other one is damaged
    OLDER    the newer copy is damaged, the one before it is in use
    MISSING  there is no copy: the first start, defaults
    BAD      there are copies and none is good: defaults, and someone has to accept that
    UNSAVED  the last save failed: what is in use is in memory only
"""

import json
import os
from binascii import crc32

from micropython import const

SOUND = "SOUND"
SPARE = "SPARE"
OLDER = "OLDER"
MISSING = "MISSING"
BAD = "BAD"
UNSAVED = "UNSAVED"

COPIES = ("a", "b")

_FORMAT = const(1)
_HEADER = "paishan %s %d %08x %08x %08x"
_CRC_DIGITS = const(8)
_LONGEST = const(8192)  # bytes of a copy: a longer file is not ours and is not read into the heap
_ENOENT = const(2)


class RecordError(OSError):
    """A record that could not be written; the sentence says why."""


def pack(name, generation, payload):
    """The bytes of a copy: its line and its payload."""
    line = _HEADER % (name, _FORMAT, generation, len(payload), crc32(payload))
    return ("%s %08x\n" % (line, crc32(line.encode()))).encode() + payload


def unpack(name, copy):
    """What a copy holds: (generation, data, flaw).

    A good copy has no flaw; a damaged one has no data, and generation 0 unless its line is good.
    """
    end = copy.find(b"\n")
    words = copy[: max(end, 0)].split(b" ")
    if len(words) != 7 or words[0] != b"paishan":
        return 0, None, "its first line is damaged"
    line = copy[: end - _CRC_DIGITS - 1]
    if ("%08x" % crc32(line)).encode() != words[6]:
        return 0, None, "its first line is damaged"
    if words[1] != name.encode():
        return 0, None, "it is the record %s" % words[1].decode()
    if words[2] != str(_FORMAT).encode():
        return 0, None, "this firmware does not know its format %s" % words[2].decode()
    generation = int(words[3], 16)
    payload = copy[end + 1 :]
    if len(payload) != int(words[4], 16):
        return generation, None, "it is %d bytes long" % len(payload)
    if crc32(payload) != int(words[5], 16):
        return generation, None, "its checksum is wrong"
    data = json.loads(payload)
    if not isinstance(data, dict):
        return generation, None, "it holds no names"
    return generation, data, None


class Record:
    """`data`: a dict that its owner changes and then saves, made of what JSON can hold.

    `health` and `sentence` say what the files looked like when they were read and how the last
    save went; `generation` and `copy` which of them is in use. `dirty`: to be saved at rest;
    `refused`: flash did not take it, and it waits for another try.
    `folder` None: everything happens in memory, and `generation` counts the saves.
    """

    def __init__(self, folder, name, defaults):
        self.name = name
        self._defaults = json.dumps(defaults)
        self.data = json.loads(self._defaults)
        self.dirty = False
        self.refused = False
        self.health = MISSING
        self.sentence = "no copy yet: defaults"
        self.generation = 0
        self.copy = ""
        self._stem = folder + "/" + name + "." if folder else ""
        self._flaws = {}  # copy: what is wrong with it
        self._highest = 0  # generation ever seen, damaged copies included
        if folder:
            self._load()

    def _read(self, copy):
        """(generation, data, flaw) of one copy; (0, None, None) if there is none."""
        path = self._stem + copy
        try:
            size = os.stat(path)[6]
            if not size:
                return 0, None, None
            if size > _LONGEST:
                return 0, None, "it is %d bytes long" % size
            with open(path, "rb") as file:
                return unpack(self.name, file.read())
        except OSError as error:
            if error.args[0] == _ENOENT:
                return 0, None, None
            return 0, None, "it cannot be read (error %s)" % error.args[0]
        except ValueError:
            return 0, None, "it holds no names"

    def _load(self):
        damaged = 0  # generation of the damaged copy
        for copy in COPIES:
            generation, data, flaw = self._read(copy)
            self._highest = max(self._highest, generation)
            if flaw:
                self._flaws[copy] = flaw
                damaged = generation
            elif data is not None and generation > self.generation:
                self._take(copy, generation)
                found = data
        if self.copy:
            self.data.update(found)
            self._judge(not damaged or damaged > self.generation, damaged)
        elif self._flaws:
            self.health = BAD
            self.sentence = "%s: defaults, until that is acknowledged" % self._complaint()

    def _take(self, copy, generation):
        self.copy = copy
        self.generation = generation

    def _complaint(self):
        return "; ".join(["copy %s: %s" % (copy, self._flaws[copy]) for copy in self._flaws])

    def _judge(self, newer_lost, damaged):
        """Health and sentence of a record with a good copy."""
        self.sentence = "copy %s, generation %d" % (self.copy, self.generation)
        if not self._flaws:
            self.health = SOUND
        elif not newer_lost:
            self.health = SPARE
            self.sentence += "; the spare is damaged: " + self._complaint()
        else:
            self.health = OLDER
            self.sentence += "; %s: %s" % (
                "a newer one is damaged" if damaged else "a damaged one may have been newer",
                self._complaint(),
            )

    @property
    def next_generation(self):
        """The generation that the next save will have."""
        return max(self._highest, self.generation) + 1

    def refuse(self, why, data=None):
        """Takes the record for bad whatever its checks say: its folder cannot be read, or its
        owner cannot use what is in it. `data`: what is left of it, None = the defaults."""
        self.health = BAD
        self.sentence = why
        self.data = json.loads(self._defaults) if data is None else data

    def stored(self):
        """The data of the copy in use as it can be read now, or None."""
        return self._read(self.copy)[1] if self.copy else None

    def save(self):
        """Writes `data` unless the files hold just that; returns whether it wrote.

        Raises RecordError if it cannot; what was stored before is then still in use. A bad
        record is not written before it is acknowledged.
        """
        if self.health == BAD:
            raise RecordError("%s is bad and not acknowledged" % self.name)
        self.dirty = False  # until a write fails
        if not self._stem:
            self.generation += 1
            return False
        payload = json.dumps(self.data).encode()
        if self.health == SOUND and json.loads(payload) == self.stored():
            return False
        self._write(payload)
        return True

    def acknowledge(self):
        """Accepts the data in use and writes it over every damaged copy.

        Raises RecordError if that fails: the record then works from memory.
        """
        self.dirty = False
        if self.health == BAD:
            self.health = UNSAVED
        payload = json.dumps(self.data).encode()
        for _copy in list(self._flaws) or COPIES[:1]:
            self._write(payload)

    def _write(self, payload):
        """One copy: a damaged one if there is one, else the one that is not in use."""
        copy = list(self._flaws)[0] if self._flaws else COPIES[self.copy == COPIES[0]]
        generation = self.next_generation
        blob = pack(self.name, generation, payload)
        path = self._stem + copy
        try:
            if len(blob) > _LONGEST:
                raise OSError("%d bytes are too long" % len(blob))
            with open(path, "wb") as file:
                file.write(blob)
            with open(path, "rb") as file:
                if file.read() != blob:
                    self._flaws[copy] = "it read back differently"
                    raise OSError(self._flaws[copy])
        except OSError as error:
            self.dirty = True
            self.health = UNSAVED
            self.sentence = "copy %s could not be written: %s" % (copy, error)
            raise RecordError("%s: %s" % (self.name, self.sentence))  # noqa: B904
        self._flaws.pop(copy, None)
        self._highest = generation
        self._take(copy, generation)
        self._judge(False, 0)
