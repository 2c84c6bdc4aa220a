"""What is on a controller's flash: the files, as a LittleFS image, and as one UF2.

/boot.py /main.py /board.mpy    power-on; the only file that names pins
/rescue/                        the controller, slots, trial boots, the recovery shell
/a/manifest /a/paishan/         the application in the first of two slots; the second is empty
/keys/                          public keys that updates must be signed with
/store/                         records; empty
/profile.json                   the machine: chart, selector, settings; optional
"""

from __future__ import annotations

import json
import re
import struct
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from paishan_host import ending
from paishan_host.install import manifest, mpy, uf2
from paishan_host.language import tr
from paishan_sim.places import boards_dir, firmware_dir

STAND_IN: Final = ("paishan/cpython.py",)  # CPython's alone
FIRST_SLOT: Final = "a"
_DISK_VERSION: Final = 0x00020000  # what MicroPython's LittleFS reads and writes
_FLASH_BASE: Final = 0x10000000


@dataclass(frozen=True)
class Flash:
    """Where a board's MicroPython keeps its files, from the begin of flash; `machine`: what it
    calls the board, "" where it is in no UF2."""

    offset: int
    blocks: int
    machine: str = ""
    block_bytes: int = 4096
    program_bytes: int = 256

    @property
    def size(self) -> int:
        """Bytes of the file system."""
        return self.blocks * self.block_bytes


# Measured on MicroPython's own images; other boards take the files over their prompt alone.
FLASH: Final = {
    "rpi_pico": Flash(0xA0000, 352, "Raspberry Pi Pico with RP2040"),
    "bench": Flash(0, 352),
}
_MACHINE: Final = re.compile(rb"([ -:<-~]+ with RP2\w+)\0")
_VERSION_IN: Final = "paishan/__init__.py"
_VERSION: Final = re.compile(r'^__version__ = ".*"$', re.MULTILINE)
_LITTLEFS: Final = b"littlefs"  # in the first block of a file system


@dataclass(frozen=True)
class Image:
    """`files` by path; `filesystem` holds them; `uf2` where a runtime was given."""

    files: dict[str, bytes]
    filesystem: bytes
    uf2: bytes | None = None


def flash_of(board: str, uf2: bool = False) -> Flash:
    """Problem where no image can be made for that board, or no UF2 of it."""
    if board not in FLASH or (uf2 and not FLASH[board].machine):
        raise ending.Problem(
            tr(
                "no flash image is made for {board}: install over its prompt, --port; images "
                "there are for {boards}",
                board=board,
                boards=", ".join(name for name, flash in FLASH.items() if flash.machine),
            ),
            ending.USAGE,
        )
    return FLASH[board]


def runtime(board: str, data: bytes, name: str) -> uf2.Parts:
    """The flash that MicroPython's UF2 for that board fills. `name`: of the file; the Problem
    with any other one has it."""
    flash = flash_of(board, uf2=True)
    parts = uf2.blocks(data, name)
    begin = _FLASH_BASE + flash.offset
    code = b"".join(payload for at, payload in sorted(parts.items()) if at < begin)
    found = _MACHINE.search(code)
    machine = found[1].strip().decode() if found else ""
    # MicroPython's own account of its flash has the begin and the size of its files
    place = struct.pack("<II", begin, flash.size)
    if _LITTLEFS in parts.get(begin, b""):
        what = tr("a table's files are in it already")
    elif not machine or min(parts) < _FLASH_BASE:
        what = tr("there is no MicroPython in it")
    elif machine != flash.machine:
        what = tr("it is for {machine}", machine=machine)
    elif place not in code or max(parts) >= begin:
        what = tr("it keeps its files at another place")
    else:
        return parts
    raise ending.Problem(
        tr(
            "{file}: {what}: take micropython.org's UF2 for {machine}, or put yours on the "
            "controller and install over its prompt, --port",
            file=name,
            what=what,
            machine=flash.machine,
        ),
        ending.BAD_FILE,
    )


def about_of(board: str) -> dict[str, Any]:
    """What a board.toml says; Problem where there is none."""
    path = boards_dir() / board / "board.toml"
    if not path.is_file():
        known = sorted(path.parent.name for path in boards_dir().glob("*/board.toml"))
        raise ending.Problem(
            tr("no board {board}: there are {boards}", board=board, boards=", ".join(known)),
            ending.USAGE,
        )
    return tomllib.loads(path.read_text("utf-8"))


