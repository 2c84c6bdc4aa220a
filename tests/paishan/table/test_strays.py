"""Motors that run though they are off are named, by what their sensors show."""

import pytest

from paishan.io.image import (
    CENTRE,
    DOME_LOWER,
    DRUM_TURN,
    HEAD_HOME,
    PUSHER_HOME,
    READY_LAMP,
    RING_TURN,
)
from paishan.table.faults import DOME_NOT_DOWN, INTERRUPTED, OUTPUT_STUCK
from paishan.table.progress import IN_BUILD

SOUTH = 1
TRAVEL_MS = 1000  # of the machine of bytes, lifts and dome
MOTIONS = (
    (SOUTH, HEAD_HOME, "south head"),
    (SOUTH, PUSHER_HOME, "south pusher"),
    (CENTRE, DRUM_TURN, "drum"),
    (CENTRE, RING_TURN, "ring"),
)


def shake(machine, bit, times):
    for _ in range(times):
        machine.off[SOUTH] ^= bit
        machine.run(200)
    machine.off[SOUTH] = 0


def test_a_head_that_turns_with_its_motor_off_is_an_output_that_is_stuck(ready):
    ready.run(3_000)
    shake(ready, HEAD_HOME, 8)
    assert (ready.state, ready.fault) == ("FAULT", OUTPUT_STUCK)
    assert ready.table.alarm.sides == 1 << SOUTH


def test_it_is_not_cleared_while_the_motor_runs_on(ready):
    ready.run(3_000)
    shake(ready, HEAD_HOME, 8)
    ready.press()
    assert ready.state == "FAULT"
    ready.run(3_000)
    ready.press()
    assert ready.state == "READY"


def test_it_takes_the_place_of_the_fault_that_it_brought_about(building):
    building.off[CENTRE] |= 0x10  # the cover
    building.until("FAULT", 100)
    building.off[CENTRE] = 0
    building.run(1_500)
    shake(building, HEAD_HOME, 8)
    assert building.fault == OUTPUT_STUCK
    assert building.table.sides[SOUTH].uncounted


def test_a_cam_that_somebody_turns_by_hand_below_an_open_cover_is_nothing(ready):
    ready.run(3_000)
    ready.off[CENTRE] |= 0x10
    ready.run(100)
    shake(ready, HEAD_HOME, 8)
    assert ready.fault == 0


def test_a_sensor_that_flickers_now_and_then_is_nothing(ready):
    ready.run(3_000)
    for _ in range(6):
        shake(ready, HEAD_HOME, 2)
        ready.run(9_000)
    assert ready.fault == 0


@pytest.mark.parametrize(("station", "bit", "name"), MOTIONS)
def test_the_motion_whose_sensor_changes_is_named(ready, station, bit, name):
    ready.run(3_000)
    for _ in range(4):
        ready.off[station] |= bit
        ready.run(200)
        ready.off[station] = 0
        ready.on[station] |= bit
        ready.run(200)
        ready.on[station] = 0
    assert ready.fault == OUTPUT_STUCK
    assert ready.table.health.strays.name == name


def test_a_lift_that_comes_up_undriven_in_a_build_stops_all_and_is_named(building):
    building.run(1_000)
    building.lifts[SOUTH] = 1
    building.run(100)
    assert building.fault == 0
    building.lifts[SOUTH] = TRAVEL_MS
    building.until("FAULT", 400)
    assert building.fault == OUTPUT_STUCK
    assert building.table.alarm.sides == 1 << SOUTH
    assert building.table.health.strays.name == "south lift"
    assert building.table.sides[SOUTH].uncounted  # its wall was lifted as far as it was built


def test_a_dome_that_comes_up_undriven_takes_the_name_of_the_fault_before(building):
    building.run(1_000)
    building.dome = 1
    building.until("FAULT", 400)
    building.dome = TRAVEL_MS
    building.run(400)
    assert building.fault == OUTPUT_STUCK
    assert building.table.health.strays.name == "dome"


def test_as_long_as_it_does_not_obey_whatever_it_does_not_do_has_that_name(building):
    building.run(1_000)
    building.dome = TRAVEL_MS
    building.until("FAULT", 400)
    building.run(3_000)
    building.stuck = {(CENTRE, DOME_LOWER)}
    building.press()
    building.until("FAULT", 20_000)
    assert building.fault == OUTPUT_STUCK
    building.stuck = set()
    building.run(3_000)
    building.press()
    building.until("BUILDING", 5_000)
    building.run(1_000)
    assert not building.table.health.strays.behind(DOME_NOT_DOWN)


def test_a_dome_that_a_key_stopped_and_that_coasts_to_its_end_is_nothing(loading):
    loading.press()
    loading.until("CLOSING", 1_000)
    loading.run(500)
    loading.press()
    loading.dome = 0
    loading.run(1_000)
    assert loading.fault == 0


def test_lifts_and_dome_that_a_technician_drove_are_no_strays(ready):
    ready.run(1_000)
    ready.table.go(ready.table.service, ready.now)
    ready.run(400)
    ready.lifts[SOUTH] = TRAVEL_MS
    ready.run(400)
    ready.table.go(ready.table.homing, ready.now)
    ready.run(2_000)
    assert ready.fault == 0


@pytest.mark.parametrize("days", [6.3, 12])
def test_a_motor_that_ran_on_last_week_rests(ready, days):
    ready.run(3_000)
    shake(ready, HEAD_HOME, 8)
    ready.now = (ready.now + int(days * 24 * 3600 * 1000)) % (1 << 30)
    ready.run(100)
    ready.press()
    assert ready.state == "READY"


@pytest.fixture
def lifted(built):
    """Walls stood below; the south lift came up undriven, and its wall is on the table."""
    built.run(1_000)
    built.lifts[SOUTH] = 1
    built.run(200)
    built.lifts[SOUTH] = TRAVEL_MS
    built.until("FAULT", 400)
    built.run(3_000)
    assert built.walls == [0, 2, 0, 0]
    return built


def test_walls_of_which_one_came_up_undriven_are_never_called_ready(lifted):
    assert (lifted.fault, lifted.table.health.strays.name) == (OUTPUT_STUCK, "south lift")
    lifted.press()
    lifted.until(lambda: lifted.fault == INTERRUPTED, 3_000)
    lifted.forget()
    lifted.press()
    lifted.until("LOADING", 20_000)
    assert lifted.walls == [2, 2, 2, 2]
    assert not lifted.saw(CENTRE, READY_LAMP)


def test_nor_after_a_power_cut(lifted):
    assert lifted.noted == (IN_BUILD, False)


def test_while_the_dome_is_open_for_the_next_set_the_other_walls_follow(built):
    built.open_dome()
    built.lifts[SOUTH] = TRAVEL_MS
    built.until("FAULT", 400)
    built.run(3_000)
    built.drum = 16
    built.press()
    built.until(lambda: built.dome == TRAVEL_MS)
    built.run(600)
    built.press()
    built.until("BUILDING", 20_000)
    assert built.walls == [2, 2, 2, 2]
