import json

from paishan_sim import wiring


def test_test_enters_and_leaves_service(paishan, ready):
    assert paishan("test", "enter").out == "done; the table is in SERVICE\n"
    assert paishan("test", "lamps").code == 0
    assert json.loads(paishan("test", "leave", "--json").out)["state"] == "HOMING"


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
