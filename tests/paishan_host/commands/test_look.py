import json

import pytest
from tests.paishan_host import tables

from paishan_host import client


def test_info_says_who_answers(paishan, ready):
    ended = paishan("info")
    assert ended.code == 0
    assert "firmware       0.1.0" in ended.out
    about = json.loads(paishan("info", "--json").out)
    assert about["product"] == "paishan"
    assert about["read_only"] == ""


def test_status_says_how_it_stands(paishan, ready):
    ended = paishan("status")
    assert ended.code == 0
    assert "state          READY" in ended.out
    assert json.loads(paishan("status", "--json").out)["records"] == []


def test_status_says_that_a_table_waits_for_a_key_and_what_it_will_do(paishan, at_lane):
    with tables.lane() as lane:
        at_lane(lane)
        lane.run.plant.press("KEY_A", 200)
        lane.until("LOADING")
        lane.scan(1000)
        lane.run.plant.press("KEY_A", 200)
        lane.scan(500)
        paishan("test", "leave")
        ended = paishan("status")
        assert "waits for      a lift key: one stopped it on its way, the next press" in ended.out
        assert json.loads(paishan("status", "--json").out)["waits"] == "stopped"


@pytest.mark.parametrize(
    ("position", "word"),
    [(1, "1"), (-1, "between two positions"), (-2, "not read yet")],
)
def test_a_switch_without_a_position_has_a_word(paishan, ready, monkeypatch, position, word):
    plain = client.Table.status
    monkeypatch.setattr(
        client.Table, "status", lambda table: {**plain(table), "position": position}
    )
    assert f"switch         {word}\n" in paishan("status").out


def test_status_of_a_faulty_table_ends_in_what_to_do(paishan, at_lane):
    with tables.lane(service=False) as lane:
        lane.run.plant.press("KEY_A", 200)
        lane.until("LOADING")
        lane.scan(5000)
        lane.run.plant.press("KEY_A", 200)
        lane.until("BUILDING", 20_000)
        lane.scan(500)
        lane.run.plant.set_cover(False)
        lane.until("FAULT")
        at_lane(lane)
        ended = paishan("status")
        assert ended.code == 1
        assert "fault: 83 The cover was opened while the machine ran. Close the cover" in ended.out
        ended = paishan("faults")
        assert ended.code == 1
        assert ended.out.startswith("now: 83 ")


def test_a_damaged_record_is_named_with_the_way_out(paishan, at_lane, tmp_path):
    for side in "ab":
        (tmp_path / f"settings.{side}").write_bytes(b"no record at all")
    from paishan_sim.run import RunConfig

    with tables.open_lane_with(RunConfig(chart="dip", selector=2), str(tmp_path)) as run:
        lane = tables.LaneTransport(run)
        lane.scan(3000)
        at_lane(lane)
        ended = paishan("status")
        assert ended.code == 1
        assert "state          CONFIG_FAULT" in ended.out
        assert "record settings is BAD" in ended.out
        assert "`paishan raw ack settings`" in ended.out


def test_inputs_are_shown_by_name(paishan, ready):
    out = paishan("inputs").out
    assert "HEAD_HOME PUSHER_HOME LIFT_DOWN" in out
    assert "READY_LAMP" in out
    assert json.loads(paishan("inputs", "--json").out)["inputs"][0]["station"] == "E"


def test_counters_and_times(paishan, ready):
    lines = paishan("counters").out.splitlines()
    assert lines[0].split() == ["power-ons", "1"]
    assert lines[-1].split() == ["logs_lost", "0"]
    assert json.loads(paishan("counters", "--json").out)["times"]


def test_the_journal(paishan, ready):
    paishan("set", "dice_ms=3500")
    assert "settings: 1 changed by link" in paishan("log", "--last", 5).out
    assert json.loads(paishan("log", "--json").out)[0]["line"] == 1


def test_an_empty_journal_is_said(paishan, ready):
    assert paishan("log").out == "nothing in the journal yet\n"
    assert paishan("log", "--json").out == "[]\n"


def test_the_chart_in_the_table(paishan, ready):
    out = paishan("gears").out
    assert "*  02    144    18  18  18  18  full set" in out
    assert json.loads(paishan("gears", "--json").out)["position"] == 2
