"""The process image on single pins."""

import pytest

from paishan.io.gpio import Direct
from paishan.io.image import BELT, CENTRE, DOME_DOWN, DRUM, LIFT_DOWN, TILE


class Pin:
    def __init__(self, level=1):
        self.level = level
        self.rises = 0

    def __call__(self, level=None):
        if level is None:
            return self.level
        self.rises += level > self.level
        self.level = level
        return level


class Bench:
    def __init__(self):
        self.tile, self.dome, self.belt, self.drum, self.alive = (Pin() for _ in range(5))
        self.alive.level = 0
        self.port = Direct(
            ((0, TILE, self.tile, 0), (CENTRE, DOME_DOWN, self.dome, 1)),
            ((0, BELT, self.belt, 1), (CENTRE, DRUM, self.drum, 0)),
            self.alive,
            always=bytes((0, LIFT_DOWN, 0, 0, 0, 0, 0, 0)),
        )
        self.inputs = bytearray(8)

    def read(self):
        self.port.read(self.inputs)
        return bytes(self.inputs)


@pytest.fixture
def bench():
    return Bench()


def test_outputs_are_off_from_the_start_each_at_its_own_level(bench):
    assert (bench.belt.level, bench.drum.level) == (0, 1)


def test_inputs_are_active_high_and_what_the_machine_lacks_is_at_home(bench):
    assert bench.read() == bytes((0, LIFT_DOWN, 0, 0, DOME_DOWN, 0, 0, 0xA5))
    bench.tile.level, bench.dome.level = 0, 0
    assert bench.read() == bytes((TILE, LIFT_DOWN, 0, 0, 0, 0, 0, 0xA5))


def test_outputs_follow_the_image_at_once(bench):
    bench.port.write(bytearray((BELT, 0, 0, 0, DRUM, 0, 0)))
    assert (bench.belt.level, bench.drum.level) == (1, 0)
    assert bench.port.moving
    bench.port.write(bytearray(7))
    assert (bench.belt.level, bench.drum.level) == (0, 1)
    assert not bench.port.moving


def test_the_monostable_gets_its_first_pulse_after_a_read(bench):
    bench.port.feed()
    assert bench.alive.rises == 0
    bench.read()
    bench.port.feed()
    bench.port.feed()
    assert (bench.alive.rises, bench.alive.level) == (2, 0)
