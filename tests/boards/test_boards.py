"""What every board with pins must be, beside what `paishan boards check` looks at."""

import ast
import re
import tomllib

import pytest

from paishan.link import names
from paishan_host.boards import agreement, plan
from paishan_host.cli import COMMANDS
from paishan_host.install import mpy
from paishan_sim.places import boards_dir, firmware_dir

BOARDS = plan.names()
OF_ITS_START = {"device"}  # what the bench board gives boards/bench/start.py alone


def tree(board):
    return ast.parse((boards_dir() / board / "board.py").read_text("utf-8"))


def controller():
    return ast.parse((firmware_dir() / "rescue" / "controller.py").read_text("utf-8"))


def given(module):
    """The names that a module has of its own, for others."""
    found = set()
    for one in module.body:
        if isinstance(one, ast.FunctionDef):
            found.add(one.name)
        elif isinstance(one, ast.Assign):
            found |= {target.id for target in one.targets if isinstance(target, ast.Name)}
    return {name for name in found if not name.startswith("_")}


@pytest.mark.parametrize("board", BOARDS)
def test_its_modules_compile_for_its_processor(board):
    architecture = tomllib.loads((boards_dir() / board / "board.toml").read_text("utf-8"))["mpy"]
    assert mpy.compiled(boards_dir() / board / "board.py", "board.py", architecture)
    tree = mpy.tree(boards_dir().parent / "firmware" / "paishan" / "io", architecture)
    assert "io/chain.mpy" in tree


def test_the_guide_names_all_that_is_asked_of_a_board():
    text = (boards_dir() / "README.md").read_text("utf-8")
    _head, _mark, table = text.partition("| name | what it is |")
    rows = re.findall(r"^\| `(\w+)(?:\(\))?` \| .+ \|$", table, re.MULTILINE)
    assert tuple(rows) == agreement.NAMES
    asked = {
        one.attr
        for one in ast.walk(controller())
        if isinstance(one, ast.Attribute) and ast.unparse(one.value) == "board"
    }
    assert asked == set(agreement.NAMES)


@pytest.mark.parametrize("board", BOARDS)
def test_it_gives_all_that_is_asked_of_it_and_nothing_else(board):
    assert given(tree(board)) == set(agreement.NAMES)
    for one in tree(board).body:
        if isinstance(one, ast.FunctionDef):
            assert ast.get_docstring(one), one.name


def test_the_bench_board_gives_all_that_a_controller_gives_and_nothing_else():
    assert given(tree("bench")) - OF_ITS_START == given(controller())


@pytest.mark.parametrize("board", BOARDS)
def test_its_outputs_are_off_before_anything_but_the_chip_is_imported(board):
    body = tree(board).body
    calls = [
        at for at, one in enumerate(body)
        if isinstance(one, ast.Expr) and ast.unparse(one) == "outputs_off()"
    ]  # fmt: skip
    before = [one for one in body[: calls[0]] if isinstance(one, ast.Import | ast.ImportFrom)]
    assert [ast.unparse(one) for one in before] == ["from machine import SPI, Pin"]


@pytest.mark.parametrize("board", BOARDS)
def test_it_works_without_the_application_but_for_port_and_bus(board):
    top = [one for one in tree(board).body if isinstance(one, ast.Import | ast.ImportFrom)]
    assert not any("paishan" in ast.unparse(one) or "rescue" in ast.unparse(one) for one in top)


def test_the_two_picos_differ_in_what_their_chips_differ():
    """Each is whole: a file that both import could be the one that is missing, and until it is
    loaded no output is off."""
    one, other = (
        (boards_dir() / board / "board.py").read_text("utf-8").splitlines()
        for board in ("rpi_pico", "rpi_pico2")
    )
    differing = [(a, b) for a, b in zip(one, other, strict=True) if a != b]
    assert len(differing) == 3
    assert all("RP2" in a or "_SCRATCH" in a or "NAME" in a for a, _b in differing)


def pages():
    return sorted([boards_dir() / "commissioning.md", *boards_dir().glob("**/README.md")])


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.parent.name + "/" + page.name)
def test_the_commands_in_its_documents_exist(page):
    text = page.read_text("utf-8")
    found = re.findall(r"`paishan (?:--port PORT )?([a-z]+)([^`]*)`", text)
    for command, rest in found:
        assert command in COMMANDS or command == "docs", command
        words = rest.split()
        if command == "jog":
            assert names.output(words[0]), words[0]
    for name in re.findall(r"`([A-Z_]+(?:_[ESWN])?) --ms", text):
        assert names.output(name), name


def test_the_self_tests_of_the_guide_exist():
    from paishan.table.selftest import TESTS

    text = (boards_dir() / "commissioning.md").read_text("utf-8")
    known = {row[0] for row in TESTS} | {"enter", "leave", "lamps", "display", "buzzer"}
    found = re.findall(r"`paishan test ([a-z_]+)`", text)
    assert set(found) <= known
    assert len(set(found)) >= 12


def test_the_guide_goes_from_power_to_learned_times():
    text = (boards_dir() / "commissioning.md").read_text("utf-8")
    assert re.findall(r"^## \d\. (.*)$", text, re.MULTILINE) == [
        "Power", "Chain", "Each input", "Each motor alone", "Homes", "Count 136", "Full cycle",
        "Learned times",
    ]  # fmt: skip


@pytest.mark.parametrize("board", BOARDS)
def test_its_stubs_are_locked(board):
    raw = tomllib.loads((boards_dir() / board / "board.toml").read_text("utf-8"))
    root = boards_dir().parent
    locked = boards_dir() / board / "stubs.lock"
    lock = locked if locked.exists() else root / "requirements-typings.lock"
    assert re.search(rf"^{raw['stubs']}==.*\\$", lock.read_text("utf-8"), re.MULTILINE)
