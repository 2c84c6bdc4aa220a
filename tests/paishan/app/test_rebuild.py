"""A table put together anew, for new settings or a capture, knows what the old one knew."""

import pytest

from paishan.io import image as io
from paishan.store.settings import Settings
from paishan.table.faults import DRUM_STALL


@pytest.fixture
def rebuilt(building):
    """New settings were put in force in mid-build, at a fault, as a technician may."""
    building.until(lambda: sum(building.counts) >= 5)
    building.off[io.CENTRE] = io.COVER_CLOSED
    building.until("FAULT", 100)
    building.off[io.CENTRE] = 0
    building.run(100)
    assert building.app.at_rest()
    building.known = (
        building.counts,
        building.table.times.record(),
        building.table.gear.position,
        building.table.progress,
        building.fault,
    )
    building.app.rebuild()
    return building


def test_a_table_put_together_anew_knows_what_the_old_one_knew(rebuilt):
    table = rebuilt.table
    assert rebuilt.known == (
        rebuilt.counts,
        table.times.record(),
        table.gear.position,
        table.progress,
        rebuilt.fault,
    )
    assert rebuilt.state == "FAULT"


def test_it_goes_on_to_exact_walls(rebuilt):
    rebuilt.run(100)
    rebuilt.press()
    rebuilt.until("READY", 30_000)
    assert rebuilt.trays == [2, 2, 2, 2]
    assert rebuilt.fault == 0


@pytest.mark.parametrize("ms", range(0, 800, 50))
def test_a_head_that_stood_anywhere_in_its_turn_goes_on_from_there(building, ms):
    building.until(lambda: sum(building.counts) >= 5)
    building.run(ms)
    building.off[io.CENTRE] = io.COVER_CLOSED
    building.until("FAULT", 100)
    building.off[io.CENTRE] = 0
    building.run(100)
    building.app.rebuild()
    building.press()
    building.until("READY", 30_000)
    assert (building.trays, building.fault) == ([2, 2, 2, 2], 0)
    assert sum(building.counts) == 16


def test_rebuilding_in_every_resting_state_moves_nothing(ready):
    ready.forget()
    ready.app.rebuild()
    ready.run(2000)
    assert ready.state == "READY"
    assert ready.drives(io.CENTRE, io.READY_LAMP)
    assert not ready.saw(io.CENTRE, io.CENTRE_MOTORS)


def test_an_open_dome_stays_open_through_a_rebuild_and_a_key_closes_it(loading):
    loading.app.rebuild()
    loading.run(2000)
    assert (loading.state, loading.dome) == ("LOADING", 1000)
    loading.drum = 16
    loading.press()
    loading.until("READY", 30_000)
    assert loading.trays == [2, 2, 2, 2]


def test_after_settings_that_fit_no_table_the_old_ones_make_one_that_knows_all(ready):
    before = ready.app.settings, ready.app._profile_rows
    known = ready.table.whereabouts(), ready.state, ready.table.times.record()
    ready.app.settings = Settings({"chart": "own", "selector_kind": "dial"})
    ready.app.store.gears.data = {}
    ready.app._profile_rows = None
    with pytest.raises(ValueError, match="no rows"):
        ready.app.rebuild()
    ready.app.settings, ready.app._profile_rows = before
    ready.app.rebuild()
    assert (ready.table.whereabouts(), ready.state, ready.table.times.record()) == known
    ready.run(1000)
    assert ready.state == "READY"


@pytest.fixture
def stuck(ready):
    """Key A hangs since power-on and is left out."""
    ready.hold("A")
    ready.power_on()
    ready.run(13_000)
    assert (ready.state, ready.table.keys.stuck) == ("READY", io.KEY_A)
    return ready


def test_a_stuck_key_presses_nothing_on_new_settings_and_the_other_one_works(stuck):
    stuck.app.rebuild()
    stuck.run(2000)
    assert (stuck.state, stuck.table.keys.stuck) == ("READY", io.KEY_A)
    stuck.hold("B")
    stuck.until("LOADING", 1000)


def test_a_stuck_key_clears_no_fault_on_new_settings(stuck):
    stuck.table.alarm.report(DRUM_STALL)
    stuck.run(1000)
    stuck.app.rebuild()
    stuck.run(20_000)
    assert (stuck.state, stuck.fault) == ("FAULT", DRUM_STALL)


def test_a_key_that_is_down_while_settings_change_means_nothing_until_it_comes_up(ready):
    ready.hold("A")
    ready.run(100)
    ready.app.rebuild()
    ready.run(4000)
    assert ready.state == "READY"
    ready.release()
    ready.run(200)
    ready.press()
    assert ready.state == "LOADING"


def test_ten_seconds_make_a_key_stuck_though_settings_change_meanwhile(ready):
    ready.hold("A")
    ready.run(100)
    ready.app.rebuild()
    ready.run(9000)
    assert not ready.table.keys.stuck
    ready.run(1000)
    assert ready.table.keys.stuck == io.KEY_A


def test_keys_that_too_many_presses_locked_stay_locked_on_new_settings(ready):
    ready.table.alarm.report(DRUM_STALL)
    ready.off[io.CENTRE] = io.MAINS_OK  # so that no press clears it
    for _ in range(9):
        ready.hold("A")
        ready.run(100)
        ready.release()
        ready.run(100)
    assert ready.table.keys.locked
    ready.off[io.CENTRE] = 0
    ready.app.rebuild()
    ready.press()
    assert (ready.state, ready.fault) == ("FAULT", DRUM_STALL)


@pytest.mark.parametrize("moment", ["fault", "loading"])
def test_a_capture_never_makes_unfinished_walls_ready(building, moment):
    building.until(lambda: sum(building.trays) >= 3)
    if moment == "fault":
        building.off[io.CENTRE] = io.COVER_CLOSED
        building.until("FAULT", 100)
        building.off[io.CENTRE] = 0
    else:
        building.press("both")
        building.until(lambda: building.dome == 1000)
    building.run(600)
    building.app.start_capture()
    building.run(3000)
    if building.state == "HOMING":
        building.press()
        building.run(5000)
    if moment == "loading":
        assert building.state == "FAULT"  # the build was broken off: a key empties the machine
        building.press()
        building.run(3000)
    assert building.state != "READY" or building.trays == [2, 2, 2, 2]


def test_what_lies_below_survives_a_capture(built):
    built.app.start_capture()
    built.until("READY", 3000)
    assert built.table.set_below
