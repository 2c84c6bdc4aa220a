import json
import signal
import subprocess
import sys
import time

from tests.emulated import needs_pico

from paishan_host import emulated
from paishan_host.client import Table
from paishan_host.trouble import LinkTrouble

START_S = 90


def test_without_an_image_one_line_says_what_to_do(paishan, monkeypatch, tmp_path):
    monkeypatch.setenv("PAISHAN_UF2", str(tmp_path / "none.uf2"))
    for command in (("emulate",), ("sim", "run", "--lane", "pico"), ("bench", "--lane", "pico")):
        ended = paishan(*command)
        assert ended.code == 5
        assert ended.err.count("\n") == 1
        assert "none.uf2: No such file or directory: name a file" in ended.err


def test_an_image_with_the_application_frozen_gets_no_slots(monkeypatch):
    names = b"asyncio/core.py\0paishan/app/__init__.py\0paishan/app/app.py\0"
    frozen = names.rjust(300, b"\0")  # across two blocks of the file
    blocks = b"".join(bytes(32) + frozen[at : at + 256].ljust(480, b"\0") for at in (0, 256))
    assert emulated.is_frozen(blocks)
    assert not emulated.is_frozen(
        blocks.replace(b"app.py", b"app.px").replace(b"__init", b"xxinit")
    )
    profile = {"chart": "dip", "selector": ["dip", 5, True, True, 0], "serial": True}
    files = emulated.files_of(profile, blocks)
    assert "board.mpy" in files
    assert not any(name.startswith("a/") for name in files)
    assert json.loads(files["profile.json"]) == {"chart": "dip", "selector": profile["selector"]}
    assert any(name.startswith("a/") for name in emulated.files_of(profile, b""))


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
