"""A table that waits for a lift key says so, and what the key will do."""

import pytest

from paishan.io import image as io
from paishan.table.faults import INTERRUPTED
from paishan_host.commands import look


def waits(machine):
    """What it waits for, of which the tool knows what it means; nothing moves meanwhile."""
    machine.forget()
    machine.run(2000)
    assert not any(machine.saw(side, io.SIDE_MOTORS) for side in range(io.SIDES))
    assert not machine.saw(io.CENTRE, io.CENTRE_MOTORS)
    said = machine.app.status()["waits"]
    assert said in look.WAITS
    return said


def stop(machine, keys="A"):
    machine.hold(keys)
    machine.run(50)
    machine.release()


def test_a_table_that_is_ready_or_builds_waits_for_nothing(ready, building):
    assert ready.app.status()["waits"] is None
    building.run(1000)
    assert building.app.status()["waits"] is None


def test_a_table_that_is_not_at_home_waits_for_the_key_that_brings_it_there(machine):
    machine.dome = 500
    machine.run(500)
    assert machine.app.status()["waits"] is None  # the sensors are not believed yet
    assert waits(machine) == "home"
    machine.press()
    machine.until(lambda: machine.dome < 400)
    assert machine.app.status()["waits"] is None
    stop(machine)
    assert waits(machine) == "home"


@pytest.mark.parametrize(("pusher_ms", "does"), [(0, "raise"), (100, "home")])
def test_walls_that_a_power_cut_left_below_wait_to_be_raised(stacked, pusher_ms, does):
    stacked.open_dome()
    stacked.press()
    stacked.until("CLOSING")
    stacked.until(lambda: stacked.dome == 0)
    stacked.pushers[1] = pusher_ms  # none rises before a pusher that is out has come home
    stacked.power_on()
    stacked.run(1500)
    assert waits(stacked) == does


def test_an_open_dome_waits_for_the_key_that_closes_it(loading):
    assert waits(loading) == "open"


def test_a_dome_that_a_key_stopped_waits_for_the_next_one(ready):
    ready.press()
    ready.until(lambda: 300 < ready.dome < 900)
    stop(ready)
    assert waits(ready) == "stopped"
    ready.press()
    assert ready.app.status()["waits"] is None


def test_a_dome_that_opens_for_tiles_in_mid_build_waits_like_any_other(building):
    building.run(1000)
    building.press("both")
    building.until("ADD_TILES")
    building.until(lambda: building.dome == 1000)
    building.run(500)
    assert waits(building) == "open"


def test_lifts_that_a_key_stopped_wait_for_the_next_one(raising):
    raising.until(lambda: raising.lifts[0] > 200)
    stop(raising)
    assert waits(raising) == "stopped"


def test_a_machine_that_is_emptied_and_was_stopped_waits_for_a_key(cut):
    assert cut.fault == INTERRUPTED
    assert cut.app.status()["waits"] is None  # the fault says it
    cut.dome = 900
    cut.press()
    cut.until(lambda: cut.dome < 800)
    stop(cut)
    assert cut.state == "RECOVERING"
    assert waits(cut) == "stopped"
