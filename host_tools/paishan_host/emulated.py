"""An emulated Pico with the flash that the installer would write."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from paishan_host.install import image
from paishan_sim.lane import Profile
from paishan_sim.lane_pico import PicoLane, flash_image
from paishan_sim.pico import supplies

BOARD: Final = "rpi_pico"
_FROZEN: Final = b"paishan/app/__init__.py\0"  # in the list of an image's frozen modules
_INSTALLED: Final[tuple[str, ...]] = ("chart", "selector", "settings")  # of profile.json


def is_frozen(uf2: bytes) -> bool:
    """Whether a MicroPython has an application of ours built in."""
    return _FROZEN in b"".join(uf2[at + 32 : at + 288] for at in range(0, len(uf2), 512))


def files_of(profile: Profile, uf2: bytes, **given: Any) -> dict[str, bytes]:
    """The files that the installer puts there. `given`: as `image.build` takes it.

    A MicroPython with the application frozen gets no slots: they would come before it.
    """
    machine = {name: profile[name] for name in _INSTALLED if name in profile}
    files = image.build(BOARD, profile=machine, **given).files
    if not is_frozen(uf2):
        return files
    slot = f"{image.FIRST_SLOT}/"
    return {name: data for name, data in files.items() if not name.startswith(slot)}


def new_flash(profile: Profile, uf2: bytes, **given: Any) -> bytes:
    """The flash of a Pico on which that was just installed."""
    files = files_of(profile, uf2, **given)
    return flash_image(uf2, image.littlefs(files, image.flash_of(BOARD)))


def pico(profile: Profile, uf2: Path | None = None, flash: Path | None = None) -> PicoLane:
    """A lane with a Pico that was just installed, or whose flash was kept in the file `flash`."""
    if flash is not None and flash.exists():
        return PicoLane(profile, flash.read_bytes())
    return PicoLane(profile, new_flash(profile, supplies.image(uf2)))
