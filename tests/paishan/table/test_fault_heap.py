"""A fault under real MicroPython: no scan of it needs the heap."""

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
def test_no_scan_of_a_fault_that_waits_for_the_mains_allocates():
    run = subprocess.run(
        [sys.executable, "-I", "-c", LAUNCH, "-X", "heapsize=371wK", HERE / "fault_rounds.py"],
        env={**os.environ, "MICROPYPATH": f"{FIRMWARE}:.frozen"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert run.stdout.split() == ["FAULT", "82", "READY", "0"], run.stdout + run.stderr
