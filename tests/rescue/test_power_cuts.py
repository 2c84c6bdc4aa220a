"""The power goes, or a byte is written wrongly, at every flash operation of an update."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.rescue import machines

from paishan_host.install import image, manifest, mpy
from paishan_sim.lane_micropython import available
from paishan_sim.places import boards_dir, firmware_dir

pytestmark = pytest.mark.skipif(
    not available(), reason="MicroPython for a PC has no wheel for this platform"
)
HERE = Path(__file__).parent
LAUNCH = "import sys, micropython_unix as m; sys.exit(m.run_main(['micropython', *sys.argv[1:]]))"
OLD = {
    "paishan/__init__.mpy": b"old" * 40,
    "paishan/app/__init__.mpy": b"old app" * 1500,
    "paishan/gone.mpy": b"gone in the new one",
    "paishan/same.mpy": b"the same in both" * 30,
}
NEW = {
    "paishan/__init__.mpy": b"new" * 50,
    "paishan/app/__init__.mpy": b"new app" * 2500,
    "paishan/more/__init__.mpy": b"more",
    "paishan/more/deep/__init__.mpy": b"more" * 900,
    "paishan/other.mpy": bytes(range(256)) * 20,
    "paishan/same.mpy": b"the same in both" * 30,
}


def micropython(*arguments, mark="|"):
    """Runs updates.py; its lines, those with `mark` in them."""
    run = subprocess.run(
        [sys.executable, "-I", "-c", LAUNCH, "-X", "heapsize=8M", str(HERE / "updates.py"),
         *map(str, arguments)],
        env={**os.environ, "MICROPYPATH": f"{firmware_dir()}:{boards_dir() / 'bench'}:.frozen"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=300,
        check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout[-2000:]
    # files that are cleaned up after a cut complain on standard output, too
    return [line for line in run.stdout.splitlines() if mark in line]


def about(version, **more):
    return manifest.About(version, ("bench",), mpy.number("x64"), **more)


def laid_out(folder, files, said, signer=None):
    folder.mkdir()
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    (folder / "manifest").write_bytes(manifest.made(said, files, {}, signer))
    return folder


@pytest.fixture
def table(tmp_path):
    """The flash of a table that runs version 1.0.0, with a key of ours."""
    files = {f"a/{name}": data for name, data in OLD.items()}
    files["a/manifest"] = manifest.made(about("1.0.0", floor="0.9.0"), OLD, {}, None)
    public = machines.signer().public
    files[f"keys/{public.name}"] = public.text
    path = tmp_path / "flash.img"
    path.write_bytes(image.littlefs(files, image.FLASH["bench"]))
    return path


@pytest.fixture
def new(tmp_path):
    return laid_out(tmp_path / "new", NEW, about("1.1.0"))


def test_a_power_cut_at_any_operation_leaves_a_version_that_is_whole(table, new):
    rows = [line.split("|") for line in micropython("cuts", table, new, 1)]
    assert len(rows) > 100
    assert {said for _k, said, *_ in rows} == {"cut"}
    assert {before for _k, _said, before, _again in rows} == {"1.0.0", "1.1.0"}
    assert {again for *_, again in rows} == {"1.1.0"}


def test_a_byte_written_wrongly_is_never_run(table, new):
    rows = [line.split("|") for line in micropython("bytes", table, new, 1)]
    assert len(rows) > 100
    assert {before for _k, _said, before, _again in rows} == {"1.0.0", "1.1.0"}
    assert {again for *_, again in rows} == {"1.1.0"}
    assert any("damaged: send it again" in said for _k, said, *_ in rows)
