"""The sources for a MicroPython with the application frozen: whole, and a table that runs."""

import runpy
from pathlib import Path

import pytest

from paishan_host.install import frozen, image, mpy
from paishan_sim import lane_micropython
from paishan_sim.lane_micropython import MicroPythonLane, available
from paishan_sim.run import Run, RunConfig
from paishan_sim.switch import Switch

CONFIG = RunConfig(
    chart="sixteen",
    selector=1,
    rows=[(1, 16, (2, 2, 2, 2), "sixteen", None)],
    switch=Switch("dip", 4, True, True, 0),
    cycles=0,
)


def test_its_manifest_freezes_every_file_in_the_folder_and_the_ports_own(tmp_path):
    folder = tmp_path / "new" / "folder"
    assert frozen.write("esp32_generic", folder) == sum(one.is_file() for one in folder.rglob("*"))
    taken, included = set(), []

    def package(name, base_path, opt):
        assert opt == 2  # line numbers stay
        taken.update((folder / base_path / name).rglob("*.py"))

    def module(name, base_path, opt):
        assert opt == 2
        taken.add(folder / base_path / name)

    words = {"package": package, "module": module, "include": included.append}
    runpy.run_path(str(folder / frozen.MANIFEST), words)
    assert included == ["$(PORT_DIR)/boards/manifest.py"]
    assert taken == {one for one in folder.rglob("*") if one.is_file()} - {
        folder / frozen.MANIFEST
    }


def test_they_are_what_the_installer_compiles(tmp_path):
    frozen.write("rpi_pico", tmp_path)
    installed = image.files("rpi_pico", "armv6m")
    for name in ("rescue/controller.py", "paishan/app/app.py", "board.py"):
        there = installed.get(f"{name[:-3]}.mpy") or installed[f"a/{name[:-3]}.mpy"]
        assert mpy.compiled(tmp_path / name, name, "armv6m") == there


def test_a_folder_with_something_in_it_is_left_as_it_is(paishan, tmp_path):
    (tmp_path / "old.py").write_text("")
    done = paishan("install", "--board", "rpi_pico", "--freeze", tmp_path)
    assert done.code == 4
    assert "not empty: name a new folder" in done.err
    assert [one.name for one in tmp_path.iterdir()] == ["old.py"]


def test_a_folder_that_cannot_be_made_is_named(paishan, tmp_path):
    (tmp_path / "file").write_text("")
    done = paishan("install", "--board", "rpi_pico", "--freeze", tmp_path / "file" / "folder")
    assert done.code == 4
    assert "name a new folder" in done.err


def test_it_goes_with_nothing_of_what_is_beside_a_frozen_application(paishan, tmp_path):
    done = paishan(
        "install", "--board", "rpi_pico", "--freeze", tmp_path / "a", "--profile", "p.json"
    )
    assert done.code == 2
    assert "--freeze goes with --board alone" in done.err


def test_it_says_how_micropython_is_built(paishan, tmp_path):
    done = paishan("install", "--board", "stm32_pybv11", "--freeze", tmp_path / "new")
    assert done.code == 0
    assert f"make FROZEN_MANIFEST={tmp_path / 'new' / 'manifest.py'}" in done.out


@pytest.mark.skipif(not available(), reason="MicroPython for a PC has no wheel for this platform")
def test_a_table_made_of_them_builds_its_walls(tmp_path, monkeypatch):
    frozen.write("bench", tmp_path)
    (tmp_path / "board.py").unlink()  # it finds the bench board where it always is
    monkeypatch.setattr(lane_micropython, "firmware_dir", lambda: Path(tmp_path))
    with MicroPythonLane(CONFIG.profile()) as lane:
        run = Run(CONFIG, lane)
        run.play()
        result = run.result()
    assert result.finished
    assert result.violation_list == []
