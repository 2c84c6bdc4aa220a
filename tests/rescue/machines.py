"""A controller in lane 2 whose flash was written by the installer, and bundles for it."""

import functools
import tempfile
from contextlib import contextmanager
from pathlib import Path

from tests.paishan_host.tables import LaneTransport

from paishan_host.install import bundle, image, keys, manifest, mpy
from paishan_sim.lane_micropython import MicroPythonLane
from paishan_sim.run import Run, RunConfig

WATCHDOG_S = 1.0  # of real time that a scan may take
CONFIG = RunConfig(chart="dip", selector=2)


@functools.cache
def signer():
    """A key for one run of the tests."""
    with tempfile.TemporaryDirectory() as folder:
        return keys.made(Path(folder) / "test.pem")


@functools.cache
def application():
    return image.application("x64")


def of(version="0.2.0", files=None, signed=True, boards=("bench",), number=None, **about):
    """A bundle with some files other than the real ones; None takes a file out."""
    slot = {**application(), **(files or {})}
    slot = {name: data for name, data in slot.items() if data is not None}
    said = manifest.About(
        version, tuple(boards), mpy.number("x64") if number is None else number, **about
    )
    text = manifest.made(said, slot, {}, signer() if signed else None)
    return bundle.Bundle(text, manifest.parsed(text), slot)


@functools.cache
def installed():
    """What the installer put on it."""
    return image.build("bench", keys={signer().key_id: signer().public.text}, signer=signer())


def filesystem():
    return installed().filesystem


def published():
    """The bundle of what is installed."""
    files = installed().files
    text = files["a/manifest"]
    slot = {name[2:]: data for name, data in files.items() if name.startswith("a/paishan/")}
    return bundle.Bundle(text, manifest.parsed(text), slot)


def build():
    """What the installed version calls itself."""
    return published().about.build


@contextmanager
def controller(tmp_path, service=True, fresh=True, **profile):
    """The laptop's end of its line; `.run` is the machine."""
    path = tmp_path / "flash.img"
    if fresh:
        path.write_bytes(filesystem())
    flash = {"file": str(path), **profile.pop("flash", {})}
    profile = {
        **CONFIG.profile(), "serial": True, "installed": True, "watchdog": WATCHDOG_S,
        **profile, "flash": flash,
    }  # fmt: skip
    with MicroPythonLane(profile) as lane:
        run = Run(CONFIG, lane)
        run.plant.set_service(service)
        transport = LaneTransport(run)
        transport.scan(500)
        yield transport
