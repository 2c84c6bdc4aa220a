"""The record of the slots, and what it decides, in CPython on a folder."""

import pytest

from paishan_host.install import manifest
from rescue import slots as module
from rescue.choice import MOST_TRIES
from rescue.slots import MOST_FAILS, Slots

FILES = {"paishan/app.mpy": b"an application"}


@pytest.fixture
def root(tmp_path):
    for slot in ("a", "b"):
        fill(tmp_path, slot)
    return tmp_path


def fill(root, slot, version="1.0.0", floor="0.1.0", damaged=False):
    about = manifest.About(version, ("bench",), 0, floor=floor)
    (root / slot / "paishan").mkdir(parents=True, exist_ok=True)
    (root / slot / "manifest").write_bytes(manifest.made(about, FILES, {}))
    for name, data in FILES.items():
        (root / slot / name).write_bytes(data + b"!" * damaged)


def started(root, cause="power-on"):
    slots = Slots(f"{root}/")
    return slots, slots.choose(cause)


def test_a_new_controller_starts_its_first_slot_and_writes_nothing(root):
    slots, slot = started(root)
    assert slot == "a"
    assert not (root / "slots").exists()
    assert slots.other == "b"


def test_a_trial_is_counted_before_it_runs(root):
    Slots(f"{root}/").save(trial="b")
    for tries in range(1, MOST_TRIES + 1):
        slots, slot = started(root)
        assert (slot, slots.on_trial, Slots(f"{root}/").get("tries")) == ("b", True, tries)
    slots, slot = started(root)
    assert (slot, slots.get("trial"), slots.get("told")) == ("a", "", 0)
    assert "failed 2 times" in slots.get("why")


def test_a_trial_that_is_asked_to_leave_has_not_failed(root):
    Slots(f"{root}/").save(trial="b")
    for _ in range(5):
        slots, slot = started(root)
        assert slot == "b"
        slots.ended(False)


def test_a_trial_that_is_not_whole_is_never_started(root):
    fill(root, "b", damaged=True)
    Slots(f"{root}/").save(trial="b")
    slots, slot = started(root)
    assert slot == "a"
    assert "not as it was sent" in slots.get("why")


def test_a_confirmed_version_stays_and_lifts_the_floor(root):
    fill(root, "b", version="2.0.0", floor="1.5.0")
    Slots(f"{root}/").save(trial="b", floor="1.0.0")
    slots, _slot = started(root)
    slots.confirm()
    slots, slot = started(root)
    assert (slot, slots.on_trial, slots.get("floor")) == ("b", False, "1.5.0")


def test_the_floor_never_sinks(root):
    Slots(f"{root}/").save(trial="b", floor="0.10.0")
    slots, _slot = started(root)
    slots.confirm()
    assert slots.get("floor") == "0.10.0"


@pytest.mark.parametrize(("cause", "expected", "fails"), [
    ("watchdog", 0, 1), ("watchdog", 1, 0), ("power-on", 0, 0), ("reset", 0, 0),
])  # fmt: skip
def test_only_a_restart_that_nobody_asked_for_is_a_hang(root, cause, expected, fails):
    Slots(f"{root}/").save(expected=expected)
    slots, _slot = started(root, cause)
    assert slots.get("fails") == fails
    assert slots.get("expected") == 0


def test_a_version_that_keeps_hanging_makes_room_for_the_other(root):
    for _ in range(MOST_FAILS - 1):
        _slots, slot = started(root, "watchdog")
        assert slot == "a"
    slots, slot = started(root, "watchdog")
    assert (slot, slots.get("active"), slots.get("fails")) == ("b", "b", 0)
    assert "slot a failed 3 times: it hung" in slots.get("why")


def test_where_neither_works_it_is_the_shell_and_a_power_cycle_tries_again(root):
    fill(root, "b", damaged=True)
    for _ in range(MOST_FAILS):
        slots, slot = started(root, "watchdog")
    assert slot == ""
    assert started(root, "watchdog")[1] == ""
    slots, slot = started(root, "power-on")
    assert slot == "a"
    slots.failed("again", "")
    assert started(root, "watchdog")[1] == ""


def test_without_any_application_it_is_the_shell(tmp_path):
    assert started(tmp_path)[1] == ""


def test_with_the_second_slot_alone_that_one_runs(tmp_path):
    fill(tmp_path, "b")
    assert started(tmp_path)[1] == "b"


@pytest.mark.parametrize("at", [0, 5, 9, 20, -3])
def test_a_damaged_record_is_noticed_and_a_slot_runs_all_the_same(root, at):
    Slots(f"{root}/").save(active="b")
    data = bytearray((root / "slots").read_bytes())
    data[at] ^= 4
    (root / "slots").write_bytes(data)
    slots, slot = started(root)
    assert slots.damaged
    assert slot == "a"


def test_a_flash_that_cannot_be_written_tries_nothing_new(root, monkeypatch):
    Slots(f"{root}/").save(trial="b")
    monkeypatch.setattr(module.os, "rename", lambda _one, _other: (_ for _ in ()).throw(OSError()))
    slots, slot = started(root)
    assert slot == "a"
    assert not slots.on_trial


def test_health_forgets_old_failures(root):
    started(root, "watchdog")
    slots, _slot = started(root)
    assert slots.get("fails") == 1
    slots.healthy()
    assert Slots(f"{root}/").get("fails") == 0
