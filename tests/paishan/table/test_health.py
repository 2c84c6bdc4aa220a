"""What a table notices of itself: each advice where it is deserved, none on a good machine."""

import pytest
from tests.paishan.app.wires import AT_REST, Wires

from paishan.app import App
from paishan.io.image import (
    BELT_FULL,
    CENTRE,
    DOME_DOWN,
    DOME_UP,
    DRUM,
    LIFT_DOWN,
    LIFT_UP,
    PUSHER_OUT,
    RING_TILE,
    RING_TURN,
    TRAY_TILE,
)
from paishan.table.faults import (
    BELT_EYE,
    DOME_SENSORS,
    HEAD_JAM,
    LIFT_SENSORS,
    MAINS_LOST,
    MOTION_SLOWER,
    PUSHER_SENSOR,
    RING_EYE,
    SUPPLY_LOW,
    TRAY_EYE_BLIND,
    TURN_SENSOR,
)

SOUTH = 1


def heated_s(scan_ms, late_ms=0):
    """What the heat model makes of a drum that runs for 100 s; every tenth scan comes late by
    `late_ms`, the one after it too early by as much."""
    filters = {"key_filter_ms": 30, "end_filter_ms": 20}
    app = App(Wires(AT_REST), {"settings": {"scan_ms": scan_ms, **filters}})
    for now in range(0, 2000, scan_ms):
        app.turn(now)
    assert app.table.state.name == "READY"
    app.table.go(app.table.service, app.now)
    end = app.now + 100_000
    number = 0
    while app.now < end:
        app.table.service.jog(CENTRE, DRUM, 1000, app.now)
        number += 1
        app.turn(2000 + number * scan_ms + (0 if number % 10 else late_ms))
    return app.table.heat.run_s[8 * CENTRE]


@pytest.mark.parametrize("scan_ms", range(2, 11))
def test_a_second_is_a_second_whatever_the_time_of_a_scan(scan_ms):
    assert 99 <= heated_s(scan_ms) <= 101


@pytest.mark.parametrize(("scan_ms", "late_ms"), [(3, 2), (5, 4), (7, 6), (10, 9)])
def test_scans_that_come_late_cool_no_motor(scan_ms, late_ms):
    assert 99 <= heated_s(scan_ms, late_ms) <= 101


def built(machine):
    machine.until("READY", 60_000)
    return machine.table.advice.codes()


def test_a_pusher_whose_outer_sensor_is_on_at_home_is_told_after_the_build(building):
    building.on[SOUTH] |= PUSHER_OUT
    assert built(building) == [PUSHER_SENSOR + SOUTH]


@pytest.mark.parametrize(
    ("station", "bit", "code"),
    [
        (SOUTH, TRAY_TILE, TRAY_EYE_BLIND),
        (CENTRE, RING_TILE, RING_EYE),
    ],
)
def test_an_eye_that_is_off_all_the_time_is_told_after_the_build(building, station, bit, code):
    building.off[station] |= bit
    building.table.drum.tiles = 0
    assert built(building) == [code]


def test_a_turn_sensor_that_is_silent_is_told(building):
    building.off[CENTRE] = RING_TURN
    building.table.drum.ring.silent = True
    assert built(building) == [TURN_SENSOR]


def test_a_good_machine_is_told_nothing(building):
    assert built(building) == []
    assert building.table.health.slow == ""


def test_a_belt_whose_eye_saw_nothing_enter_is_told(building):
    building.off[SOUTH] |= BELT_FULL
    building.table.sides[SOUTH].feeder.entered = 0
    building.until("READY", 60_000)
    for side in building.table.sides:
        side.feeder.entered = side.index != SOUTH
        side.target = 34
    building.table.advice.begin()
    building.table.health.judge()
    assert building.table.advice.codes() == [BELT_EYE + SOUTH]


@pytest.mark.parametrize(
    ("station", "bits", "code"),
    [
        (CENTRE, DOME_UP | DOME_DOWN, DOME_SENSORS),
        (SOUTH, LIFT_UP | LIFT_DOWN, LIFT_SENSORS + SOUTH),
    ],
)
def test_two_ends_at_once_are_named_whatever_is_under_way(building, station, bits, code):
    building.on[station] |= bits
    building.until("FAULT", 400)
    assert building.fault == code


def test_such_a_fault_is_not_cleared_while_it_lasts(building):
    building.on[CENTRE] |= DOME_UP
    building.until("FAULT", 400)
    building.press()
    assert building.state == "FAULT"
    building.on[CENTRE] = 0
    building.run(100)
    building.press()
    assert building.state == "BUILDING"


def test_motions_that_needed_a_second_try_three_times_are_slow(building):
    building.table.sides[SOUTH].pusher.jams += 3
    assert built(building) == [MOTION_SLOWER]
    assert building.table.health.slow == "south pusher"


def test_two_jams_in_a_build_are_nothing_to_be_told(building):
    building.table.sides[SOUTH].head.jams += 2
    assert built(building) == []


def jam(building, *sides):
    for side in sides:
        building.table.sides[side].head.jams += 1
    building.run(250)


def test_jams_of_three_sides_at_once_are_the_supply(building):
    jam(building, 0, 1, 2)
    assert built(building) == [SUPPLY_LOW]


def test_jams_of_three_sides_one_after_the_other_are_not(building):
    for side in (0, 1, 2):
        jam(building, side)
        building.run(2_000)
    assert SUPPLY_LOW not in built(building)


def give_up(building, code):
    building.table.sides[SOUTH].fail(code, building.now)
    building.run(250)
    building.table.alarm.report(code, -1, 1 << SOUTH)
    building.run(10)
    return building.fault


def test_a_side_that_gives_up_while_the_supply_is_low_gets_its_name(building):
    jam(building, 0, 1, 2)
    assert give_up(building, HEAD_JAM + SOUTH) == MAINS_LOST
    assert building.table.alarm.sides == 0
    assert building.table.alarm.history[-1] == MAINS_LOST


def test_one_that_gives_up_later_has_a_jam_of_its_own(building):
    jam(building, 0, 1, 2)
    building.run(3_500)
    assert give_up(building, HEAD_JAM + SOUTH) == HEAD_JAM + SOUTH


def test_drum_and_ring_that_turn_slower_than_they_did_are_named(building):
    health = building.table.health
    health.turning[0].add(10)  # ms for sixteen pulses
    building.table.drum.drum.pulses += 64
    assert MOTION_SLOWER in built(building)
    assert health.slow == "drum"
