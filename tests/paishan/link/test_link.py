"""The link as a whole: who is answered, what is sent unasked, and a line that stands still."""

import pytest
from tests.paishan.link.conftest import Wire, frame

from paishan.io import image as io
from paishan.link.link import COUNTS, STALL_MS
from paishan.table.events import RING


def counts(wire):
    return {name: n for name, n in zip(COUNTS, wire.link.counts, strict=True) if n}


def test_nothing_is_sent_before_somebody_speaks(wire):
    for _ in range(3):
        wire.app.events.add(0, 1)
    wire.run(1000)
    assert wire.heard() == []


@pytest.mark.parametrize(
    ("data", "counted"),
    [
        (b"\xff\xfe\n", "noise"),
        (b"\x03\n", "noise"),
        (b"STATUS\n", "noise"),
        (b"@zz#1 ping\n", "noise"),
        (b"@1\n", "noise"),
        (b":0103\r\n", "modbus"),
        (b"@01:0103\n", "modbus"),
        (b"#1 ping *00000000\n", "damaged"),
        (b"#1 ping\n", "damaged"),
        (b"#\n", "damaged"),
        (b"a" * 241 + b"\n", "too_long"),
        (b"@07ping\n", "not_ours"),
        (b"ping\n", "lines"),
    ],
)
def test_what_is_dropped_is_counted(wire, data, counted):
    wire.send(data)
    assert counts(wire) == {counted: 1}
    assert (wire.heard() != []) == (counted == "lines")


def test_an_empty_line_is_nothing(wire):
    wire.send(b"\n\r\n\n")
    assert counts(wire) == {}


def test_events_follow_once_somebody_has_spoken(wire):
    wire.ask("hello")
    wire.app.events.add(2, 1)
    wire.run(100)
    (line,) = wire.heard()
    assert line.startswith(f'!{wire.app.events.count - 1} key press="press" time=')
    assert frame(line.rpartition(" *")[0])[:-1].decode() == line


def test_a_ring_that_ran_over_shows_in_the_numbers(wire):
    wire.ask("hello")
    first = wire.app.events.count
    for k in range(RING + 10):
        wire.app.events.add(4, k)
    wire.run(3000)
    numbers = [int(line[1:].split()[0]) for line in wire.heard()]
    assert numbers == list(range(first + 10, first + RING + 10))


def test_events_since_a_number(wire):
    for k in range(5):
        wire.app.events.add(3, k)
    first = wire.app.events.count - 2
    lines = wire.replies(f"events since={first}")
    assert [line.split()[1] for line in lines[:-1]] == [f"event={first}", f"event={first + 1}"]
    assert lines[-1] == "ok n=2"


def test_a_log_without_room_is_counted_and_told(wire):
    wire.link.log("nobody is there")
    wire.ask("hello")
    wire.link.log("somebody is")
    wire.run(100)
    assert wire.heard() == ["~ somebody is (lost before: 1)"]
    assert counts(wire)["logs_lost"] == 1


def test_on_a_bus_only_addressed_lines_count_and_nothing_is_sent_unasked(new_wire):
    wire = new_wire(link_bus=True, link_address=0x1F)
    wire.send(b"ping\n" + frame("#1 ping") + frame("@1E#1 ping") + frame("@00#1 ping"))
    wire.app.events.add(0, 1)
    wire.link.log("a log")
    wire.run(500)
    assert wire.heard() == []
    assert counts(wire) == {"not_ours": 3, "lines": 1, "logs_lost": 1}
    wire.send(frame("@1f#2 ping"))
    assert wire.heard() == [frame("@1f#2 ok")[:-1].decode()]
    wire.send(b"@1fping\n")
    assert wire.heard() == ["@1fok"]


def test_a_broadcast_is_done_once_and_in_silence(technician):
    wire = technician
    wire.heard()
    for _ in range(2):
        wire.send(frame("@00#50 stage gap_ms=14000"))
    assert wire.heard() == []
    assert wire.app.staging().staged == {"gap_ms": 14000}


def test_no_more_bytes_a_scan_than_the_setting_allows(new_wire):
    wire = new_wire(link_bytes_per_scan=16)
    wire.line.send(frame("#1 help") + b"x" * 1000)
    before = len(wire.line.device.coming)
    for _ in range(200):
        wire.run(5)
        assert before - len(wire.line.device.coming) <= 16
        assert len(wire.line.receive()) <= 16
        before = len(wire.line.device.coming)


def test_a_host_that_never_reads_is_given_up_and_the_next_one_is_answered(wire):
    wire.line.device.limit = 0
    wire.send(frame("#1 help"), STALL_MS + 1000)
    assert counts(wire)["stalls"] == 1
    assert not wire.link._session.busy
    for number in range(2, 40):
        wire.send(frame(f"#{number} watch"), 200)
    wire.app.events.add(0, 1)
    wire.run(10_000)

    wire.line.device.limit = 4096
    wire.run(20_000)
    wire.heard()
    wire.send(b"\n" + frame("#1 hello"))
    assert [line for line in wire.heard() if line.startswith("#1 ok product")]


def test_nothing_is_read_while_no_reply_has_room(wire):
    wire.line.device.limit = 0
    for number in range(1, 100):
        wire.line.send(frame(f"#{number} watch"))
    wire.run(1000)
    assert len(wire.line.device.coming) > 1000


def test_speed_changes_when_the_reply_has_left(technician):
    wire = technician
    reply = wire.ask("set link_speed=9600")
    assert reply == "ok link_speed=9600 changed=1 confirm_ms=30000"
    assert wire.line.device.speed == 9600
    wire.run(30_500)
    assert wire.line.device.speed == 115200


@pytest.mark.parametrize(("speed", "asked"), [(9600, 9600), (115200, 0)])
def test_a_line_has_the_speed_of_the_settings_from_power_on(new_wire, speed, asked):
    wire = new_wire(link_speed=speed)
    assert wire.line.device.speed == asked  # 0: nothing was asked of it, it starts at the usual


def test_a_reboot_waits_for_its_reply(technician):
    wire = technician
    wire.line.device.limit = 0
    wire.number += 1
    wire.send(frame(f"#{wire.number} reboot"), 1000)
    assert not wire.app.leaving
    wire.line.device.limit = 4096
    wire.run(500)
    assert wire.heard()[-1].startswith(f"#{wire.number} ok")
    assert wire.app.leaving == "reboot"


def test_time_may_wrap_in_the_middle_of_everything():
    wire = Wire(start_ms=(1 << 30) - 2000)
    wire.technician()
    wire.run(5000)
    assert wire.ask("set gap_ms=14000") == "ok gap_ms=14000 changed=1"
    assert wire.ask("auth") == 'ok level="technician"'


@pytest.mark.parametrize("inverted", [0, io.KEY_A])
def test_a_pressed_key_is_held_for_its_filter_and_then_let_go(new_wire, inverted):
    wire = new_wire()
    wire.link._settings.panel_inverted = inverted
    raw = bytearray(wire.inputs)
    raw[io.PANEL] ^= inverted
    up = bytes(raw)
    wire.link.press(wire.now)
    wire.link.hold_keys(raw, wire.now)
    assert raw[io.PANEL] == up[io.PANEL] ^ io.KEY_A
    raw = bytearray(up)
    wire.link.hold_keys(raw, (wire.now + 200) % (1 << 30))
    wire.link.hold_keys(raw, wire.now)
    assert raw == up
