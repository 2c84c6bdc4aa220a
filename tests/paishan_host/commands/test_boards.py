"""`paishan boards` at the prompt."""

import json
import os
import py_compile
import shutil

import pytest

from paishan_sim.places import boards_dir


def test_boards_are_listed_with_their_support(paishan):
    told = paishan("boards", "list")
    assert told.code == 0
    assert "rpi_pico2" in told.out
    assert json.loads(paishan("boards", "--json").out)[0]["name"] == "bench"


def test_all_boards_that_ship_are_checked_without_a_name(paishan):
    told = paishan("boards", "check")
    assert (told.code, told.err) == (0, "")
    assert told.out.count("agree") == 4


def test_a_wrong_board_is_told_by_line_with_the_remedy(paishan, tmp_path):
    text = (boards_dir() / "rpi_pico" / "board.toml").read_text("utf-8")
    text = text.replace("../electronics.toml", (boards_dir() / "electronics.toml").as_posix())
    path = tmp_path / "mine.toml"
    path.write_text(text.replace('LATCH = { pin = "GP17"', 'LATCH = { pin = "GP18"'), "utf-8")
    told = paishan("boards", "check", str(path))
    assert told.code == 1
    assert f"{path}:" in told.err
    assert "LATCH: GP18 is SCK already: take a free pin" in told.err
    about = json.loads(paishan("boards", "check", str(path), "--json").out)
    assert about[0]["errors"][0]["line"] > 0


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("name = ", 3, "mend the TOML"),
        ('name = "mine"\n', 1, "title is missing: add it"),
        ("pins = 3\n", 1, "pins must be a table"),
    ],
)
def test_a_file_that_is_no_board_gets_one_line(paishan, tmp_path, text, code, words):
    path = tmp_path / "board.toml"
    path.write_text(text)
    told = paishan("boards", "check", str(path))
    assert told.code == code
    assert words in told.err
    assert "Traceback" not in told.err


@pytest.fixture
def mine(tmp_path):
    """A board of a maker's own, a copy of the Pico's."""
    folder = tmp_path / "mine"
    shutil.copytree(boards_dir() / "rpi_pico", folder, ignore=shutil.ignore_patterns("__*"))
    shutil.copy(boards_dir() / "electronics.toml", tmp_path)
    return folder


def test_a_folder_without_its_script_is_not_said_to_agree(paishan, mine):
    (mine / "board.py").unlink()
    told = paishan("boards", "check", mine)
    assert (told.code, told.out, told.err.count("\n")) == (3, "", 1)
    assert f"{mine}: no board.py in it: add it, or check {mine / 'board.toml'} alone" in told.err
    told = paishan("boards", "check", mine / "board.toml")
    assert (told.code, told.err) == (0, "")
    assert "pins and electronics agree; no board.py beside it" in told.out


def test_the_script_is_judged_as_it_is_now_and_nothing_stays_beside_it(paishan, mine):
    script = mine / "board.py"
    assert paishan("boards", "check", mine).code == 0
    assert sorted(path.name for path in mine.iterdir()) == sorted(
        path.name for path in (boards_dir() / "rpi_pico").iterdir() if path.name[0] != "_"
    )
    py_compile.compile(str(script))
    was = script.stat()
    script.write_text(script.read_text("utf-8").replace("rpi_pico", "rpi_lama"), "utf-8")
    os.utime(script, ns=(was.st_atime_ns, was.st_mtime_ns))  # as large and as old as before
    told = paishan("boards", "check", mine)
    assert told.code == 1
    assert "NAME is not the name in board.toml" in told.err


@pytest.mark.parametrize("place", ["none.toml", "none/board.toml", "./none", "empty"])
def test_a_place_where_nothing_is_is_a_missing_file(paishan, tmp_path, monkeypatch, place):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    told = paishan("boards", "check", place)
    assert (told.code, told.err.count("\n")) == (3, 1)
    assert "No such file or directory: check the file's name" in told.err


def test_a_board_that_there_is_not_is_named_with_those_that_there_are(paishan):
    told = paishan("boards", "check", "arduino")
    assert told.code == 2
    assert "rpi_pico" in told.err


def test_the_bench_has_no_pins(paishan):
    told = paishan("boards", "check", "bench")
    assert told.code == 0
    assert "no pins" in told.out


def test_a_wiring_is_drawn_to_a_file_or_to_standard_output(paishan, tmp_path):
    told = paishan("boards", "wiring", "rpi_pico")
    assert told.out.startswith("<svg ")
    assert told.out == (boards_dir() / "rpi_pico" / "wiring.svg").read_text("utf-8")
    path = tmp_path / "side.svg"
    told = paishan("boards", "wiring", "rpi_pico", "--station", "side", "--output", str(path))
    assert (told.code, told.out) == (0, "")
    assert "LIFT_RAISE" in path.read_text("utf-8")


def test_a_station_that_there_is_not_is_named_with_those_that_there_are(paishan):
    told = paishan("boards", "wiring", "rpi_pico", "--station", "north")
    assert told.code == 2
    assert "side, centre, panel" in told.err


def test_a_board_that_cannot_be_read_is_not_drawn(paishan, tmp_path):
    path = tmp_path / "board.toml"
    path.write_text('name = "mine"\n')
    told = paishan("boards", "wiring", str(path))
    assert told.code == 3
    assert "boards check" in told.err


def test_the_boards_speak_chinese(paishan, tmp_path):
    text = (boards_dir() / "rpi_pico" / "board.toml").read_text("utf-8")
    text = text.replace("../electronics.toml", (boards_dir() / "electronics.toml").as_posix())
    path = tmp_path / "mine.toml"
    path.write_text(text.replace('LATCH = { pin = "GP17"', 'LATCH = { pin = "GP18"'), "utf-8")
    assert "LATCH: GP18 已用作 SCK" in paishan("--lang", "zh", "boards", "check", str(path)).err
