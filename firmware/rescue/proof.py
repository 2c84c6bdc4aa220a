"""What this controller holds, against the manifest of what runs; eight digits for all of it.

The digits come from the SHA-256 over a line `<SHA-256> <path>` for each file of the slot and
each one around it, in the manifest's order, and for each file that the manifest does not name.
They are the published ones only where every byte is.
"""

import hashlib

from rescue.manifest import Manifest, digest, entries

DIGITS = 8
SAME = "same"
DIFFERS = "differs"
EXTRA = "extra"
_AT_ONCE = 4  # files that are looked at before somebody who waits is told


class Proof:
    """`steps()` looks at one file at a time; then `code`, eight digits, and `manifest`."""

    def __init__(self, slots, board):
        self._slots = slots
        self._board = board
        self._total = hashlib.sha256()
        self.folder = slots.folder(slots.running or slots.get("active"))
        self.manifest = Manifest(self.folder)
        self.code = ""

    def _seen(self, sha, path):
        self._total.update(("%s %s\n" % (sha, path)).encode())

    def steps(self):
        """(path, SAME, DIFFERS or EXTRA), a file a step."""
        if not self.manifest.flaw:
            for kind, folder in (("file", self.folder + "/"), ("outside", self._slots.root)):
                for _size, sha, path, board in self.manifest.rows(kind):
                    if board not in (None, self._board):
                        continue
                    found = digest(folder + path)
                    self._seen(found, path)
                    yield path, SAME if found == sha else DIFFERS
        for path in self._others(self.folder, ""):
            if path != "manifest" and (self.manifest.flaw or self.manifest.row(path) is None):
                self._seen(digest(self.folder + "/" + path), path)
                yield path, EXTRA
        number = int.from_bytes(self._total.digest()[:4], "big")
        self.code = "%08d" % (number % 10**DIGITS)

    def _others(self, folder, below):
        for name, is_folder in sorted(entries(folder)):
            if is_folder:
                for path in self._others(folder + "/" + name, below + name + "/"):
                    yield path
            else:
                yield below + name


def lines(slots, board):
    """What `verify` answers: a list of (key, value) a line, the last one with the code. One
    file is looked at between two lines, or a few."""
    proof = Proof(slots, board)
    manifest = proof.manifest
    if manifest.flaw:
        yield [("name", "manifest"), ("is", manifest.flaw)]
    for seen, (path, verdict) in enumerate(proof.steps()):
        if verdict != SAME:
            yield [("name", path), ("is", verdict)]
        elif seen % _AT_ONCE == 0:
            yield [("seen", seen)]
    yield [
        ("code", proof.code),
        ("version", manifest.version),
        ("build", manifest.build),
        ("key", manifest.key or None),
    ]
