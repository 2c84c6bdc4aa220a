"""An emulated Pico with the flash that the installer would write."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from paishan_host.install import image
from paishan_sim.lane import Profile
from paishan_sim.lane_pico import PicoLane, flash_image
from paishan_sim.pico import supplies

BOARD: Final = "rpi_pico"
_FROZEN: Final = b"paishan/app/__init__.mpy"  # a name in the list of an image's frozen modules
_INSTALLED: Final[tuple[str, ...]] = ("chart", "selector", "settings")  # of profile.json


def is_frozen(uf2: bytes) -> bool:
    """Whether a MicroPython has an application of ours built in."""
    return _FROZEN in b"".join(uf2[at + 32 : at + 288] for at in range(0, len(uf2), 512))


def new_flash(profile: Profile, uf2: bytes, **given: Any) -> bytes:
    """The flash of a Pico on which this was installed. `given`: as `image.build` takes it.

    A MicroPython with the application frozen gets no slots: they would come before it.
    """
    machine = {name: profile[name] for name in _INSTALLED if name in profile}
    built = image.build(BOARD, profile=machine, **given)
    filesystem = built.filesystem
    if is_frozen(uf2):
        slot = f"{image.FIRST_SLOT}/"
        files = {name: data for name, data in built.files.items() if not name.startswith(slot)}
        filesystem = image.littlefs(files, image.flash_of(BOARD))
    return flash_image(uf2, filesystem)


def pico(profile: Profile, uf2: Path | None = None, flash: Path | None = None) -> PicoLane:
    """A lane with a Pico that was just installed, or whose flash was kept in the file `flash`."""
    if flash is not None and flash.exists():
        return PicoLane(profile, flash.read_bytes())
    return PicoLane(profile, new_flash(profile, supplies.image(uf2)))
