"""A side's board that is dead: not believed from the first scan on, and a fault when it lasts."""

import pytest

from paishan.io import image as io
from paishan.store.settings import Settings
from paishan.table.faults import SIDE_DEAD
from paishan.table.stations import Stations, uniform

WEST = 2
WHOLE = b"\x16\x16\x16\x16\x32\x40\x01\xa5"
OFF = bytes(io.OUTPUT_BYTES)
LASTS = 3  # scans


def dead(level, side=WEST, image=WHOLE):
    raw = bytearray(image)
    raw[side] = level
    return raw


@pytest.fixture
def stations():
    return Stations(Settings())


@pytest.mark.parametrize("level", [0x00, 0xFF])
def test_a_side_that_reads_all_the_same_is_as_it_was(stations, level):
    raw = dead(level)
    assert stations.doubt(raw, WHOLE, OFF) == 0
    assert raw == WHOLE
    assert stations.dead == 1 << WEST


@pytest.mark.parametrize("level", [0x00, 0xFF])
@pytest.mark.parametrize("side", range(4))
def test_when_it_lasts_it_is_a_fault_with_its_side(stations, side, level):
    codes = [stations.doubt(dead(level, side), WHOLE, OFF) for _ in range(LASTS + 300)]
    assert codes == [0] * (LASTS - 1) + [SIDE_DEAD + side] * 301


def test_a_moment_of_it_is_nothing(stations):
    for _ in range(20):
        for _ in range(LASTS - 1):
            assert stations.doubt(dead(0), WHOLE, OFF) == 0
        raw = bytearray(WHOLE)
        raw[WEST] ^= io.TILE
        assert stations.doubt(raw, WHOLE, OFF) == 0
        assert raw[WEST] == WHOLE[WEST] ^ io.TILE
        assert stations.dead == 0


@pytest.mark.parametrize("motor", [io.LIFT_RAISE, io.LIFT_LOWER])
def test_a_tray_on_its_way_may_leave_every_sensor(stations, motor):
    driven = bytearray(OFF)
    driven[WEST] = motor
    raw = dead(0)
    assert stations.doubt(raw, WHOLE, driven) == 0
    assert raw[WEST] == 0
    assert stations.dead == 0


def test_a_tray_that_was_not_down_may_stay_where_no_sensor_sees_it(stations):
    raw = dead(0)
    stations.doubt(raw, dead(io.PUSHER_HOME), OFF)
    assert raw[WEST] == 0


def test_without_an_upper_end_all_on_may_be_true():
    stations = Stations(Settings({"side_fitted": 0xFF & ~io.LIFT_UP}))
    raw = dead(0xFF)
    stations.doubt(raw, WHOLE, OFF)
    assert raw[WEST] == 0xFF


def test_sensors_that_read_the_other_way_are_dead_the_other_way():
    stations = Stations(Settings({"side_inverted": 0xFF}))
    image = bytes(byte ^ 0xFF if at < 4 else byte for at, byte in enumerate(WHOLE))
    for level in (0x00, 0xFF):
        raw = dead(level, image=image)
        stations.doubt(raw, image, OFF)
        assert raw == image


def test_sides_alike():
    assert uniform(b"\x00\xff\x01\xfe\x00\x00\x00\x00") == 0b0011
    assert uniform(b"\x16\x16\x00\xff\x00\x00\x00\x00") == 0b1100


# on a table


@pytest.mark.parametrize("held", ["on", "off"])
def test_a_build_stops_within_four_scans_counts_nothing_wrong_and_is_finished(building, held):
    building.until(lambda: building.counts[WEST] == 1)
    building.until(lambda: building.heads[WEST] > 120)  # in mid-turn, a tile in the cam
    getattr(building, held)[WEST] = 0xFF
    building.run(20)
    assert (building.state, building.fault) == ("FAULT", SIDE_DEAD + WEST)
    assert not building.motors_run()
    assert building.counts[WEST] == 1
    building.press()
    assert building.state == "FAULT"  # not mended yet
    getattr(building, held)[WEST] = 0
    building.run(100)
    building.press()
    building.until("READY", 20_000)
    assert building.trays == [2, 2, 2, 2]


def test_in_service_a_dead_board_ends_the_jog_and_no_more(ready):
    ready.on[io.PANEL] = io.SERVICE
    table = ready.table
    table.go(table.service, ready.now)
    ready.off[WEST] = 0xFF
    ready.run(100)
    assert (ready.state, ready.fault) == ("SERVICE", 0)
    assert table.service.refused == SIDE_DEAD + WEST
