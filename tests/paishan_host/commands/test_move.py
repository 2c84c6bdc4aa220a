import json

from paishan_sim import wiring


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


def test_a_self_test_may_be_named_by_its_number_too(paishan, ready):
    assert paishan("test", "13").out == "drum: passed\n"


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