def architecture_of(board: str) -> str:
    """The processor of a board that takes files; Problem for any other board."""
    about = about_of(board)
    if about.get("memory", {}).get("code") == "frozen":
        raise ending.Problem(
            tr(
                "the firmware of {board} is frozen into its MicroPython, there are no slots: "
                "boards/{board}/README.md says how",
                board=board,
            ),
            ending.REFUSED,
        )
    found: str = about["mpy"]
    return found


def outside(board: str, architecture: str, board_file: Path | None = None) -> dict[str, bytes]:
    """The files outside both slots. `board_file`: another board.py than the repository's."""
    firmware = firmware_dir()
    source = board_file or boards_dir() / board / "board.py"
    return {
        "boot.py": (firmware / "boot.py").read_bytes(),
        "main.py": (firmware / "main.py").read_bytes(),
        "board.mpy": mpy.compiled(source, "board.py", architecture),
        **mpy.tree(firmware / "rescue", architecture),
    }


def application(architecture: str, version: str = "") -> dict[str, bytes]:
    """The files of a slot. `version`: what it calls itself instead of its own."""
    changed = {}
    if version:
        source = (firmware_dir() / _VERSION_IN).read_text("utf-8")
        changed[_VERSION_IN] = _VERSION.sub(f'__version__ = "{version}"', source)
    return mpy.tree(firmware_dir() / "paishan", architecture, STAND_IN, changed)


def files(
    board: str,
    architecture: str,
    *,
    board_file: Path | None = None,
    profile: Mapping[str, Any] | None = None,
    keys: Mapping[str, bytes] | None = None,
    signer: manifest.Signer | None = None,
) -> dict[str, bytes]:
    """All files of a new controller, by path."""
    around = outside(board, architecture, board_file)
    slot = application(architecture)
    about = manifest.About.of_this_checkout([board], mpy.number(architecture))
    text = manifest.made(about, slot, {board: around}, signer)
    found = dict(around)
    found[f"{FIRST_SLOT}/manifest"] = text
    found.update({f"{FIRST_SLOT}/{name}": data for name, data in slot.items()})
    found.update({f"keys/{name}": data for name, data in (keys or {}).items()})
    if profile is not None:
        found["profile.json"] = json.dumps(profile, sort_keys=True).encode()
    return found


def build(
    board: str,
    *,
    micropython: uf2.Parts | None = None,
    board_file: Path | None = None,
    profile: Mapping[str, Any] | None = None,
    keys: Mapping[str, bytes] | None = None,
    signer: manifest.Signer | None = None,
) -> Image:
    """The flash of a new controller. `micropython`: what it goes behind, as `runtime` gives it."""
    flash = flash_of(board)
    found = files(
        board,
        architecture_of(board),
        board_file=board_file,
        profile=profile,
        keys=keys,
        signer=signer,
    )
    filesystem = littlefs(found, flash)
    if micropython is None:
        return Image(found, filesystem)
    behind = uf2.of_bytes(filesystem, _FLASH_BASE + flash.offset)
    return Image(found, filesystem, uf2.made({**micropython, **behind}))


def littlefs(found: Mapping[str, bytes], flash: Flash) -> bytes:
    """A file system that holds these, and the empty folder of the records."""
    import littlefs as library

    context = library.UserContext(flash.size)
    context.buffer[:] = b"\xff" * len(context.buffer)
    volume = library.LittleFS(
        context,
        block_size=flash.block_bytes,
        block_count=flash.blocks,
        read_size=32,
        prog_size=flash.program_bytes,
        cache_size=4 * flash.program_bytes,
        lookahead_size=32,
        disk_version=_DISK_VERSION,
    )
    for name in sorted(found):
        folder = Path(name).parent.as_posix()
        if folder != ".":
            volume.makedirs(f"/{folder}", exist_ok=True)
        with volume.open(f"/{name}", "wb") as file:
            file.write(found[name])
    for folder in ("store", "keys"):
        volume.makedirs(f"/{folder}", exist_ok=True)
    return bytes(context.buffer)
