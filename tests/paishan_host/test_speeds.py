"""A table whose UART has another speed than the usual one is found, and found at once later."""

import contextlib
import itertools
import os
import sys
import threading

import pytest
from tests.paishan_host import tables
from tests.paishan_host.test_session import hello

from paishan.store.schema import CHOICES
from paishan_host import codec, ports, speeds
from paishan_host.client import Table
from paishan_host.trouble import NoAnswer

CHOSEN = sorted(CHOICES["link_speed"])
FOUND_S = 2.0
GIVEN_UP_S = 8.0


def test_the_usual_speed_comes_first_and_every_choice_is_tried():
    assert speeds.SPEEDS[0] == 115200
    assert sorted(speeds.SPEEDS) == CHOSEN


@pytest.mark.parametrize("speed", CHOSEN)
@pytest.mark.parametrize("bus", [False, True])
def test_a_table_at_any_speed_is_found_at_once(speed, bus):
    with tables.lane(settings={"link_speed": speed, "link_bus": bus}) as lane:
        began = lane.clock()
        table = Table(tables.with_speed(lane, 115200), 1 if bus else None)
        assert lane.clock() - began < FOUND_S
        assert lane.speed == speed
        assert table.get("link_speed") == {"link_speed": speed}


def test_one_that_is_at_the_speed_that_is_known_meets_no_other():
    with tables.lane(settings={"link_speed": 9600}) as lane:
        Table(tables.with_speed(lane, 9600))
        assert lane.tried == []


def test_a_line_without_a_speed_is_not_searched():
    with tables.lane() as lane:
        Table(lane)
        assert lane.tried == []


def test_one_that_answers_at_no_speed_is_told_in_one_line_before_long():
    with tables.lane() as lane:
        began = lane.clock()
        with pytest.raises(NoAnswer) as silence:
            Table(tables.with_speed(lane, 115200, answers=False))
        assert lane.clock() - began < GIVEN_UP_S
        assert silence.value.message == (
            "lane:// answers at none of the speeds of link_speed: check that the table is on and "
            "the cable carries data, not only power; `paishan ports` lists the others"
        )
        assert lane.speed == 115200


def test_garbage_at_every_speed_is_another_port():
    with tables.lane() as lane:
        tables.with_speed(lane, 115200, answers=False)
        noise = itertools.cycle((b"", b"\xff\xa5\n"))
        lane.on_read = lambda data: next(noise)
        with pytest.raises(NoAnswer) as silence:
            Table(lane)
        assert silence.value.message == (
            "lane://: what comes back makes no sense at any of the speeds of link_speed: check "
            "that this is the table's port"
        )


def test_micropythons_prompt_is_known_at_its_speed_and_hears_no_noise():
    line = tables.Scripted(lambda number, text: [">>> #1 hello", ">>> "])
    line.speeds, line.speed, tried = speeds.SPEEDS, 115200, []
    line.set_speed = tried.append
    with pytest.raises(NoAnswer, match="MicroPython's prompt answers"):
        Table(line)
    assert set(tried) <= {115200}


class Board(threading.Thread):
    """Answers `hello` and `ping` on a pseudo-terminal that the tool has set to its speed."""

    def __init__(self, speed):
        import termios
        import tty

        super().__init__(daemon=True)
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        self.path = os.ttyname(self._slave)
        self.garbled = 0
        self._speed = getattr(termios, f"B{speed}")
        self._speed_of_the_tool = lambda: termios.tcgetattr(self._slave)[5]

    def run(self):
        with contextlib.suppress(OSError):
            while data := os.read(self._master, 1000):
                if self._speed_of_the_tool() != self._speed:
                    self.garbled += 1
                    continue
                for line in data.decode().split("\n"):
                    if line:
                        self._answer(line)

    def _answer(self, line):
        number = int(line[1:].split()[0])
        said = hello(number) if " hello " in line else f"#{number} ok"
        os.write(self._master, codec.sealed(said))

    def close(self):
        for end in (self._slave, self._master):
            os.close(end)


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are for POSIX")
def test_a_real_ports_speed_is_found_and_remembered():
    board = Board(9600)
    board.start()
    with Table.open(board.path) as table:
        table.ping()
    assert board.garbled
    board.garbled = 0
    with Table.open(board.path) as table:
        table.ping()
    assert board.garbled == 0
    board.close()


def test_the_speed_of_a_port_is_remembered_beside_those_of_others():
    ports.remember_speed("/dev/ttyUSB0", 9600)
    ports.remember_speed('A7004 "x"', 57600)
    ports.remember_speed("/dev/ttyUSB0", 19200)
    assert ports.speed_of("/dev/ttyUSB0") == 19200
    assert ports.speed_of('A7004 "x"') == 57600
    assert ports.speed_of("/dev/ttyUSB1") == 0


@pytest.mark.parametrize("said", ['"COM9" = "fast"', '"COM9" = true', '"COM9" = 3', "oops"])
def test_a_memory_that_somebody_edited_is_no_reason_to_fail(said):
    ports.folder().mkdir(parents=True, exist_ok=True)
    (ports.folder() / "speeds.toml").write_text(said)
    assert speeds.likeliest(ports.speed_of("COM9")) == speeds.SPEEDS
