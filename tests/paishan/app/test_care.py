"""At rest, and only then: counting, one flash write at a time, one collection."""

from itertools import pairwise

import pytest

from paishan.app import care
from paishan.app.care import COUNTED
from paishan.io import image as io
from paishan.store.counters import SINGLE
from paishan.store.store import Store
from paishan.table.events import DICE, EVENTS, RECORDS, SAVED
from paishan.table.progress import LOADED


@pytest.fixture
def kept(new_machine, tmp_path):
    """A machine with records in files, at rest, everything written."""
    machine = new_machine(folder=str(tmp_path))
    machine.until("READY", 2000)
    machine.run(12_000)
    return machine


def saved(machine):
    events = machine.app.events
    return [
        RECORDS[events.field(number, 2)]
        for number in range(events.oldest(), events.count)
        if events.field(number, 1) == SAVED
    ]


def writes(machine, monkeypatch):
    """The times at which something was written from now on, and whether a motor was on."""
    seen = []
    work = machine.app.store.work

    def noted(now=None):
        wrote = work(now)
        if wrote:
            seen.append((machine.now, machine.motors_run()))
        return wrote

    monkeypatch.setattr(machine.app.store, "work", noted)
    return seen


def play(machine, wait_ms=0):
    """A first build, and rest afterwards; `wait_ms`: longer than usual under the open dome."""
    machine.open_dome()
    machine.run(wait_ms)
    machine.drum = 16
    machine.press()
    machine.until("READY", 30_000)
    machine.run(40_000)


def test_nothing_is_ever_written_while_a_motor_is_on(kept, monkeypatch):
    seen = writes(kept, monkeypatch)
    play(kept)
    assert len(seen) >= 3
    assert not any(motors for _now, motors in seen)


def test_one_thing_at_a_time_and_never_two_in_a_tenth_of_a_second(kept, monkeypatch):
    seen = writes(kept, monkeypatch)
    play(kept)
    times = [now for now, _motors in seen]
    assert all(later - now >= 100 for now, later in pairwise(times))


def test_a_pause_between_two_motions_is_no_rest(kept, monkeypatch):
    seen = writes(kept, monkeypatch)
    kept.press("dice")
    kept.app.store.mark("settings")
    kept.until(lambda: not kept.motors_run(), 6000)
    stood_since = kept.now
    kept.until(lambda: seen, 3000)
    assert 280 <= seen[0][0] - stood_since <= 420


def test_once_everything_is_written_nothing_is_written_any_more(kept, monkeypatch):
    seen = writes(kept, monkeypatch)
    kept.run(120_000)
    assert seen == []


def test_the_state_is_written_before_anything_else_and_at_once(kept):
    before = len(saved(kept))
    kept.open_dome()
    assert saved(kept)[before:] == ["state"]
    assert kept.table.saved


def test_builds_and_their_like_are_counted_from_the_events(kept):
    play(kept)
    kept.press("dice")
    kept.run(10_000)
    counts = kept.app.store.counts
    assert {name: counts.of(name) for name in SINGLE if counts.of(name)} == {
        "boots": 1,
        "builds": 1,
        "dice": 1,
    }
    assert counts.of("sets")[:3] == [kept.table.gear.tiles, 1, 0]


def test_faults_are_counted_together_and_each_by_its_code(kept):
    for station, mask in ((io.CENTRE, io.MAINS_OK), (io.CHAIN, 0x01), (io.CENTRE, io.MAINS_OK)):
        kept.press("dice")
        kept.off[station] = mask
        kept.run(500)
        kept.off[station] = 0
        kept.run(500)
        kept.press()
        kept.run(5000)
    kept.run(10_000)
    counts = kept.app.store.counts
    assert counts.of("faults") == 3
    assert {code: n for code, n in enumerate(counts.of("fault")) if n} == {82: 2, 84: 1}


def test_every_counter_counts_an_event_that_exists():
    assert len(set(COUNTED.values())) == len(COUNTED)
    assert all(0 <= event < len(EVENTS) for event in COUNTED)


def test_counters_outlive_the_power_once_it_has_rested(kept):
    play(kept)
    kept.run(10_000)
    kept.power_on()
    kept.run(100)
    assert kept.app.store.counts.of("builds") == 1
    assert kept.app.store.counts.of("boots") == 2


def test_learned_times_are_written_with_the_counters_and_taken_up_again(kept):
    play(kept)
    kept.run(10_000)
    learned = kept.table.times.record()
    assert learned["east head"][0][1] > 0
    kept.power_on()
    assert kept.table.times.record() == learned


def test_more_events_than_the_ring_holds_cost_some_and_break_nothing(kept):
    for _ in range(200):
        kept.app.events.add(DICE, 4000)
    kept.run(10_000)
    assert kept.app.store.counts.of("dice") == 64


def test_garbage_is_collected_once_a_rest(kept, monkeypatch):
    collections = []
    monkeypatch.setattr(care, "collect", lambda: collections.append(kept.now))
    kept.press("dice")
    kept.run(60_000)
    assert len(collections) == 1
    kept.press("dice")
    kept.run(60_000)
    assert len(collections) == 2


@pytest.mark.parametrize("start_ms", [0, (1 << 29) - 2000, (1 << 29) + 1000, (1 << 30) - 2000])
def test_wherever_the_clock_stands_the_state_is_written_within_a_second(new_machine, start_ms):
    """The clock of a board goes on over a soft reboot."""
    machine = new_machine(start_ms)
    machine.until("READY", 2000)
    machine.run(1000)
    assert machine.noted == (0, False)


def test_a_flash_that_fails_is_no_fault_of_the_table(kept, tmp_path, monkeypatch):
    def full(*_arguments):
        raise OSError(28, "no space left")

    monkeypatch.setattr("paishan.store.record.open", full, raising=False)
    play(kept, 1500)  # for so long a dome waits for the record
    assert (kept.state, kept.fault) == ("READY", 0)
    assert kept.trays == [2, 2, 2, 2]
    assert kept.app.crashes == 0
    assert kept.app.store.state.health == "UNSAVED"


def test_a_fault_and_its_clearing_stand_in_the_journal_with_all_that_was_known(kept):
    kept.until("READY", 20_000)
    kept.press()
    kept.off[4] = 0x10  # the cover
    kept.until("LOADING", 10_000)
    kept.run(2_000)
    kept.press()
    kept.until("FAULT", 5_000)
    kept.run(3_000)
    kept.off[4] = 0
    kept.run(500)
    kept.press()
    kept.until(lambda: kept.state != "FAULT")
    kept.off[4] = 0x10
    kept.until("FAULT", 5_000)
    kept.run(1_000)
    texts = [line[3] for line in kept.app.store.journal.tail(20)]
    fault = next(text for text in texts if text.startswith("fault 83 cover_open"))
    assert " in CLOSING counts " in fault
    assert " inputs 16161616" in fault
    assert any(text.startswith("cleared 83 after 3 s") for text in texts)


def test_what_flash_refused_once_is_not_taken_for_saved(kept, tmp_path, monkeypatch):
    refused = []

    def opened(path, mode="r"):
        if "w" in mode and "/state." in path and not refused:
            refused.append(path)
            raise OSError(28)
        return open(path, mode)

    monkeypatch.setattr("paishan.store.record.open", opened, raising=False)
    kept.table.be_at(LOADED, False)
    kept.run(3000)
    assert refused
    assert not kept.table.saved
    kept.run(10_000)
    assert kept.table.saved
    assert Store(str(tmp_path)).state.data["progress"] == LOADED
