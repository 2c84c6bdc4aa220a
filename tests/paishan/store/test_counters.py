"""Counters: lists of a fixed length on a record, whatever was in it."""

import json

import pytest

from paishan.io.image import CENTRE, PANEL
from paishan.store.counters import LISTS, SINGLE, Counters
from paishan.store.record import Record
from paishan.store.store import Store
from paishan.table.faults import FAMILIES


@pytest.fixture
def record():
    return Record(None, "counters", {})


@pytest.fixture
def counts(record):
    return Counters(record)


def shape(record):
    return {name: len(kept) if isinstance(kept, list) else 1 for name, kept in record.data.items()}


def test_all_that_can_ever_be_counted_is_there_from_the_start(record, counts):
    assert shape(record) == {**dict.fromkeys(SINGLE, 1), **dict(LISTS)}
    assert not any(counts.of(name) for name in SINGLE)
    assert not any(number for name, _length in LISTS for number in counts.of(name))


def test_every_output_input_and_fault_has_a_place():
    lengths = dict(LISTS)
    assert lengths["starts"] == lengths["run_s"] == lengths["stalls"] == 8 * (CENTRE + 1)
    assert lengths["rejected"] == 8 * (PANEL + 1)
    assert lengths["fault"] >= max(first + codes for first, _, _, codes in FAMILIES)


def test_a_count_is_written_at_rest(tmp_path):
    store = Store(str(tmp_path))
    store.flush()
    store.counts.add("dice")
    store.counts.of("run_s")[3] += 17
    assert store.counters.dirty
    store.flush()
    again = Store(str(tmp_path)).counts
    assert (again.of("dice"), again.of("run_s")[3], again.of("boots")) == (1, 17, 2)


def test_a_build_counts_for_its_set(counts):
    for tiles in (144, 136, 144):
        counts.built(tiles)
    assert counts.of("builds") == 3
    assert counts.of("sets")[:6] == [144, 2, 136, 1, 0, 0]


def test_a_ninth_kind_of_set_is_counted_among_all(record, counts):
    before = shape(record)
    for tiles in range(100, 118, 2):
        counts.built(tiles)
    assert counts.of("builds") == 9
    assert counts.of("sets")[-2:] == [114, 1]
    assert shape(record) == before


def test_a_service_that_was_done_begins_its_interval(record, counts):
    counts.built(136)
    record.dirty = False
    counts.serviced("oil")
    assert (counts.of("done_oil_cycles"), counts.of("done_clean_cycles")) == (1, 0)
    assert record.dirty


def test_a_reset_leaves_the_power_ons_alone(record, counts):
    counts.add("boots")
    counts.built(136)
    counts.of("fault")[11] = 3
    record.dirty = False
    counts.reset()
    assert (counts.of("boots"), counts.of("builds"), counts.of("fault")[11]) == (1, 0, 0)
    assert counts.of("sets")[:2] == [0, 0]
    assert record.dirty


@pytest.mark.parametrize("kept", ["7", [7], -1, None, {"a": 1}, 7.5])
@pytest.mark.parametrize("name", ["builds", "starts"])
def test_what_cannot_have_been_counted_counts_as_nothing(record, name, kept):
    record.data = {name: kept, "boots": 4}
    counts = Counters(record)
    assert counts.of("boots") == 4
    assert not any(counts.of("starts")[1:])
    assert shape(record) == {**dict.fromkeys(SINGLE, 1), **dict(LISTS)}


def test_shorter_and_longer_lists_of_another_version_are_taken_up(record):
    record.data = {"starts": [1, 2, 3], "fault": list(range(120)), "of_a_later_version": [1]}
    counts = Counters(record)
    assert counts.of("starts")[:4] == [1, 2, 3, 0]
    assert counts.of("fault") == list(range(100))
    assert record.data["of_a_later_version"] == [1]


def test_a_full_book_fits_into_the_record(tmp_path):
    store = Store(str(tmp_path))
    for name in SINGLE:
        store.counters.data[name] = (1 << 30) - 1
    for name, length in LISTS:
        store.counters.data[name] = [(1 << 30) - 1] * length
    store.counters.dirty = True
    store.flush()
    assert store.problems == []
    assert len(json.dumps(store.counters.data)) < 4000
