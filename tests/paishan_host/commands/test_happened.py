import json

import pytest


def test_events_are_shown_with_what_they_mean(paishan, ready):
    out = paishan("events").out
    assert "state  from=HOMING  to=READY  (the table changed its state)" in out
    rows = json.loads(paishan("events", "--json").out)
    assert [row["event"] for row in rows] == list(range(len(rows)))
    since = json.loads(paishan("events", "--since", 2, "--json").out)
    assert since[0]["event"] == 2


def test_no_event_since_a_number_is_said(paishan, ready):
    ended = paishan("events", "--since", 9999)
    assert (ended.code, ended.out) == (0, "no event from number 9999 on\n")
    assert paishan("events", "--since", 9999, "--json").out == "[]\n"


def test_a_self_test_that_ended_is_named_with_its_verdict(paishan, ready):
    paishan("test", "heads")
    assert "tested  test=9  verdict=2  (heads: passed)" in paishan("events").out
    assert "(heads: 通过)" in paishan("--lang", "zh", "events").out


def test_events_go_on_until_ctrl_c(paishan, ready, monkeypatch):
    listened = []

    def read(wait_s):
        listened.append(wait_s)
        if len(listened) > 40:
            raise KeyboardInterrupt
        if len(listened) == 5:
            ready.run.plant.press("KEY_A", 200)
        return plain(wait_s)

    plain, ready.read = ready.read, read
    ended = paishan("events", "--follow")
    assert ended.code == 130
    assert "to=LOADING" in ended.out


def test_no_fault_is_said(paishan, ready):
    assert (paishan("faults").code, paishan("faults").out) == (0, "no fault since power-on\n")
    assert json.loads(paishan("faults", "--json").out) == []


def test_a_code_is_explained_without_a_table(paishan):
    out = paishan("faults", "explain", 71).out
    assert "71 drum_stall (stop)" in out
    assert "Look for a foreign body" in out
    zh = paishan("--lang", "zh", "faults", "explain", 71).out
    assert "大盘不转。" in zh
    assert json.loads(paishan("--lang", "zh", "faults", "explain", 71, "--json").out)[
        "happened"] == "The drum does not turn."  # fmt: skip
    assert len(paishan("faults", "explain").out.splitlines()) > 40


@pytest.mark.parametrize("code", [0, 10, 7777])
def test_a_code_that_there_is_not(paishan, code):
    ended = paishan("faults", "explain", code)
    assert (ended.code, ended.err) == (
        2, f"paishan: there is no code {code:02}: `paishan faults explain` lists them\n"
    )  # fmt: skip
