"""A UART with the driver of an RS-485 line."""

import pytest

from paishan.io.uart import Uart


class Chip:
    """A UART of a board: takes bytes into its buffer, sends them when the test says."""

    def __init__(self):
        self.buffer = b""
        self.sent = b""
        self.came = b""
        self.baudrate = 0
        self.drive = 0

    def write(self, buffer, count):
        self.buffer += bytes(buffer[:count])
        return count

    def any(self):
        return len(self.came)

    def readinto(self, buffer, count):
        assert count <= len(self.came), "it would wait for the time of a letter"
        buffer[:count] = self.came[:count]
        self.came = self.came[count:]
        return count or None

    def txdone(self):
        return not self.buffer

    def init(self, baudrate):
        self.baudrate = baudrate

    def send(self, count):
        assert self.drive == 1, "nobody hears what is sent without the driver"
        self.sent += self.buffer[:count]
        self.buffer = self.buffer[count:]

    def set_drive(self, level):
        assert level or not self.buffer, "the driver went while bytes were on their way"
        self.drive = level


@pytest.fixture
def chip():
    return Chip()


@pytest.fixture
def line(chip):
    return Uart(chip, chip.set_drive)


def test_the_driver_is_on_from_the_first_byte_to_the_last(chip, line):
    assert line.write(b"ok a=1\n", 7) == 7
    assert chip.drive == 1
    chip.send(3)
    assert line.sending()
    assert chip.drive == 1
    chip.send(4)
    assert not line.sending()
    assert chip.drive == 0
    assert chip.sent == b"ok a=1\n"


def test_no_more_is_taken_before_all_has_left(chip, line):
    assert line.write(bytes(100), 100) == 64
    assert line.write(bytes(36), 36) == 0
    chip.send(64)
    assert line.write(bytes(36), 36) == 36


def test_a_table_that_says_nothing_leaves_the_line_alone(chip, line):
    assert not line.sending()
    buffer = bytearray(8)
    assert line.readinto(buffer) == 0
    chip.came = b"hi"
    assert line.readinto(buffer) == 2
    assert chip.drive == 0


def test_a_plain_uart_has_no_driver(chip):
    line = Uart(chip)
    assert line.write(b"x", 1) == 1
    chip.buffer = b""
    assert not line.sending()
    line.set_speed(9600)
    assert chip.baudrate == 9600


def test_a_uart_without_a_buffer_gets_what_it_sends_in_less_than_a_millisecond(chip):
    line = Uart(chip, chip.set_drive, buffered=False)
    assert line.write(bytes(64), 64) == 8
    chip.send(8)
    line.sending()
    line.set_speed(9600)
    assert line.write(bytes(64), 64) == 1
