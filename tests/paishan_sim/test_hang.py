"""A firmware that hangs: outputs held, then off, then started anew by the watchdog."""

import pytest

from paishan.table.faults import WATCHDOG
from paishan_sim.hang import HUNG, MONOSTABLE_MS, WATCHDOG_MS, Hang
from paishan_sim.lane import LaneError, open_lane
from paishan_sim.lane_micropython import MicroPythonLane, available

needs_micropython = pytest.mark.skipif(
    not available(), reason="MicroPython for a PC has no wheel for this platform"
)
PROFILE = {"chart": "dip", "selector": ["dip", 5, True, True, 0], "settings": {}}
GUARDED = {**PROFILE, "watchdog": 0.5}
AT_REST = bytes([0x16, 0x16, 0x16, 0x16, 0x32, 0x40, 1, 0xA5])
LANES = ["cpython", pytest.param("micropython", marks=needs_micropython)]

HANGING = """\
import board

class start:
    class app:
        def status():
            return {}

feed = board.watchdog()
inputs = bytearray(8)
while True:
    board.wait()
    board.port().read(inputs)
    board.port().write(b"\\x01" * 7)
    if feed and inputs[0] != 1:
        feed()
    while inputs[0] == 2:
        pass
"""


def test_outputs_are_held_then_off_then_the_watchdog_bites():
    hang = Hang(1000, b"\x01" * 7)
    assert hang.outputs(1000 + MONOSTABLE_MS) == b"\x01" * 7
    assert hang.outputs(1001 + MONOSTABLE_MS) == bytes(7)
    assert hang.outputs(999 + WATCHDOG_MS) == bytes(7)
    assert hang.outputs(1000 + WATCHDOG_MS) is None


@pytest.mark.parametrize("name", LANES)
def test_a_lane_told_to_hang_lets_go_and_starts_anew(name):
    with open_lane(name, GUARDED) as lane:
        for now_ms in range(0, 2000, 5):
            last = bytes(lane.scan(now_ms, AT_REST))
        assert any(last)
        lane.hang()
        assert bytes(lane.scan(2000, AT_REST)) == last
        assert lane.status()["state"] == HUNG
        assert bytes(lane.scan(2060, AT_REST)) == bytes(7)
        assert bytes(lane.scan(2000 + WATCHDOG_MS, AT_REST)) == bytes(7)
        for k in range(100):
            lane.scan(20_000 + 5 * k, AT_REST)
        status = lane.status()
    assert status["state"] != HUNG
    assert status["advice"] == WATCHDOG


@needs_micropython
def test_without_a_watchdog_a_hang_is_for_ever():
    with MicroPythonLane(PROFILE) as lane:
        lane.scan(0, AT_REST)
        with pytest.raises(LaneError, match="no watchdog"):
            lane.hang()


@pytest.fixture
def hanging(tmp_path, monkeypatch):
    from paishan_sim import lane_micropython

    (tmp_path / "boot.py").write_text("")
    (tmp_path / "main.py").write_text(HANGING)
    monkeypatch.setattr(lane_micropython, "firmware_dir", lambda: tmp_path)


@needs_micropython
@pytest.mark.usefixtures("hanging")
class TestTheBoard:
    def test_a_real_hang_is_noticed(self):
        with MicroPythonLane(GUARDED) as lane:
            assert lane.scan(0, bytes(8)) == b"\x01" * 7
            assert lane.scan(5, b"\x02" + bytes(7)) == b"\x01" * 7
            assert lane.status()["state"] == HUNG
            assert lane.scan(60, bytes(8)) == bytes(7)
            assert lane.scan(WATCHDOG_MS, bytes(8)) == bytes(7)
            assert lane.scan(WATCHDOG_MS + 5, bytes(8)) == b"\x01" * 7

    def test_scans_that_are_not_complete_lose_the_outputs(self):
        unfed = b"\x01" + bytes(7)
        with MicroPythonLane(GUARDED) as lane:
            lane.scan(0, bytes(8))
            assert lane.scan(MONOSTABLE_MS, unfed) == b"\x01" * 7
            assert lane.scan(MONOSTABLE_MS + 5, unfed) == bytes(7)
            assert lane.scan(MONOSTABLE_MS + 10, bytes(8)) == b"\x01" * 7

    def test_a_firmware_that_completes_no_scan_is_started_anew(self):
        unfed = b"\x01" + bytes(7)
        with MicroPythonLane(GUARDED) as lane:
            lane.scan(0, bytes(8))
            for now_ms in range(5, WATCHDOG_MS, 5):
                last = lane.scan(now_ms, unfed)
            assert last == bytes(7)
            assert lane.scan(WATCHDOG_MS + 5, unfed) == bytes(7)
            assert lane.scan(WATCHDOG_MS + 10, unfed) == b"\x01" * 7
