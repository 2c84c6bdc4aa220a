"""A table in real time."""

import json
import os
import signal
import socket
import subprocess
import sys
import time

import pytest

from paishan.table.faults import CHAIN_BROKEN
from paishan_host.codec import sealed
from paishan_sim.faults import parse
from paishan_sim.plug import TcpPlug
from paishan_sim.run import RunConfig
from paishan_sim.serve import lease_ms, open_table, serve

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
    assert [keys for _, keys in table.player.presses] == [("KEY_A",)]


def test_a_fault_can_be_looked_for_on_a_table_that_is_served():
    with open_table(RunConfig(inject=[parse("chain-broken:at=power,for=always")])) as run:
        serve(run, [], speed=50, on_scan=lambda one: one.scans == 400)
        assert run.lane.status()["fault"] == CHAIN_BROKEN
        assert run.monitor.violations == []


def test_people_repair_what_is_injected():
    with open_table(RunConfig(inject=[parse("chain-broken:at=power+1s,for=always")])) as run:
        serve(
            run, [], speed=50, play=True, on_scan=lambda one: one.injector.report()[0]["mended_ms"]
        )
        assert run.player.acts


def test_a_scan_that_does_not_come_is_nobodys_violation():
    with open_table(RunConfig(inject=[parse("power-cut:at=power+500ms")])) as run:
        serve(run, [], speed=50, on_scan=lambda one: one.injector.restarts == 1)
        assert run.monitor.violations == []


@pytest.mark.parametrize("cut", [True, False], ids=["power cut", "reboot"])
def test_what_a_table_keeps_is_there_after_the_power_was_cut_and_after_a_reboot(cut):
    inject = [parse("power-cut:at=power+12s")] if cut else []
    with open_table(RunConfig(inject=inject)) as run:
        run.plant.set_service(True)
        serve(run, [], speed=50, on_scan=lambda one: one.scans == 1600)
        changes = Laptop(sealed("#1 auth presence"), sealed("#2 set dice_ms=5000"))
        serve(run, [changes], speed=50, on_scan=lambda one: one.scans == 2200)
        assert b"dice_ms=5000" in changes.heard, changes.heard
        reboots = Laptop(*[sealed("#3 reboot")] * (not cut))
        serve(run, [reboots], speed=50, on_scan=lambda one: one.scans == 4000)
        asks = Laptop(sealed("#4 get dice_ms"), sealed("#5 counters"))
        serve(run, [asks], speed=50, on_scan=lambda one: one.scans == 4100)
    assert b"dice_ms=5000" in asks.heard, asks.heard
    assert b"boots=2" in asks.heard, asks.heard


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


@pytest.mark.parametrize(
    ("request_line", "lasts_ms"),
    [
        (b"#4 jog DOME_RAISE lease=500", 500),
        (b"jog LIFT_RAISE_S 300", 300),
        (b"@02#4 jog lease=1000 out=DOME_RAISE", 1_000),
        (b"@1f#4 jog DOME_RAISE lease=500", 500),
        (b"@F7#4 start", 30_060),
        (b"@0ajog LIFT_RAISE_S 300", 300),
        (b"#4 jog stop", 0),
        (b"#4 test run number=12", 1_000),
        (b"@0b#4 test result", 1_000),
        (b"#4 test enter", 0),
        (b"#4 start", 30_060),
        (b"resume", 30_060),
        (b"#4 capture step=start", 0),
        (b"#4 get dice_ms", 0),
        # what the table does not take
        (b"start now please", 0),
        (b"#4 start now", 0),
        (b"#4 jog DOME_RAISE", 0),
        (b"#4 jog DOME_RAISE lease=99999", 0),
        (b"#4 jog DOME_RAISE lease=500 lease=600", 0),
        (b"#4 jog DOME_RAISE lease=soon", 0),
        (b"@0#4 start", 0),
        (b"# start", 0),
        (b"", 0),
    ],
)
def test_what_a_request_lets_move_is_known_from_its_line(request_line, lasts_ms):
    framed = b"#" in request_line
    line = sealed(request_line.decode()).strip() if framed else request_line
    assert lease_ms(line) == lasts_ms


@pytest.mark.parametrize(
    "line",
    [b"#3 start *00000000", b"@1f#9 resume *deadbeef", b"#3 start", b"#3 start *123", b"start *1"],
)
def test_a_damaged_request_lets_nothing_move(line):
    assert lease_ms(line) == 0


class Laptop:
    """What is plugged in, without a socket: says its lines one after the other."""

    used = ready = True

    def __init__(self, *requests):
        self._coming = [request + b"\n" for request in requests]
        self.heard = b""

    def read(self):
        return self._coming.pop(0) if self._coming else b""

    def write(self, data):
        self.heard += data

    def flush(self):
        pass


def jogged(table, requests):
    """The dome is jogged up by a technician; what the monitor says of it."""
    table.plant.set_service(True)
    serve(table, [], speed=50, on_scan=lambda run: run.scans == 300)
    laptop = Laptop(
        sealed("#1 auth presence"),
        sealed("#2 test enter"),
        *(sealed(request) for request in requests),
    )
    serve(table, [laptop], speed=50, on_scan=lambda run: run.scans == 500)
    assert table.plant.snapshot().dome > 0.2, laptop.heard
    return [one.rule for one in table.monitor.violations]


JOGS = ("#3 jog DOME_RAISE lease=500", "#4 jog DOME_RAISE lease=500")


def test_a_jog_over_the_line_is_no_violation(table):
    assert jogged(table, JOGS) == []


def test_what_moves_without_a_lease_is_one(table, monkeypatch):
    monkeypatch.setattr("paishan_sim.serve.lease_ms", lambda request: 0)
    assert jogged(table, JOGS) == ["lifts and dome only on a lift key"]


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
