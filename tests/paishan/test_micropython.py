"""The same files under real MicroPython, with the heap of a board."""

import os
import runpy
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import paishan

HERE = Path(__file__).parent
PACKAGE = Path(paishan.__file__).parent
FIRMWARE = PACKAGE.parent
MODULES = sorted(
    ".".join(path.relative_to(FIRMWARE).with_suffix("").parts).removesuffix(".__init__")
    for path in PACKAGE.rglob("*.py")
    if path.name != "cpython.py"
)
HEAP = "371wK"
LAUNCH = "import sys, micropython_unix as m; m.run_main(['micropython', *sys.argv[1:]])"

pytestmark = pytest.mark.skipif(
    find_spec("micropython_unix") is None,
    reason="MicroPython for a PC has no wheel for this platform",
)


def micropython(*arguments):
    """Runs it with the firmware on its path; what it printed, or a failure with that."""
    run = subprocess.run(
        [sys.executable, "-I", "-c", LAUNCH, "-X", f"heapsize={HEAP}", *arguments],
        env={**os.environ, "MICROPYPATH": f"{FIRMWARE}:.frozen"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=60,
        check=False,
    )
    assert run.returncode == 0, run.stdout
    return run.stdout


@pytest.fixture(scope="module")
def rounds():
    """The lines of viper_rounds.py, in CPython and in MicroPython."""
    here = list(runpy.run_path(str(HERE / "viper_rounds.py"))["lines"]())
    there = micropython(str(HERE / "viper_rounds.py")).splitlines()
    return here, there


@pytest.mark.parametrize("function", ["debounce", "gather", "apply", "copy"])
def test_a_viper_function_gives_the_same_bytes_in_both(rounds, function):
    here, there = ([line for line in lines if line.startswith(function)] for lines in rounds)
    assert len(here) >= 1500
    assert here == there


def test_the_rounds_reach_every_outcome(rounds):
    here, _there = rounds
    faults = {int(line.split()[1]) for line in here if line.startswith("apply")}
    assert {0, 43, 82, 84, 85}.issubset(faults)
    assert {line.split()[1] for line in here if line.startswith("debounce")} == set("0123")


@pytest.fixture(scope="module")
def imported():
    """What each module said when MicroPython imported it, in one process."""
    program = (
        "import gc, sys\n"
        f"for name in {MODULES!r}:\n"
        "    try:\n"
        "        __import__(name)\n"
        "        print(name, 'ok')\n"
        "    except Exception as error:\n"
        "        print(name, repr(error))\n"
        "    gc.collect()\n"  # a compiler leaves holes; boards load what is compiled
        "print('stand-in', 'paishan.cpython' in sys.modules)\n"
    )
    return dict(line.split(" ", 1) for line in micropython("-c", program).splitlines())


@pytest.mark.parametrize("module", MODULES)
def test_a_module_is_imported_by_micropython(imported, module):
    assert imported[module] == "ok"


def test_micropython_needs_no_stand_in(imported):
    assert imported["stand-in"] == "False"


def test_a_table_is_put_together_with_every_preset():
    program = (
        "import gc\n"
        "from paishan.app import App\n"
        "from paishan.table.charts import PRESETS\n"
        "for name in sorted(PRESETS):\n"
        "    App(None, {'chart': name})\n"
        "    gc.collect()\n"
        "    print(name)\n"
    )
    assert micropython("-c", program).split() == ["decade-dial", "dip", "thumbwheel"]


def test_time_differences_are_the_same_across_the_wrap():
    times = [0, 1, 5, (1 << 29) - 1, 1 << 29, (1 << 29) + 1, (1 << 30) - 3, (1 << 30) - 1]
    program = (
        "from paishan.io.ticks import ticks_diff\n"
        f"for a in {times}:\n"
        f"    for b in {times}:\n"
        "        print(ticks_diff(a, b))\n"
    )
    half, ticks = 1 << 29, 1 << 30
    wanted = [(a - b + half) % ticks - half for a in times for b in times]
    assert [int(line) for line in micropython("-c", program).split()] == wanted
