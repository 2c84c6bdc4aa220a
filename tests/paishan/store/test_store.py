import shutil

import pytest

from paishan.store.record import BAD, MISSING, OLDER, SOUND, SPARE, UNSAVED
from paishan.store.store import RECORDS, RETRY_MS, Store

NAMES = [row[0] for row in RECORDS]


@pytest.fixture
def folder(tmp_path):
    return str(tmp_path)


def write_all(folder):
    """A store with two copies of everything."""
    store = Store(folder)
    for value in (1, 2):
        for name in NAMES:
            store.record(name).data["test"] = value
            store.mark(name)
        store.flush()
    return store


def damage(path):
    path.write_bytes(path.read_bytes()[:-1])


def test_the_first_start_has_no_problem_and_is_boot_1(folder):
    store = Store(folder)
    assert store.problems == []
    assert not store.bad
    assert store.boot == 1
    assert {health for _, health, _ in store.report()} == {MISSING}


def test_every_record_has_its_name(folder):
    store = Store(folder)
    for name in NAMES:
        assert store.record(name) is getattr(store, name)
        assert getattr(store, name).name == name
    assert store.record("nothing") is None


def test_each_power_on_has_a_number(folder):
    for boot in (1, 2, 3):
        store = Store(folder)
        assert store.boot == boot
        store.flush()


def test_what_was_marked_is_written_one_record_a_time(folder):
    store = Store(folder)
    store.flush()
    store.state.data["set_below"] = True
    store.settings.data["dice_ms"] = 3000
    store.mark("state")
    store.mark("settings")
    assert store.work()
    assert store.settings.health == SOUND
    assert store.state.health == MISSING
    assert store.work()
    assert not store.work()
    assert Store(folder).state.data == {"set_below": True}


def test_a_record_that_does_not_exist_cannot_be_marked(folder):
    with pytest.raises(ValueError, match="no record sttate"):
        Store(folder).mark("sttate")


def test_counters_and_journal_wait_for_company(folder):
    store = Store(folder)
    store.flush()
    store.counts.built(136)
    store.journal.append("built")
    assert not store.work(1_000)
    assert not store.work(5_999)
    assert store.work(6_000)
    assert store.work(6_005)
    assert not store.work(6_010)
    again = Store(folder)
    assert again.counts.of("builds") == 1
    assert again.journal.tail(1)[0][3] == "built"


def test_a_setting_does_not_wait(folder):
    store = Store(folder)
    store.settings.data["dice_ms"] = 3000
    store.mark("settings")
    assert store.work(0)
    assert not store.work(5)


def test_the_wait_goes_on_across_the_wrap_of_the_clock(folder):
    store = Store(folder)
    assert not store.work((1 << 30) - 1000)
    assert not store.work(1000)
    assert store.work(4000)


@pytest.mark.parametrize("name", NAMES)
def test_a_lost_newer_copy_is_a_problem_and_stops_nothing(folder, tmp_path, name):
    write_all(folder)
    damage(tmp_path / f"{name}.{Store(folder).record(name).copy}")
    store = Store(folder)
    ((named, health, sentence),) = store.problems
    assert (named, health) == (name, OLDER)
    assert "generation" in sentence
    assert not store.bad
    assert store.record(name).data["test"] == 1
    assert store.journal.tail(1)[0][3].startswith(f"store {name} OLDER: ")


@pytest.mark.parametrize("name", NAMES)
def test_a_lost_record_stops_until_it_is_acknowledged(folder, tmp_path, name):
    write_all(folder)
    damage(tmp_path / f"{name}.a")
    damage(tmp_path / f"{name}.b")
    store = Store(folder)
    assert [problem[:2] for problem in store.problems] == [(name, BAD)]
    assert store.bad
    store.mark(name)
    store.flush()
    assert Store(folder).bad, "nothing is replaced silently"
    assert store.acknowledge(name) is None
    assert not store.bad
    assert store.problems == []
    again = Store(folder)
    assert again.problems == []
    assert "test" not in again.record(name).data


def test_a_damaged_spare_is_a_problem_until_it_is_acknowledged(folder, tmp_path):
    write_all(folder)
    damage(tmp_path / "state.a")
    store = Store(folder)
    assert [problem[:2] for problem in store.problems] == [("state", SPARE)]
    assert store.acknowledge("state") is None
    assert Store(folder).problems == []


