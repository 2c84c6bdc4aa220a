"""What happens on a line where things go wrong, and what the person in front of it reads."""

import pytest
from tests.paishan_host import tables
from tests.paishan_host.tables import Scripted

from paishan.link import PROTOCOL
from paishan.store.schema import schema_crc
from paishan_host import codec
from paishan_host.client import Table
from paishan_host.session import RETRIES
from paishan_host.trouble import (
    NoAnswer,
    ReadOnly,
    Refused,
    Restarted,
    SharedLine,
    Unplugged,
)


def hello(number, **other):
    fields = {
        "product": "paishan",
        "version": "0.1.0",
        "protocol": PROTOCOL,
        "schema": f"{schema_crc():08x}",
        "nonce": "00000001",
        **other,
    }
    return codec.text(f"#{number} ok", (), fields)


def scripted(answers, **about):
    """A table whose replies but that to hello come from `answers(number, text)`."""
    said = []

    def answer(number, text):
        if text == "hello":
            return hello(number, **about)
        said.append(text)
        return answers(number, text, len(said))

    line = Scripted(answer)
    return line, Table(line)


def test_a_request_without_reply_is_sent_again_with_the_same_id_three_times():
    line, table = scripted(lambda number, text, count: None)
    with pytest.raises(NoAnswer) as silence:
        table.request("status")
    asked = line.sent[1:]
    assert len(asked) == 1 + RETRIES
    assert len(set(asked)) == 1
    assert silence.value.message == (
        "script:// does not answer: check that the table is on and the cable carries data, not "
        "only power; `paishan ports` lists the others"
    )


def test_a_lost_reply_comes_from_the_tables_memory_and_nothing_is_done_twice():
    with tables.lane() as lane:
        table = Table(lane)
        table.login()
        lost = []

        def lose(data):
            if data and not lost:
                lost.append(data)
                return b""
            return data

        lane.on_read = lose
        assert table.set(dice_ms=3500) == 1
        assert lost
        changes = [row for row in table.events() if row["name"] == "setting"]
        assert len(changes) == 1
        assert table.session.counts.retries == 1


def test_late_and_repeated_replies_are_dropped():
    late = []

    def answers(number, text, count):
        reply = f"#{number} ok value={count}"
        if count == 1:
            late.append(reply)
            return None
        return [*late, *late, reply, reply]

    _, table = scripted(answers)
    assert table.request("get", "a").fields == {"value": 1}  # late, yet its own
    assert table.request("get", "b").fields == {"value": 3}
    assert table.request("get", "c").fields == {"value": 4}
    assert table.session.counts.stale > 2


def test_a_long_answer_that_is_cut_is_asked_for_anew_under_another_id():
    def answers(number, text, count):
        lines = [f"#{number} + a=1", f"#{number} + b=2", f"#{number} ok n=2"]
        return lines if count > 1 else lines[:1]

    line, table = scripted(answers)
    assert table.request("get").merged() == {"a": 1, "b": 2}
    assert len(set(line.sent[1:])) == 2


def test_a_line_missing_in_the_middle_is_noticed():
    def answers(number, text, count):
        lines = [f"#{number} + a=1", f"#{number} + b=2", f"#{number} ok n=2"]
        return lines if count > 1 else [lines[0], lines[2]]

    _, table = scripted(answers)
    assert table.request("get").merged() == {"a": 1, "b": 2}


def test_a_damaged_only_line_is_not_taken_for_an_empty_answer():
    def answers(number, text, count):
        fault = codec.sealed(f'#{number} + code=71 name="DRUM_STALL"').decode().rstrip()
        if count == 1:
            fault = fault.replace("71", "7\x16")  # a byte was hit on the way
        return [fault, f"#{number} ok n=1"]

    line, table = scripted(answers)
    assert [row["code"] for row in table.faults()] == [71]
    assert table.session.counts.noise == 1
    assert len(set(line.sent[1:])) == 2


def test_what_must_not_be_done_twice_is_not_sent_again_after_a_restart():
    boots = [7]

    def answers(number, text, count):
        if text == "counters":
            return [f"#{number} + boots={boots[0]}", f"#{number} ok n=1"]
        boots[0] += 1
        return None

    line, table = scripted(answers)
    with pytest.raises(Restarted) as restarted:
        table.request("start")
    assert [one.split(" ", 1)[1] for one in line.sent[1:]] == ["counters", "start", "counters"]
    assert restarted.value.message == (
        "the table restarted in the middle; whether it was done is not known: look with "
        "`paishan status` before you repeat the command"
    )


