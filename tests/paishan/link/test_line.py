"""A line under construction."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paishan.link import MTU
from paishan.link.crc import Crc
from paishan.link.line import Line

plain = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**31), 2**31) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)


def written(value):
    line = Line()
    line.value(value)
    return bytes(line.bytes[: line.length]).decode("ascii"), line.full


@given(plain)
def test_a_value_is_json_in_ascii_or_does_not_fit(value):
    text, full = written(value)
    if not full:
        assert json.loads(text) == value


@pytest.mark.parametrize("value", [0, 7, 10, -1, 99, 100, -1000, (1 << 30) - 1])
def test_numbers_are_decimal(value):
    assert written(value)[0] == str(value)


def test_text_beyond_ascii_is_escaped():
    assert written('麻 "x"\\\n😀')[0] == r'"\u9ebb \"x\"\\\u000a\ud83d\ude00"'


def test_what_does_not_fit_is_left_out_whole():
    line = Line()
    line.text("a" * 225)
    before = line.length
    line.text("bbbbbbbb")
    assert line.full
    assert line.length == before
    line.back(before)
    line.char(0x62)
    assert not line.full


def test_a_sealed_line_keeps_to_its_size_and_its_checksum():
    line = Line()
    while not line.full:
        line.char(0x61)
    line.seal()
    assert line.length <= MTU
    assert line.bytes[line.length - 1] == 0x0A
    assert Crc().closes(line.bytes, line.length - 1)


def test_hex_of_bytes():
    line = Line()
    line.hex(b"\x00\xa5\xff", 3)
    assert bytes(line.bytes[: line.length]) == b"00a5ff"
