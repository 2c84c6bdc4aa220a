"""A table in real time."""

import json
import os
import signal
import socket
import subprocess
import sys
import time

import pytest

from paishan_sim.plug import TcpPlug
from paishan_sim.run import RunConfig
from paishan_sim.serve import open_table, serve

COMMAND = [sys.executable, "-c", "from paishan_host.cli import main; main()", "sim", "serve"]


@pytest.fixture
def table():
    with open_table(RunConfig()) as run:
        yield run


def test_time_goes_as_fast_as_it_is_told(table):
    started = time.perf_counter()
    serve(table, [], speed=20, on_scan=lambda run: run.scans == 200)
    took_s = time.perf_counter() - started
    assert took_s >= 200 * 0.005 / 20 * 0.9


def test_a_late_table_goes_on_from_now(table):
    seen = []

    def slow_once(run):
        if run.scans == 5:
            time.sleep(0.6)
            seen.append(time.perf_counter())
        return run.scans == 25

    serve(table, [], on_scan=slow_once)
    assert time.perf_counter() - seen[0] >= 0.05  # 20 scans of 5 ms, had they been rushed


def test_players_play_when_they_are_let(table):
    serve(table, [], speed=50, play=True, on_scan=lambda run: bool(run.player.presses))


def test_a_laptop_is_answered_and_one_that_never_reads_slows_nothing(table):
    plug = TcpPlug(0)
    laptop = socket.create_connection(("127.0.0.1", int(plug.url.rpartition(":")[2])))
    laptop.settimeout(5)
    try:
        laptop.sendall(b"ping\n")
        serve(table, [plug], speed=50, on_scan=lambda run: run.scans == 100)
        assert laptop.recv(100).startswith(b"ok\r\n")
        laptop.sendall(b"help\n" * 2000)
        started = time.perf_counter()
        serve(table, [plug], speed=50, on_scan=lambda run: run.scans == 2100)
        # had the table waited for the laptop, this would not end
        assert table.plant.now_ms == 2100 * 5
        assert time.perf_counter() - started < 60
    finally:
        laptop.close()
        plug.close()


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is another matter elsewhere")
def test_the_command_says_where_and_ends_with_ctrl_c():
    options = ["--json", "--pty", "--speed", "20"]
    child = subprocess.Popen(
        COMMAND + options,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # a test run in a shell's background would hand on a SIGINT that is ignored
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL) and None,
    )
    about = json.loads(child.stdout.readline())
    assert about["lane"] == "cpython"
    url, pty = about["urls"]
    assert url.startswith("socket://127.0.0.1:")
    assert os.path.exists(pty)
    with socket.create_connection(("127.0.0.1", int(url.rpartition(":")[2])), 5) as laptop:
        laptop.sendall(b"ping\n")
        assert laptop.recv(10) == b"ok\r\n"
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=20)
    assert (child.returncode, out, err) == (0, b"", b"")


def test_the_command_names_a_port_that_is_taken():
    plug = TcpPlug(0)
    try:
        run = subprocess.run(
            [*COMMAND, "--port", plug.url.rpartition(":")[2]],
            capture_output=True,
            text=True,
            check=False,
        )
    finally:
        plug.close()
    assert run.returncode not in (0, 1)
    assert "name another one" in run.stderr
