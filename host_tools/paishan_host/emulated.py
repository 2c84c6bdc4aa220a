"""An emulated Pico with the flash that the installer would write."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from paishan_host import ending, reading
from paishan_host.install import image
from paishan_host.install.uf2 import Parts
from paishan_host.language import tr
from paishan_sim.lane import Profile
from paishan_sim.lane_pico import PicoLane, flash_image
from paishan_sim.pico import supplies
from paishan_sim.pico.emulator import FLASH_BYTES

BOARD: Final = "rpi_pico"
_FROZEN: Final = b"paishan/app/__init__.py\0"  # in the list of an image's frozen modules
_INSTALLED: Final[tuple[str, ...]] = ("chart", "selector", "settings")  # of profile.json


def micropython(named: Path | None = None) -> Parts:
    """MicroPython for the Pico, of that file, of the one in PAISHAN_UF2, or downloaded."""
    name = supplies.named_image(named) or supplies.IMAGE
    return image.runtime(BOARD, supplies.image(named), str(name))


def is_frozen(parts: Parts) -> bool:
    """Whether a MicroPython has an application of ours built in."""
    return _FROZEN in b"".join(payload for _at, payload in sorted(parts.items()))


def files_of(profile: Profile, parts: Parts, **given: Any) -> dict[str, bytes]:
    """The files that the installer puts there. `given`: as `image.build` takes it.

    A MicroPython with the application frozen gets no slots: they would come before it.
    """
    machine = {name: profile[name] for name in _INSTALLED if name in profile}
    files = image.build(BOARD, profile=machine, **given).files
    if not is_frozen(parts):
        return files
    slot = f"{image.FIRST_SLOT}/"
    return {name: data for name, data in files.items() if not name.startswith(slot)}


def new_flash(profile: Profile, parts: Parts, **given: Any) -> bytes:
    """The flash of a Pico on which that was just installed."""
    files = files_of(profile, parts, **given)
    return flash_image(parts, image.littlefs(files, image.flash_of(BOARD)))


def pico(profile: Profile, uf2: Path | None = None, flash: Path | None = None) -> PicoLane:
    """A lane with a Pico that was just installed, or whose flash was kept in the file `flash`."""
    if flash is not None and flash.exists():
        kept = reading.data(flash)
        if len(kept) != FLASH_BYTES:
            raise ending.Problem(
                tr("{file}: no flash of a Pico, which has 2 MB: name another file", file=flash),
                ending.BAD_FILE,
            )
        return PicoLane(profile, kept)
    return PicoLane(profile, new_flash(profile, micropython(uf2)))
