"""Takes a new application into the slot that does not run, file by file.

The manifest comes first and is checked before anything else is taken; then the files that it
names and that are not there yet, in any order; then `apply`. Each file is read back when its
last byte is written. Where it stops, it goes on: what is missing is found by looking.
Only the recovery shell does this: the application is not in the heap then, and nothing moves.
"""

import os
from binascii import a2b_base64, hexlify

from rescue.files import digest, entries
from rescue.manifest import Manifest
from rescue.slots import newer, there

# the codes of the link's table of errors that are used here
BUSY = 203
NOT_OFFERED = 205
NOT_STAGED = 206
BUNDLE = 304
STORAGE = 302

_PART = "manifest.part"
_LONGEST_MANIFEST = 65536
_CHUNK = 512
_SHORT = 16  # digits of a manifest's SHA-256, enough to know it by


class Refused(Exception):  # noqa: N818 - the trade says refused
    """What is asked for is not done: `code`, and `detail` that says why."""

    def __init__(self, code, detail):
        super().__init__(detail)
        self.code = code
        self.detail = detail


class Update:
    """`board`: the board's name. `feed`: the watchdog's, or None."""

    def __init__(self, slots, board, feed=None):
        self.slots = slots
        self.board = board
        self.feed = feed
        self._file = None
        self._path = ""  # within the slot
        self._row = None  # (bytes, SHA-256) that it must have
        self._at = 0
        self._whole = False  # nothing was missing when it was last looked at

    @property
    def _folder(self):
        return self.slots.folder(self.slots.other)

    def status(self):
        """Those of the slots, and which manifest was taken: the begin of its SHA-256."""
        manifest = Manifest(self._folder, _PART)
        part = hexlify(manifest.hash).decode()[:_SHORT]
        return self.slots.status() + [("receiving", None if manifest.flaw else part)]

    def begin(self, size):
        """A manifest of that size comes; what was under way before is given up."""
        slots = self.slots
        if not 0 < size <= _LONGEST_MANIFEST:
            raise Refused(BUNDLE, "a manifest of %d bytes" % size)
        self._close()
        if slots.get("trial") and not slots.note(trial="", tries=0):
            raise Refused(STORAGE, "the record of the slots")
        self._open(_PART, (size, ""))

    def open(self, path):
        """A file of the manifest comes."""
        self._close()
        row = self._manifest().row(path)
        if row is None:
            raise Refused(BUNDLE, "%s is not in the manifest" % path)
        self._open(path, row)

    def _open(self, path, row):
        self._whole = False
        try:
            whole = self._folder + "/" + path
            for at in range(1, len(whole)):
                if whole[at] == "/" and not there(whole[:at]):
                    os.mkdir(whole[:at])
            self._file = open(whole, "wb")  # noqa: SIM115 - filled by many requests
        except OSError as error:
            raise Refused(STORAGE, "%s: %s" % (path, error))  # noqa: B904
        self._path = path
        self._row = row
        self._at = 0

    def data(self, at, text):
        """Bytes in base64 for place `at` of the open file; returns the place behind them."""
        if self._file is None:
            raise Refused(NOT_STAGED, "no file is open")
        if at != self._at:
            raise Refused(NOT_STAGED, "the next byte is %d" % self._at)
        try:
            piece = a2b_base64(text)
        except ValueError:
            raise Refused(BUNDLE, "not base64")  # noqa: B904
        if at + len(piece) > self._row[0]:
            raise Refused(BUNDLE, "%s is longer than it should be" % self._path)
        try:
            self._file.write(piece)
        except OSError as error:
            raise Refused(STORAGE, "%s: %s" % (self._path, error))  # noqa: B904
        self._at += len(piece)
        return self._at

    def end(self, jumper):
        """The open file is complete: it is read back and checked. `jumper`: the service jumper
        is on, so that a manifest may be unsigned."""
        if self._file is None:
            raise Refused(NOT_STAGED, "no file is open")
        path, row, at = self._path, self._row, self._at
        try:
            self._close()
        except OSError as error:
            raise Refused(STORAGE, "%s: %s" % (path, error))  # noqa: B904
        if at != row[0]:
            raise Refused(BUNDLE, "%s is cut off at %d of %d bytes" % (path, at, row[0]))
        if path == _PART:
            self._check(Manifest(self._folder, _PART), jumper)
            self._forget("manifest")
            self._sweep(self._folder, "", self._manifest())
        elif digest(self._folder + "/" + path) != row[1]:
            raise Refused(BUNDLE, "%s is damaged: send it again" % path)

    def _close(self):
        if self._file is not None:
            file, self._file = self._file, None
            file.close()

    def _manifest(self):
        """The one that was taken."""
        manifest = Manifest(self._folder, _PART)
        if manifest.flaw:
            raise Refused(NOT_STAGED, "there is no manifest: begin anew")
        return manifest

    def _check(self, manifest, jumper):
        """Whether this controller takes what the manifest promises; it is forgotten if not."""
        before = self.slots.about(self.slots.get("active"))
        schema = int(before.get("schema", "0 0").split(" ")[-1])
        floor, least = self.slots.get("floor"), before.get("floor", "")
        why = manifest.unfit(self.board, schema, least if newer(least, floor) else floor)
        if not why and not jumper:
            why = self._unsigned(manifest)
        if why:
            self._forget(_PART)
            raise Refused(BUNDLE, why)

    def _unsigned(self, manifest):
        if not manifest.signature:
            return "it is not signed, and the service jumper is off"
        from rescue.signature import holds, modulus

        key = modulus(self.slots.root, manifest.key)
        if not key:
            return "this table does not know the key %s" % manifest.key
        if self.feed:
            self.feed()
        if not holds(key, manifest.signature, manifest.hash):
            return "its signature is wrong"
        return ""

    def _forget(self, name):
        try:
            os.remove(self._folder + "/" + name)
        except OSError:
            pass

    def _sweep(self, folder, below, manifest):
        """Takes out what the new application does not have: it would be imported."""
        for name, is_folder in list(entries(folder)):
            if self.feed:
                self.feed()
            if is_folder:
                self._sweep(folder + "/" + name, below + name + "/", manifest)
            elif below + name != _PART and manifest.row(below + name) is None:
                os.remove(folder + "/" + name)

    def missing(self):
        """(bytes, path) of each file that is not there as it should be, None for one that is
        or that the active slot has too; a step for each."""
        self._close()
        whole = True
        for size, sha, path, _board in self._manifest().rows():
            if self.feed:
                self.feed()
            if digest(self._folder + "/" + path) == sha or self._copied(path, sha):
                yield None
            else:
                whole = False
                yield size, path
        self._whole = whole

    def _copied(self, path, sha):
        """Whether the active slot has the same file, which is then taken from there."""
        source = self.slots.folder(self.slots.get("active")) + "/" + path
        if digest(source) != sha:
            return False
        self._open(path, (0, sha))
        buffer = bytearray(_CHUNK)
        try:
            with open(source, "rb") as file:
                while True:
                    count = file.readinto(buffer)
                    if not count:
                        break
                    self._file.write(memoryview(buffer)[:count])
            self._close()
        except OSError as error:
            raise Refused(STORAGE, "%s: %s" % (path, error))  # noqa: B904
        return digest(self._folder + "/" + path) == sha

    def apply(self, jumper):
        """The new application is tried at the next start. Returns its version."""
        slots = self.slots
        self._close()
        if not self._whole:
            raise Refused(NOT_STAGED, "ask what is missing first")
        manifest = self._manifest()
        self._check(manifest, jumper)
        try:
            os.rename(self._folder + "/" + _PART, self._folder + "/manifest")
            slots.save(trial=slots.other, tries=0, why="", trace="", told=1, expected=1)
        except OSError as error:
            raise Refused(STORAGE, str(error))  # noqa: B904
        self._whole = False
        return manifest.version
