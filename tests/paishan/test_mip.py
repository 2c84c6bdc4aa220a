"""`mip`, MicroPython's own installer, from a server of this machine: a table without slots."""

import os
import subprocess
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

import paishan
from paishan_sim import lane_micropython
from paishan_sim.lane_micropython import MicroPythonLane, available

pytestmark = pytest.mark.skipif(
    not available(), reason="MicroPython for a PC has no wheel for this platform"
)
FIRMWARE = Path(paishan.__file__).parents[1]
LAUNCH = "import sys, micropython_unix as m; sys.exit(m.run_main(['micropython', *sys.argv[1:]]))"
AT_REST = bytes([0x16, 0x16, 0x16, 0x16, 0x32, 0x40, 1, 0xA5])


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_arguments):
        """Nobody wants to read that."""


@pytest.fixture(scope="module")
def index():
    """The firmware's folder, as a server of packages has it."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(FIRMWARE)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/package.json"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="module")
def installed(index, tmp_path_factory):
    target = tmp_path_factory.mktemp("mip")
    program = f"import mip; mip.install({index!r}, target={str(target)!r})"
    run = subprocess.run(
        [sys.executable, "-I", "-c", LAUNCH, "-c", program],
        env={**os.environ, "MICROPYPATH": ".frozen"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert run.returncode == 0, run.stdout
    assert "Package may be partially installed" not in run.stdout
    return target


def test_every_file_arrives_as_it_is(installed):
    names = {path.relative_to(installed).as_posix() for path in installed.rglob("*.py")}
    assert {"boot.py", "main.py", "rescue/start.py", "paishan/app/app.py"} <= names
    for name in names:
        assert (installed / name).read_bytes() == (FIRMWARE / name).read_bytes()


def test_what_arrived_is_a_table(installed, monkeypatch):
    monkeypatch.setattr(lane_micropython, "firmware_dir", lambda: installed)
    with MicroPythonLane({"chart": "dip", "selector": ["dip", 5, True, True, 0]}) as lane:
        for k in range(400):
            lane.scan(5 * k, AT_REST)
        assert lane.status()["state"] == "READY"