def test_a_table_that_restarts_in_mid_request_is_noticed(tmp_path):
    with tables.lane(folder=str(tmp_path)) as lane:
        table = Table(lane)
        table.login()
        pulled = []

        def restart(data):
            if b" commit " in data and not pulled:
                pulled.append(data)
                lane.run.lane.restart()
                return b""
            return data

        lane.on_write = restart
        table.stage({"dice_ms": 3500, "agitations": 2})
        with pytest.raises(Restarted) as restarted:
            table.commit({})
        assert restarted.value.message.startswith("the table restarted in the middle")
        lane.until("READY")
        assert table.get("dice_ms") == {"dice_ms": 4000}


def test_a_login_that_the_restart_ended_is_noticed(tmp_path):
    with tables.lane(folder=str(tmp_path)) as lane:
        table = Table(lane)
        table.login()
        lane.run.lane.restart()
        lane.until("READY")
        with pytest.raises(Restarted) as restarted:
            table.stage({"dice_ms": 3500})
        assert restarted.value.message == (
            "the table restarted in the middle (power-on): look with `paishan status`, then "
            "repeat the command"
        )


def test_two_tools_at_once_are_told_of_each_other():
    with tables.lane() as lane:
        first = Table(lane)
        first.login()
        first.session._id = 10
        Table(lane)  # its hello begins a session of its own
        second = Table(lane)
        second.session._id = 500
        second.ping()
        with pytest.raises(SharedLine) as shared:
            first.stage({"dice_ms": 3500})
        assert shared.value.message == (
            "another program talks to this table at the same time (105 STALE_ID): close it, then "
            "repeat the command"
        )


def test_replies_to_another_program_are_no_answer():
    _, table = scripted(lambda number, text, count: f"#{number + 1000} ok value=1")
    with pytest.raises(NoAnswer) as silence:
        table.request("get", "a")
    assert silence.value.message == (
        "script://: only replies to another program came: close it, then repeat the command"
    )


@pytest.mark.parametrize(
    ("about", "versions"),
    [
        ({"protocol": PROTOCOL + 1, "version": "9.0.0"}, ("9.0.0", f"protocol {PROTOCOL + 1}")),
        ({"schema": "00000000", "version": "0.0.9"}, ("0.0.9", "schema 00000000")),
    ],
)
def test_another_protocol_or_schema_is_read_only_with_both_versions_and_the_remedy(
    about, versions
):
    line, table = scripted(lambda number, text, count: f"#{number} ok dice_ms=5", **about)
    assert table.get("dice_ms") == {"dice_ms": 5}
    before = len(line.sent)
    with pytest.raises(ReadOnly) as refused:
        table.set(dice_ms=3500)
    assert len(line.sent) == before
    said = refused.value.message
    assert all(part in said for part in (*versions, "0.1.0", f"schema {schema_crc():08x}"))
    assert "install paishan" in said
    assert "update the table" in said


def test_micropythons_prompt_is_told_from_a_table():
    line = Scripted(lambda number, text: [">>> #1 hello", "Traceback (most recent call last):"])
    with pytest.raises(NoAnswer) as silence:
        Table(line)
    assert "MicroPython's prompt answers" in silence.value.message


def test_garbage_names_the_speed():
    line = Scripted(lambda number, text: ["#1 ok *00000000"[1:] + "\x01"])
    with pytest.raises(NoAnswer) as silence:
        Table(line)
    assert "speed" in silence.value.message


def test_another_product_is_no_table():
    line = Scripted(lambda number, text: hello(number, product="kettle"))
    with pytest.raises(NoAnswer, match="kettle"):
        Table(line)


def test_an_unplugged_table_is_found_again():
    with tables.lane() as lane:
        table = Table(lane)
        lane.unplugged = True
        with pytest.raises(Unplugged):
            table.status()
        assert table.reconnect() is False
        assert table.status()["state"] == "READY"


def test_an_error_is_a_sentence_with_what_to_do():
    with tables.lane(service=False) as lane:
        table = Table(lane)
        with pytest.raises(Refused) as refused:
            table.get("nope")
        assert (refused.value.number, refused.value.name) == (401, "UNKNOWN_SETTING")
        assert refused.value.message == (
            "the table refused: 401 UNKNOWN_SETTING (setting nope): there is no such setting: "
            "ask for schema"
        )


def test_a_job_ends_in_its_event():
    def answers(number, text, count):
        return [f"#{number} ok job=4", "!9 verified job=4 good=true time=12"]

    _, table = scripted(answers)
    assert table.request("verify").fields == {"job": 4, "good": True, "time": 12}


def test_events_are_heard_between_requests():
    with tables.lane() as lane:
        table = Table(lane)
        table.login()
        lane.scan(100)
        assert "login" in [line.name for line in table.listen() if hasattr(line, "name")]
