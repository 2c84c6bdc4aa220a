"""Flash of the bench board: blocks under MicroPython's LittleFS, and a power cut on demand.

A block device of MicroPython's extended protocol, programmed 256 bytes at a time as a Pico's: 64
blocks of 4 KB for the records alone, 352 where all files of a Pico are in it. What it holds is
kept in a file of the PC, or in memory. An operation is one program or one erase. At operation
number `cut` the power goes: `torn` says whether only the first half of what it meant to write
was written, else it was the last one that was done whole. From then on every access raises
PowerCut, which nothing but this board knows, so no firmware can catch it.
"""

BLOCKS = 64
ROOT_BLOCKS = 352
BLOCK_BYTES = 4096
PROGRAM_BYTES = 256

_ERASED = b"\xff" * BLOCK_BYTES


class PowerCut(BaseException):
    """The power is gone."""


_GONE = PowerCut()  # made beforehand: files that are cleaned up later find the heap locked


class MemoryImage:
    """What the flash holds, in memory; a block that was never written takes none."""

    def __init__(self):
        self.blocks = {}

    def read(self, block, offset, target):
        """Fills `target` from a place in a block."""
        source = self.blocks.get(block, _ERASED)
        target[:] = memoryview(source)[offset : offset + len(target)]

    def write(self, block, offset, source):
        """Puts `source` at a place in a block."""
        if block not in self.blocks:
            self.blocks[block] = bytearray(_ERASED)
        self.blocks[block][offset : offset + len(source)] = source

    def copy(self):
        """Another one that holds the same."""
        other = MemoryImage()
        other.blocks = {block: bytearray(self.blocks[block]) for block in self.blocks}
        return other


class FileImage:
    """What the flash holds, in a file of the PC, which is made if it is not there."""

    def __init__(self, path, blocks=BLOCKS):
        try:
            self._file = open(path, "r+b")  # noqa: SIM115 - open as long as the power is on
        except OSError:
            with open(path, "wb") as file:
                for _ in range(blocks):
                    file.write(_ERASED)
            self._file = open(path, "r+b")  # noqa: SIM115

    def read(self, block, offset, target):
        """Fills `target` from a place in a block."""
        self._file.seek(block * BLOCK_BYTES + offset)
        self._file.readinto(target)

    def write(self, block, offset, source):
        """Puts `source` at a place in a block."""
        self._file.seek(block * BLOCK_BYTES + offset)
        self._file.write(source)
        self._file.flush()

    def close(self):
        """Nothing is read or written any more."""
        self._file.close()


class Flash:
    """The device. `operations`: programs and erases so far; `cut` 0 = the power stays."""

    def __init__(self, image, cut=0, torn=False, blocks=BLOCKS):
        self.image = image
        self.blocks = blocks
        self.operations = 0
        self.cut = cut
        self.torn = torn
        self.dead = False

    def untouched(self):
        """Whether there is nothing but, at most, a format that was cut off."""
        block = bytearray(BLOCK_BYTES)
        for number in range(self.blocks):
            self.image.read(number, 0, block)
            if number < 2:
                block[:PROGRAM_BYTES] = _ERASED[:PROGRAM_BYTES]
            if block != _ERASED:
                return False
        return True

    def _write(self, block, offset, source):
        if self.dead:
            raise _GONE
        self.operations += 1
        last = self.operations == self.cut
        if last and self.torn:
            meant = len(bytes(source).rstrip(b"\xff")) or len(source)
            source = memoryview(source)[: meant // 2]
        self.image.write(block, offset, source)
        if last:
            self.dead = True
            raise _GONE

    def readblocks(self, block, target, offset=0):
        """MicroPython reads."""
        if self.dead:
            raise _GONE
        self.image.read(block, offset, target)

    def writeblocks(self, block, source, offset=0):
        """MicroPython programs what it erased before."""
        self._write(block, offset, source)

    def ioctl(self, operation, argument):
        """MicroPython asks for the size (4, 5), erases a block (6), or wants nothing done."""
        if operation == 4:
            return self.blocks
        if operation == 5:
            return BLOCK_BYTES
        if operation == 6:
            self._write(argument, 0, _ERASED)
        return 0


def mount(flash, folder):
    """Puts the file system of `flash` at `folder`, formatting it if it is new.

    What is neither new nor a file system is left as it is and not mounted: the firmware then
    finds no folder, says so and waits for a person.
    """
    import vfs

    try:
        vfs.mount(vfs.VfsLfs2(flash, progsize=PROGRAM_BYTES), folder)
    except OSError:
        if flash.untouched():
            vfs.VfsLfs2.mkfs(flash, progsize=PROGRAM_BYTES)
            vfs.mount(vfs.VfsLfs2(flash, progsize=PROGRAM_BYTES), folder)
