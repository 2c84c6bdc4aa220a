"""Where output goes: readers that leave, files that are none, texts with a mark in front."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from paishan_host import charts, ending
from paishan_host.commands import form
from paishan_sim.record import Header, Recorder, RecordError

COMMAND = [sys.executable, "-c", "from paishan_host.cli import main; main()"]
CHART = """name = "x"
capacity = 18
[selector]
kind = "dip"
bits = 5
[[gear]]
position = 1
tiles = 136
stacks = [17, 17, 17, 17]
"""


@pytest.mark.skipif(os.name != "posix", reason="pipes break otherwise elsewhere")
def test_a_reader_that_goes_away_is_told_apart_from_an_answer():
    child = subprocess.Popen([*COMMAND, "faults", "explain"], stdout=subprocess.PIPE)
    assert child.stdout is not None
    child.stdout.close()
    assert child.wait(20) == ending.BROKEN_PIPE


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_what_is_no_file_is_never_replaced(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(ending.Problem, match="not a regular file") as problem:
        form.write(pipe, b"settings")
    assert problem.value.code == ending.NO_OUTPUT
    assert pipe.is_fifo()
    with pytest.raises(RecordError, match="not a regular file"):
        Recorder(pipe, Header({}, 5))


def test_a_file_without_a_name_is_refused():
    with pytest.raises(ending.Problem, match="not a regular file"):
        form.write("", b"settings")
    with pytest.raises(RecordError, match="not a regular file"):
        Recorder(Path(), Header({}, 5))


def test_a_chart_saved_by_a_windows_editor_is_read(tmp_path):
    file = tmp_path / "chart.toml"
    file.write_bytes(b"\xef\xbb\xbf" + CHART.encode())
    assert charts.read(file)[1] == []


def test_a_chart_nested_without_end_or_with_hidden_signs_has_its_line(tmp_path):
    deep, hidden = tmp_path / "deep.toml", tmp_path / "hidden.toml"
    deep.write_text("a = " + "[" * 6000)
    hidden.write_text(CHART + 'name = "A\\u001b[31mRED"\n')
    assert [finding.line for finding in charts.read(deep)[1]] == [1]
    (finding,) = charts.read(hidden)[1]
    assert (finding.line, finding.text[:6]) == (10, "a name")