def test_only_what_exists_can_be_acknowledged(folder):
    store = Store(folder)
    assert store.acknowledge("everything") == "there is no record everything"
    assert store.acknowledge("settings") is None
    assert store.settings.health == MISSING


def test_a_damaged_journal_is_a_problem_and_can_be_acknowledged(folder, tmp_path):
    store = Store(folder)
    store.journal.append("one")
    store.journal.append("two")
    store.flush()
    damage(tmp_path / "journal.a")
    store = Store(folder)
    assert [problem[:2] for problem in store.problems] == [("journal", "PARTLY")]
    assert not store.bad
    assert store.acknowledge("journal") is None
    store.flush()
    assert Store(folder).problems == []


def test_a_folder_that_cannot_be_read_makes_everything_bad(folder):
    store = Store(folder + "/gone")
    assert store.bad
    assert {health for name, health, _ in store.report() if name != "journal"} == {BAD}
    assert "cannot be read" in store.problems[0][2]


def test_with_flash_that_is_gone_an_acknowledged_table_works_from_memory(folder):
    store = Store(folder + "/gone")
    for name in NAMES:
        assert "could not be written" in store.acknowledge(name)
    assert not store.bad
    assert {health for _, health, _ in store.problems} == {UNSAVED}
    store.flush()


def test_flash_that_goes_later_is_a_problem_and_no_exception(folder, tmp_path):
    store = write_all(folder)
    shutil.rmtree(tmp_path)
    store.state.data["test"] = 3
    store.mark("state")
    store.flush()
    assert ("state", UNSAVED) in [problem[:2] for problem in store.problems]
    assert not store.bad
    tmp_path.mkdir()
    store.mark("state")
    store.flush()
    assert Store(folder).state.data["test"] == 3


@pytest.fixture
def refuses(monkeypatch):
    """Makes writing to these records fail; the list of what was refused."""

    def begin(*names):
        refused = []

        def opened(path, mode="r"):
            name = path.rsplit("/", 1)[1].split(".")[0]
            if "w" in mode and name in names:
                refused.append(name)
                raise OSError(28)
            return open(path, mode)

        monkeypatch.setattr("paishan.store.record.open", opened, raising=False)
        return refused

    return begin


def test_what_could_not_be_written_is_tried_again_after_a_while(folder, refuses):
    store = write_all(folder)
    refused = refuses("state")
    store.state.data["test"] = 3
    store.mark("state")
    for now in range(0, RETRY_MS, 100):
        store.work(now)
    assert refused == ["state"]
    assert store.state.dirty
    assert store.state.health == UNSAVED
    refuses()
    store.work(RETRY_MS)
    assert not store.state.dirty
    assert store.state.health == SOUND
    assert Store(folder).state.data["test"] == 3


def test_a_record_that_cannot_be_written_keeps_no_other_waiting(folder, refuses):
    store = write_all(folder)
    refuses("settings")
    for name in ("settings", "state"):
        store.record(name).data["test"] = 3
        store.mark(name)
    store.work(0)
    store.work(100)
    assert Store(folder).state.data["test"] == 3


def test_before_a_reboot_each_is_tried_once_more(folder, refuses):
    store = write_all(folder)
    refused = refuses("state", "settings")
    for name in ("settings", "state"):
        store.record(name).data["test"] = 3
        store.mark(name)
    store.work(0)
    store.flush()
    assert refused == ["settings", "settings", "state"]


def test_that_it_cannot_be_written_stands_in_the_journal_once(folder, refuses):
    store = write_all(folder)
    refuses("state")
    store.mark("state")
    store.state.data["test"] = 3
    for now in range(0, 5 * RETRY_MS, 1000):
        store.work(now)
    told = [line[3] for line in store.journal.tail(20) if "could not be written" in line[3]]
    assert len(told) == 1


def test_without_a_folder_everything_works_in_memory():
    store = Store(None)
    store.state.data["set_below"] = True
    store.mark("state")
    store.journal.append("one")
    store.flush()
    assert store.problems == []
    assert store.state.data == {"set_below": True}
