"""Which of the two slots runs: a record that a power cut cannot damage, and what it leads to.

`/a` and `/b` each hold one application and its manifest. One is active. A new one is on trial:
each start of it is counted before it runs, so that whatever it does then, the second failure
is the last. The file `/slots` is eight hex digits, the CRC-32 of the rest, and JSON; it is
written beside the old one and renamed over it.

    active   the slot that is known to work          tries  starts of the one on trial
    trial    the slot on trial, or ""                fails  failures of the active one in a row
    floor    no version older than this is taken     why, trace   of the last failure
    repl     the next start is MicroPython's prompt  told   whether the application was told
    expected the next start is no hang, whatever the chip says
    shell    the next start is the shell, to take an update: 1, 2 where it may be unsigned
"""

import json
import os
import sys
from binascii import crc32

MOST_FAILS = 3
NAMES = ("a", "b")
_FIRST = {
    "active": "a", "trial": "", "tries": 0, "fails": 0, "floor": "", "repl": 0,
    "expected": 0, "shell": 0, "why": "", "trace": "", "told": 1,
}  # fmt: skip
_LONGEST = 2048
_HEAD_LINES = 7  # of a manifest, before its files


def there(path):
    """Whether there is a file or a folder of that name."""
    try:
        os.stat(path)
    except OSError:
        return False
    return True


def numbers(version):
    """A version as numbers, so that 0.10.0 is newer than 0.9.0; none for what is no version."""
    try:
        return [int(part) for part in version.split(".")]
    except ValueError:
        return []


def newer(one, other):
    """Whether a version is newer than another; any is newer than ""."""
    return numbers(one) > numbers(other)


def forget(package, name):
    """Lets go of a module that is done with; whoever needs it again loads it again."""
    if sys.modules.pop(package + "." + name, None):
        delattr(sys.modules[package], name)


class Slots:
    """`running`: the slot that was started, "" for none; the names of the record as above.

    `root`: where the slots are, with a slash at its end. `damaged`: the record was, and what
    is known now was found by looking at the slots.
    """

    def __init__(self, root):
        self.root = root
        self.running = ""
        self.damaged = False
        self._data = dict(_FIRST)
        self._load()

    def _load(self):
        try:
            with open(self.root + "slots", "rb") as file:
                whole = file.read(_LONGEST)
            if int(whole[:8], 16) != crc32(whole[9:]):
                raise ValueError
            self._data.update(json.loads(whole[9:]))
        except OSError:
            self._guess()
        except ValueError:
            self.damaged = True
            self._guess()

    def _guess(self):
        # no record: the first start, or one that cannot be read; a slot is then what is in it
        if not self.holds("a") and self.holds("b"):
            self._data["active"] = "b"

    def get(self, name):
        """A value of the record."""
        return self._data[name]

    def save(self, **changes):
        """Puts changes into the record and writes it; OSError if it cannot."""
        self._data.update(changes)
        payload = json.dumps(self._data).encode()
        with open(self.root + "slots.new", "wb") as file:
            file.write(b"%08x " % crc32(payload))
            file.write(payload)
        os.rename(self.root + "slots.new", self.root + "slots")

    def folder(self, name):
        """Where a slot's files are."""
        return self.root + name

    def holds(self, name):
        """Whether a slot holds an application that was complete once."""
        return there(self.folder(name) + "/manifest")

    def about(self, name):
        """The first lines of a slot's manifest, {word: the rest}; empty if there is none."""
        found = {}
        try:
            with open(self.folder(name) + "/manifest") as file:
                for _ in range(_HEAD_LINES):
                    word, _space, rest = file.readline().strip().partition(" ")
                    found[word] = rest
        except OSError:
            pass
        return found

    @property
    def other(self):
        """The slot that does not run: where a new application goes."""
        return "b" if (self.running or self._data["active"]) == "a" else "a"

    @property
    def on_trial(self):
        """Whether what runs is on trial."""
        return self.running != "" and self.running == self._data["trial"]

    def choose(self, cause):
        """The slot to start, "" for none: the recovery shell (rescue/choice.py, whose room is
        given back). `cause`: why the controller started."""
        from rescue.choice import choose

        self.running = choose(self, cause)
        for name in ("choice", "manifest", "files"):
            forget("rescue", name)
        return self.running

    def note(self, **changes):
        """The same where a flash that cannot be written must not stop anything; whether it
        could."""
        try:
            self.save(**changes)
        except OSError:
            return False
        return True

    def failed(self, why, trace):
        """What runs has failed; the controller is about to be restarted."""
        changes = {"why": why, "trace": trace, "expected": 1}
        if not self.on_trial:
            changes["fails"] = min(self._data["fails"] + 1, MOST_FAILS)
        self.note(**changes)

    def ended(self, prompt):
        """What runs was asked to leave, which is no failure. `prompt`: for MicroPython's."""
        changes = {"expected": 1, "repl": int(prompt)}
        if self.on_trial:
            changes["tries"] = max(self._data["tries"] - 1, 0)
        self.note(**changes)

    def healthy(self):
        """What runs has proved itself; OSError if that cannot be noted."""
        if self.on_trial:
            self.confirm()
        elif self._data["fails"]:
            self.save(fails=0)

    def confirm(self):
        """Keeps the one on trial; OSError if that cannot be noted."""
        floor = self.about(self.running).get("floor", "")
        self.save(
            active=self.running,
            trial="",
            tries=0,
            fails=0,
            why="",
            trace="",
            floor=floor if newer(floor, self._data["floor"]) else self._data["floor"],
        )

    def rollback(self):
        """The other slot runs after the next start. Returns its version, or "" and why not."""
        other = self.other
        if self._data["trial"] == other:  # tried no more, or not yet
            other = self._data["active"]
        version = self.about(other).get("version", "")
        if not version:
            return "", "the other slot is empty"
        if newer(self._data["floor"], version):
            return "", "version %s is older than the floor %s" % (version, self._data["floor"])
        self.save(
            active=other, trial="", tries=0, fails=0, expected=1, told=0,
            why="rolled back by command", trace="",
        )  # fmt: skip
        return version, ""

    def happened(self):
        """Lines: why a version failed, and its traceback."""
        lines = [self._data["why"]] + str(self._data["trace"]).split("\n")
        return [line for line in lines if line]

    def status(self):
        """(key, value) pairs: what the slots hold, what runs, what is tried."""
        found = []
        for name in NAMES:
            about = self.about(name)
            found.append((name, about.get("version")))
            found.append(("build_" + name, about.get("build")))
        found.append(("running", self.running or None))
        found.append(("trial", self._data["trial"] or None))
        found.append(("tries", self._data["tries"]))
        found.append(("floor", self._data["floor"]))
        return found
