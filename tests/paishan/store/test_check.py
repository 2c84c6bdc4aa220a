import pytest
from hypothesis import given
from hypothesis import strategies as st

from paishan.store.check import Report, StagingError, sift
from paishan.store.schema import BOOL, CHOICE, CHOICES, CONFIRM, SETTINGS, cross_errors
from paishan.store.settings import Settings


def report(**staged):
    return Report(staged, Settings())


def test_it_says_what_would_change_and_what_that_needs():
    found = report(dice_ms=3500, agitations=3, both_keys_ms=200, supply_ma=6000, link_address=9)
    assert found.problems == []
    assert found.changes == [
        ("dice_ms", 4000, 3500),
        ("both_keys_ms", 300, 200),
        ("supply_ma", 5000, 6000),
        ("link_address", 1, 9),
    ]
    assert found.idle == ["both_keys_ms", "supply_ma", "link_address"]
    assert found.service == ["supply_ma", "link_address"]
    assert found.confirm == ["link_address"]


def test_every_problem_is_named_not_only_the_first():
    found = report(dice_ms=99, diec_ms=1, language="fr")
    assert sorted(problem[:2] for problem in found.problems) == [
        ("UNKNOWN", "diec_ms"),
        ("VALUE", "dice_ms"),
        ("VALUE", "language"),
    ]
    with pytest.raises(StagingError, match="dice_ms: 99 ms") as caught:
        found.raise_problems()
    assert len(caught.value.problems) == 3


def test_cross_rules_are_looked_at_with_all_values_together():
    assert [problem[:2] for problem in report(gap_ms=2000).problems] == [("RULE", "gap_ms")]
    assert report(gap_ms=2000, return_gap_ms=1000).problems == []
    report(gap_ms=2000, return_gap_ms=1000).raise_problems()


def test_everything_that_can_cut_the_line_off_wants_a_confirmation():
    changed = {"link_bus": True, "link_address": 2, "link_speed": 9600}
    assert set(report(**changed).confirm) == set(CONFIRM) == set(changed)


def test_sift_keeps_what_this_firmware_can_use_and_names_the_rest():
    good, problems = sift({"dice_ms": 3500, "drum_rpm": 50, "agitations": 99, "gap_ms": 2000})
    assert good == {"dice_ms": 3500}
    assert [name for name, _ in problems] == ["drum_rpm", "agitations", "gap_ms"]


def test_sift_leaves_out_only_what_takes_part_in_a_contradiction_of_many():
    good, problems = sift({"dice_ms": 3500, "dome_first_ms": 20_000, "lift_first_ms": 20_000})
    assert good == {"dice_ms": 3500}
    assert [name for name, _ in problems] == ["dome_first_ms", "lift_first_ms"]


def test_sift_leaves_out_what_contradicts_a_default():
    good, ((name, error),) = sift({"dice_ms": 3500, "build_warn_ms": 200_000})
    assert good == {"dice_ms": 3500}
    assert name == "build_warn_ms"
    assert "below build_limit_ms (180000)" in error


def any_value(row):
    _name, kind, _unit, _default, lowest, highest, _lock = row
    if kind == CHOICE:
        return st.sampled_from(CHOICES[row[0]])
    return st.booleans() if kind == BOOL else st.integers(lowest - 1, highest + 1)


values = st.fixed_dictionaries({}, optional={row[0]: any_value(row) for row in SETTINGS})


@given(values)
def test_what_sift_leaves_is_always_a_whole_of_settings(some):
    good, problems = sift(some)
    settings = Settings(good)
    assert cross_errors(settings.values()) == []
    assert set(good) <= set(some)
    assert bool(problems) == (good != some)
