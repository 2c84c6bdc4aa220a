import json

from paishan_host import measures, measures_hours
from paishan_host.measures import Measure
from paishan_sim.endurance import Endurance


def fake(monkeypatch, *found):
    monkeypatch.setattr(measures, "subjects", lambda seeds: [("all", lambda: list(found))])


SLOW = Measure("start", 300.0, "ms", 250.0, False, "nothing")
FAST = Measure("lane", 120.0, "x", 100.0, True, "real time")
PLAYED = Endurance(
    ran_ms=86_400_000, scans=17_280_000, cycles=850, wraps=1, advice=80, heaps=[100] * 9 + [164]
)
SHOWN = Measure("scan", 12.0, "us", None, False, "the period")


def test_a_kept_budget_ends_with_0_and_stands_beside_its_figure(paishan, monkeypatch):
    fake(monkeypatch, FAST, SHOWN)
    ended = paishan("bench")
    assert ended.code == 0
    line = next(line for line in ended.out.splitlines() if line.startswith(" lane"))
    assert line.split() == ["lane", "120", "x", ">=", "100", "ok", "real", "time"]


def test_a_missed_budget_ends_with_1(paishan, monkeypatch):
    fake(monkeypatch, FAST, SLOW)
    ended = paishan("bench")
    assert ended.code == 1
    assert "MISSED" in ended.out


def test_as_json_it_is_one_list(paishan, monkeypatch):
    fake(monkeypatch, SHOWN, SLOW)
    assert [row["met"] for row in json.loads(paishan("bench", "--json").out)] == [None, False]


def test_hours_of_play_are_measured_instead(paishan, monkeypatch):
    asked = []
    monkeypatch.setattr(
        measures_hours, "endure", lambda hours, on_build: asked.append(hours) or PLAYED
    )
    ended = paishan("bench", "--hours", "24")
    assert asked == [24]
    assert ended.code == 1
    assert "advice 80" in ended.out
    assert ended.out.count("MISSED") == 2  # the advice, and the bytes
