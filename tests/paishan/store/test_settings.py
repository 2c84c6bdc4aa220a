import pytest
from hypothesis import given
from hypothesis import strategies as st

from paishan.store.schema import SETTINGS
from paishan.store.settings import SettingError, Settings


def test_without_changes_all_are_at_their_defaults():
    settings = Settings()
    for row in SETTINGS:
        assert getattr(settings, row[0]) == row[3]
    assert settings.changes() == {}


def test_a_change_changes_that_one_and_is_remembered_as_one():
    settings = Settings({"dice_ms": 3500})
    assert settings.dice_ms == 3500
    assert settings.scan_ms == 5
    assert settings.changes() == {"dice_ms": 3500}


def test_all_values_come_in_the_order_of_the_schema():
    assert list(Settings().values()) == [row[0] for row in SETTINGS]


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"dice_ms": 2999}, "dice_ms: 2999 ms: the range is 3000 to 5000"),
        ({"dice_ms": 4000.0}, "dice_ms: a whole number is wanted"),
        ({"diec_ms": 4000}, "diec_ms: there is no such setting"),
        ({"scan_ms": 2, "end_filter_ms": 40}, "end_filter_ms: 40 ms is more than 15 scans"),
        ({"chart": "dile"}, "chart: 'dile' is none of decade-dial, dip, thumbwheel"),
    ],
)
def test_what_cannot_be_set_is_refused_with_the_reason(changes, complaint):
    with pytest.raises(SettingError, match=complaint):
        Settings(changes)


def test_the_callers_changes_stay_as_they_were():
    changes = {"dice_ms": 3500}
    Settings(changes)
    assert changes == {"dice_ms": 3500}


def test_a_misspelt_figure_is_an_error_in_the_firmware_too():
    with pytest.raises(AttributeError, match="scan_mss"):
        _ = Settings().scan_mss


@given(st.integers(0, 100_000), st.integers(2, 10))
def test_scans_last_at_least_the_time_and_less_than_one_scan_more(time_ms, scan_ms):
    settings = Settings({"key_filter_ms": 20})
    settings.scan_ms = scan_ms
    scans = settings.scans(time_ms)
    assert time_ms <= scans * scan_ms < time_ms + scan_ms
