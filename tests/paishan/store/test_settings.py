import pytest
from hypothesis import given
from hypothesis import strategies as st

from paishan.store.schema import SETTINGS
from paishan.store.settings import SettingError, Settings


def test_without_changes_all_are_at_their_defaults():
    settings = Settings()
    for name, _unit, default, *_rest in SETTINGS:
        assert getattr(settings, name) == default


def test_a_change_changes_that_one():
    settings = Settings({"dice_ms": 3500})
    assert settings.dice_ms == 3500
    assert settings.scan_ms == 5


@pytest.mark.parametrize("row", SETTINGS, ids=[row[0] for row in SETTINGS])
def test_both_ends_of_a_range_are_allowed_and_nothing_beyond(row):
    name, _unit, _default, lowest, highest, _lock, _help = row
    for allowed in (lowest, highest):
        assert getattr(Settings({name: allowed}), name) == allowed
    for beyond in (lowest - 1, highest + 1):
        with pytest.raises(SettingError, match=f"{name} = {beyond}.*{lowest} to {highest}"):
            Settings({name: beyond})


def test_a_setting_that_does_not_exist_is_refused_by_name():
    with pytest.raises(SettingError, match="diec_ms: there is no such setting"):
        Settings({"diec_ms": 4000})


@pytest.mark.parametrize("value", [4000.0, "4000", None, True])
def test_only_whole_numbers_are_taken(value):
    with pytest.raises(SettingError, match="dice_ms: a whole number is wanted"):
        Settings({"dice_ms": value})


def test_the_callers_changes_stay_as_they_were():
    changes = {"dice_ms": 3500}
    Settings(changes)
    assert changes == {"dice_ms": 3500}


def test_a_misspelt_figure_is_an_error_in_the_firmware_too():
    with pytest.raises(AttributeError, match="scan_mss"):
        _ = Settings().scan_mss


@given(st.integers(0, 100_000), st.integers(2, 10))
def test_scans_last_at_least_the_time_and_less_than_one_scan_more(time_ms, scan_ms):
    scans = Settings({"scan_ms": scan_ms}).scans(time_ms)
    assert time_ms <= scans * scan_ms < time_ms + scan_ms
