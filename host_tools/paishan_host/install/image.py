"""What is on a controller's flash: the files, as a LittleFS image, and as one UF2.

/boot.py /main.py /board.mpy    power-on; the only file that names pins
/rescue/                        slots, trial boots, the recovery shell
/a/manifest /a/paishan/         the application in the first of two slots; the second is empty
/keys/                          public keys that updates must be signed with
/store/                         records; empty
/profile.json                   the machine: chart, selector, settings; optional
"""

from __future__ import annotations

import json
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
    """Where a board's MicroPython keeps its files, from the begin of flash."""

    offset: int
    blocks: int
    block_bytes: int = 4096
    program_bytes: int = 256


# Measured on MicroPython's own images; other boards take the files over their prompt alone.
FLASH: Final = {
    "rpi_pico": Flash(0xA0000, 352),
    "bench": Flash(0, 352),
}


@dataclass(frozen=True)
class Image:
    """`files` by path; `filesystem` holds them; `uf2` where a runtime was given."""

    files: dict[str, bytes]
    filesystem: bytes
    uf2: bytes | None = None


def flash_of(board: str) -> Flash:
    """Problem where no image can be made for that board."""
    if board not in FLASH:
        raise ending.Problem(
            tr(
                "no flash image is made for {board}: install over its prompt, --port; images "
                "there are for {boards}",
                board=board,
                boards=", ".join(name for name in FLASH if name != "bench"),
            ),
            ending.USAGE,
        )
    return FLASH[board]


def architecture_of(board: str) -> str:
    """The processor of a board that takes files; Problem for any other board."""
    path = boards_dir() / board / "board.toml"
    if not path.is_file():
        known = sorted(path.parent.name for path in boards_dir().glob("*/board.toml"))
        raise ending.Problem(
            tr("no board {board}: there are {boards}", board=board, boards=", ".join(known)),
            ending.USAGE,
        )
    about = tomllib.loads(path.read_text("utf-8"))
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


def application(architecture: str) -> dict[str, bytes]:
    """The files of a slot."""
    return mpy.tree(firmware_dir() / "paishan", architecture, STAND_IN)


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
    uf2: bytes | None = None,
    board_file: Path | None = None,
    profile: Mapping[str, Any] | None = None,
    keys: Mapping[str, bytes] | None = None,
    signer: manifest.Signer | None = None,
) -> Image:
    """The flash of a new controller. `uf2`: the MicroPython that it goes behind."""
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
    return Image(found, filesystem, None if uf2 is None else _merged(uf2, filesystem, flash))


def _merged(runtime: bytes, filesystem: bytes, flash: Flash) -> bytes:
    return uf2.merged(runtime, filesystem, _FLASH_BASE + flash.offset)


def littlefs(found: Mapping[str, bytes], flash: Flash) -> bytes:
    """A file system that holds these, and the empty folder of the records."""
    import littlefs as library

    context = library.UserContext(flash.blocks * flash.block_bytes)
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
