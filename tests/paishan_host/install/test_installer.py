"""`paishan install` over MicroPython's prompt, up to the table that answers."""

import json

import pytest
from tests.paishan_host.install.controllers import controller
from tests.rescue import machines

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
