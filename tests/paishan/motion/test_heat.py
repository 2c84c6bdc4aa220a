"""A motor warms while it runs and cools while it does not; no sensor has a say."""

import pytest

from paishan.io import image as io
from paishan.motion.heat import COOL, LIMIT, Heat

A_SECOND = 5  # steps: one of five bytes each


class Motors:
    """Outputs that stay on, and seconds."""

    def __init__(self):
        self.outputs = bytearray(io.OUTPUT_BYTES)
        self.heat = Heat()

    def run(self, seconds):
        for _ in range(seconds * A_SECOND):
            self.heat.step(self.outputs)

    def run_until(self, hot, longest_s=3600):
        for second in range(longest_s):
            if self.heat.hot is hot:
                return second
            self.run(1)
        raise AssertionError(f"not hot={hot} within {longest_s} s")


@pytest.fixture
def motors():
    """Motors that have cooled since the power came."""
    motors = Motors()
    motors.run(3000)
    return motors


@pytest.mark.parametrize(
    ("byte", "mask"),
    [(0, io.BELT), (3, io.LIFT_LOWER), (2, io.HEAD), (io.CENTRE, io.DRUM), (io.CENTRE, io.DICE)],
)
def test_a_motor_without_a_pause_is_hot_after_eleven_minutes(motors, byte, mask):
    motors.outputs[byte] = mask
    assert 640 <= motors.run_until(True) <= 700


def test_at_power_on_every_motor_counts_as_warm_and_may_run():
    """How long the power was off nobody knows."""
    motors = Motors()
    assert not motors.heat.hot
    assert motors.heat.hottest() == COOL
    assert motors.heat.rest_s() == 0
    motors.outputs[io.CENTRE] = io.RING
    assert 490 <= motors.run_until(True) <= 530


@pytest.mark.parametrize("units", [0, COOL, 2000, LIMIT - 1])
def test_what_a_record_says_is_believed_if_it_is_warmer(motors, units):
    motors.outputs[io.CENTRE] = io.DRUM
    motors.run(200)
    before = motors.heat.hottest()
    motors.heat.warm(units)
    assert motors.heat.hottest() == max(before, units)
    assert not motors.heat.hot


def test_one_that_was_hot_when_the_power_went_rests_the_whole_time():
    motors = Motors()
    motors.heat.warm(LIMIT)
    assert motors.heat.hot
    assert 190 <= motors.run_until(False) <= 230


def test_as_long_as_it_must_rest_it_counts_as_at_the_limit(motors):
    motors.outputs[io.CENTRE] = io.DRUM
    motors.run_until(True)
    motors.outputs[io.CENTRE] = 0
    motors.run(100)
    assert motors.heat.hot
    assert motors.heat.hottest() == LIMIT


def test_another_model_takes_up_heat_and_running_time(motors):
    motors.outputs[2] = io.HEAD
    motors.run_until(True)
    again = Heat()
    again.adopt(motors.heat)
    assert again.hot
    assert again.rest_s() == motors.heat.rest_s()
    assert again.run_s[16 + 2] == motors.heat.run_s[16 + 2] > 0


def test_a_build_of_a_minute_in_every_seventy_seconds_stays_below_the_limit(motors):
    for _ in range(60):
        motors.outputs[io.CENTRE] = io.DRUM | io.RING
        motors.run(60)
        assert not motors.heat.hot
        motors.outputs[io.CENTRE] = 0
        motors.run(10)
    hottest = max(motors.heat._heat) >> 4
    assert 2300 < hottest < 2571 < LIMIT


def test_hot_it_must_cool_to_a_half_before_it_counts_as_cool(motors):
    motors.outputs[io.CENTRE] = io.DRUM
    motors.run_until(True)
    motors.outputs[io.CENTRE] = 0
    cooled_s = motors.run_until(False)
    assert 190 <= cooled_s <= 230
    assert COOL - 10 <= max(motors.heat._heat) >> 4 <= COOL


def test_the_rest_that_is_told_is_the_rest_that_it_takes(motors):
    assert motors.heat.rest_s() == 0
    motors.outputs[1] = io.PUSHER
    motors.run_until(True)
    motors.outputs[1] = 0
    told_s = motors.heat.rest_s()
    assert motors.run_until(False) <= told_s <= 240  # rather too long than too short


def test_lamps_and_buzzer_are_no_motors(motors):
    for side in range(io.SIDES):
        motors.outputs[side] = io.SEAT_LAMP
    motors.outputs[io.CENTRE] = io.READY_LAMP | io.BUZZER
    motors.run(5000)
    assert not motors.heat.hot
    assert not any(motors.heat.run_s)


def test_a_motor_that_never_ran_is_never_hot(motors):
    motors.run(5000)
    assert not motors.heat.hot
    assert motors.heat.rest_s() == 0


def test_each_motor_has_its_own_heat(motors):
    """Eight minutes of one and eight of another make neither hot."""
    for mask in (io.DRUM, io.RING):
        motors.outputs[io.CENTRE] = mask
        motors.run(480)
    assert not motors.heat.hot


def test_one_that_cools_while_another_warms_is_still_waited_for(motors):
    motors.outputs[0] = io.BELT
    motors.run_until(True)
    motors.outputs[0] = 0
    motors.outputs[2] = io.BELT
    motors.run(60)
    assert motors.heat.hot


def test_half_the_time_on_is_half_the_heat(motors):
    for _ in range(1500):
        motors.outputs[2] ^= io.HEAD
        motors.run(1)
    assert 1400 < max(motors.heat._heat) >> 4 < 1600
