"""The time-charge relay drops: what is under way is finished, then nothing starts."""

import pytest

from paishan.io import image as io


def relay(machine, on):
    machine.off[io.PANEL] = 0 if on else io.ENABLE
    machine.run(100)


@pytest.fixture
def disabled(ready):
    relay(ready, False)
    assert ready.state == "DISABLED"
    return ready


def test_a_table_at_rest_is_out_of_use_at_once_and_says_so(disabled):
    assert disabled.display == "--"
    assert not disabled.drives(io.CENTRE, io.READY_LAMP)
    assert not disabled.motors_run()


@pytest.mark.parametrize("keys", ["A", "B", "both"])
def test_no_lift_key_does_anything_but_a_beep(disabled, keys):
    disabled.run(1000)
    disabled.forget()
    disabled.press(keys)
    disabled.run(5000)
    assert disabled.state == "DISABLED"
    assert disabled.dome == 0
    assert disabled.saw(io.CENTRE, io.BUZZER)


def test_the_relay_brings_it_back(disabled):
    disabled.run(60_000)
    relay(disabled, True)
    assert disabled.state == "READY"
    assert disabled.display == " 1"
    assert disabled.drives(io.CENTRE, io.READY_LAMP)


def test_a_build_is_finished_never_cut(building):
    building.run(500)
    relay(building, False)
    assert building.state == "BUILDING"
    building.until("DISABLED", 20_000)
    assert building.trays == [2, 2, 2, 2]
    assert not building.motors_run()


def test_walls_on_their_way_up_are_finished_too(raising):
    raising.run(300)
    relay(raising, False)
    raising.drum = 16
    raising.until("DISABLED", 60_000)
    assert raising.walls == [2, 2, 2, 2]
    assert raising.trays == [2, 2, 2, 2]
    assert raising.lifts == [0, 0, 0, 0]


def test_an_open_dome_can_still_be_closed(loading):
    relay(loading, False)
    assert loading.state == "LOADING"
    loading.drum = 16
    loading.press()
    loading.until("DISABLED", 30_000)
    assert loading.dome == 0


def test_complete_walls_are_noted_before_it_is_out_of_use(building):
    relay(building, False)
    building.until("DISABLED", 20_000)
    building.run(600)
    assert building.noted == (0, True)


def test_at_power_on_without_the_relay_nothing_can_be_started(machine):
    machine.off[io.PANEL] = io.ENABLE
    machine.until("DISABLED", 1200)
    machine.press()
    machine.run(3000)
    assert machine.dome == 0


def test_a_relay_that_comes_back_in_mid_build_is_not_noticed(building):
    relay(building, False)
    relay(building, True)
    building.until("READY", 20_000)
    assert building.trays == [2, 2, 2, 2]
