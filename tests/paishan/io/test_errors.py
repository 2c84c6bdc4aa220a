import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import paishan
from paishan.io.errors import told

FIRMWARE = Path(paishan.__file__).parent.parent


def stumble():
    raise ValueError("a head\nwithout a home")


def caught():
    try:
        stumble()
    except ValueError as error:
        return error


def test_it_is_one_line_from_the_outermost_call_to_the_error():
    text = told(caught())
    assert "\n" not in text
    assert text.startswith("Traceback (most recent call last): | ")
    assert text.index("caught") < text.index("stumble") < text.index("ValueError: a head")


def test_an_error_that_was_never_raised_is_told_too():
    assert told(KeyError("west")) == "KeyError: 'west'"


@pytest.mark.skipif(
    find_spec("micropython_unix") is None,
    reason="MicroPython for a PC has no wheel for this platform",
)
def test_a_board_tells_file_line_and_error_on_one_line():
    program = (
        "import sys\n"
        f"sys.path.insert(0, {str(FIRMWARE)!r})\n"
        "from paishan.io.errors import told\n"
        "def stumble():\n"
        "    raise ValueError('no home')\n"
        "try:\n"
        "    stumble()\n"
        "except ValueError as error:\n"
        "    print(told(error))\n"
    )
    launch = "import sys, micropython_unix as m; m.run_main(['micropython', *sys.argv[1:]])"
    run = subprocess.run(
        [sys.executable, "-I", "-c", launch, "-c", program],
        capture_output=True,
        text=True,
        timeout=30,
        check=True,
    )
    (line,) = run.stdout.splitlines()
    assert line.startswith("Traceback (most recent call last): | ")
    assert "stumble" in line
    assert line.endswith("ValueError: no home")
