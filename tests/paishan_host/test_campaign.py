import json

import pytest

from paishan_sim import campaign
from paishan_sim.campaign import Outcome


@pytest.fixture
def runs(monkeypatch):
    """Runs that cost nothing; number 1 finds something."""

    def play(one):
        found = ["5 ms: current below the supply's: DRUM"] if one.number == 1 else []
        return Outcome(one.number, one.command, list(one.faults), 2, 1000, found, [], [], [], [])

    monkeypatch.setattr(campaign, "play", play)


def test_findings_are_printed_with_their_command_and_reported(paishan, tmp_path, runs):
    out = tmp_path / "c.html"
    ended = paishan("campaign", "--cycles", 6, "--jobs", 1, "--out", out)
    assert ended.code == 1
    assert ended.out.count("paishan sim run --chart") == 1
    assert "3 runs, 6 builds, 3000 scans: 1 with findings" in ended.out
    assert "current below the supply" in out.read_text("utf-8")
    assert len((tmp_path / "c.jsonl").read_text().splitlines()) == 4


def test_the_same_command_goes_on(paishan, tmp_path, runs):
    out = tmp_path / "c.html"
    paishan("campaign", "--cycles", 2, "--jobs", 1, "--out", out)
    ended = paishan("campaign", "--cycles", 4, "--jobs", 1, "--out", out)
    assert "2 runs, 4 builds" in ended.out


def test_one_run_is_said_as_one(paishan, tmp_path, runs):
    ended = paishan("campaign", "--cycles", 1, "--jobs", 1, "--out", tmp_path / "c.html")
    assert "1 run, 2 builds, 1000 scans: none with findings" in ended.out


@pytest.mark.parametrize("name", ["c.txt", "c", "c.jsonl"])
def test_a_report_that_would_be_html_by_another_name_is_refused(paishan, tmp_path, runs, name):
    ended = paishan("campaign", "--cycles", 1, "--out", tmp_path / name)
    assert ended.code == 2
    assert "the report is a web page: end its name with .html" in ended.err
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_keeps_what_was_played_and_says_how_to_go_on(paishan, tmp_path, monkeypatch):
    def play(one):
        if one.number:
            raise KeyboardInterrupt
        return Outcome(0, one.command, [], 2, 1000, [], [], [], [], [])

    monkeypatch.setattr(campaign, "play", play)
    out = tmp_path / "c.html"
    ended = paishan("campaign", "--cycles", 6, "--jobs", 1, "--out", out)
    assert ended.code == 130
    assert "1 run, 2 builds, 1000 scans: none with findings" in ended.out
    assert ended.err == "paishan: interrupted; the same command goes on from here\n"
    assert "1 run, 2 builds" in out.read_text("utf-8")


def test_a_campaign_in_which_nothing_is_built_ends_and_says_so(paishan, tmp_path, monkeypatch):
    def play(one):
        return Outcome(one.number, one.command, [], 0, 0, ["LaneError: gone"], [], [], [], [])

    monkeypatch.setattr(campaign, "play", play)
    ended = paishan("campaign", "--cycles", 6, "--jobs", 1, "--out", tmp_path / "c.html")
    assert ended.code == 1
    assert f"{campaign.VAIN} runs, 0 builds, 0 scans" in ended.out
    assert ended.err == (
        f"paishan: {campaign.VAIN} runs in a row without a build: mend what they found; the same "
        "command goes on from here\n"
    )


def test_without_findings_it_ends_with_0(paishan, tmp_path, runs):
    ended = paishan("campaign", "--cycles", 2, "--jobs", 1, "--out", tmp_path / "c.html")
    assert ended.code == 0
    assert "none with findings" in ended.out


def test_a_file_of_another_campaign_is_refused_with_the_way_out(paishan, tmp_path, runs):
    out = tmp_path / "c.html"
    paishan("campaign", "--cycles", 2, "--jobs", 1, "--out", out)
    ended = paishan("campaign", "--cycles", 2, "--seed", 9, "--out", out)
    assert ended.code == 3
    assert "holds another campaign" in ended.err


def test_a_healthy_campaign_is_another_one_and_injects_nothing(paishan, tmp_path, runs):
    out = tmp_path / "c.html"
    ended = paishan("campaign", "--healthy", "--cycles", 2, "--jobs", 1, "--out", out)
    assert ended.code == 0
    assert '"faults": []' in (tmp_path / "c.jsonl").read_text()
    assert paishan("campaign", "--cycles", 2, "--jobs", 1, "--out", out).code == 3


def test_a_place_that_cannot_be_written_is_one_line(paishan, tmp_path, runs):
    ended = paishan("campaign", "--cycles", 1, "--out", tmp_path / "no" / "c.html")
    assert ended.code == 4
    assert "name a file that can be written" in ended.err


def test_the_faults_are_listed_and_explained(paishan):
    ended = paishan("sim", "faults")
    assert ended.code == 0
    assert "head-jam" in ended.out
    assert "What the bench cannot provoke" in ended.out
    assert "freed" not in paishan("sim", "faults", "s1-dirty").out
    rows = json.loads(paishan("sim", "faults", "--json").out)
    assert {"power-cut", "short", "liquid"} <= {row["name"] for row in rows}


def test_a_fault_that_is_none_says_which_was_meant(paishan):
    for args in (("sim", "faults", "head-jm"), ("sim", "run", "--inject", "head-jm")):
        ended = paishan(*args)
        assert ended.code == 2
        assert "did you mean head-jam" in ended.err


def test_a_run_with_a_fault_tells_what_was_done_about_it(paishan):
    ended = paishan("sim", "run", "--inject", "mains-dip:at=build+3s", "--seed", 3)
    assert ended.code == 0
    assert "injected  mains-dip:at=build+3s at " in ended.out
    assert "[82] key" in ended.out
