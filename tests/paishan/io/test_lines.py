"""Who is answered, where a laptop and a bus are on the table."""

import pytest
from tests.paishan.io.clock import Clock

from paishan.io import lines


class Line:
    def __init__(self):
        self.waits = b""
        self.said = b""
        self.speed = 0

    def readinto(self, buffer):
        count = min(len(buffer), len(self.waits))
        buffer[:count] = self.waits[:count]
        self.waits = self.waits[count:]
        return count

    def write(self, buffer, count):
        self.said += bytes(buffer[:count])
        return count

    def set_speed(self, speed):
        self.speed = speed


class Table:
    def __init__(self, clock):
        self.clock = clock
        self.near, self.far = Line(), Line()
        self.both = lines.Lines(self.near, self.far)
        self.buffer = bytearray(16)

    def heard(self):
        return bytes(self.buffer[: self.both.readinto(self.buffer)])


@pytest.fixture
def table(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(lines, "time", clock)
    return Table(clock)


def test_whoever_speaks_is_answered(table):
    table.far.waits = b"hello\n"
    assert table.heard() == b"hello\n"
    table.both.write(b"ok", 2)
    table.near.waits = b"status\n"
    assert table.heard() == b"status\n"
    table.both.write(b"READY", 5)
    assert (table.far.said, table.near.said) == (b"ok", b"READY")


def test_the_bus_is_not_listened_to_beside_a_laptop(table):
    table.near.waits = b"watch\n"
    table.heard()
    table.clock.us += 4_900_000
    table.far.waits = b"@01reboot\n"
    assert table.heard() == b""
    table.clock.us += 10_000_000
    assert table.heard() == b""  # what was said meanwhile does not come late
    table.both.write(b"!1", 2)
    assert table.near.said == b"!1"


def test_the_bus_is_answered_again_once_the_laptop_is_silent(table):
    table.near.waits = b"status\n"
    table.heard()
    table.clock.us += 5_100_000
    table.far.waits = b"@01hello\n"
    assert table.heard() == b"@01hello\n"
    table.both.write(b"ok", 2)
    assert table.far.said == b"ok"


def test_a_laptop_that_only_listens_stays_the_one_that_is_told(table):
    table.near.waits = b"events\n"
    table.heard()
    table.clock.us += 3_600_000_000
    table.heard()
    table.both.write(b"!7", 2)
    assert table.near.said == b"!7"


def test_the_speed_is_the_bus_s(table):
    table.both.set_speed(9600)
    assert (table.far.speed, table.near.speed) == (9600, 0)
