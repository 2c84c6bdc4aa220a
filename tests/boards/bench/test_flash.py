"""The flash of the bench board: its images, its power cuts, and the lane on top of it."""

import importlib
import sys
from contextlib import closing
from pathlib import Path

import pytest

from paishan_sim import lane_micropython
from paishan_sim.lane import LaneError
from paishan_sim.lane_micropython import MicroPythonLane, available
from paishan_sim.places import boards_dir

MAIN = """\
import os
import board

class App:
    def status(self):
        path = board.folder()
        return {"folder": path, "there": os.listdir(path) if path else None}

class start:
    app = App()

app = start.app
if board.folder():
    try:
        os.listdir(board.folder())
        with open(board.folder() + "/boots", "ab") as file:
            file.write(b"x")
    except OSError:
        pass
while True:
    board.wait()
"""


@pytest.fixture
def flash(monkeypatch):
    monkeypatch.syspath_prepend(str(boards_dir() / "bench"))
    yield importlib.import_module("flash")
    del sys.modules["flash"]


@pytest.fixture(params=["memory", "file"])
def image(flash, request, tmp_path):
    if request.param == "memory":
        yield flash.MemoryImage()
    else:
        with closing(flash.FileImage(str(tmp_path / "flash.img"))) as image:
            yield image


def read(device, block, offset, length):
    target = bytearray(length)
    device.readblocks(block, target, offset)
    return bytes(target)


def test_new_flash_is_erased_and_has_the_size_it_says(flash, image):
    device = flash.Flash(image)
    assert device.ioctl(4, 0) == 64
    assert device.ioctl(5, 0) == 4096
    assert read(device, 63, 4000, 96) == b"\xff" * 96
    assert device.untouched()


def test_what_is_programmed_is_read_and_an_erase_takes_it_away(flash, image):
    device = flash.Flash(image)
    device.writeblocks(5, b"tiles", 256)
    assert read(device, 5, 255, 7) == b"\xfftiles\xff"
    assert not device.untouched()
    assert device.ioctl(6, 5) == 0
    assert read(device, 5, 256, 5) == b"\xff" * 5
    assert device.operations == 2


@pytest.mark.parametrize(("torn", "left"), [(False, b"12345678"), (True, b"1234\xff\xff\xff\xff")])
def test_the_power_goes_at_the_operation_asked_for(flash, image, torn, left):
    device = flash.Flash(image, cut=2, torn=torn)
    device.writeblocks(1, b"before")
    with pytest.raises(flash.PowerCut):
        device.writeblocks(2, b"12345678")
    with pytest.raises(flash.PowerCut):
        device.readblocks(1, bytearray(4))
    with pytest.raises(flash.PowerCut):
        device.ioctl(6, 1)
    again = flash.Flash(image)
    assert read(again, 1, 0, 6) == b"before"
    assert read(again, 2, 0, 8) == left


def test_a_torn_erase_leaves_half_of_the_block(flash, image):
    flash.Flash(image).writeblocks(3, b"x" * 4096)
    with pytest.raises(flash.PowerCut):
        flash.Flash(image, cut=1, torn=True).ioctl(6, 3)
    assert read(flash.Flash(image), 3, 2046, 4) == b"\xff\xffxx"


def test_a_power_cut_is_nothing_that_firmware_catches(flash):
    assert not issubclass(flash.PowerCut, Exception)


def test_a_copy_of_an_image_goes_its_own_way(flash):
    image = flash.MemoryImage()
    flash.Flash(image).writeblocks(1, b"old")
    flash.Flash(image.copy()).writeblocks(1, b"new")
    assert read(flash.Flash(image), 1, 0, 3) == b"old"


def test_a_file_keeps_what_it_was_told(flash, tmp_path):
    path = str(tmp_path / "flash.img")
    with closing(flash.FileImage(path)) as image:
        flash.Flash(image).writeblocks(9, b"kept")
    with closing(flash.FileImage(path)) as image:
        assert read(flash.Flash(image), 9, 0, 4) == b"kept"


def test_an_unfinished_format_counts_as_new_and_anything_else_does_not(flash):
    image = flash.MemoryImage()
    flash.Flash(image).writeblocks(0, b"littlefs" * 16)
    flash.Flash(image).writeblocks(1, b"littlefs" * 8)
    assert flash.Flash(image).untouched()
    flash.Flash(image).writeblocks(0, b"a file's name", 256)
    assert not flash.Flash(image).untouched()


@pytest.fixture
def small_firmware(tmp_path, monkeypatch):
    (tmp_path / "boot.py").write_text("import board\n")
    (tmp_path / "main.py").write_text(MAIN)
    monkeypatch.setattr(lane_micropython, "firmware_dir", lambda: Path(tmp_path))


@pytest.mark.usefixtures("small_firmware")
@pytest.mark.skipif(not available(), reason="MicroPython for a PC has no wheel for this platform")
class TestInTheLane:
    def test_the_folder_is_a_file_system_that_is_new_at_each_start(self):
        for _ in range(2):
            with MicroPythonLane({}) as lane:
                assert lane.status()["there"] == ["boots"]

    def test_a_file_outlives_a_restart(self, tmp_path):
        profile = {"flash": {"file": str(tmp_path / "flash.img")}}
        with MicroPythonLane(profile) as lane:
            assert lane.status() == lane.status()
        blob = (tmp_path / "flash.img").read_bytes()
        assert b"littlefs" in blob
        with MicroPythonLane(profile) as lane:
            assert lane.status()["there"] == ["boots"]
        assert (tmp_path / "flash.img").read_bytes() != blob

    def test_a_board_may_keep_nothing(self):
        with MicroPythonLane({"flash": None}) as lane:
            assert lane.status()["folder"] is None

    def test_a_power_cut_ends_the_process(self, tmp_path):
        file = str(tmp_path / "flash.img")
        with MicroPythonLane({"flash": {"file": file}}) as lane:
            lane.status()
        profile = {"flash": {"file": file, "cut": 1, "torn": True}}
        with MicroPythonLane(profile) as lane, pytest.raises(LaneError, match="PowerCut"):
            lane.status()

    def test_what_is_no_file_system_is_left_as_it_is(self, tmp_path):
        path = tmp_path / "flash.img"
        blob = b"somebody's data " * (64 * 256)
        path.write_bytes(blob)
        profile = {"flash": {"file": str(path)}}
        with MicroPythonLane(profile) as lane, pytest.raises(LaneError, match="ENOENT"):
            lane.status()
        assert path.read_bytes() == blob
