"""A file that is missing or junk: one line that names it, whichever command it was given to."""

import gzip
import zipfile

import pytest
from tests.paishan_host import tables

from paishan_host import ending, reading

GIVEN = {
    "gears check": ("gears", "check", "FILE"),
    "demo": ("demo", "--chart", "FILE"),
    "gears print": ("gears", "print", "--chart", "dip", "--output", "lid.pdf", "--font", "FILE"),
    "sim shuffle": ("sim", "shuffle", "FILE"),
    "sim replay": ("sim", "replay", "FILE"),
    "replay": ("replay", "FILE"),
    "import": ("import", "FILE", "--yes"),
    "diff": ("diff", "FILE"),
    "update": ("update", "FILE", "--yes"),
    "verify": ("verify", "FILE"),
    "keys show": ("keys", "show", "FILE"),
    "install --key": ("install", "--board", "rpi_pico", "--key", "FILE"),
    "install --sign": ("install", "--board", "rpi_pico", "--sign", "FILE"),
    "install --profile": ("install", "--board", "rpi_pico", "--profile", "FILE"),
    "install --uf2": ("install", "--board", "rpi_pico", "--uf2", "FILE", "--image", "o.uf2"),
    "bundle": ("bundle", "--board", "rpi_pico", "--key", "FILE"),
    "boards check": ("boards", "check", "FILE"),
    "boards wiring": ("boards", "wiring", "FILE"),
    "emulate --uf2": ("emulate", "--uf2", "FILE"),
    "emulate --flash": ("emulate", "--flash", "FILE"),
}  # fmt: skip
JUNK = {
    "a word": b"a ",
    "a line": b"gear = = 3 | | |\n",
    "other letters": b"\xff\xfe\x00g",
    "empty": b"",
    "zeros": bytes(2000),
    "another zip": None,
    "another gzip": gzip.compress(b"a letter"),
    "another list": b"[1, 2]\n",
}
# a check may also find that the answer is no
ANSWERS = {ending.NOT_AS_ASKED, ending.BAD_FILE}
CODES = {"gears check": ANSWERS, "boards check": ANSWERS}
MADE_ANEW = {"emulate --flash"}  # where there is none yet
# of Python, never of a tool
LEAKS = (
    "Errno", "codec", "invalid literal", "gzipped", "object", "Expecting", "Traceback", "defect",
    "NoneType", "unpack", "b'", "index out",
)  # fmt: skip


@pytest.fixture
def told(paishan, at_lane, tmp_path, monkeypatch):
    """Runs the command with a file; what it said."""
    monkeypatch.chdir(tmp_path)

    def run(command, path):
        return paishan(*(path if word == "FILE" else word for word in GIVEN[command]))

    with tables.lane() as line:
        at_lane(line)
        yield run


def is_one_line(ended, path):
    lines = ended.err.splitlines()
    assert len(lines) == 1 or "is missing: add it" in ended.err, ended  # every key of a board
    assert all(line.startswith(f"paishan: {path}") for line in lines), ended
    assert not any(leak in ended.err for leak in LEAKS), ended


@pytest.mark.parametrize("command", GIVEN)
def test_junk_is_named_in_one_line(told, tmp_path, command):
    for name, data in JUNK.items():
        path = tmp_path / f"{name.replace(' ', '-')}.toml"
        if data is None:
            with zipfile.ZipFile(path, "w") as made:
                made.writestr("letter", "a letter")
        else:
            path.write_bytes(data)
        ended = told(command, path)
        is_one_line(ended, path)
        assert ended.code in CODES.get(command, {ending.BAD_FILE}), ended


@pytest.mark.parametrize("command", [name for name in GIVEN if name not in MADE_ANEW])
def test_a_file_that_is_not_there_and_a_folder_are_named_in_one_line(told, tmp_path, command):
    for path in (tmp_path / "none.toml", tmp_path):
        ended = told(command, path)
        is_one_line(ended, path)
        assert ended.code in (ending.BAD_FILE, ending.USAGE), ended


def test_a_text_is_read_whole_with_or_without_a_mark(tmp_path):
    path = tmp_path / "text"
    for mark in (b"", b"\xef\xbb\xbf"):
        path.write_bytes(mark + "牌山\r\n".encode())
        assert reading.text(path) == "牌山\r\n"
