import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paishan.store.store import Store
from paishan.table import events as table_events
from paishan.table.events import EVENTS, KEY_EVENTS, RECORDS, RING, STATES, Events

NUMBERS = {
    name: value
    for name, value in vars(table_events).items()
    if re.fullmatch("[A-Z][A-Z_]+", name) and type(value) is int
}
KINDS = {
    "NUMBER", "STATE", "SIDES", "CODE", "KEY", "RECORD", "SETTING", "VERDICT", "RING",
}  # fmt: skip
each_event = pytest.mark.parametrize(
    "number", range(len(EVENTS)), ids=[name for name, _keys, _meaning in EVENTS]
)


def fields(events, number):
    return [events.field(number, field) for field in range(5)]


@each_event
def test_an_event_says_what_it_is_and_what_its_values_are(number):
    name, keys, meaning = EVENTS[number]
    kinds = {value for kind, value in NUMBERS.items() if kind in KINDS - {"RING"}}
    assert re.fullmatch("[a-z]+(_[a-z]+)*", name)
    assert 1 <= len(keys) <= 3
    assert all(re.fullmatch("[a-z]+", key) and kind in kinds for key, kind in keys)
    assert len({key for key, _kind in keys}) == len(keys)
    assert len(meaning) > 10
    assert meaning[-1] != "."


def test_every_name_stands_once_and_every_constant_for_one_place_in_the_table():
    names = [name for name, _keys, _meaning in EVENTS]
    assert len(set(names)) == len(names)
    places = sorted(value for name, value in NUMBERS.items() if name not in KINDS)
    assert places == list(range(len(EVENTS)))


def test_the_states_of_the_events_are_those_of_the_table(machine):
    assert [state.name for state in machine.table.states] == list(STATES)
    assert [state.number for state in machine.table.states] == list(range(len(STATES)))


def test_the_records_are_those_of_the_store_and_the_journal():
    store = Store(None)
    assert [name for name in RECORDS if store.record(name)] == list(RECORDS[:-1])
    assert RECORDS[-1] == "journal"
    assert len(RECORDS) == len(store.report())


def test_the_key_events_are_those_of_the_keys():
    assert KEY_EVENTS == ("none", "press", "both", "long")


def test_an_event_keeps_its_time_and_its_values():
    events = Events()
    events.now = 1234
    events.add(table_events.FAULT, 11, 1, 2)
    events.now = 1240
    events.add(table_events.DICE, 4000)
    assert events.count == 2
    assert fields(events, 0) == [1234, table_events.FAULT, 11, 1, 2]
    assert fields(events, 1) == [1240, table_events.DICE, 4000, 0, 0]


@given(st.integers(0, 300))
def test_the_last_sixty_four_are_kept_and_the_reader_knows_which(added):
    events = Events()
    for number in range(added):
        events.add(table_events.DICE, number)
    assert events.count == added
    assert events.oldest() == max(0, added - RING)
    kept = [events.field(number, 2) for number in range(events.oldest(), events.count)]
    assert kept == list(range(events.oldest(), added))


def test_the_biggest_numbers_of_the_clock_fit():
    events = Events()
    events.now = (1 << 30) - 1
    events.add(table_events.BUILT, (1 << 30) - 1, (1 << 30) - 1, (1 << 30) - 1)
    assert fields(events, 0) == [(1 << 30) - 1, table_events.BUILT] + 3 * [(1 << 30) - 1]


def told(machine, since=0):
    events = machine.app.events
    return [
        (EVENTS[events.field(number, 1)][0], events.field(number, 2))
        for number in range(max(since, events.oldest()), events.count)
    ]


def test_a_build_is_told_from_its_start_to_its_end(building):
    since = building.app.events.count
    building.until("READY", 20_000)
    names = [name for name, _value in told(building, since)]
    assert names[:2] == ["built", "state"]
    started = [event for event in told(building) if event[0] == "build"]
    assert started == [("build", 1)]


def test_a_fault_its_clearing_and_the_states_around_it_are_told(building):
    since = building.app.events.count
    building.off[4] = 0x10  # the cover
    building.run(100)
    building.off[4] = 0
    building.run(100)
    building.press()
    events = [event for event in told(building, since) if event[0] != "saved"]
    fault, run = STATES.index("FAULT"), STATES.index("BUILDING")
    assert events[:4] == [("fault", 83), ("state", run), ("key", 1), ("cleared", 83)]
    assert events[4] == ("state", fault)


def test_the_gear_and_its_change_in_mid_build_are_told(building):
    assert ("gear", 1) in told(building)
    building.turn_switch_to(2)
    building.run(1000)
    assert ("pending", 2) in told(building)
    building.until("READY", 20_000)
    building.run(6_000)
    assert ("gear", 2) in told(building)
