import pytest
from hypothesis import given
from hypothesis import strategies as st

from paishan.store import schema
from paishan.store.schema import BOOL, CHOICE, CHOICES, INT, MASK, SETTINGS, value_error
from paishan.table.charts import PRESETS
from paishan.table.selector import KINDS

each_setting = pytest.mark.parametrize("row", SETTINGS, ids=[row[0] for row in SETTINGS])
NUMBERS = [row for row in SETTINGS if row[1] in (INT, MASK)]
each_number = pytest.mark.parametrize("row", NUMBERS, ids=[row[0] for row in NUMBERS])
DEFAULTS = {row[0]: row[3] for row in SETTINGS}


def test_every_name_is_there_once():
    assert len(DEFAULTS) == len(SETTINGS)


@each_setting
def test_a_default_is_a_value_that_the_setting_may_have(row):
    assert value_error(row, row[3]) is None


@each_setting
def test_a_row_is_complete(row):
    name, kind, unit, _default, lowest, highest, lock = row
    assert kind in (INT, BOOL, MASK, CHOICE)
    assert lock in (schema.ANY, schema.IDLE, schema.SERVICE)
    assert (unit == "ms") == name.endswith("_ms")
    assert lowest < highest < 1 << 29  # a time must be shorter than half the clock
    assert (kind == CHOICE) == (name in CHOICES)


def test_the_defaults_do_not_contradict_each_other():
    assert schema.cross_errors(DEFAULTS) == []


@each_number
def test_both_ends_of_a_range_are_allowed_and_nothing_beyond(row):
    lowest, highest = row[4:6]
    for allowed in (lowest, highest):
        assert value_error(row, allowed) is None
    for beyond in (lowest - 1, highest + 1):
        assert f"the range is {lowest} to {highest}" in value_error(row, beyond)


@each_number
@pytest.mark.parametrize("value", [4.0, "4", None, True])
def test_a_number_is_a_whole_number(row, value):
    assert "a whole number is wanted" in value_error(row, value)


@pytest.mark.parametrize("value", [0, 1, "true", None])
def test_a_switch_is_true_or_false(value):
    assert "true or false is wanted" in value_error(schema.find("link_bus"), value)


@pytest.mark.parametrize("name", sorted(CHOICES))
def test_a_choice_is_one_of_its_list_which_is_named(name):
    row = schema.find(name)
    for choice in CHOICES[name]:
        assert value_error(row, choice) is None
    for foreign in ("dile", None, 1.5):
        complaint = value_error(row, foreign)
        assert all(str(choice) in complaint for choice in CHOICES[name])


def test_the_charts_and_switches_to_choose_from_are_those_that_exist():
    assert set(CHOICES["chart"]) == {*PRESETS, schema.OWN_CHART}
    assert set(CHOICES["selector_kind"]) == {*KINDS, schema.AS_CHART}


def contradictions(**changes):
    return [name for name, _sentence in schema.cross_errors({**DEFAULTS, **changes})]


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"both_keys_ms": 500, "long_press_ms": 500}, "long_press_ms"),
        ({"lift_dwell_ms": 5000, "lift_dwell_limit_ms": 5000}, "lift_dwell_limit_ms"),
        ({"dice_ms": 5000, "dice_limit_ms": 5000}, "dice_limit_ms"),
        ({"return_gap_ms": 10_000, "gap_ms": 9000}, "gap_ms"),
        ({"build_warn_ms": 200_000}, "build_limit_ms"),
        ({"lift_dwell_limit_ms": 30_000}, "permit_ms"),
        ({"dome_first_ms": 8000}, "permit_ms"),
        ({"lift_first_ms": 7000}, "permit_ms"),
        ({"scan_ms": 2, "end_filter_ms": 31}, "end_filter_ms"),
        ({"scan_ms": 2, "key_filter_ms": 31}, "key_filter_ms"),
        ({"side_fitted": 0xFE}, "side_fitted"),
        ({"centre_fitted": 0xFD}, "centre_fitted"),
    ],
)
def test_what_contradicts_another_setting_is_named(changes, named):
    assert contradictions(**changes) == [named]


def test_a_permit_lasts_for_all_that_one_key_sets_going():
    slow = {"dome_first_ms": 10_000, "lift_first_ms": 12_000, "lift_dwell_limit_ms": 8000}
    assert contradictions(**slow, permit_ms=42_001) == []
    ((named, sentence),) = schema.cross_errors({**DEFAULTS, **slow, "permit_ms": 42_000})
    assert named == "permit_ms"
    assert sentence == (
        "dome_first_ms + lift_first_ms + lift_dwell_limit_ms + lift_first_ms (42000)"
        " must stay below permit_ms (42000)"
    )


@pytest.mark.parametrize("bit", range(8))
def test_head_pusher_lift_and_tile_sensors_are_needed_the_others_are_not(bit):
    needed = bit in (0, 1, 2, 4)  # TILE, HEAD_HOME, PUSHER_HOME, LIFT_DOWN
    assert contradictions(side_fitted=0xFF & ~(1 << bit)) == ["side_fitted"] * needed


@given(st.integers(2, 10), st.integers(5, 50))
def test_no_filter_may_be_longer_than_its_counters_can_count(scan_ms, filter_ms):
    too_long = filter_ms > 15 * scan_ms
    assert ("tile_filter_ms" in contradictions(scan_ms=scan_ms, tile_filter_ms=filter_ms)) is (
        too_long
    )


def test_two_programs_that_agree_on_the_schema_have_the_same_sum():
    assert schema.schema_crc() == schema.schema_crc()


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
    assert DEFAULTS[name] == figure


def test_dice_rattle_three_to_five_seconds_and_the_scan_is_two_to_ten():
    assert schema.find("dice_ms")[4:6] == (3000, 5000)
    assert schema.find("scan_ms")[4:6] == (2, 10)
