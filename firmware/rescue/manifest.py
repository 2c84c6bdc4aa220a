"""What an application is: its manifest, whether it fits this controller, whether it is whole.

A manifest is lines of words: `version`, `build`, `boards`, `mpy`, `schema`, `floor`, then a
line `file <bytes> <SHA-256> <path>` for every file of the slot, `outside … <board>` for those
around it, and at its end, where it is signed, `signature <key> <512 hex digits>` over all bytes
before that line. It is read line by line: as a whole it would not always find room.
"""

import hashlib
import sys

from rescue.files import digest
from rescue.slots import newer, numbers

FIRST_LINE = b"paishan 1\n"
_LONGEST_LINE = 640
_MOST_FILES = 400
_MPY = 0xFFFF


class Manifest:
    """`flaw`: why it cannot be used, "" if it can; else what its first lines say.

    `boards`: a list; `mpy`: what `sys.implementation._mpy` must be; `schema`: (oldest, own);
    `key`, `signature`: of who signed, "" for nobody; `hash`: SHA-256 of what is signed.
    """

    def __init__(self, folder, name="manifest"):
        self.path = folder + "/" + name
        self.flaw = ""
        self.version = ""
        self.build = ""
        self.boards = ()
        self.mpy = 0
        self.schema = (0, 0)
        self.floor = ""
        self.key = ""
        self.signature = ""
        self.hash = b""
        self.files = 0
        try:
            with open(self.path, "rb") as file:
                self._read(file)
        except OSError:
            self.flaw = "there is none"
        except (ValueError, IndexError):
            self.flaw = "it is damaged"

    def _read(self, file):
        if file.readline() != FIRST_LINE:
            raise ValueError
        total = hashlib.sha256(FIRST_LINE)
        while True:
            line = file.readline()
            if not line:
                break
            if len(line) > _LONGEST_LINE or not line.endswith(b"\n") or self.signature:
                raise ValueError
            words = line.decode().split()
            if words[0] == "signature":
                self.key, self.signature = words[1:]
                continue
            total.update(line)
            self._take(words)
        self.hash = total.digest()
        if not (self.version and self.boards and self.floor and 0 < self.files < _MOST_FILES):
            raise ValueError

    def _take(self, words):
        name = words[0]
        if name == "file":
            self.files += 1
            if len(words) != 4 or len(words[2]) != 64 or not _tame(words[3]):
                raise ValueError
        elif name == "boards":
            self.boards = words[1:]
        elif name == "mpy":
            self.mpy = int(words[1])
        elif name == "schema":
            self.schema = (int(words[1]), int(words[2]))
        elif name in ("version", "floor"):
            if not numbers(words[1]):
                raise ValueError
            setattr(self, name, words[1])
        elif name == "build":
            self.build = words[1]
        elif name != "outside":
            raise ValueError

    def rows(self, kind="file"):
        """(bytes, SHA-256 as hex, path, board or None) of every line of a kind."""
        kind = kind.encode()
        with open(self.path, "rb") as file:
            while True:
                line = file.readline()
                if not line:
                    return
                if line.startswith(kind):
                    words = line.decode().split()
                    yield int(words[1]), words[2], words[3], words[4] if words[4:] else None

    def row(self, path):
        """(bytes, SHA-256) of one file, or None."""
        for size, sha, name, _board in self.rows():
            if name == path:
                return size, sha
        return None

    def unfit(self, board, schema, floor):
        """Why this controller cannot take it, or "". `schema`: of what runs now, 0 = unknown."""
        if self.flaw:
            return "manifest: " + self.flaw
        if board not in self.boards:
            return "it is for %s, this is %s" % (" ".join(self.boards), board)
        mpy = getattr(sys.implementation, "_mpy", 0) & _MPY
        if self.mpy != mpy:
            return "it is for MicroPython with mpy %d, here it is %d" % (self.mpy, mpy)
        if newer(floor, self.version):
            return "version %s is older than the floor %s" % (self.version, floor)
        if schema and not self.schema[0] <= schema <= self.schema[1]:
            return "it takes over settings of schema %d to %d, here it is %d" % (
                self.schema[0],
                self.schema[1],
                schema,
            )
        return ""

    def flaws(self, folder, feed=None):
        """The first file of the slot that is not as the manifest says, or ""."""
        if self.flaw:
            return "manifest: " + self.flaw
        for _size, sha, path, _board in self.rows():
            if feed:
                feed()
            if digest(folder + "/" + path) != sha:
                return path
        return ""


def _tame(path):
    """Whether a path stays within its slot."""
    return path[0] != "/" and ".." not in path and "//" not in path
