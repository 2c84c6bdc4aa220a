import builtins

import pytest

from paishan.store.record import BAD
from paishan.store.settings import Settings
from paishan.store.staging import CONFIRM_MS, Staging, StagingError
from paishan.store.store import Store

WHO = ("tool", "technician")


class Table:
    """As much of the app as settings need; `built_on` are the settings of each rebuild."""

    def __init__(self, store, base=None):
        self.settings = Settings({**(base or {}), **store.settings.data})
        self.at_rest = lambda: True
        self.parked = False
        self.built_on = []
        self.impossible = None

    def rebuild(self):
        if self.impossible and self.settings.chart == self.impossible:
            raise ValueError("chart = own, but no rows of one's own are stored")
        self.built_on.append(self.settings)


@pytest.fixture
def folder(tmp_path):
    return str(tmp_path)


@pytest.fixture
def store(folder):
    return Store(folder)


@pytest.fixture
def app(store):
    return Table(store)


@pytest.fixture
def staging(store, app):
    return Staging(store, app)


def refused(change, *arguments):
    """Why it is refused and the setting named, after seeing that nothing changed."""
    with pytest.raises(StagingError) as caught:
        change(*arguments)
    return caught.value.why, caught.value.problems


def test_staged_values_are_not_in_force_before_the_commit(staging, app, folder):
    staging.stage("dice_ms", 3500)
    staging.stage("agitations", 5)
    assert app.settings.dice_ms == 4000
    assert staging.commit(1000, *WHO) == 0
    assert (app.settings.dice_ms, app.settings.agitations) == (3500, 5)
    assert app.built_on == [app.settings]
    assert staging.staged == {}
    assert Store(folder).settings.data == {"dice_ms": 3500, "agitations": 5}


@pytest.mark.parametrize(
    ("name", "value", "why", "sentence"),
    [
        ("diec_ms", 3500, "UNKNOWN", "there is no such setting"),
        ("dice_ms", "3500", "VALUE", "a whole number is wanted"),
        ("dice_ms", True, "VALUE", "a whole number is wanted"),
        ("dice_ms", 99, "VALUE", "the range is 3000 to 5000"),
        ("link_bus", 1, "VALUE", "true or false"),
        ("language", "fr", "VALUE", "none of en, zh"),
        ("side_fitted", 256, "VALUE", "the range is 0 to 255"),
    ],
)
def test_what_cannot_be_is_refused_by_name_and_nothing_changes(
    staging, app, store, name, value, why, sentence
):
    for change in (staging.stage, lambda *of: staging.set(*of, 0, *WHO)):
        found, ((named, error),) = refused(change, name, value)
        assert (found, named) == (why, name)
        assert sentence in error
    assert staging.staged == {}
    assert app.built_on == []
    assert store.settings.generation == store.audit.generation == 0


def test_a_broken_cross_rule_is_named_and_all_stays(staging, app, store):
    staging.stage("agitations", 5)
    staging.stage("gap_ms", 2000)
    why, ((name, error),) = refused(staging.commit, 0, *WHO)
    assert (why, name) == ("RULE", "gap_ms")
    assert "return_gap_ms" in error
    assert staging.staged == {"agitations": 5, "gap_ms": 2000}
    assert app.settings.agitations == 3
    assert store.settings.generation == 0


def test_two_values_that_are_right_only_together_can_be_staged(staging, app):
    refused(staging.set, "gap_ms", 2000, 0, *WHO)
    staging.stage("gap_ms", 2000)
    staging.stage("return_gap_ms", 1500)
    staging.commit(0, *WHO)
    assert (app.settings.gap_ms, app.settings.return_gap_ms) == (2000, 1500)


def test_a_commit_of_nothing_is_refused(staging):
    assert refused(staging.commit, 0, *WHO)[0] == "STATE"


def test_a_rollback_drops_what_is_staged(staging, app):
    staging.stage("dice_ms", 3500)
    staging.rollback(0)
    assert staging.staged == {}
    assert app.settings.dice_ms == 4000


def test_set_leaves_alone_what_somebody_else_has_staged(staging, app):
    staging.stage("agitations", 5)
    staging.set("dice_ms", 3500, 0, *WHO)
    assert app.settings.dice_ms == 3500
    assert app.settings.agitations == 3
    assert staging.staged == {"agitations": 5}


def test_a_value_that_is_in_force_already_writes_nothing(staging, app, store):
    staging.set("dice_ms", 4000, 0, *WHO)
    assert app.built_on == []
    assert store.settings.generation == store.audit.generation == 0
    assert store.trail.entries() == []


def test_nothing_changes_while_a_motor_runs(staging, app, store):
    app.at_rest = lambda: False
    assert refused(staging.set, "dice_ms", 3500, 0, *WHO)[0] == "BUSY"
    staging.stage("dice_ms", 3500)
    assert refused(staging.commit, 0, *WHO)[0] == "BUSY"
    assert app.settings.dice_ms == 4000
    assert store.settings.generation == 0
    app.at_rest = lambda: True
    staging.commit(0, *WHO)
    assert app.settings.dice_ms == 3500


def test_what_is_locked_is_for_a_technician(staging, app):
    why, ((name, error),) = refused(staging.set, "supply_ma", 6000, 0, "keys", "anyone")
    assert (why, name) == ("LOCKED", "supply_ma")
    assert "technician" in error
    staging.set("language", "zh", 0, "keys", "anyone")
    assert app.settings.language == "zh"


def test_what_only_the_table_can_know_is_refused_too(staging, app, store):
    app.impossible = "own"
    why, problems = refused(staging.set, "chart", "own", 0, *WHO)
    assert why == "RULE"
    assert "no rows of one's own" in problems[0][1]
    assert app.settings.chart == "decade-dial"
    assert app.built_on == [app.settings]
    assert store.settings.generation == 0


