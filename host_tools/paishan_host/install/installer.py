"""Puts the firmware on a controller over its prompt, and believes it when the table answers.

The order makes a power cut harmless: main.py goes first and comes last, so that in between the
controller starts nothing. The records in /store are never touched, a profile only where a new
one is given.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from paishan_host import ending
from paishan_host.install import image, mpy
from paishan_host.install.prompt import Prompt, differing
from paishan_host.language import tr
from paishan_host.trouble import LinkTrouble

if TYPE_CHECKING:
    from paishan_host.client import Table

LAST: Final = "main.py"
COMEBACK_S: Final = 60.0
_OURS: Final = ("a/", "b/", "rescue/")  # whatever else is in there goes
_STALE: Final = ("slots", "slots.new")
_KEPT: Final = ("profile.json",)
_SLACK: Final = 1.3  # of a file system with blocks of 4 KB
_LOOK_S: Final = 0.5


def install(
    prompt: Prompt, board: str, files: Mapping[str, bytes], told: Callable[[int], None]
) -> int:
    """Writes what is not there already; returns how many bytes. `told`: of all files."""
    about = prompt.about()
    found = mpy.architecture_of(about.mpy)
    if found != image.architecture_of(board):
        raise ending.Problem(
            tr(
                "{board} has a processor of the kind {wanted}, this one ({name}) is {found}: name "
                "the right --board",
                board=board,
                wanted=image.architecture_of(board),
                name=about.board,
                found=found,
            ),
            ending.REFUSED,
        )
    there = prompt.sums()
    missing = differing(files, there)
    size = sum(len(files[name]) for name in missing)
    if about.free < _SLACK * size and not there.keys() & files.keys():
        raise ending.Problem(
            tr(
                "{free} KB are free on the controller, {size} KB are needed: clear its files",
                free=about.free // 1024,
                size=round(_SLACK * size / 1024),
            ),
            ending.REFUSED,
        )
    for name in sorted(there, key=lambda name: name != LAST):
        foreign = name.startswith(_OURS) and name not in files
        if foreign or name in _STALE or (name == LAST and missing):
            prompt.remove(name)
    if missing and LAST not in missing:
        missing.append(LAST)
    missing.sort(key=lambda name: (name == LAST, name))
    all_bytes = sum(map(len, files.values()))
    done = all_bytes - sum(len(files[name]) for name in missing)
    for name in missing:
        told(done)
        prompt.write(name, files[name])
        done += len(files[name])
    told(all_bytes)
    prompt.make("store")
    prompt.make("keys")
    left = differing(files, prompt.sums())
    if left:
        raise ending.Problem(
            tr(
                "read back differently: {names}: install again; if that does not help, the "
                "controller's flash is worn",
                names=", ".join(left),
            ),
            ending.REFUSED,
        )
    return sum(len(files[name]) for name in missing)


def build_of(files: Mapping[str, bytes]) -> str:
    """What the table will call itself."""
    from paishan_host.install import manifest

    return manifest.parsed(files[f"{image.FIRST_SLOT}/manifest"]).build


def answered(opened: Callable[[], Table], build: str) -> Table:
    """The table once it answers as that build; Problem when it does not."""
    until = time.monotonic() + COMEBACK_S
    said = ""
    while time.monotonic() < until:
        try:
            table = opened()
        except LinkTrouble as trouble:
            said = trouble.message
            time.sleep(_LOOK_S)
            continue
        if table.about.build == build and table.about.mode == "application":
            return table
        said = table.read_only or tr("it runs build {build}", build=table.about.build or "?")
        table.close()
        time.sleep(_LOOK_S)
    raise ending.Problem(
        tr(
            "all files are on the controller, but it does not answer as build {build} ({said}): "
            "switch it off and on, then `paishan info`",
            build=build,
            said=said,
        ),
        ending.NO_TABLE,
    )
