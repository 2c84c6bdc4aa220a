"""board.py of the Pico on the emulated chip: pins, ring, USB, watchdog, causes of a reset."""

import ast
import contextlib
from pathlib import Path

import pytest
from tests.emulated import needs_pico

from paishan_host import emulated
from paishan_host.install import image
from paishan_sim.lane_pico import ACTIVE_LOW, flash_image
from paishan_sim.pico import supplies
from paishan_sim.pico.emulator import Emulator

MAIN = Path(__file__).with_name("on_the_chip.py")
LEVELS = bytes((0x16, 0x26, 0x46, 0x86, 0x32, 0x40, 0x07, 0xA5))
SHOWN = bytes((1, 2, 4, 8, 0x10, 0x20, 0x40))
TYPED = b"hello 0123456789\x03 abc\n"
MOST_US = 9e6
DEAF_US = 1.5e6
STEP_US = 20e3
RECOVERY = 15
# most microseconds that each part of a scan takes: a third more than was measured
LIMITS_US = {"read": 250, "write": 180, "poll": 120, "feed": 120, "period": 5200}
MOST_WRITE_US = 6000  # of 64 bytes; a blocked write takes 500 ms

pytestmark = needs_pico


@contextlib.contextmanager
def chip():
    files = image.files("rpi_pico", "armv6m")
    files["main.py"] = MAIN.read_bytes()
    flash = flash_image(emulated.micropython(), image.littlefs(files, image.FLASH["rpi_pico"]))
    emulator = Emulator(supplies.node(), supplies.package(), supplies.rom(), flash)
    try:
        yield emulator
    finally:
        emulator.close()


def played(emulator, until):
    """(all that was said over USB as lines, the outputs that were seen, the last report)."""
    inputs = bytes(a ^ b for a, b in zip(LEVELS, ACTIVE_LOW, strict=True))
    said, seen, now, typed, reads_at = b"", set(), 0.0, False, 0.0
    while now < MOST_US and until not in said:
        data = TYPED if not typed and now > 0.5e6 else b""
        typed = typed or bool(data)
        if b"flood\r\n" in said and not reads_at:
            reads_at = now + DEAF_US
        report = emulator.run(inputs, now + STEP_US, now + STEP_US, now >= reads_at, data)
        now = report.now_us
        said += report.said
        seen.add(report.outputs)
    assert until in said, said.decode(errors="replace")
    return said.decode().replace("\r", "").splitlines(), seen, report


@pytest.fixture(scope="module")
def run():
    with chip() as emulator:
        emulator.power_on()
        yield played(emulator, b"done")


def told(lines, word):
    return [line.partition(" ")[2] for line in lines if line.startswith(word + " ")]


def test_inputs_and_outputs_go_round_the_ring(run):
    lines, seen, _report = run
    assert ast.literal_eval(told(lines, "inputs")[0]) == LEVELS
    assert seen == {bytes(7), SHOWN}
    assert told(lines, "ring") == ["True 0"]


def test_a_scan_needs_no_heap_and_little_time(run):
    lines, _seen, _report = run
    found = {name: int(us) for name, us in (one.split() for one in told(lines, "worst"))}
    assert found.keys() == LIMITS_US.keys()
    assert {name: us for name, us in found.items() if us > LIMITS_US[name]} == {}


def test_usb_hands_on_what_was_typed_ctrl_c_and_all(run):
    lines, _seen, _report = run
    assert ast.literal_eval(told(lines, "came")[0]) == TYPED


def test_a_host_that_does_not_read_stops_nothing(run):
    taken, worst_us = map(int, told(run[0], "flood-taken")[0].split())
    assert 64 < taken < 2000  # what the chip's own buffers hold
    assert worst_us < MOST_WRITE_US


def test_a_restart_by_request_is_told_from_a_power_on_and_a_watchdog(run):
    lines, _seen, report = run
    assert told(lines, "cause") == ["power-on 1", "reset 3"]
    assert report.resets == 1


def test_the_recovery_key_is_seen_at_power_on(run):
    assert told(run[0], "forced") == ["False", "False"]
    with chip() as emulator:
        emulator.power_on(bytes([RECOVERY]))
        lines, _seen, _report = played(emulator, b"done")
    assert told(lines, "forced")[0] == "True"


def test_outputs_are_off_after_the_restart_though_nobody_scans(run):
    assert run[2].outputs == bytes(7)
