"""A table is put together from settings and rows, or refused with one sentence."""

from itertools import product

import pytest

from paishan.app.compose import FITTED, PERSISTENCE, chart_of, compose, factory_settings
from paishan.io import image as io
from paishan.store.schema import AS_CHART, OWN_CHART
from paishan.store.settings import Settings
from paishan.table.charts import PRESETS
from paishan.table.events import Events

ROWS = ((1, 16, (2, 2, 2, 2), "two a side"),)


def put_together(rows=None, **changes):
    return compose(Settings(changes), rows, Events())


def test_a_profile_is_changes_to_the_defaults():
    changes = factory_settings(
        {"chart": "dip", "selector": ("dip", 6, False, False, 1), "settings": {"dice_ms": 3500}}
    )
    assert changes == {
        "chart": "dip",
        "dice_ms": 3500,
        "selector_kind": "dip",
        "selector_bits": 6,
        "selector_lowest_first": False,
        "selector_active_high": False,
        "selector_first": 1,
    }


def test_an_empty_profile_is_a_decade_dial():
    assert factory_settings({}) == {"chart": "decade-dial"}


def test_a_profile_stays_as_it_was():
    profile = {"settings": {"dice_ms": 3500}}
    factory_settings(profile)
    assert profile == {"settings": {"dice_ms": 3500}}


def test_rows_of_ones_own_need_a_switch():
    assert factory_settings({"chart": ROWS, "selector": ("dial", 4, True, True, 0)})["chart"] == (
        OWN_CHART
    )
    with pytest.raises(ValueError, match="needs a selector"):
        factory_settings({"chart": ROWS})


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_a_preset_brings_the_switch_that_it_was_made_for(name):
    assert chart_of(Settings({"chart": name}), None) == PRESETS[name]


def test_a_preset_may_be_read_by_another_switch():
    settings = Settings({"chart": "decade-dial", "selector_kind": "dip", "selector_bits": 8})
    rows, switch = chart_of(settings, None)
    assert rows == PRESETS["decade-dial"][0]
    assert switch == ("dip", 8, True, True, 0)


def test_own_rows_without_rows_or_without_a_switch_are_refused_by_name():
    with pytest.raises(ValueError, match="no rows of one's own"):
        chart_of(Settings({"chart": OWN_CHART, "selector_kind": "dial"}), None)
    with pytest.raises(ValueError, match="selector_kind of its own"):
        chart_of(Settings({"chart": OWN_CHART, "selector_kind": AS_CHART}), ROWS)


def test_own_rows_that_are_no_chart_are_refused_by_their_row():
    with pytest.raises(ValueError, match=r"row 1: .*twice the stacks"):
        put_together(((1, 18, (2, 2, 2, 2), ""),), chart=OWN_CHART, selector_kind="dial")


def test_parts_share_the_filtered_inputs_and_the_wish():
    debouncer, table, interlocks = put_together()
    assert table.inputs is debouncer.stable
    assert table.edges is debouncer.edges
    assert interlocks._wish is table.wish.bytes
    assert interlocks._inputs is debouncer.stable


def scans_until_believed(debouncer, station, mask, level=None):
    raw = bytearray(io.INPUT_BYTES)
    raw[station] = mask if level is None else level
    for scan in range(1, 20):
        debouncer.step(raw)
        if debouncer.stable[station] & mask == mask:
            return scan
    return 0


@pytest.mark.parametrize("scan_ms", [2, 5, 10])
def test_filter_times_are_rounded_up_to_whole_scans(scan_ms):
    changes = {"key_filter_ms": 30, "safety_filter_ms": 15, "tile_filter_ms": 10}
    debouncer = put_together(scan_ms=scan_ms, **changes)[0]
    assert scans_until_believed(debouncer, io.PANEL, io.KEY_A) == -(-30 // scan_ms)
    assert scans_until_believed(debouncer, io.CENTRE, io.MAINS_OK) == -(-15 // scan_ms)
    assert scans_until_believed(debouncer, 0, io.TILE) == -(-10 // scan_ms)


def of_mask(mask):
    return [bit for bit in range(8) if mask >> bit & 1]


def test_each_bit_of_each_station_is_filtered_by_the_row_that_names_it_last():
    debouncer = put_together()[0]
    default = Settings()
    named = {}
    for stations, mask, setting in PERSISTENCE:
        for station, bit in product(of_mask(stations), of_mask(mask)):
            named[station, 1 << bit] = getattr(default, setting)
    assert len(named) == 8 * io.INPUT_BYTES
    for (station, mask), filter_ms in named.items():
        assert scans_until_believed(debouncer, station, mask) == default.scans(filter_ms)


@pytest.mark.parametrize("row", FITTED, ids=[row[1] for row in FITTED])
def test_what_is_not_wired_reads_off_or_as_the_table_needs_it(row):
    stations, fitted, _inverted, absent = row
    needed = {"side_fitted": 0x17, "centre_fitted": io.DOME_DOWN, "panel_fitted": 0}[fitted]
    debouncer = put_together(**{fitted: needed})[0]
    debouncer.settle(bytearray([0xFF] * 8))
    for station in of_mask(stations):
        assert debouncer.stable[station] == needed | absent & ~needed
    debouncer.settle(bytearray(8))
    for station in of_mask(stations):
        assert debouncer.stable[station] == absent & ~needed


@pytest.mark.parametrize("row", FITTED, ids=[row[1] for row in FITTED])
def test_a_bit_that_reads_the_other_way_is_turned_round(row):
    stations, _fitted, inverted, _absent = row
    debouncer = put_together(**{inverted: 0x0F})[0]
    debouncer.settle(bytearray([0x55] * 8))
    for station in of_mask(stations):
        assert debouncer.stable[station] == 0x5A


def test_a_machine_without_upper_ends_and_pulses_knows_it():
    _filter, table, _interlocks = put_together(
        side_fitted=0xFF & ~io.LIFT_UP,
        centre_fitted=0xFF & ~(io.DOME_UP | io.DRUM_TURN | io.RING_TURN),
    )
    assert table.dome._sensors == (io.DOME_DOWN, 0)
    assert all(lift._sensors == (io.LIFT_DOWN, 0) for lift in table.lifts.each)
    assert (table.drum.drum._pulse, table.drum.ring._pulse) == (0, 0)


def test_a_machine_with_the_fewest_sensors_builds_its_walls(new_machine):
    machine = new_machine(
        side_fitted=io.TILE | io.HEAD_HOME | io.PUSHER_HOME | io.LIFT_DOWN,
        centre_fitted=io.DOME_DOWN | io.COVER_CLOSED | io.MAINS_OK,
        dome_first_ms=1500,
        lift_first_ms=1500,
    )
    machine.until("READY", 2000)
    machine.run(500)
    machine.press()
    machine.run(3500)
    machine.drum = 16
    machine.press()
    machine.until("READY", 30_000)
    assert machine.trays == [2, 2, 2, 2]
    assert machine.fault == 0
