"""From bytes to lines."""

import pytest

from paishan.link import MTU
from paishan.link.reader import Reader
from paishan_sim.serial import MemoryLine


def lines(data, bytes_per_scan=64):
    """(line or None for one that was too long) of everything in `data`."""
    line = MemoryLine()
    line.send(data)
    reader = Reader(bytes_per_scan)
    found = []
    for _ in range(len(data) + 2):
        reader.fill(line.device.readinto)
        while reader.next():
            found.append(None if reader.too_long else bytes(reader.line[: reader.length]))
    return found


@pytest.mark.parametrize("bytes_per_scan", [1, 16, 64])
def test_lines_end_at_lf_however_they_come(bytes_per_scan):
    assert lines(b"#1 a\n\n#2 b\r\nc", bytes_per_scan) == [b"#1 a", b"", b"#2 b"]


def test_cr_is_ignored_in_a_frame_and_ends_a_typed_line():
    assert lines(b"#1\r ping\r\n") == [b"#1 ping"]
    assert lines(b"ping\rstatus\r\n") == [b"ping", b"status", b""]


@pytest.mark.parametrize("length", [MTU - 1, MTU])
def test_a_line_of_the_longest_length_is_read(length):
    assert lines(b"#" * length + b"\n") == [b"#" * length]


@pytest.mark.parametrize("length", [MTU + 1, 300, 1000])
def test_a_longer_one_is_dropped_and_the_next_is_whole(length):
    assert lines(b"#" * length + b"\nping\n") == [None, b"ping"]


def test_a_scan_takes_no_more_than_its_bytes():
    line = MemoryLine()
    line.send(b"x" * 100)
    Reader(64).fill(line.device.readinto)
    assert len(line.device.coming) == 36
