"""Runs under MicroPython: one update on real LittleFS, with what may happen to it.

    updates.py cuts IMAGE FILES        the power goes at every flash operation, whole and torn
    updates.py bytes IMAGE FILES       one byte of what an operation writes is another
    updates.py refused IMAGE FILES…    what the table says of each of these bundles

IMAGE: a flash whose slot `a` runs; FILES: a folder with a manifest and the files it names.
One line an operation: number, what runs afterwards, what ran when the update was repeated.
"""

# ruff: noqa: SIM105, UP031
import sys
from binascii import b2a_base64, hexlify

import flash  # type: ignore[import-not-found]
import vfs  # type: ignore[import-not-found]

from rescue.manifest import Manifest
from rescue.slots import Slots
from rescue.update import Refused, Update

ROOT = "/table/"
BLOCKS = 352
PIECE = 144


class Flips(flash.Flash):  # type: ignore[misc]
    """A byte of what operation number `flip` wrote is another one from the next operation on.

    LittleFS reads back what it has just written; so does this one come too late for that.
    """

    def __init__(self, image, flip, seed):
        super().__init__(image, 0, False, BLOCKS)
        self.flip = flip
        self.seed = seed
        self.written = None

    def _write(self, block, offset, source):
        if self.written:
            where, at, count = self.written
            at += (self.flip * 7919 + self.seed) % count
            byte = bytearray(1)
            self.image.read(where, at, byte)
            byte[0] ^= 1 << self.seed % 8
            self.image.write(where, at, byte)
            self.written = None
        super()._write(block, offset, source)
        if self.operations == self.flip:
            self.written = block, offset, len(source)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def base(path):
    image = flash.MemoryImage()
    with open(path, "rb") as file:
        for block in range(BLOCKS):
            data = file.read(4096)
            if data.strip(b"\xff"):
                image.blocks[block] = bytearray(data)
    return image


def mount(device):
    vfs.mount(vfs.VfsLfs2(device, progsize=256), ROOT[:-1])


def unmount():
    try:
        vfs.umount(ROOT[:-1])
    except OSError:
        pass


def send(update, data):
    for at in range(0, len(data), PIECE):
        update.data(at, b2a_base64(data[at : at + PIECE]).decode())
    update.end(True)


def receive(files, cause="power-on"):
    """The whole of it: from the first line to the confirmation after the restart."""
    slots = Slots(ROOT)
    slots.choose(cause)
    build = Manifest(files).build
    if Manifest(slots.folder(slots.running)).build != build:
        update = Update(slots, "bench")
        short = hexlify(Manifest(files).hash).decode()[:16]
        for _ in range(3):
            if dict(update.status())["receiving"] != short:
                update.begin(len(read(files + "/manifest")))
                send(update, read(files + "/manifest"))
            names = [path for _size, _sha, path, _board in Manifest(files).rows()]
            missing = [row for row in update.missing() if row]
            for _size, path in missing:
                if path not in names:  # what the table's manifest says is not what was sent
                    raise LookupError
                update.open(path)
                send(update, read(files + "/" + path))
            if not missing:
                break
        update.apply(True)
        slots = Slots(ROOT)
        slots.choose("watchdog")
    if slots.on_trial:
        slots.confirm()


def runs():
    """What a controller that is switched on runs: a version that is whole, or the shell."""
    for _ in range(6):
        slots = Slots(ROOT)
        slot = slots.choose("power-on")
        if not slot:
            return "shell"
        manifest = Manifest(slots.folder(slot))
        flaw = manifest.flaws(slots.folder(slot))
        if not flaw:
            return manifest.version
        slots.failed("it does not work: " + flaw, "")
    return "nothing"


def attempt(device, files):
    """One update that something happens to; what was said."""
    try:
        mount(device)
        receive(files)
        return "done"
    except flash.PowerCut:
        return "cut"
    except Refused as refused:
        return "refused: " + refused.detail
    except LookupError:
        return "refused: another manifest"
    except OSError as error:
        return "error %s" % error
    finally:
        unmount()


def outcome(image, files):
    """(what runs after power-on, what after the update was sent once more)."""
    found = []
    for again in (False, True):
        try:
            mount(flash.Flash(image, 0, False, BLOCKS))
            if again:
                receive(files)
            found.append(runs())
        except (OSError, Refused) as error:
            found.append("lost (%s)" % error)
        unmount()
    return found


def operations(image, files):
    device = flash.Flash(image.copy(), 0, False, BLOCKS)
    said = attempt(device, files)
    assert said == "done", said
    return device.operations


def cuts(image, files, steps):
    for k in range(1, operations(image, files) + 1, steps):
        for torn in (False, True):
            copy = image.copy()
            said = attempt(flash.Flash(copy, k, torn, BLOCKS), files)
            print(k, said, *outcome(copy, files), sep="|")


def flips(image, files, steps):
    for k in range(1, operations(image, files) + 1, steps):
        for seed in (0, 5):
            copy = image.copy()
            said = attempt(Flips(copy, k, seed), files)
            print(k, said, *outcome(copy, files), sep="|")


def refused(image, folders):
    for files in folders:
        copy = image.copy()
        mount(flash.Flash(copy, 0, False, BLOCKS))
        slots = Slots(ROOT)
        slots.choose("power-on")
        update = Update(slots, "bench")
        text = read(files + "/manifest")
        try:
            update.begin(len(text))
            for at in range(0, len(text), PIECE):
                update.data(at, b2a_base64(text[at : at + PIECE]).decode())
            update.end(False)
            print("taken")
        except Refused as error:
            print(error.code, error.detail)
        print(update.status())
        unmount()


what, path, *folders = sys.argv[1:]
if what == "refused":
    refused(base(path), folders)
else:
    {"cuts": cuts, "bytes": flips}[what](base(path), folders[0], int(folders[1]))
