"""What power_cuts.py and flipped_bits.py find under real MicroPython, on its LittleFS."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from paishan_sim.lane_micropython import available
from paishan_sim.places import boards_dir, firmware_dir

HERE = Path(__file__).parent
LAUNCH = "import sys, micropython_unix as m; m.run_main(['micropython', *sys.argv[1:]])"
KINDS = (
    "settings",
    "calibration",
    "counters",
    "identity",
    "state",
    "gears",
    "access",
    "audit",
    "journal",
    "commit",
)

pytestmark = pytest.mark.skipif(
    not available(), reason="MicroPython for a PC has no wheel for this platform"
)


def micropython(script, *arguments):
    """The lines it printed; files that a cut left open complain when they are cleaned up."""
    run = subprocess.run(
        [sys.executable, "-I", "-c", LAUNCH, "-X", "heapsize=4M", str(HERE / script), *arguments],
        env={**os.environ, "MICROPYPATH": f"{firmware_dir()}:{boards_dir() / 'bench'}:.frozen"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
        check=False,
    )
    assert run.returncode == 0, run.stdout
    return run.stdout.splitlines()


@pytest.mark.parametrize("kind", KINDS)
def test_after_a_power_cut_the_old_or_the_new_is_there_complete(kind):
    lines = micropython("power_cuts.py", kind)
    assert [line for line in lines if line.startswith("!")] == []
    name, _, cuts, _, old, _, new = lines[-1].split()
    assert name == kind
    assert int(cuts) == int(old) + int(new) >= 80
    assert int(old) > 0
    assert int(new) >= 40  # the last operation of each save, done whole


def test_a_power_cut_while_a_loss_is_accepted_leaves_it_accepted_or_not():
    lines = micropython("power_cuts.py", "acknowledge")
    assert [line for line in lines if line.startswith("!")] == []
    _, _, cuts, _, old, _, new = lines[-1].split()
    assert int(cuts) == int(old) + int(new) >= 4
    assert int(old) > 0
    assert int(new) > 0


def test_a_full_flash_costs_nothing_that_was_stored():
    assert micropython("full_flash.py") == [
        "full: gears UNSAVED journal UNSAVED",
        "off and on: [] generation 2 rows 2 lines 30",
        "room again: [] generation 3 rows 3 lines 60",
    ]


def test_every_flipped_bit_of_every_kind_of_record_is_found():
    lines = [line.split(" bits ") for line in micropython("flipped_bits.py")]
    kinds = {what for what, _ in lines}
    assert kinds == {*KINDS, "file a", "file b"} - {"commit"}
    for what, counts in lines:
        bits, _, found = counts.split()
        assert int(bits) == int(found) > 300, what
