"""Every board is right, and each way of getting one wrong is told for its own reason."""

import shutil
import tomllib
from pathlib import Path

import pytest

from paishan_host.boards import plan
from paishan_host.boards.check import check
from paishan_sim.places import boards_dir

BROKEN = tomllib.loads(Path(__file__).with_name("broken.toml").read_text("utf-8"))["board"]


@pytest.mark.parametrize("board", plan.names())
def test_a_board_that_ships_is_right(board):
    assert check(plan.find(board)) == []


def test_every_board_that_ships_is_looked_at():
    folders = {path.parent.name for path in boards_dir().glob("*/board.py")}
    assert set(plan.names()) == folders - {"bench"}
    assert len(folders) == 5


@pytest.mark.parametrize("case", BROKEN, ids=lambda case: case["what"])
def test_a_board_that_is_wrong_is_told_for_its_own_reason_and_no_other(tmp_path, case):
    folder = tmp_path / case["of"]
    shutil.copytree(boards_dir() / case["of"], folder)
    shutil.copy(boards_dir() / "electronics.toml", tmp_path)
    path = (tmp_path if case["file"] == "electronics.toml" else folder) / case["file"]
    text = path.read_text("utf-8")
    assert text.count(case["old"]) == 1, "the change does not fit the board any more"
    path.write_text(text.replace(case["old"], case["new"]), "utf-8")
    if case["file"] == "board.toml":  # the wiring alone, unless it is about the two
        (folder / "board.py").unlink()
    found = [one.text for one in check(folder / "board.toml")]
    assert len(found) == len(case["told"]), found
    for text, told in zip(found, case["told"], strict=True):
        assert text.startswith(told)


def test_a_finding_names_its_line(tmp_path):
    text = (boards_dir() / "rpi_pico" / "board.toml").read_text("utf-8")
    text = text.replace("../electronics.toml", str(boards_dir() / "electronics.toml"))
    path = tmp_path / "mine.toml"
    path.write_text(text.replace('RECOVERY = { pin = "GP15"', 'RECOVERY = { pin = "GP6"'))
    (finding,) = check(path)
    assert "RECOVERY" in path.read_text().splitlines()[finding.line - 1]


def test_a_board_may_use_what_has_nothing_to_do_with_wires(tmp_path):
    folder = tmp_path / "rpi_pico"
    shutil.copytree(boards_dir() / "rpi_pico", folder)
    shutil.copy(boards_dir() / "electronics.toml", tmp_path)
    script = folder / "board.py"
    text = script.read_text("utf-8").replace(
        "import machine\n",
        "import machine\nimport rp2\nfrom rp2 import Flash\n"
        "machine.Timer(-1, period=1000, callback=print)\nrp2.country('DE')\nFlash().ioctl(4, 0)\n",
    )
    script.write_text(text, "utf-8")
    assert check(folder / "board.toml") == []