def test_a_bad_record_is_acknowledged_before_settings_change(folder, tmp_path):
    (tmp_path / "settings.a").write_bytes(b"junk")
    store = Store(folder)
    app = Table(store)
    staging = Staging(store, app)
    why, problems = refused(staging.set, "dice_ms", 3500, 0, *WHO)
    assert why == "STATE"
    assert "acknowledge" in problems[0][1]
    store.acknowledge("settings")
    staging.set("dice_ms", 3500, 0, *WHO)
    assert app.settings.dice_ms == 3500


def test_a_bad_audit_does_not_keep_settings_from_changing(folder, tmp_path):
    (tmp_path / "audit.a").write_bytes(b"junk")
    store = Store(folder)
    assert store.audit.health == BAD
    Staging(store, Table(store)).set("dice_ms", 3500, 0, *WHO)
    assert Store(folder).settings.data == {"dice_ms": 3500}


def test_flash_that_does_not_take_it_leaves_everything_as_it_was(
    staging, app, store, folder, monkeypatch
):
    before = app.settings

    def full(path, mode):
        raise OSError(28, "no space")

    monkeypatch.setattr(builtins, "open", full)
    assert refused(staging.set, "dice_ms", 3500, 0, *WHO)[0] == "FLASH"
    monkeypatch.undo()
    assert app.settings is before
    assert app.built_on[-1] is before
    assert store.settings.data == {}
    assert store.trail.entries() == []
    staging.set("agitations", 5, 0, *WHO)
    assert Store(folder).settings.data == {"agitations": 5}


# what the machine's profile brings

BASE = {"dice_ms": 4500, "scan_ms": 4}


def test_the_record_keeps_what_differs_from_the_profile(store, folder):
    app = Table(store, BASE)
    staging = Staging(store, app, BASE)
    staging.set("dice_ms", 4000, 0, *WHO)  # the firmware's default, not the machine's
    assert store.settings.data == {"dice_ms": 4000}
    assert Table(Store(folder), BASE).settings.dice_ms == 4000
    staging.set("dice_ms", 4500, 0, *WHO)
    assert store.settings.data == {}


def test_a_reset_is_what_the_machine_came_with(store):
    app = Table(store, BASE)
    staging = Staging(store, app, BASE)
    staging.set("dice_ms", 3000, 0, *WHO)
    staging.set("agitations", 5, 0, *WHO)
    staging.stage_defaults()
    assert [change[0] for change in staging.check().changes] == ["dice_ms", "agitations"]
    staging.commit(0, *WHO)
    assert app.settings.values() == Settings(BASE).values()
    assert store.settings.data == {}


# what can cut the line off


def test_a_new_address_is_in_force_at_once_and_stored_when_confirmed(staging, app, folder):
    assert staging.set("link_address", 5, 1000, *WHO) == CONFIRM_MS == 30_000
    assert staging.waits
    assert app.settings.link_address == 5
    assert Store(folder).settings.data == {}
    assert staging.left_ms(11_000) == 20_000
    staging.confirm(20_000)
    assert not staging.waits
    assert Store(folder).settings.data == {"link_address": 5}
    assert not staging.step(60_000)
    assert app.settings.link_address == 5


def test_without_a_confirmation_the_old_values_come_back(staging, app, store, folder):
    staging.stage("link_address", 5)
    staging.stage("dice_ms", 3500)
    staging.commit(1000, *WHO)
    assert not staging.step(30_995)
    assert staging.step(31_000)
    assert (app.settings.link_address, app.settings.dice_ms) == (1, 4000)
    assert app.built_on[-1] is app.settings
    assert not staging.waits
    assert Store(folder).settings.data == {}
    assert store.trail.entries() == []
    assert "not confirmed" in store.journal.tail(1)[0][3]
    assert refused(staging.confirm, 31_005)[0] == "STATE"


def test_a_confirmation_too_late_is_refused_even_before_the_next_scan(staging, app):
    staging.set("link_address", 5, 0, *WHO)
    assert refused(staging.confirm, 30_000)[0] == "STATE"
    assert staging.step(30_000)
    assert app.settings.link_address == 1


def test_old_values_come_back_in_time_though_a_motor_runs(staging, app):
    staging.set("link_address", 5, 0, *WHO)
    app.at_rest = lambda: False
    built = len(app.built_on)
    assert refused(staging.confirm, 10)[0] == "BUSY"
    assert staging.step(30_000)
    assert app.settings.link_address == 1
    assert len(app.built_on) == built
    app.at_rest = lambda: True
    assert not staging.step(40_000)
    assert app.built_on[-1] is app.settings
    assert len(app.built_on) == built + 1
    staging.step(40_005)
    assert len(app.built_on) == built + 1


def test_a_rollback_brings_them_back_at_once(staging, app):
    staging.set("link_address", 5, 0, *WHO)
    staging.rollback(100)
    assert app.settings.link_address == 1
    assert not staging.waits


def test_nothing_else_changes_while_a_change_waits(staging):
    staging.set("link_address", 5, 0, *WHO)
    for change in (
        lambda: staging.stage("dice_ms", 3500),
        lambda: staging.set("dice_ms", 3500, 0, *WHO),
        lambda: staging.commit(0, *WHO),
        staging.stage_defaults,
    ):
        assert refused(change)[0] == "STATE"


def test_the_time_to_confirm_runs_across_the_wrap_of_the_clock(staging, app):
    staging.set("link_address", 5, (1 << 30) - 10_000, *WHO)
    assert staging.left_ms(5_000) == 15_000
    assert not staging.step(19_995)
    assert staging.step(20_000)
