import json

import pytest

CHART = """\
[selector]
kind = "dial"
[[gear]]
position = 1
tiles = 136
stacks = [17, 17, 17, 17]
rule = "guangdong"
[[gear]]
position = 2
tiles = 146
stacks = [19, 18, 18, 18]
"""


@pytest.fixture
def chart(tmp_path):
    path = tmp_path / "parlour.toml"
    path.write_text(CHART)
    return path


def test_list_names_the_three_presets(paishan):
    ended = paishan("gears", "list")
    assert ended.code == 0
    assert [line.split()[0] for line in ended.out.splitlines()] == [
        "decade-dial",
        "thumbwheel",
        "dip",
    ]


def test_list_as_json_counts_gears_and_refusals(paishan):
    presets = json.loads(paishan("gears", "list", "--json").out)
    assert {preset["name"]: preset["refused"] for preset in presets} == {
        "decade-dial": 0,
        "thumbwheel": 4,
        "dip": 4,
    }


def test_show_prints_the_chart_and_why_a_set_is_refused(paishan, chart):
    out = " ".join(paishan("gears", "show", chart).out.split())
    assert "01 136 17 17 17 17 136 · guangdong" in out
    assert "146 tiles need 19 stacks on the east side" in out
    assert "take 10 tiles out and play the set of 136" in out  # the largest of this chart


def test_show_as_json_has_every_row(paishan):
    shown = json.loads(paishan("gears", "show", "thumbwheel", "--json").out)
    by_position = {row["position"]: row for row in shown["rows"]}
    assert by_position[50]["tiles"] == 136
    assert by_position[5]["stacks"] == [15, 15, 15, 15]
    assert by_position[16]["tiles"] == 144
    assert by_position[46]["refused"]


def test_check_accepts_a_sound_file_and_names_the_refused_gear(paishan, chart):
    ended = paishan("gears", "check", chart)
    assert ended.code == 0
    assert "1 gears, 1 refused, no error" in ended.out
    assert "gear 02 is refused: 146 tiles" in ended.out


def test_check_prints_each_error_with_its_line_and_ends_with_1(paishan, chart):
    chart.write_text(CHART.replace("136", "135").replace("= 2", "= 300"))
    ended = paishan("gears", "check", chart)
    assert ended.code == 1
    assert ended.out == ""
    assert [line.split(":")[2] for line in ended.err.splitlines()] == ["3", "8"]


def test_check_as_json_lists_the_errors(paishan, chart):
    chart.write_text(CHART.replace("136", "135"))
    ended = paishan("gears", "check", chart, "--json")
    assert ended.code == 1
    assert [error["line"] for error in json.loads(ended.out)["errors"]] == [3]


def test_a_file_that_cannot_be_read_ends_with_3(paishan, tmp_path):
    ended = paishan("gears", "check", tmp_path / "none.toml")
    assert ended.code == 3
    assert ended.err.count("\n") == 1
    assert "check the file's name" in ended.err


def test_a_chart_is_compared_with_the_one_in_the_table(monkeypatch):
    from click.testing import CliRunner

    from paishan_host import gears as command

    monkeypatch.setattr(command, "_sum_in_table", lambda: "1F370D44")
    same = CliRunner().invoke(command.gears, ["check", "decade-dial", "--table"])
    other = CliRunner().invoke(command.gears, ["check", "dip", "--table"])
    assert same.exit_code == 0
    assert "the table says 1F370D44" in other.output
