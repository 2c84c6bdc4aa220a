"""The link under real MicroPython: no heap in the scan, and viper that computes as Python does."""

import os
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

import paishan
from paishan_sim.lane_micropython import available

HERE = Path(__file__).parent
FIRMWARE = Path(paishan.__file__).parent.parent
LAUNCH = "import sys, micropython_unix as m; sys.exit(m.run_main(['micropython', *sys.argv[1:]]))"
# of heap_rounds.py: case, whether anything had to be sent
CASES = {
    "silence": False,
    "watch": True,
    "repeated": True,
    "reused": True,
    "ping": True,
    "burst": True,
    "damaged": False,
    "noise": False,
    "long": False,
    "half a line": False,
    "events": True,
    "ring over": True,
    "nobody reads": False,
    "somebody again": True,
    "logged in": True,
    "logged out": True,
    "key": False,
}

pytestmark = pytest.mark.skipif(
    not available(), reason="MicroPython for a PC has no wheel for this platform"
)


def micropython(script):
    run = subprocess.run(
        [sys.executable, "-I", "-c", LAUNCH, "-X", "heapsize=371wK", str(HERE / script)],
        env={**os.environ, "MICROPYPATH": f"{FIRMWARE}:.frozen"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=60,
        check=False,
    )
    assert run.returncode == 0, run.stdout
    return run.stdout.splitlines()


def test_receive_and_transmit_need_no_heap():
    found = {name: int(sent) for name, sent in (one.rsplit(" ", 1) for one in run_rounds())}
    assert list(found) == list(CASES)
    assert {name: sent > 0 for name, sent in found.items() if name != "logged in"} == {
        name: wanted for name, wanted in CASES.items() if name != "logged in"
    }


def run_rounds():
    return micropython("heap_rounds.py")


def test_viper_gives_the_same_bytes_in_both():
    here = list(runpy.run_path(str(HERE / "viper_rounds.py"))["lines"]())
    there = micropython("viper_rounds.py")
    assert len(here) == 7 * 400
    assert here == there
    crcs = [line.split()[1:] for line in here if line.startswith("crc ")]
    assert all(one == other for one, other in crcs)
