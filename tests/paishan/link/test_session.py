"""Requests and replies: what is done, what is not done twice, what a flaw does."""

import pytest
from tests.paishan.link.conftest import frame


def test_a_repeated_request_is_done_once(technician, monkeypatch):
    wire = technician
    wire.ask("stage gap_ms=14000")
    wire.ask("commit")
    before = wire.app.store.settings.generation
    wire.heard()
    for _ in range(3):
        wire.send(frame(f"#{wire.number} commit"))
    replies = [line.rpartition(" *")[0] for line in wire.heard()]
    assert replies == [f"#{wire.number} ok changed=1"] * 3
    assert wire.app.store.settings.generation == before


def test_a_refused_request_is_refused_again_not_tried_again(technician):
    wire = technician
    wire.ask("commit")
    wire.app.staging().stage("gap_ms", 14000)
    wire.heard()
    wire.send(frame(f"#{wire.number} commit"))
    assert "206 NOT_STAGED" in wire.heard()[0]
    assert wire.app.staging().staged == {"gap_ms": 14000}


def test_a_long_answer_is_given_again(wire):
    once = wire.replies("help")
    wire.number -= 1
    assert wire.replies("help") == once


def test_lines_wait_while_a_long_answer_is_under_way(wire):
    wire.line.device.limit = 1 << 20
    wire.send(frame("#1 help") + frame("#2 ping") + frame("#3 ping"), 3000)
    finals = [line for line in wire.heard() if line.split()[1] != "+"]
    assert [line.split()[0] for line in finals] == ["#1", "#2", "#3"]


def test_a_flaw_in_a_handler_is_answered_and_the_table_goes_on(new_wire, monkeypatch):
    def flawed(session, answer, arguments):
        raise IndexError("out of range")

    monkeypatch.setattr("paishan.link.commands.looking.times", flawed)
    wire = new_wire()
    assert wire.ask("times").startswith("err 303 INTERNAL detail=")
    assert wire.ask("ping") == "ok"


def test_a_flaw_in_the_middle_of_a_long_answer_ends_it(new_wire, monkeypatch):
    def flawed(session, answer, arguments):
        answer.put("line", 1)
        yield
        raise MemoryError

    monkeypatch.setattr("paishan.link.commands.looking.times", flawed)
    wire = new_wire()
    lines = wire.replies("times")
    assert lines[0] == "+ line=1"
    assert lines[1].startswith("err 305 NO_ROOM")


def test_an_answer_that_does_not_fit_says_so(wire):
    wire.app.identity["board"] = "x" * 200
    assert wire.ask("hello") == "err 106 TOO_LONG"


@pytest.mark.parametrize("text", ["help", "get", "schema", "export", "inputs", "gears", "times"])
def test_no_line_is_longer_than_the_protocol_allows(wire, text):
    wire.line.device.limit = 1 << 20
    wire.send(frame(f"#123456789 {text}"), 8000)
    lines = wire.line.receive().splitlines(keepends=True)
    assert any(line.startswith(b"#123456789 ok n=") for line in lines)
    assert max(map(len, lines)) <= 240


def test_a_person_may_correct_what_they_type(wire):
    assert wire.type("pimg\x08\x08ng") == ["ok"]
    assert wire.type("x\x7f\x7f\x7fping") == ["ok"]
    assert wire.type("   ") == []


def test_a_full_heap_is_no_flaw_what_can_go_goes_and_the_verb_is_tried_once_more(
    new_wire, monkeypatch
):
    tries = []

    def hungry(session, answer, arguments):
        tries.append(session.now)
        if len(tries) % 2:
            raise MemoryError
        answer.put("fed", True)

    monkeypatch.setattr("paishan.link.commands.looking.counters", hungry)
    monkeypatch.setattr("paishan.link.verbs.forget", lambda name: None)
    wire = new_wire()
    assert wire.ask("counters") == "ok fed=true"
    assert len(tries) == 2


def test_a_heap_that_stays_full_is_said_with_what_there_is(new_wire, monkeypatch):
    def hungry(session, answer, arguments):
        raise MemoryError("no room")

    monkeypatch.setattr("paishan.link.commands.looking.counters", hungry)
    monkeypatch.setattr("paishan.link.verbs.forget", lambda name: None)
    wire = new_wire()
    assert wire.ask("counters").startswith('err 305 NO_ROOM detail="no room" free=')
    assert wire.ask("ping") == "ok"
