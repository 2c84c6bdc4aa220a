import pytest
from tests.emulated import needs_pico
from tests.paishan_host.install.runtimes import parts_of

from paishan_host import emulated
from paishan_host.install import image, mpy
from paishan_sim.lane import LaneFileError
from paishan_sim.lane_pico import FILES_AT, PicoLane, UsbLine, flash_image
from paishan_sim.pico.emulator import FLASH_BYTES
from paishan_sim.serial import LIMIT

PROFILE = {"chart": "dip", "selector": ["dip", 5, True, True, 0], "settings": {}}
AT_REST = bytes([0x16, 0x16, 0x16, 0x16, 0x32, 0x40, 1, 0xA5])
ARCHITECTURE = "armv6m"
MONOSTABLE_MS = 50
WATCHDOG_MS = 8000

# An application of a few lines that turns a lamp on, is fed for a while, and then fails.
TINY = """\
class App:
    now = crashes = 0
    at_rest = lambda self: False
    def __init__(self, port, profile, serial, folder, identity):
        self.port = port
    def run(self, wait, feed):
        inputs, outputs = bytearray(8), bytearray(7)
        outputs[4] = 0x40
        scans = 0
        while True:
            wait()
            self.port.read(inputs)
            self.port.write(outputs)
            scans += 1
            if scans > 100:
                %s
            if feed:
                feed()
"""


def test_the_flash_holds_the_image_and_the_files_behind_it():
    flash = flash_image(parts_of(b"runtime" * 100), b"files")
    assert len(flash) == FLASH_BYTES
    assert flash.startswith(b"runtime" * 100)
    assert flash[FILES_AT : FILES_AT + 6] == b"files\xff"


def test_a_laptop_that_does_not_read_is_felt():
    line = UsbLine()
    assert line.reading
    line.coming += bytes(LIMIT)
    assert not line.reading
    assert len(line.receive()) == LIMIT
    assert line.reading


def test_more_than_the_line_holds_waits_at_the_laptop():
    line = UsbLine()
    assert line.send(bytes(LIMIT + 9)) == LIMIT
    assert line.send(b"x") == 0


def test_a_lane_without_an_image_says_what_to_do(monkeypatch, tmp_path):
    monkeypatch.setenv("PAISHAN_UF2", str(tmp_path / "none.uf2"))
    with pytest.raises(LaneFileError, match=r"none\.uf2: No such file.*name a file"):
        emulated.pico(PROFILE)


def with_application(tmp_path, text):
    """A Pico whose slot holds that application."""
    source = tmp_path / "app.py"
    source.write_text(text)
    files = image.build(emulated.BOARD, profile=PROFILE).files
    kept = {name: data for name, data in files.items() if not name.startswith("a/paishan/app")}
    kept["a/paishan/app.mpy"] = mpy.compiled(source, "paishan/app.py", ARCHITECTURE)
    flash = flash_image(
        emulated.micropython(), image.littlefs(kept, image.flash_of(emulated.BOARD))
    )
    return PicoLane({**PROFILE, "serial": True}, flash)


class Watched:
    """A lane that is scanned with a machine at rest."""

    def __init__(self, lane):
        self.lane = lane
        self.now_ms = 0
        self.seen = []  # (now_ms, outputs) at each change

    def scan(self, ms):
        for _ in range(ms // 5):
            outputs = self.lane.scan(self.now_ms, AT_REST)
            if not self.seen or self.seen[-1][1] != outputs:
                self.seen.append((self.now_ms, outputs))
            self.now_ms += 5

    def until(self, what, limit_ms):
        end_ms = self.now_ms + limit_ms
        while not what():
            assert self.now_ms < end_ms, self.seen[-3:]
            self.scan(5)


@needs_pico
def test_a_hang_drops_the_outputs_at_once_and_is_started_anew(tmp_path):
    lamp = bytes([0, 0, 0, 0, 0x40, 0, 0])
    scans = []
    with with_application(tmp_path, TINY % "while True: pass") as lane:
        lane.on_scan = scans.append
        table = Watched(lane)
        table.until(lambda: table.seen and table.seen[-1][1] == lamp, 5000)
        table.until(lambda: table.seen[-1][1] == bytes(7), 2000)
        last_ms = scans[-1].end_us / 1000
        assert table.seen[-1][0] - last_ms <= MONOSTABLE_MS + 5
        table.until(lambda: lane.report.resets == 1, WATCHDOG_MS + 500)
        assert lane.report.now_us / 1000 - last_ms <= WATCHDOG_MS + 100
        table.until(lambda: table.seen[-1][1] == lamp, 5000)
        assert lane.report.operations > 0  # that it hung is on record


@needs_pico
def test_a_crash_ends_in_the_shell_with_its_traceback(tmp_path):
    with with_application(tmp_path, TINY % "raise ValueError('not today')") as lane:
        table = Watched(lane)
        table.until(lambda: lane.report.resets == 3, 20_000)
        table.scan(4000)
        lane.serial.send(b"log\n")
        table.scan(1500)
        said = lane.serial.receive()
    assert b"not today" in said
    assert not any(outputs[4] & 0x3F for _now_ms, outputs in table.seen)


@needs_pico
@pytest.mark.parametrize(("operation", "torn"), [(1, True), (5, False), (9, True), (14, False)])
def test_a_power_cut_while_a_failure_is_noted_leaves_a_controller_that_starts(
    tmp_path, operation, torn
):
    with with_application(tmp_path, TINY % "raise ValueError('not today')") as lane:
        table = Watched(lane)
        lane.cut_power(operation, torn)
        table.until(lambda: lane.report.power_cut, 10_000)
        assert lane.report.outputs == bytes(7)
        lane.cut_power(0)
        lane.restart()
        table.now_ms = 0
        table.until(lambda: lane.report.resets == 2, 10_000)
        table.until(lambda: lane.report.resets == 3 or lane.report.now_us > 6e6, 10_000)
        table.scan(1500)
        lane.serial.send(b"hello\n")
        table.scan(500)
        assert b"mode recovery" in lane.serial.receive()
