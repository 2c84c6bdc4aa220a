import json
import re

import pytest
from tests.paishan_host import tables

from paishan_host.commands import move
from paishan_sim import wiring
from paishan_sim.faults import parse


def test_test_enters_and_leaves_service(paishan, ready):
    assert paishan("test", "enter").out == "done; the table is in SERVICE\n"
    assert paishan("test", "lamps").code == 0
    assert json.loads(paishan("test", "leave", "--json").out)["state"] == "HOMING"


def test_a_self_test_runs_to_its_verdict_with_its_figures(paishan, ready):
    ended = paishan("test", "heads", "--json")

    result = json.loads(ended.out)
    assert ended.code == 0
    assert (result["number"], result["verdict"]) == (9, "passed")
    assert all(500 < time < 700 for time in result["times_ms"])


def test_figures_say_what_they_are_of(paishan, ready):
    assert re.fullmatch(
        r"heads: passed \(E \d+ ms, S \d+ ms, W \d+ ms, N \d+ ms\)\n", paishan("test", "heads").out
    )
    assert re.fullmatch(r"dome: passed \(up \d+ ms, down \d+ ms\)\n", paishan("test", "dome").out)


@pytest.mark.parametrize(
    ("fault", "what", "said"),
    [
        ("output-dead:output=HEAD_W", "heads", "13 The head on the west side did not come home."),
        ("output-dead:output=DOME_LOWER", "dome", "42 The dome did not close in time."),
        ("turn-stalled:of=ring", "drum", "ring 0 pulses"),
        ("turn-stalled:of=ring", "drum", "72 The magnetic ring does not turn."),
        ("output-dead:output=LIFT_RAISE_N", "lifts", "34 The tray on the north side"),
    ],
)
def test_a_self_test_that_failed_says_where_and_what_to_do(paishan, at_lane, fault, what, said):
    with tables.lane(inject=[parse(f"{fault},at=1s")]) as lane:
        at_lane(lane)
        ended = paishan("test", what)
    assert ended.code == 1
    assert ended.out.startswith(f"{what}: failed")
    assert said in ended.out


@pytest.mark.parametrize(("of", "code"), [("drum", 71), ("ring", 72)])
def test_what_turns_without_a_pulse_has_a_silent_sensor(paishan, at_lane, of, code):
    with tables.lane(inject=[parse(f"no-pulses:of={of},at=1s")]) as lane:
        at_lane(lane)
        said = paishan("test", "drum").out
    assert f"\n{code} " in said
    assert "It turns all the same? Then it is 74: clean its turn sensor." in said


def test_every_part_of_a_group_has_its_verdict_though_two_fail(paishan, at_lane):
    dead = [parse(f"output-dead:output=HEAD_{side},at=1s") for side in "ES"]
    with tables.lane(inject=dead) as lane:
        at_lane(lane)
        ended = paishan("test", "heads")
    assert ended.code == 1
    said, *remedies = ended.out.splitlines()
    assert re.fullmatch(r"heads: failed \(E failed, S failed, W \d+ ms, N \d+ ms\)", said)
    assert [line[:2] for line in remedies if line[:1].isdigit()] == ["11", "12"]


def test_what_no_sensor_watches_asks_the_person_who_watches(paishan, ready):
    ended = paishan("test", "dice")
    assert (ended.code, ended.out) == (0, "dice: ran; no sensor tells: did the dice rattle?\n")
    ended = paishan("test", "belts")
    assert ended.code == 0
    assert ended.out.startswith("belts: ran; no eye saw a tile on each belt move")
    assert ended.out.endswith("its eye tells\n")


def test_the_belts_that_an_eye_saw_are_told_from_those_that_it_did_not(capsys):
    result = {"name": "belts", "verdict": "shown", "times_ms": [420, 0, 0, 510], "pulses": [0, 0]}
    move._tell(move.SELF_TESTS["belts"], result)
    seen = "(E 420 ms, S no eye saw it, W no eye saw it, N 510 ms)\n"
    assert capsys.readouterr().out.endswith(seen)


def test_a_dome_whose_top_no_sensor_sees_asks_too(paishan, at_lane):
    with tables.lane(settings={"centre_fitted": 0xFE}) as lane:
        at_lane(lane)
        ended = paishan("test", "dome")
    assert ended.code == 0
    assert ended.out.startswith("dome: ran; no sensor is fitted at the top: did the dome go up")
    assert re.search(r"\(up \d+ ms, down \d+ ms\)\n$", ended.out)


def test_a_part_that_was_held_back_is_not_called_broken(capsys):
    held = {"name": "pushers", "verdict": "failed", "times_ms": [-1, 420, 420, 420]}
    move._tell(move.SELF_TESTS["pushers"], held | {"pulses": [0, 0], "interlock": "tray not down"})
    assert "21 " not in capsys.readouterr().out


def test_a_test_that_somebody_ends_has_not_passed(paishan, ready):
    plain = ready.read

    def read(wait_s):
        if ready.sent and b"test result" in ready.sent[-1]:
            ready.run.plant.press("KEY_A", 100)
        return plain(wait_s)

    ready.read = read
    ended = paishan("test", "heads")
    assert (ended.code, ended.out[:14]) == (1, "heads: stopped"), ended.err


def test_a_self_test_may_be_named_by_its_number_too(paishan, ready):
    assert paishan("test", "13").out.startswith("drum: passed (drum ")


def test_a_self_test_says_what_it_does_before_it_runs(paishan, ready):
    ended = paishan("test", "heads")
    assert ended.err == "paishan: heads: one turn of each head; Ctrl-C ends it\n"
    assert ended.out.startswith("heads: passed")


def test_an_unknown_self_test_names_the_list(paishan, ready):
    ended = paishan("test", "spoon")
    assert ended.code == 2
    assert "`paishan test list`" in ended.err


def test_the_list_has_every_self_test(paishan):
    assert len(json.loads(paishan("test", "list", "--json").out)) == 15


def test_jog_runs_one_motor_for_its_time_and_stops_it(paishan, ready):
    ran = []
    plain = ready.scan

    def scan(ms=5):
        plain(ms)
        ran.append(bool(ready.run.outputs[0] & wiring.HEAD))

    ready.scan = scan
    ended = paishan("jog", "head_e", "--ms", 700)
    assert ended.code == 0
    assert "the table stays in SERVICE" in ended.out
    assert 120 <= sum(ran) <= 150  # scans of 5 ms
    assert not ran[-1]


def test_ctrl_c_stops_the_motor_at_once(paishan, ready):
    looks = []
    plain = ready.read

    def read(wait_s):
        looks.append(wait_s)
        if b"jog HEAD_E" in b"".join(ready.sent[-1:]) and len(looks) > 12:
            ready.read = plain
            raise KeyboardInterrupt
        return plain(wait_s)

    ready.read = read
    assert paishan("jog", "HEAD_E", "--ms", 60_000).code == 130
    assert b"jog stop" in ready.sent[-1]
    ready.scan(50)
    assert not any(byte & ~wiring.SEAT_LAMP for byte in ready.run.outputs[:4])


def test_an_output_that_there_is_not(paishan, ready):
    ended = paishan("jog", "ELBOW")
    assert ended.code == 7
    assert "such as DRUM or HEAD_E" in ended.err
