"""Guide and faults under real MicroPython: no scan of them needs the heap."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import paishan

HERE = Path(__file__).parent
FIRMWARE = Path(paishan.__file__).parent.parent
LAUNCH = "import sys, micropython_unix as m; m.run_main(['micropython', *sys.argv[1:]])"


@pytest.mark.skipif(
    find_spec("micropython_unix") is None,
    reason="MicroPython for a PC has no wheel for this platform",
)
@pytest.mark.parametrize(
    ("rounds", "said"),
    [
        ("guide_rounds.py", ["22", "88"]),  # dice, opening, clock
        ("fault_rounds.py", ["FAULT", "82", "READY", "0"]),  # one that waits for the mains
    ],
)
def test_no_scan_allocates(rounds, said):
    run = subprocess.run(
        [sys.executable, "-I", "-c", LAUNCH, "-X", "heapsize=371wK", HERE / rounds],
        env={**os.environ, "MICROPYPATH": f"{FIRMWARE}:.frozen"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert run.stdout.split() == said, run.stdout + run.stderr
