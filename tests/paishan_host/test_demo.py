import json

from paishan_host import picture


def test_without_a_terminal_it_prints_lines_then_the_summary(paishan):
    ended = paishan("demo")
    assert ended.code == 0
    lines = ended.out.splitlines()
    states = list(dict.fromkeys(line.split()[2] for line in lines if " s  " in line))
    assert states == ["HOMING", "READY", "LOADING", "CLOSING", "BUILDING", "RAISING"]
    assert "17/17/17/17 stacks (E/S/W/N), state READY" in ended.out


def test_as_json_it_prints_the_result_only(paishan):
    result = json.loads(paishan("demo", "--json").out)
    assert result["walls"] == [17, 17, 17, 17]


def test_the_picture_is_the_same_each_time_and_loads_nothing(paishan, tmp_path):
    for name in ("a.svg", "b.svg"):
        ended = paishan("demo", "--svg", tmp_path / name)
        assert (ended.code, ended.out) == (0, "")
    first, second = ((tmp_path / name).read_text() for name in ("a.svg", "b.svg"))
    assert first == second
    assert "BUILDING" in first
    assert "http" not in first.replace("http://www.w3.org/2000/svg", "")


def test_a_place_that_cannot_be_written_is_named(paishan, tmp_path):
    ended = paishan("demo", "--svg", tmp_path / "no" / "a.svg")
    assert ended.code == 4
    assert "name a file that can be written" in ended.err


def test_the_picture_leaves_a_line_for_the_prompt_in_80_by_24():
    assert picture.WIDTH <= 80
    assert picture.HEIGHT < 24
