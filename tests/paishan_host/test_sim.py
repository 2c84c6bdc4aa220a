import json

import pytest

from paishan_sim.lane_micropython import available

needs_micropython = pytest.mark.skipif(
    not available(), reason="MicroPython for a PC has no wheel for this platform"
)


def test_run_says_walls_builds_and_verdict(paishan):
    ended = paishan("sim", "run", "--chart", "dip", "--selector", 2)
    assert ended.code == 0
    assert "walls     18/18/18/18 stacks (E/S/W/N), state READY" in ended.out
    assert ended.out.count("no controller needs less than") == 2
    assert "safe: no rule violated" in ended.out


def test_run_as_json_is_one_object_on_one_line(paishan):
    ended = paishan("sim", "run", "--seed", 5, "--json")
    assert ended.out.count("\n") == 1
    result = json.loads(ended.out)
    assert (result["seed"], result["tiles"], result["walls"]) == (5, 136, [17, 17, 17, 17])
    assert (result["violations"], result["faults"]) == (0, [])


def test_a_switch_cannot_be_turned_to_where_it_has_no_position(paishan):
    ended = paishan("sim", "run", "--inject", "selector-turned:to=99")
    assert ended.code == 2
    assert "position 99: this dial switch goes from 0 to 9" in ended.err


def test_two_cycles_raise_twice(paishan):
    result = json.loads(paishan("sim", "run", "--cycles", 2, "--json").out)
    assert len(result["builds"]) == 3


def test_a_refused_gear_says_why_and_ends_with_1(paishan):
    ended = paishan("sim", "run", "--chart", "dip", "--selector", 11)
    assert ended.code == 1
    assert "fault     94 This tile set does not fit the trays" in ended.out


def test_a_recording_does_not_replace_the_chart_that_is_played(paishan, tmp_path):
    chart = tmp_path / "parlour.toml"
    text = "[[gear]]\nposition = 1\ntiles = 136\nstacks = [17, 17, 17, 17]\n"
    chart.write_text(text)
    ended = paishan("sim", "run", "--chart", chart, "--record", chart)
    assert ended.code == 2
    assert f"{chart} is what this is made of: name another file" in ended.err
    assert chart.read_text() == text


def test_a_recorded_run_comes_again(paishan, tmp_path):
    path = tmp_path / "run.rec"
    assert paishan("sim", "run", "--record", path).code == 0
    ended = paishan("sim", "replay", path)
    assert ended.code == 0
    assert "came again (cpython)" in ended.out
    about = json.loads(paishan("sim", "replay", path, "--json").out)
    assert (about["same"], about["difference"]) == (True, None)


@needs_micropython
def test_a_recorded_run_comes_again_under_micropython(paishan, tmp_path):
    path = tmp_path / "run.rec"
    paishan("sim", "run", "--record", path)
    assert paishan("sim", "replay", path, "--lane", "micropython").code == 0


def test_another_firmware_differs_and_the_bits_are_named(paishan, tmp_path):
    from dataclasses import replace

    from paishan_sim.record import Recorder, Recording

    path = tmp_path / "run.rec"
    paishan("sim", "run", "--record", path)
    recording = Recording.load(path)
    profile = {**recording.header.profile, "settings": {"starts_per_scan": 3}}
    with Recorder(path, replace(recording.header, profile=profile)) as recorder:
        for _, inputs, outputs in recording:
            recorder.scan(inputs, outputs)
    ended = paishan("sim", "replay", path)
    assert ended.code == 1
    assert ended.err.count("\n") == 1
    assert "differs in BELT_" in ended.err
    assert json.loads(paishan("sim", "replay", path, "--json").out)["same"] is False


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        (("--selector", 44), 2, "decade-dial has no gear 44: its positions are 0, 1, 2"),
        (("--chart", "parlor"), 2, "there is no chart 'parlor'"),
        (("--chart", "none.toml"), 3, "none.toml: No such file or directory"),
        (("--cycles", -1), 2, "-1 is not in the range"),
        (("--cycles", 0), 2, "0 is not in the range 1<=x<=10000"),
        (("--inject", "head-jam:side=west,side=east"), 2, "side is given twice: give it once"),
        (("--inject", "scan-late:by=0ms"), 2, "by=0ms: give at least 10ms"),
        (
            ("--inject", "short", "--inject", "scan-fails", "--lane", "micropython"),
            2,
            "scan-fails: lane micropython cannot play it: use --lane cpython",
        ),
        (("--inject", "scan-fails", "--lane", "pico"), 2, "use --lane cpython"),
        (("--seed", "x"), 2, "'x' is not a valid integer"),
        (("--machine", "new"), 2, "'new' is not one of"),
        (("--record", "no/run.rec"), 4, "no/run.rec: No such file or directory: name a file"),
    ],
)
def test_bad_input_is_one_line_with_the_remedy(paishan, tmp_path, monkeypatch, args, code, said):
    monkeypatch.chdir(tmp_path)
    ended = paishan("sim", "run", *args)
    assert ended.code == code
    assert ended.out == ""
    assert ended.err.count("\n") == 1
    assert said in ended.err
    assert list(tmp_path.iterdir()) == []


def test_an_odd_total_is_refused_before_anything_runs(paishan, tmp_path):
    path = tmp_path / "odd.toml"
    path.write_text("[[gear]]\nposition = 1\ntiles = 137\nstacks = [17, 17, 17, 17]\n")
    ended = paishan("sim", "run", "--chart", path)
    assert ended.code == 3
    assert f"{path}:1: 137 tiles: an odd total" in ended.err


def test_a_gear_that_the_switch_cannot_show_is_named(paishan, tmp_path):
    path = tmp_path / "far.toml"
    path.write_text("[[gear]]\nposition = 40\ntiles = 136\nstacks = [17, 17, 17, 17]\n")
    ended = paishan("sim", "run", "--chart", path)
    assert ended.code == 3
    assert "position 40: this dip switch goes from 0 to 31: give the gear another" in ended.err


@pytest.mark.parametrize("content", [b"", b"text", b"\x1f\x8b\x08\x00damaged"])
def test_a_damaged_recording_is_one_line(paishan, tmp_path, content):
    path = tmp_path / "run.rec"
    path.write_bytes(content)
    ended = paishan("sim", "replay", path)
    assert ended.code == 3
    assert ended.err.count("\n") == 1


@pytest.mark.parametrize(
    "profile", [5, {"chart": "none"}, {"chart": [[1]]}, {"chart": 7}, {"settings": {"no": 1}}]
)
def test_a_profile_that_the_firmware_does_not_take_is_one_line(paishan, tmp_path, profile):
    from paishan_sim.record import Header, Recorder

    path = tmp_path / "run.rec"
    with Recorder(path, Header(profile, scan_ms=5)) as recorder:
        recorder.scan(bytes(8), bytes(7))
    ended = paishan("sim", "replay", path)
    assert ended.code == 3
    assert ended.err.count("\n") == 1
    assert "this firmware does not take its profile" in ended.err


def test_a_missing_micropython_is_said_with_the_way_out(paishan, monkeypatch):
    from paishan_sim import lane_micropython

    monkeypatch.setattr(lane_micropython, "available", lambda: False)
    ended = paishan("sim", "run", "--lane", "micropython")
    assert ended.code == 5
    assert "use --lane cpython elsewhere" in ended.err
