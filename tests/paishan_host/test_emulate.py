import json
import signal
import subprocess
import sys
import time

import pytest
from tests.emulated import needs_pico
from tests.paishan_host.install.runtimes import micropython, parts_of

from paishan_host import emulated
from paishan_host.client import Table
from paishan_host.trouble import LinkTrouble

START_S = 90


COMMANDS = [("emulate",), ("sim", "run", "--lane", "pico"), ("bench", "--lane", "pico")]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_without_an_image_one_line_says_what_to_do(paishan, monkeypatch, tmp_path, command):
    monkeypatch.setenv("PAISHAN_UF2", str(tmp_path / "none.uf2"))
    ended = paishan(*command)
    assert (ended.code, ended.err.count("\n")) == (3, 1)
    assert "none.uf2: No such file or directory: name a file" in ended.err


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_what_is_no_image_for_the_pico_is_named_and_not_run(
    paishan, monkeypatch, tmp_path, command
):
    named = tmp_path / "other.uf2"
    named.write_bytes(micropython(machine="Raspberry Pi Pico W with RP2040"))
    monkeypatch.setenv("PAISHAN_UF2", str(named))
    ended = paishan(*command)
    assert ended.code == 3
    assert f"paishan: {named}: it is for Raspberry Pi Pico W with RP2040" in ended.err


def test_a_flash_that_is_none_is_named_and_stays(paishan, tmp_path):
    flash = tmp_path / "flash.img"
    flash.write_bytes(b"a letter")
    ended = paishan("emulate", "--flash", flash)
    assert (ended.code, ended.err.count("\n")) == (3, 1)
    assert f"{flash}: no flash of a Pico, which has 2 MB" in ended.err
    assert flash.read_bytes() == b"a letter"


def test_a_folder_that_is_missing_is_said_before_anything_runs(paishan, tmp_path):
    ended = paishan("emulate", "--flash", tmp_path / "none" / "flash.img")
    assert (ended.code, ended.out, ended.err.count("\n")) == (4, "", 1)
    assert "there is no such folder" in ended.err


def test_an_image_with_the_application_frozen_gets_no_slots():
    names = b"asyncio/core.py\0paishan/app/__init__.py\0paishan/app/app.py\0"
    frozen = parts_of(names.rjust(300, b"\0"))  # across two blocks of the file
    assert emulated.is_frozen(frozen)
    assert not emulated.is_frozen(parts_of(names.replace(b"__init", b"xxinit")))
    profile = {"chart": "dip", "selector": ["dip", 5, True, True, 0], "serial": True}
    files = emulated.files_of(profile, frozen)
    assert "board.mpy" in files
    assert not any(name.startswith("a/") for name in files)
    assert json.loads(files["profile.json"]) == {"chart": "dip", "selector": profile["selector"]}
    assert any(name.startswith("a/") for name in emulated.files_of(profile, {}))


@needs_pico
def test_ctrl_c_ends_it_and_the_flash_is_kept(tmp_path):
    flash = tmp_path / "flash.img"
    command = ["emulate", "--speed", "50", "--flash", str(flash), "--json"]
    with subprocess.Popen(
        [sys.executable, "-c", "from paishan_host.cli import main; main()", *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as child:
        assert child.stdout is not None
        try:
            url = json.loads(child.stdout.readline())["urls"][0]
            assert _board(url) == "rpi_pico"
            child.send_signal(signal.SIGINT)
            said = child.communicate(timeout=20)
        finally:
            child.kill()
    assert (child.returncode, said) == (0, ("", ""))
    assert len(flash.read_bytes()) == 2 << 20


def _board(url):
    """What answers there; in real time, since the command is another process."""
    deadline = time.monotonic() + START_S
    while True:
        try:
            with Table.open(url) as table:
                return table.about.board
        except LinkTrouble:
            if time.monotonic() > deadline:
                raise
