"""A record that failed its check: nothing moves until someone accepts the loss."""

import pytest

from paishan.io import image as io
from paishan.table.faults import SETTINGS_CORRUPT


@pytest.fixture
def lost(new_machine, tmp_path):
    """The settings cannot be read in either copy."""
    for copy in "ab":
        (tmp_path / f"settings.{copy}").write_bytes(b"paishan settings 1 rubbish")
    machine = new_machine(folder=str(tmp_path))
    machine.scan()
    assert machine.state == "CONFIG_FAULT"
    return machine


def test_it_is_shown_on_display_and_lamps(lost):
    lost.forget()
    lost.run(400)
    assert lost.display == str(SETTINGS_CORRUPT)
    assert all(lost.saw(side, io.SEAT_LAMP) for side in range(4))
    assert not lost.saw(io.CENTRE, io.READY_LAMP)


@pytest.mark.parametrize("keys", ["A", "B", "both", "dice"])
def test_no_key_moves_anything(lost, keys):
    lost.dome = 500
    lost.run(2000)
    for _ in range(3):
        lost.press(keys)
        lost.run(2000)
    assert lost.state == "CONFIG_FAULT"
    assert not any(lost.seen[byte] & io.SIDE_MOTORS for byte in range(4))
    assert not lost.saw(io.CENTRE, io.CENTRE_MOTORS)


def test_a_lift_key_is_answered_by_a_refusal(lost):
    lost.run(1000)
    lost.forget()
    lost.press()
    assert lost.saw(io.CENTRE, io.BUZZER)


def test_once_the_loss_is_accepted_the_table_homes(lost):
    lost.run(1000)
    assert lost.app.acknowledge("settings") is None
    assert lost.state == "HOMING"
    lost.until("READY", 1500)


def test_every_lost_record_has_to_be_accepted(lost, tmp_path):
    for copy in "ab":
        (tmp_path / f"state.{copy}").write_bytes(b"rubbish")
    lost.power_on()
    lost.run(1000)
    lost.app.acknowledge("settings")
    lost.run(1000)
    assert lost.state == "CONFIG_FAULT"
    lost.app.acknowledge("state")
    lost.until("READY", 1500)


def test_an_acknowledgement_too_many_disturbs_nothing(ready):
    assert ready.app.acknowledge("settings") is None
    ready.scan()
    assert ready.state == "READY"


def test_accepted_once_it_is_accepted_for_good(lost):
    lost.app.acknowledge("settings")
    lost.power_on()
    lost.until("READY", 1500)
