"""The bench board itself, under MicroPython, with a firmware of a few lines on top."""

from pathlib import Path

import pytest

from paishan_sim import lane_micropython
from paishan_sim.lane import LaneError
from paishan_sim.lane_micropython import MicroPythonLane, available

pytestmark = pytest.mark.skipif(
    not available(), reason="MicroPython for a PC has no wheel for this platform"
)

MAIN = """\
import board

class App:
    def __init__(self):
        self.port = board.port()
        self.inputs = bytearray(8)
        self.outputs = bytearray(7)
        self.junk = None
        self.port.write(b"\\xff" * 7)
        board.outputs_off()

    def scan(self, now):
        self.port.read(self.inputs)
        for i in range(7):
            self.outputs[i] = self.inputs[i]
        self.outputs[6] = now >> 24
        if self.inputs[0] == 1:
            self.port.write(self.outputs)
            self.outputs[0] = 2
        if self.inputs[0] == 9:
            self.junk = [now, now]
        if self.inputs[0] != 7:
            self.port.write(self.outputs)

    def status(self):
        return {"profile": board.profile()}

class start:
    app = App()

app = start.app
while True:
    app.scan(board.wait())
"""


@pytest.fixture
def small_firmware(tmp_path, monkeypatch):
    (tmp_path / "boot.py").write_text("import board\n")
    (tmp_path / "main.py").write_text(MAIN)
    monkeypatch.setattr(lane_micropython, "firmware_dir", lambda: Path(tmp_path))


def frame(first: int) -> bytes:
    return bytes([first, 2, 3, 4, 5, 6, 7, 0xA5])


@pytest.mark.usefixtures("small_firmware")
class TestBenchBoard:
    def test_outputs_are_off_until_a_scan_writes_them(self):
        with MicroPythonLane({}) as lane:
            assert lane.scan(0, frame(7)) == bytes(7)

    def test_inputs_and_time_arrive_and_outputs_come_back(self):
        with MicroPythonLane({}) as lane:
            assert lane.scan(0x3F123456, frame(0)) == bytes([0, 2, 3, 4, 5, 6, 0x3F])

    def test_the_last_write_of_a_scan_counts(self):
        with MicroPythonLane({}) as lane:
            assert lane.scan(0, frame(1))[0] == 2

    def test_outputs_stay_when_a_scan_writes_none(self):
        with MicroPythonLane({}) as lane:
            before = lane.scan(0, frame(3))
            assert lane.scan(5, frame(7)) == before

    def test_the_profile_reaches_the_firmware(self):
        with MicroPythonLane({"chart": "dip", "settings": {"scan_ms": 5}}) as lane:
            assert lane.status()["profile"] == {"chart": "dip", "settings": {"scan_ms": 5}}

    def test_read_write_and_wait_allocate_nothing(self):
        with MicroPythonLane({"heap_lock": True}) as lane:
            for k in range(1000):
                lane.scan(5 * k, frame(k % 7))
            lane.status()
            lane.scan(0, frame(3))

    def test_an_allocation_under_the_lock_ends_the_run_and_is_named(self):
        with (
            MicroPythonLane({"heap_lock": True}) as lane,
            pytest.raises(LaneError, match="locked"),
        ):
            lane.scan(0, frame(9))


def test_the_first_statement_turns_the_outputs_off():
    from paishan_sim.places import boards_dir

    lines = (boards_dir() / "bench" / "board.py").read_text().partition('"""\n\n')[2].splitlines()
    assert lines[0].startswith("_outputs = bytearray(7)")
