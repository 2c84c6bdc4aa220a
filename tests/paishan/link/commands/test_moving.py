"""Verbs that move something."""

import pytest

from paishan.io import image as io
from paishan.link.names import output
from paishan.table.faults import INTERRUPTED


@pytest.fixture
def service(technician):
    assert technician.ask("test enter") == "ok"
    return technician


def test_names_of_outputs():
    assert output("DRUM") == (io.CENTRE, io.DRUM)
    assert output("head_rev_n") == (3, io.HEAD_REV)
    assert output("LIFT_RAISE_W") == (2, io.LIFT_RAISE)
    assert output("BELT") is None
    assert output("BELT_X") is None
    assert output("DRUM_E") is None
    assert output("") is None
    assert output("_") is None


def test_a_jog_runs_its_motor_for_its_lease(service):
    assert service.ask("jog BELT_E 1000") == "ok lease=1000"
    assert service.outputs[0] & io.BELT
    service.run(1000)
    assert not service.outputs[0] & io.BELT


def test_a_renewed_jog_goes_on_and_stop_ends_it(service):
    for _ in range(4):
        assert service.ask("jog BELT_E 1000") == "ok lease=1000"
        assert service.outputs[0] & io.BELT
    assert service.ask("jog stop") == "ok"
    service.run(10)
    assert not io.motors_run(service.outputs)


def test_a_jog_that_the_interlocks_stop_says_which(service):
    service.put(io.CENTRE, io.COVER_CLOSED, False)
    service.ask("jog DRUM 1000")
    assert not io.motors_run(service.outputs)
    assert service.ask("status").startswith('ok state="SERVICE"')


@pytest.mark.parametrize("verb", ["start", "pause", "resume"])
def test_a_typed_key_verb_wants_a_technician(wire, verb):
    assert wire.type(verb)[0].startswith("error 201 AUTH")


def test_start_is_a_key_on_a_ready_table(wire):
    assert wire.ask("start") == "ok"
    wire.run(1500)
    assert wire.app.table.state.name == "LOADING"
    assert wire.outputs[io.CENTRE] & io.DOME_RAISE


def test_pause_and_resume_are_keys_too(wire):
    wire.ask("start")
    wire.put(io.CENTRE, io.DOME_DOWN, False)
    wire.run(1000)
    assert wire.outputs[io.CENTRE] & io.DOME_RAISE
    assert wire.ask("resume").startswith("err 203 BUSY")
    assert wire.ask("pause") == "ok"
    assert not io.motors_run(wire.outputs)
    assert wire.ask("pause").startswith("err 202 STATE")
    assert wire.ask("start").startswith("err 202 STATE")
    assert wire.ask("resume") == "ok"
    wire.run(500)
    assert wire.outputs[io.CENTRE] & io.DOME_RAISE


def test_an_emptying_is_paused_and_resumed_too(wire):
    wire.app.table.alarm.report(INTERRUPTED)
    wire.put(io.CENTRE, io.DOME_DOWN, False)
    wire.run(100)
    assert wire.ask("resume") == "ok"
    wire.run(500)
    assert wire.app.table.state.name == "RECOVERING"
    assert wire.outputs[io.CENTRE] & io.DOME_LOWER
    assert wire.ask("pause") == "ok"
    wire.run(500)
    assert not io.motors_run(wire.outputs)
    assert wire.ask("resume") == "ok"
    wire.run(500)
    assert wire.outputs[io.CENTRE] & io.DOME_LOWER


def test_start_with_a_gear_that_cannot_be_built_names_the_fault(wire):
    wire.inputs[io.SELECTOR] = 0x0F  # no position of a dial
    wire.run(1000)
    assert wire.ask("start") == "err 301 REFUSED fault=93"
    wire.run(1000)
    assert wire.app.table.state.name == "READY"


def test_service_is_left_for_homing(service):
    assert service.ask("test leave") == "ok"
    service.run(2000)
    assert service.app.table.state.name == "READY"
