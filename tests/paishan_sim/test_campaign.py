import json
import os
import shlex
import signal
import subprocess
import sys
from dataclasses import replace

import pytest

from paishan_sim import campaign
from paishan_sim.campaign import CampaignError, Log, Outcome, Plan, by_fault, go_on, plan, play
from paishan_sim.faults import parse
from paishan_sim.lane import LaneError


def outcome(number=0, **values):
    some = {
        "command": "paishan sim run",
        "faults": [],
        "cycles": 2,
        "scans": 100,
        "findings": [],
        "codes": [],
        "remedies": [],
        "reactions_ms": [],
        "waste": [],
    }
    return Outcome(number=number, **{**some, **values})


def test_a_run_is_a_function_of_seed_and_number():
    assert plan(1, 7) == plan(1, 7)
    assert len({plan(1, n).seed for n in range(50)}) == 50
    assert plan(2, 7) != plan(1, 7)


def test_every_planned_fault_can_be_injected():
    for number in range(300):
        for fault in plan(3, number).faults:
            parse(fault)


def test_somebody_holds_a_key_in_some_runs_longer_than_a_press():
    holds = [
        parse(fault)
        for number in range(300)
        for fault in plan(3, number).faults
        if fault.startswith("key-stuck:key=")
    ]
    long = [one for one in holds if 3_000 < one.given["for"] < 10_000]
    assert {"build", "open", "raise"} < {one.given["at"].anchor for one in long}


def test_what_passes_by_itself_lasts_as_long_or_shorter_or_longer():
    texts = [fault for number in range(300) for fault in plan(3, number).faults]
    dips = {parse(text).given["for"] for text in texts if text.startswith("mains-dip")}
    assert min(dips) < 200 < max(dips)


def test_the_command_says_everything_that_is_played():
    one = Plan(4, "dip", 2, 99, "worn", 3, ("short:tiles=2", "power-cut:at=build+1s"))
    words = shlex.split(one.command)
    assert words[:3] == ["paishan", "sim", "run"]
    assert words.count("--inject") == 2
    assert words[words.index("--seed") + 1] == "99"


def test_a_healthy_campaign_injects_nothing_and_finds_no_false_alarm():
    plans = [plan(5, number, healthy=True) for number in range(40)]
    assert {one.faults for one in plans} == {()}
    assert {one.machine for one in plans} == {"normal", "worn"}
    assert len({(one.chart, one.selector) for one in plans}) > 20
    played = [play(replace(one, cycles=2)) for one in plans[:6]]
    assert [finding for one in played for finding in one.findings] == []
    assert sum(one.cycles for one in played) == 18


@pytest.mark.parametrize("advice", [0, 65, 89])
def test_an_advice_on_a_healthy_machine_is_a_false_alarm_but_for_the_service(monkeypatch, advice):
    real = campaign.run

    def advised(config):
        result = real(config)
        result.status["advice"] = advice
        return result

    monkeypatch.setattr(campaign, "run", advised)
    one = play(Plan(0, "dip", 2, 5, "normal", 1, ()))
    assert one.findings == (["false alarm: 65"] if advice == 65 else [])


def test_an_undisturbed_run_has_no_findings():
    one = play(Plan(0, "dip", 2, 5, "normal", 1, ()))
    assert (one.findings, one.codes, one.cycles) == ([], [], 2)
    assert all(0 <= share < 0.1 for share in one.waste)


def test_whatever_goes_wrong_is_a_finding_with_its_command(monkeypatch):
    def breaks(config):
        raise AssertionError("tiles are not conserved")

    monkeypatch.setattr(campaign, "run", breaks)
    one = play(Plan(0, "dip", 2, 5, "normal", 1, ()))
    assert one.findings == ["AssertionError: tiles are not conserved"]
    assert one.command.startswith("paishan sim run")


