"""The checksum is that of zlib."""

from binascii import crc32

from hypothesis import given
from hypothesis import strategies as st

from paishan.link.crc import Crc


@given(st.binary(max_size=240))
def test_the_digits_are_those_of_zlib(data):
    crc = Crc()
    crc.of(data, len(data))
    assert crc.digits == b"%08x" % crc32(data)


@given(st.binary(min_size=1, max_size=200), st.booleans())
def test_a_sealed_line_closes_in_either_case(data, upper):
    digits = b"%08x" % crc32(data)
    line = data + b"*" + (digits.upper() if upper else digits)
    assert Crc().closes(line, len(line))


@given(st.binary(min_size=1, max_size=200), st.data())
def test_one_flipped_bit_is_seen(data, draw):
    line = bytearray(data + b"*%08x" % crc32(data))
    at = draw.draw(st.integers(0, len(data) - 1))
    line[at] ^= 1 << draw.draw(st.integers(0, 7))
    assert not Crc().closes(line, len(line))


def test_a_line_without_room_for_a_checksum_closes_nothing():
    for length in range(10):
        assert not Crc().closes(b"*00000000"[:length], length)
