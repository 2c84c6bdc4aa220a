import pytest

from paishan.store.schema import ANY, IDLE, SERVICE, SETTINGS

each_setting = pytest.mark.parametrize("row", SETTINGS, ids=[row[0] for row in SETTINGS])


def test_every_name_is_there_once():
    names = [row[0] for row in SETTINGS]
    assert len(set(names)) == len(names)


@each_setting
def test_a_default_lies_in_its_range(row):
    _name, _unit, default, lowest, highest, _lock, _help = row
    assert lowest <= default <= highest
    assert lowest < highest


@each_setting
def test_a_row_says_unit_lock_help_and_where_the_figure_comes_from(row):
    name, unit, _default, _lowest, highest, lock, text = row
    assert unit in ("ms", "%", "mA", "stacks", "")
    assert (unit == "ms") == name.endswith("_ms")
    assert lock in (ANY, IDLE, SERVICE)
    assert text.endswith("]")
    assert highest < 1 << 29  # a time must be shorter than half the clock


# Domain notes, section 11 (timers) and 1.3 (dice).
@pytest.mark.parametrize(
    ("name", "figure"),
    [
        ("key_filter_ms", 30),
        ("both_keys_ms", 300),
        ("head_limit_ms", 2000),
        ("turn_deadline_percent", 150),
        ("gap_ms", 15_000),
        ("gap_again_ms", 8000),
        ("agitations", 3),
        ("agitate_pause_ms", 500),
        ("jam_reverse_ms", 300),
        ("build_warn_ms", 80_000),
        ("build_limit_ms", 180_000),
        ("dice_limit_ms", 8000),
        ("run_limit_ms", 600_000),
        ("boot_ms", 1000),
        ("tray_capacity", 18),
        ("supply_ma", 5000),
        ("scan_ms", 5),
    ],
)
def test_the_known_figures_are_the_defaults(name, figure):
    assert {row[0]: row[2] for row in SETTINGS}[name] == figure


def test_dice_rattle_three_to_five_seconds_and_the_scan_is_two_to_ten():
    ranges = {row[0]: row[3:5] for row in SETTINGS}
    assert ranges["dice_ms"] == (3000, 5000)
    assert ranges["scan_ms"] == (2, 10)
