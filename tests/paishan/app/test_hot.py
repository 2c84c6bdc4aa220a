"""A motor that must rest is not cool because the firmware begins anew."""

import pytest

from paishan.io import image as io
from paishan.motion.heat import COOL, LIMIT
from paishan.table.faults import CRASHED, MOTOR_HOT


def drum_heat(machine):
    return machine.table.heat._heat[8 * io.CENTRE] >> 4


def heat_drum(machine, units):
    machine.table.heat._heat[8 * io.CENTRE] = units << 4
    machine.run(1000)  # the model takes a motor in once a second


@pytest.fixture
def hot(new_machine, tmp_path):
    """A table with records, stopped because its drum must rest, and the record says so."""
    machine = new_machine(folder=str(tmp_path))
    machine.until("READY", 2000)
    heat_drum(machine, LIMIT + 30)
    machine.run(1000)
    assert (machine.state, machine.fault) == ("FAULT", MOTOR_HOT)
    return machine


def rested_s(machine):
    """How long keys are refused; the table is ready then."""
    for second in range(0, 400, 10):
        machine.press()
        if machine.state != "FAULT":
            machine.until("READY", 3000)
            return second
        machine.run(10_000 - 450)
    raise AssertionError("it never cools")


def test_off_and_on_shortens_no_rest(hot):
    hot.power_on()
    hot.run(2000)
    assert (hot.state, hot.fault) == ("FAULT", MOTOR_HOT)
    assert 190 <= rested_s(hot) <= 230


def test_off_and_on_in_the_middle_of_the_rest_begins_it_anew(hot):
    hot.run(100_000)
    hot.power_on()
    hot.run(2000)
    assert 190 <= rested_s(hot) <= 230


def test_once_it_has_rested_off_and_on_is_ready(hot):
    rested_s(hot)
    hot.run(1000)
    hot.power_on()
    hot.until("READY", 3000)
    assert hot.table.heat.hottest() <= COOL


def test_the_heat_of_builds_is_known_after_the_power_was_off(new_machine, tmp_path):
    machine = new_machine(folder=str(tmp_path))
    machine.until("READY", 2000)
    heat_drum(machine, 2000)
    machine.open_dome()
    machine.power_on()
    assert 1900 < machine.table.heat.hottest() <= 2000


def test_it_is_the_same_after_a_crash(hot):
    before = drum_heat(hot)
    hot.may_crash = True
    hot.app._read = crashing_once(hot.app._read)
    hot.run(1000)
    assert hot.fault == CRASHED
    assert before - 20 < drum_heat(hot) <= before
    hot.press()
    hot.until(lambda: hot.fault == MOTOR_HOT, 3000)


def test_a_capture_neither_cools_nor_hides_it(ready):
    heat_drum(ready, 2600)
    ready.app.start_capture()
    ready.run(3000)
    assert (ready.state, ready.fault) == ("READY", 0)
    assert 2500 < drum_heat(ready) <= 2600
    heat_drum(ready, LIMIT + 30)
    ready.run(60_000)
    assert ready.fault == MOTOR_HOT
    about = ready.app.start_capture()
    ready.run(3000)
    assert about["heat"] == LIMIT
    assert (ready.state, ready.fault) == ("FAULT", MOTOR_HOT)


def crashing_once(read):
    crashes = []

    def failing(inputs):
        if not crashes:
            crashes.append(inputs)
            raise OSError(5, "the chain did not answer")
        read(inputs)

    return failing
