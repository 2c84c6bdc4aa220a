"""`paishan install` over MicroPython's prompt, up to the table that answers."""

import json
from hashlib import sha256
from types import SimpleNamespace

import pytest
from tests.paishan_host import tables
from tests.paishan_host.install.controllers import controller
from tests.paishan_host.install.runtimes import micropython
from tests.rescue import machines

from paishan_host.install import image, installer, mpy, uf2
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


class Listing:
    """A controller's prompt with files of an earlier version; `changes`: what is done to them."""

    def __init__(self):
        self.files = dict.fromkeys(
            ("a/manifest", "a/paishan/gone.mpy", "b/manifest", "main.py", "slots"), b"old"
        )
        self.changes = []

    def about(self):
        kind = mpy.number(image.architecture_of("rpi_pico"))
        return SimpleNamespace(mpy=kind, board="Pico", free=10**6)

    def sums(self):
        return {name: sha256(data).hexdigest() for name, data in sorted(self.files.items())}

    def remove(self, name):
        self.changes.append(f"remove {name}")
        del self.files[name]

    def write(self, name, data):
        self.changes.append(f"write {name}")
        self.files[name] = data

    def make(self, folder):
        """Folders are not looked at."""


def test_main_goes_first_and_comes_last_so_that_nothing_starts_in_between():
    prompt = Listing()
    files = {"a/manifest": b"new", "boot.py": b"b", "main.py": b"m"}
    installer.install(prompt, "rpi_pico", files, lambda done: None)
    assert (prompt.changes[0], prompt.changes[-1]) == ("remove main.py", "write main.py")
    assert prompt.files == files


def test_one_file_for_the_boot_drive(paishan, tmp_path):
    runtime, target = tmp_path / "micropython.uf2", tmp_path / "table.uf2"
    runtime.write_bytes(micropython())
    target.write_bytes(b"of the last time, and replaced")
    done = paishan("install", "--board", "rpi_pico", "--uf2", runtime, "--image", target, "--json")
    assert done.code == 0, done
    parts = uf2.blocks(target.read_bytes(), "table.uf2")
    assert {0x10000000, 0x100A0000} <= set(parts)
    assert len(json.loads(done.out)["build"]) == 8


def test_what_it_is_made_of_is_not_replaced(paishan, tmp_path):
    runtime, key = tmp_path / "micropython.uf2", tmp_path / "maker.pem"
    runtime.write_bytes(micropython())
    assert paishan("keys", "new", key).code == 0
    before = key.read_bytes()
    for target in (runtime, key):
        done = paishan(
            "install", "--board", "rpi_pico", "--sign", key, "--uf2", runtime, "--image", target
        )
        assert done.code == 2
        assert f"{target} is what this is made of: name another file" in done.err
    assert runtime.read_bytes() == micropython()
    assert key.read_bytes() == before


@pytest.mark.parametrize(
    ("board", "code", "said"),
    [
        ("rpi_pica", 2, "no board rpi_pica: there are"),
        ("rpi_pico2", 2, "no flash image is made for rpi_pico2: install over its prompt"),
        ("bench", 2, "no flash image is made for bench: install over its prompt"),
        ("esp32_generic", 7, "boards/esp32_generic/README.md says how"),
    ],
)
def test_a_board_without_a_boot_drive_is_told_before_its_file(paishan, board, code, said):
    done = paishan("install", "--board", board, "--uf2", "none", "--image", "y")
    assert (done.code, done.err.count("\n")) == (code, 1)
    assert said in done.err


def test_a_runtime_cut_at_the_edge_of_a_block_is_named(paishan, tmp_path):
    runtime = tmp_path / "micropython.uf2"
    runtime.write_bytes(micropython()[:-512])
    done = paishan(
        "install", "--board", "rpi_pico", "--uf2", runtime, "--image", tmp_path / "table.uf2"
    )
    assert (done.code, done.err.count("\n")) == (3, 1)
    assert f"{runtime}: no UF2 file, or one that was cut" in done.err
    assert not (tmp_path / "table.uf2").exists()


@pytest.mark.parametrize("given", [["--uf2", "x"], ["--image", "x"]])
def test_the_two_files_belong_together(paishan, given):
    assert "belong together" in paishan("install", "--board", "rpi_pico", *given).err


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('{"chart": "none"}', "chart: 'none' is none of decade-dial"),
        ('{"settings": {"dice_ms": 1}}', "dice_ms: 1 ms: the range is"),
        ('{"settings": 3}', "chart, selector, settings as JSON"),
        ("[]", "chart, selector, settings as JSON"),
        ('{"chart": "dip",\n', "no JSON from line 2 on"),
    ],
)
def test_a_profile_that_is_none_is_refused_with_the_reason(paishan, tmp_path, text, why):
    profile = tmp_path / "machine.json"
    profile.write_text(text)
    done = paishan(
        "install", "--board", "rpi_pico", "--profile", profile, "--uf2", "x", "--image", "y"
    )
    assert done.code == 3
    assert f"{profile}: no profile of a machine ({why}" in done.err


def test_a_board_with_another_processor_is_refused(tool, tmp_path):
    with controller(tmp_path) as one:
        done = tool(one, "install", "--board", "rpi_pico", "--yes")
    assert done.code == 7
    assert "name the right --board" in done.err


@pytest.mark.parametrize("yes", [["--yes"], []], ids=["told to", "asked first"])
def test_nothing_there_says_what_to_do_before_it_asks(paishan, yes):
    done = paishan("--port", "socket://127.0.0.1:9", "install", "--board", "bench", *yes)
    assert (done.code, done.err.count("\n")) == (6, 1)
    assert "nothing listens there (Connection refused)" in done.err


def test_a_simulated_table_ends_in_one_line_and_goes_on(paishan, ready, tmp_path):
    done = paishan("install", "--board", "bench", "--yes")
    assert (done.code, done.err.count("\n")) == (7, 1)
    assert "it is simulated: name the port of a controller" in done.err
    assert not list((tmp_path / "config" / "saved").iterdir())
    assert paishan("status").code == 0


def test_so_does_one_under_micropython(paishan, at_lane):
    with tables.lane(lane="micropython") as line:
        at_lane(line)
        done = paishan("install", "--board", "bench", "--yes")
    assert (done.code, done.err.count("\n")) == (7, 1)
    assert "it is simulated" in done.err


def test_a_table_on_another_board_is_not_stopped_for_it(paishan, at_lane):
    with tables.lane(lane="micropython") as line:
        at_lane(line)
        done = paishan("install", "--board", "rpi_pico", "--yes")
        assert paishan("status").code == 0
    assert (done.code, done.err.count("\n")) == (7, 1)
    assert "the table is on the board bench, not on rpi_pico: name the right --board" in done.err
