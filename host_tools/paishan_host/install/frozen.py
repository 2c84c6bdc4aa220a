"""The sources that a MicroPython is built with: those of `firmware/`, as the installer takes them.

    manifest.py    what `make FROZEN_MANIFEST=` is given; includes the port's own
    board.py       the board's
    boot.py main.py paishan/ rescue/

Line numbers are those of the repository's files.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from paishan_host import ending
from paishan_host.install import image, mpy
from paishan_host.language import tr
from paishan_sim.places import boards_dir, firmware_dir

MANIFEST: Final = "manifest.py"
_BEFORE: Final = '''\
"""Freezes Paishan into a MicroPython build: `make FROZEN_MANIFEST=<this file>`."""

include("$(PORT_DIR)/boards/manifest.py")
module("board.py", base_path=".", opt=2)
'''


def sources(board: str) -> dict[str, str]:
    """The text of every file, by path; Problem for a board that there is not."""
    image.about_of(board)
    firmware = firmware_dir()
    _docstring, _end, statements = (firmware / MANIFEST).read_text("utf-8").partition('"""\n\n')
    return {
        MANIFEST: _BEFORE + statements,
        "board.py": (boards_dir() / board / "board.py").read_text("utf-8"),
        "boot.py": (firmware / "boot.py").read_text("utf-8"),
        "main.py": (firmware / "main.py").read_text("utf-8"),
        **mpy.prepared(firmware / "rescue"),
        **mpy.prepared(firmware / "paishan", image.STAND_IN),
    }


def write(board: str, folder: Path) -> int:
    """Writes them into a new or empty folder; returns how many. Problem where that fails."""
    texts = sources(board)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):  # what is left there of another version would be frozen, too
            raise ending.Problem(
                tr("{file}: not empty: name a new folder", file=folder), ending.NO_OUTPUT
            )
        for name, text in texts.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8", newline="\n")
    except OSError as error:
        raise ending.Problem(
            tr("{file}: {error}: name a new folder", file=folder, error=error.strerror),
            ending.NO_OUTPUT,
        ) from error
    return len(texts)
