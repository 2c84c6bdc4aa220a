from binascii import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paishan_host import codec
from paishan_host.codec import Assembler, Event, Log, Noise, Reply, Text, parse

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**30), 2**30) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=6,
)
FIELDS = st.dictionaries(st.from_regex(r"[a-z_][a-z0-9_]{0,8}", fullmatch=True), VALUES)


def test_a_request_is_the_line_that_the_firmware_takes():
    line = codec.request(12, codec.text("set", (), {"dice_ms": 3500}))
    assert line == b"#12 set dice_ms=3500 *%08x\n" % crc32(b"#12 set dice_ms=3500 ")


def test_words_are_bare_where_they_can_be():
    assert codec.text("get", ("scan_ms", "true", "a b", 5)) == 'get scan_ms "true" "a b" 5'


def test_an_address_stands_before_the_request():
    assert codec.request(1, "ping", address=5).startswith(b"@05#1 ping *")


@given(FIELDS)
def test_fields_come_back_as_they_went(fields):
    try:
        line = codec.sealed(codec.text("#7 ok", (), fields))
    except codec.TooLongError:
        return
    assert parse(line[:-1]) == Reply(7, "ok", fields)


def test_a_request_fits_or_is_refused():
    line = "stage " + "x" * codec.room(1, "stage ")
    assert len(codec.request(1, line)) == codec.MTU + 1
    with pytest.raises(codec.TooLongError):
        codec.request(1, line + "x")


@pytest.mark.parametrize(
    ("line", "parsed"),
    [
        ("#3 ok", Reply(3, "ok", {})),
        ('#3 + station="E" on=["TILE"]', Reply(3, "+", {"station": "E", "on": ["TILE"]})),
        ("#3 err 203 BUSY", Reply(3, "err", {}, 203, "BUSY")),
        ('@05#3 err 402 BAD_VALUE setting="a b"',
         Reply(3, "err", {"setting": "a b"}, 402, "BAD_VALUE")),
        ('!31 state from="READY" time=5', Event(31, "state", {"from": "READY", "time": 5})),
    ],
)  # fmt: skip
def test_frames_are_read(line, parsed):
    assert parse(codec.sealed(line)[:-1]) == parsed


def test_lines_for_people_are_kept():
    assert parse(b"~ logged out\r") == Log("logged out")
    assert parse(b"state READY, gear 2\r") == Text("state READY, gear 2")


@pytest.mark.parametrize(
    "line",
    [
        b"#3 ok *00000000",
        b"#3 ok",
        b"!",
        b"#",
        b"*",
        b"\xff\x00",
        b"!1 state from=READY *",
        b"@zz",
    ],
)
def test_what_is_damaged_says_nothing(line):
    assert not isinstance(parse(line), Reply | Event)


@pytest.mark.parametrize("body", ["#x ok", "#3", "#3 maybe", "#3 ok =1", "#3 ok a=b", "#3 err 5"])
def test_a_sealed_line_that_is_no_reply_is_noise(body):
    assert isinstance(parse(codec.sealed(body)[:-1]), Noise)


@given(st.binary(max_size=300))
def test_no_bytes_raise(data):
    for line in Assembler().feed(data + b"\n"):
        parse(line)


@given(st.lists(st.binary(min_size=1, max_size=20).filter(lambda one: b"\n" not in one
                                                          and one.strip(b"\r")), max_size=8),
       st.integers(1, 7))  # fmt: skip
def test_lines_are_the_same_however_the_bytes_come(lines, step):
    data = b"".join(line + b"\n" for line in lines)
    assembler = Assembler()
    found = []
    for at in range(0, len(data), step):
        found += assembler.feed(data[at : at + step])
    assert found == lines


def test_what_never_ends_is_dropped_to_its_end():
    assembler = Assembler()
    assert assembler.feed(b"x" * 5000) == []
    assert assembler.feed(b"y" * 5000 + b"\n#1 ok\n") == [b"#1 ok"]
    assert assembler.dropped == 1
