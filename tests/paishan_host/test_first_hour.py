"""The guide and the example: every command in them works."""

import importlib.util
import re
import shlex
from pathlib import Path

import pytest

from paishan_host.client import Table
from paishan_sim.places import firmware_dir

ROOT = firmware_dir().parent / "host_tools"
GUIDE = (ROOT / "docs" / "first-hour.md").read_text("utf-8")


def commands():
    for block in re.findall(r"```sh\n(.*?)```", GUIDE, re.DOTALL):
        for line in block.splitlines():
            yield shlex.split(line)[1:]


def test_every_command_of_the_guide_works(paishan, ready, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    for command in commands():
        given = [*command, "--count", "2"] if command[0] == "watch" else command
        ended = paishan(*given)
        assert ended.code in (0, 1), (command, ended.err)
        if command[0] not in ("diff", "ports"):  # which answer with their exit code
            assert ended.code == 0, (command, ended.out, ended.err)
        if command == ["test", "leave"]:
            ready.scan(1500)
            ready.run.plant.press("KEY_A", 200)
            ready.until("READY", 20_000)
            ready.scan(500)


def test_the_guide_names_every_command_for_a_table():
    from paishan_host import cli

    told = set(re.findall(r"paishan (?:--port \S+ )?([a-z]+)", GUIDE))
    players = {"dice", "open", "raw", "reset"}
    assert set(cli.SECTIONS["A table on a serial line"]) - told == players


def test_the_pages_that_are_linked_exist():
    for page in (*(ROOT / "docs").glob("*.md"), ROOT.parent / "README.md"):
        for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8")):
            assert (page.parent / link).exists(), (page.name, link)


@pytest.fixture
def example():
    path = Path(ROOT / "examples" / "table_report.py")
    spec = importlib.util.spec_from_file_location("table_report", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_example_reports_a_table_and_its_slow_motion(example, ready):
    table = Table(ready)
    table.times = lambda: [
        {"name": f"{side} head", "ms": ms, "runs": 30}
        for side, ms in (("east", 600), ("south", 600), ("west", 600), ("north", 1100))
    ]
    said = example.report(table)
    assert said[0] == "simulated without serial number, firmware 0.1.0"
    assert said[1].startswith("READY")
    assert said[2:] == ["north head takes 1100 ms: slower than the others"]


def test_the_example_says_what_to_do_without_a_table(example, monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["table_report.py", "/dev/none"])
    assert example.main() == 6
    assert "`paishan ports` lists them" in capsys.readouterr().err
