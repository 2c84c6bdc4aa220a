"""`paishan install` over MicroPython's prompt, up to the table that answers."""

import json

import pytest
from tests.paishan_host.install.controllers import controller
from tests.paishan_host.install.runtimes import uf2_of
from tests.rescue import machines

from paishan_host.install import uf2
from paishan_sim.lane_micropython import available

pytestmark = pytest.mark.skipif(
    not available(), reason="MicroPython for a PC has no wheel for this platform"
)


@pytest.fixture
def tool(paishan, tmp_path, monkeypatch):
    monkeypatch.setenv("PAISHAN_CONFIG", str(tmp_path / "config"))

    def run(one, *arguments):
        return paishan("--port", one.url, *arguments)

    return run


def test_on_an_empty_controller_it_ends_with_a_table_that_answers(tool, tmp_path):
    with controller(tmp_path) as one:
        done = tool(one, "install", "--board", "bench", "--yes", "--json")
        assert done.code == 0, done
        said = json.loads(done.out)
        about = json.loads(tool(one, "info", "--json").out)
    assert (about["build"], about["mode"], about["board"]) == (
        said["build"],
        "application",
        "bench",
    )
    assert said["written"] > 100_000
    assert said["saved"] is None


def test_on_a_table_settings_are_saved_first_and_stay(tool, tmp_path):
    with controller(tmp_path, machines.filesystem(), installed=True) as one:
        assert tool(one, "set", "dice_ms=3456").code == 0
        done = tool(one, "install", "--board", "bench", "--yes", "--json")
        assert done.code == 0, done
        said = json.loads(done.out)
        kept = json.loads(tool(one, "get", "dice_ms", "--json").out)
    assert kept == {"dice_ms": 3456}
    assert said["written"] < 20_000  # the manifest and what goes last
    assert "dice_ms = 3456" in (tmp_path / "config" / "saved" / "bench-001.toml").read_text()


def test_one_file_for_the_boot_drive(paishan, tmp_path):
    runtime, target = tmp_path / "micropython.uf2", tmp_path / "table.uf2"
    runtime.write_bytes(uf2_of(bytes(2000)))
    done = paishan("install", "--board", "rpi_pico", "--uf2", runtime, "--image", target, "--json")
    assert done.code == 0, done
    parts = uf2.blocks(target.read_bytes())
    assert {0x10000000, 0x100A0000} <= set(parts)
    assert len(json.loads(done.out)["build"]) == 8


@pytest.mark.parametrize("given", [["--uf2", "x"], ["--image", "x"]])
def test_the_two_files_belong_together(paishan, given):
    assert "belong together" in paishan("install", "--board", "rpi_pico", *given).err


def test_a_profile_that_is_none_is_refused(paishan, tmp_path):
    profile = tmp_path / "machine.json"
    profile.write_text('{"chart": "none"}')
    done = paishan(
        "install", "--board", "rpi_pico", "--profile", profile, "--uf2", "x", "--image", "y"
    )
    assert done.code == 3
    assert "no profile of a machine" in done.err


def test_a_board_with_another_processor_is_refused(tool, tmp_path):
    with controller(tmp_path) as one:
        done = tool(one, "install", "--board", "rpi_pico", "--yes")
    assert done.code == 7
    assert "name the right --board" in done.err


def test_nothing_there_says_what_to_do(tool, tmp_path):
    class Nowhere:
        url = "socket://127.0.0.1:9"

    done = tool(Nowhere, "install", "--board", "bench", "--yes")
    assert done.code == 6
    assert "Traceback" not in done.err
