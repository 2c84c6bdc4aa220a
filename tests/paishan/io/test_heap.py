"""The ports under real MicroPython: no heap in the scan, viper that computes as Python does."""

import os
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

import paishan
from paishan_sim.lane_micropython import available

ROUNDS = Path(__file__).parent / "port_rounds.py"
FIRMWARE = Path(paishan.__file__).parent.parent
LAUNCH = "import sys, micropython_unix as m; sys.exit(m.run_main(['micropython', *sys.argv[1:]]))"

pytestmark = pytest.mark.skipif(
    not available(), reason="MicroPython for a PC has no wheel for this platform"
)


@pytest.fixture(scope="module")
def said():
    """What port_rounds.py printed in MicroPython."""
    run = subprocess.run(
        [sys.executable, "-I", "-c", LAUNCH, "-X", "heapsize=371wK", str(ROUNDS)],
        env={**os.environ, "MICROPYPATH": f"{FIRMWARE}:.frozen"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=60,
        check=False,
    )
    assert run.returncode == 0, run.stdout[-2000:]
    return run.stdout.splitlines()


@pytest.mark.parametrize("case", ["chain", "broken chain", "direct", "lines", "pace", "console"])
def test_a_scan_needs_no_heap(said, case):
    assert f"locked {case}" in said


def test_viper_gives_the_same_bytes_in_both(said):
    here = list(runpy.run_path(str(ROUNDS))["lines"]())
    assert [line for line in said if line and not line.startswith("locked")] == here
    told = [line.split()[1] == "0" for line in here if line.startswith("take")]
    assert 100 < sum(told) < 900
