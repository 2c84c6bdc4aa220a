"""The two ends of a lane's serial line."""

import pytest

from paishan_sim.lane import open_lane
from paishan_sim.lane_micropython import available
from paishan_sim.serial import LIMIT, MemoryLine

AT_REST = bytes([0x16, 0x16, 0x16, 0x16, 0x32, 0xC0, 1, 0xA5])
LANES = ["cpython"] + ["micropython"] * available()


def test_the_device_takes_what_its_buffer_holds():
    line = MemoryLine()
    line.send(b"abc")
    buffer = bytearray(2)
    assert line.device.readinto(buffer) == 2
    assert buffer == b"ab"
    assert line.device.readinto(buffer) == 1
    assert line.device.readinto(buffer) == 0


def test_a_laptop_that_does_not_read_is_felt():
    line = MemoryLine(limit=5)
    assert line.device.write(bytearray(b"abcdef"), 4) == 4
    assert line.device.write(bytearray(b"abcdef"), 4) == 1
    assert line.device.write(bytearray(b"abcdef"), 4) == 0
    assert line.receive() == b"abcda"
    assert line.device.write(bytearray(b"x"), 1) == 1


@pytest.fixture(params=LANES)
def lane(request):
    with open_lane(request.param, {"chart": "dip", "serial": True}) as lane:
        yield lane


def scans(lane, count, start=0):
    for k in range(count):
        outputs = lane.scan(5 * (start + k), AT_REST)
    return outputs


def test_a_lane_without_a_serial_line_has_none():
    with open_lane("cpython", {"chart": "dip"}) as lane:
        assert lane.serial is None


def test_bytes_go_and_come_within_a_scan(lane):
    scans(lane, 10)
    lane.serial.send(b"ping\n")
    scans(lane, 1, 10)
    assert lane.serial.receive() == b"ok\r\n"


def test_a_reboot_starts_the_firmware_anew_with_its_outputs_off(lane):
    scans(lane, 400)
    lane.serial.send(b"auth presence\nreboot\n")
    seen = [bytes(scans(lane, 1, 400 + k)) for k in range(40)]
    assert bytes(7) in seen
    assert b"ok\r\n" in lane.serial.receive()
    scans(lane, 300, 440)
    lane.serial.send(b"hello\n")
    scans(lane, 20, 740)
    assert b"reset reset" in lane.serial.receive()
    assert lane.status()["state"] == "READY"


def test_the_limit_is_small_enough_to_be_met():
    assert LIMIT <= 65536
