from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paishan_sim.motor import Motor


def spun_up(full: float = 0.01) -> Motor:
    motor = Motor(full, start_ms=40, coast_ms=25)
    motor.drive(0, 1)
    return motor


def test_speed_follows_the_switch_with_its_time_constant():
    motor = spun_up()
    assert motor.speed(0) == 0
    assert motor.speed(40) == pytest.approx(0.632 * motor.full, rel=0.01)
    assert motor.speed(1000) == pytest.approx(motor.full)


def test_starting_costs_one_time_constant_of_way():
    motor = spun_up()
    assert motor.at(1000) == pytest.approx(motor.full * (1000 - 40))


def test_a_motor_coasts_on_after_it_is_switched_off():
    motor = spun_up()
    motor.drive(1000, 0)
    assert motor.at(2000) - motor.at(1000) == pytest.approx(25 * motor.full)
    assert motor.running(1001, 0.9)
    assert not motor.running(1100, 0.1)


def test_a_coasting_motor_reaches_only_what_its_speed_allows():
    motor = spun_up()
    motor.drive(1000, 0)
    here = motor.at(1000)
    assert motor.when(here + 24 * motor.full) < inf
    assert motor.when(here + 26 * motor.full) == inf


def test_a_resting_motor_reaches_nothing():
    assert Motor(1, 40, 25).when(0.5) == inf


def test_hard_stops_end_the_way():
    motor = spun_up(full=0.001)
    motor.high = 1.0
    assert motor.when(1.5) == inf
    assert motor.at(5000) == 1.0
    assert motor.speed(5000) == 0.0
    motor.drive(5000, -1)
    assert motor.when(0.5) == pytest.approx(5000 + 500 + 40, abs=1)


def test_reversing_while_it_turns_starts_from_standstill():
    motor = spun_up()
    motor.drive(1000, -1)
    assert motor.speed(1000) == 0
    assert motor.at(2000) < motor.at(1000)


@given(
    start=st.floats(0.001, 200),
    switched=st.floats(0, 500),
    way=st.floats(1e-4, 20),
    direction=st.sampled_from([1, -1]),
)
def test_when_is_the_inverse_of_at(start, switched, way, direction):
    motor = Motor(0.01, start_ms=start, coast_ms=25)
    motor.drive(0, direction)
    motor.drive(switched, 0)
    motor.drive(switched + 10, direction)
    x = motor.at(switched + 10) + direction * way
    reached = motor.when(x)
    assert reached >= switched + 10
    assert motor.at(reached) == pytest.approx(x, abs=1e-8)


def test_a_motor_that_becomes_slower_reaches_a_point_when_it_says():
    motor = Motor(1.0, 40.0, 25.0)
    motor.drive(0.0, 1)
    motor.drive(500.0, 1)
    motor.full = 0.3
    motor.drive(500.0, 1)
    here = motor.at(500.0)
    for way in (0.5, 5.0, 20.0, 100.0):
        assert motor.at(motor.when(here + way)) == pytest.approx(here + way)
