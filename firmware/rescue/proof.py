"""What this controller holds, against the manifest of what runs; eight digits for all of it.

The digits come from the SHA-256 over a line `<SHA-256> <path>` for each file of the slot and
each one around it, in the manifest's order, and for each file that the manifest does not name.
They are the published ones only where every byte is.
"""

import hashlib

from rescue.files import digest, entries

SAME = "same"
DIFFERS = "differs"
EXTRA = "extra"
_AT_ONCE = 4  # files that are looked at before somebody who waits is told


class Proof:
    """`steps()` looks at one file at a time; then `code`: eight digits, `key`: who signed."""

    def __init__(self, slots, board):
        self.code = ""
        self.key = ""
        self._root = slots.root
        self._folder = slots.folder(slots.running or slots.get("active"))
        self._board = board
        self._total = hashlib.sha256()
        self._left = 0

    def _seen(self, sha, path):
        self._total.update(("%s %s\n" % (sha, path)).encode())

    def _lines(self):
        with open(self._folder + "/manifest") as file:
            for line in file:
                yield line

    def steps(self):
        """(path, SAME, DIFFERS or EXTRA), a file a step; before that, each is counted."""
        self._left = -1  # files of the slot that the manifest, a file itself, does not name
        for step in self._counted(self._folder):
            yield step
        for line in self._lines():
            words = line.split()
            kind = words[0]
            if kind == "file":
                place = self._folder + "/"
            elif kind == "outside" and words[4] == self._board:
                place = self._root
            else:
                if kind == "signature":
                    self.key = words[1]
                continue
            _kind, _size, sha, path = words[:4]
            found = digest(place + path)
            self._seen(found, path)
            if kind == "file" and found:
                self._left -= 1
            yield path, SAME if found == sha else DIFFERS
        for path in self._others(self._folder, "") if self._left else ():
            if path == "manifest" or self._named(" " + path + "\n"):
                yield path, SAME
            else:
                self._seen(digest(self._folder + "/" + path), path)
                yield path, EXTRA
        number = int.from_bytes(self._total.digest()[:4], "big")
        self.code = "%08d" % (number % 10**8)

    def _counted(self, folder):
        """Counts the files; a step a folder."""
        for name, is_folder in entries(folder):
            if is_folder:
                for step in self._counted(folder + "/" + name):
                    yield step
            else:
                self._left += 1
        yield folder, SAME

    def _named(self, end):
        for line in self._lines():
            if line.endswith(end) and line.startswith("file "):
                return True
        return False

    def _others(self, folder, below):
        for name, is_folder in sorted(entries(folder)):
            if is_folder:
                for path in self._others(folder + "/" + name, below + name + "/"):
                    yield path
            else:
                yield below + name


def lines(slots, board):
    """What `verify` answers: a list of (key, value) a line, the last one with the code. One
    file is looked at between two lines, or a few. OSError where there is no manifest."""
    proof = Proof(slots, board)
    for seen, (path, verdict) in enumerate(proof.steps()):
        if verdict != SAME:
            yield [("name", path), ("is", verdict)]
        elif seen % _AT_ONCE == 0:
            yield [("seen", seen)]
    about = slots.about(slots.running or slots.get("active"))
    yield [
        ("code", proof.code),
        ("version", about.get("version")),
        ("build", about.get("build")),
        ("key", proof.key or None),
    ]