@pytest.mark.parametrize(("fault", "counts"), [("short", True), ("scan-fails", False)])
def test_a_crash_that_nobody_made_is_a_finding(monkeypatch, fault, counts):
    real = campaign.run

    def crashed(config):
        result = real(replace(config, cycles=1, inject=()))
        result.codes.append((500, 98))
        return result

    monkeypatch.setattr(campaign, "run", crashed)
    one = play(Plan(0, "dip", 2, 5, "normal", 1, (fault,)))
    assert one.findings == (["500 ms: the firmware crashed"] if counts else [])


def test_the_other_lane_cannot_be_made_to_crash():
    for number in range(300):
        assert "scan-fails" not in str(plan(3, number, "micropython").faults)


def test_a_campaign_goes_on_where_it_was_left(tmp_path, monkeypatch):
    monkeypatch.setattr(campaign, "play", lambda one: outcome(one.number))
    path = tmp_path / "c.jsonl"
    assert [one.number for one in go_on(Log(path, 1, "cpython"), 1, 6, 1, "cpython")] == [0, 1, 2]
    log = Log(path, 1, "cpython")
    assert log.cycles == 6
    assert [one.number for one in go_on(log, 1, 10, 1, "cpython")] == [3, 4]
    assert list(go_on(log, 1, 10, 1, "cpython")) == []


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_lane_that_does_not_run_ends_a_campaign(tmp_path, monkeypatch, jobs):
    def broken(config):
        raise LaneError("MicroPython ended early")

    monkeypatch.setattr(campaign, "run", broken)
    log = Log(tmp_path / "c.jsonl", 1, "cpython")
    played = [one.findings for one in go_on(log, 1, 5, jobs, "cpython")]
    assert played == [["LaneError: MicroPython ended early"]] * campaign.VAIN
    assert log.cycles == 0


def test_a_line_that_was_cut_short_is_played_again(tmp_path):
    path = tmp_path / "c.jsonl"
    log = Log(path, 1, "cpython")
    log.add(outcome(0))
    log.add(outcome(1))
    path.write_text(path.read_text()[:-9])
    assert [one.number for one in Log(path, 1, "cpython").outcomes] == [0]
    assert len(path.read_text().splitlines()) == 2


def test_another_campaign_s_file_is_refused(tmp_path):
    path = tmp_path / "c.jsonl"
    Log(path, 1, "cpython")
    with pytest.raises(CampaignError, match="another campaign"):
        Log(path, 2, "cpython")
    for content in (b"no campaign", b"", b"\xfe\x00\xff\x9a", b"[1]\n{}"):
        path.write_bytes(content)
        with pytest.raises(CampaignError, match=r"name another one|another file"):
            Log(path, 2, "cpython")


def test_several_processes_play_the_same_runs(tmp_path):
    plans = [Plan(n, "decade-dial", 1, n, "normal", 1, ()) for n in range(2)]
    assert [json.loads(play(one).line())["findings"] for one in plans] == [[], []]
    log = Log(tmp_path / "c.jsonl", 8, "cpython")
    numbers = [one.number for one in go_on(log, 8, 3, 2, "cpython")]
    assert set(numbers) < set(range(8))
    first = log.outcomes[0]
    assert play(plan(8, first.number)) == first


def test_outcomes_are_sorted_by_what_broke():
    found = by_fault([outcome(0), outcome(1, faults=["short:tiles=2", "head-jam"])])
    assert {name: len(those) for name, those in found.items()} == {
        "": 1,
        "head-jam": 1,
        "short": 1,
    }


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C ends a process otherwise elsewhere")
def test_ctrl_c_ends_a_process_that_plays_at_once_and_without_a_word(tmp_path):
    code = (
        "import os, signal, sys, tempfile; from paishan_sim.campaign import _begin; "
        "_begin(sys.argv[1]); tempfile.mkdtemp(); os.kill(os.getpid(), signal.SIGINT)"
    )
    ended = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True)
    assert (ended.returncode, ended.stderr) == (-signal.SIGINT, b"")
    assert len(list(tmp_path.iterdir())) == 1  # where the campaign clears it away
