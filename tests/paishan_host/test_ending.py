import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from paishan_host import ending


def end_of(function, capsys):
    with pytest.raises(SystemExit) as end:
        ending.run(click.command("try")(function), [])
    return end.value.code, capsys.readouterr().err


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (KeyboardInterrupt(), 130, "\npaishan: interrupted\n"),
        (ending.Problem("no disk: buy one", 4), 4, "paishan: no disk: buy one\n"),
        (BrokenPipeError(), 141, ""),
    ],
)
def test_an_end_has_a_code_and_a_line(capsys, error, code, said):
    def command():
        raise error

    assert end_of(command, capsys) == (code, said)


def test_a_defect_is_one_line_that_names_the_place(capsys):
    def command():
        raise ZeroDivisionError("by zero")

    code, said = end_of(command, capsys)
    assert code == 70
    assert said.count("\n") == 1
    assert "ZeroDivisionError: by zero at " in said


def test_every_exit_code_is_in_the_help_and_in_the_page_of_the_tool():
    page = (Path(__file__).parents[2] / "host_tools" / "docs" / "tool.md").read_text("utf-8")
    codes = [
        value for name, value in vars(ending).items() if name.isupper() and type(value) is int
    ]
    assert len(codes) == 11
    for code in codes:
        assert f"\n  {code}  " in ending.EXIT_CODES
        assert f"\n| {code} | " in page


def test_a_file_that_cannot_be_had_is_named_without_python_s_number(capsys, tmp_path):
    def command():
        open(tmp_path / "none").close()

    code, said = end_of(command, capsys)
    assert code == ending.NO_OUTPUT
    assert said == (
        f"paishan: {tmp_path / 'none'}: No such file or directory: check the disk and the "
        "permissions\n"
    )


def test_a_returned_number_is_the_exit_code(capsys):
    assert end_of(lambda: 1, capsys) == (1, "")
    assert end_of(lambda: None, capsys) == (0, "")


def test_a_reader_that_goes_away_ends_it_silently():
    show = [
        sys.executable,
        "-c",
        "from paishan_host.cli import main; main(['gears', 'show', 'dip'])",
    ]
    with subprocess.Popen(show, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.close()
        said = child.stderr.read()
        assert child.wait() == ending.BROKEN_PIPE
    assert said == b""


def test_a_full_disk_is_said():
    version = "from paishan_host.cli import main; main(['gears', 'list'])"
    with open("/dev/full", "w") as full:
        child = subprocess.run(
            [sys.executable, "-c", version], stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert child.returncode == ending.NO_OUTPUT
    assert child.stderr.count("\n") == 1
    assert "No space left on device" in child.stderr


def test_a_pipe_without_utf_8_gets_what_it_can_say():
    child = subprocess.run(
        [
            sys.executable,
            "-c",
            "from paishan_host.cli import main; main(['gears', 'show', 'dip'])",
        ],
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
    )
    assert (child.returncode, child.stderr) == (0, b"")
    assert b"no flowers" in child.stdout
