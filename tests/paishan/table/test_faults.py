import re

import pytest

from paishan.table import faults
from paishan.table.faults import ADVICE, FAMILIES, REFUSAL, STOP, Alarm, family, find

each_family = pytest.mark.parametrize("row", FAMILIES, ids=[row[1] for row in FAMILIES])

# Domain notes 3.1, and what they leave open: (first, last, what the code is about).
RANGES = (
    (1, 9, "side_not_filling|short|surplus|slow_build|build_|nothing_comes"),
    (11, 19, "head"),
    (21, 29, "pusher"),
    (31, 39, "tray|lift"),
    (41, 49, "dome|belt_eye"),
    (51, 59, "belt|side_dead"),
    (61, 69, "tile_eye|eye"),
    (71, 79, "drum|ring|output"),
    (80, 89, "motion|run|mains|cover|chain|motion|no_permit|pusher_no_tray|motor_hot|service_due"),
    (90, 99, "supply|gear|settings|key|late|crashed|watchdog"),
)
SIDES = ("east", "south", "west", "north")
NO_CODES = {"ADVICE", "REFUSAL", "STOP"}
NAMED = {
    name: value
    for name, value in vars(faults).items()
    if re.fullmatch("[A-Z][A-Z_]*", name) and isinstance(value, int) and name not in NO_CODES
}


def test_every_code_and_every_name_is_there_once():
    codes = faults.codes()
    names = [row[1] for row in FAMILIES]
    assert sorted(set(codes)) == codes
    assert len(set(names)) == len(names)


@each_family
def test_a_code_fits_on_two_digits_and_lies_in_its_range(row):
    first, name, severity, count = row
    assert severity in (ADVICE, REFUSAL, STOP)
    assert count in (1, 4)
    assert re.fullmatch("[a-z]+(_[a-z]+)*", name)
    for code in (first, first + count - 1):
        assert 1 <= code <= 99
        (subject,) = [about for low, high, about in RANGES if low <= code <= high]
        assert re.match(subject, name)


@each_family
def test_every_code_of_a_family_is_found_with_its_side(row):
    first, name, severity, count = row
    for k in range(count):
        assert family(first + k) == row
        full = name if count == 1 else f"{name}_{SIDES[k]}"
        assert find(first + k) == (first + k, full, severity)


@pytest.mark.parametrize(
    ("code", "name"),
    [
        (1, "side_not_filling_east"),
        (4, "side_not_filling_north"),
        (5, "short"),
        (6, "surplus"),
        (11, "head_jam_east"),
        (24, "pusher_stuck_north"),
        (33, "tray_stuck_west"),
        (41, "dome_not_up"),
        (42, "dome_not_down"),
        (71, "drum_stall"),
        (81, "run_limit"),
        (82, "mains_lost"),
        (91, "gear_unknown"),
        (92, "settings_corrupt"),
        (99, "watchdog"),
    ],
)
def test_the_codes_of_the_domain_notes_are_kept(code, name):
    assert find(code)[1] == name


def test_the_code_of_each_name_is_its_family_in_the_catalogue():
    assert sorted(NAMED.values()) == [row[0] for row in FAMILIES]


@pytest.mark.parametrize("code", [0, 10, 29, 40, 60, 100])
def test_a_code_that_does_not_exist_is_not_found(code):
    assert family(code) is None
    assert find(code) is None


def test_what_only_asks_for_care_stops_nothing_and_a_refusal_only_a_start():
    by_severity = {severity: set() for severity in (ADVICE, REFUSAL, STOP)}
    for _first, name, severity, _count in FAMILIES:
        by_severity[severity].add(name)
    assert by_severity[ADVICE] == {
        "slow_build", "eye_dirty", "motion_slower", "service_due", "key_stuck", "late_scans",
        "watchdog", "pusher_sensor", "belt_eye", "eye_of_a_tray", "ring_eye",
        "drum_or_ring_sensor", "supply_low",
    }  # fmt: skip
    assert all(re.match("gear|settings", name) for name in by_severity[REFUSAL])


def test_the_first_fault_stays_since_the_others_follow_from_it():
    alarm = Alarm()
    alarm.report(faults.SHORT, 3, 0b0010)
    alarm.report(faults.RUN_LIMIT)
    assert (alarm.code, alarm.number, alarm.sides) == (faults.SHORT, 3, 0b0010)


def test_once_cleared_the_next_one_counts():
    alarm = Alarm()
    alarm.report(faults.SHORT, 3, 0b0010)
    alarm.clear()
    assert (alarm.code, alarm.number, alarm.sides) == (0, -1, 0)
    alarm.report(faults.RUN_LIMIT)
    assert (alarm.code, alarm.number, alarm.sides) == (faults.RUN_LIMIT, -1, 0)


def test_the_last_sixteen_are_remembered_newest_last():
    alarm = Alarm()
    for code in range(1, 21):
        alarm.report(code)
        alarm.clear()
    assert list(alarm.history) == list(range(5, 21))


def test_a_fault_that_lasts_is_one_entry():
    alarm = Alarm()
    for _ in range(10):
        alarm.report(faults.DRUM_STALL)
    assert [code for code in alarm.history if code] == [faults.DRUM_STALL]


def test_an_alarm_is_taken_up_by_the_table_that_follows():
    before, alarm = Alarm(), Alarm()
    before.report(faults.HEAD_JAM + 2, -1, 0b0100)
    before.clear()
    before.report(faults.SHORT, 3, 0b0010)
    alarm.adopt(before)
    assert (alarm.code, alarm.number, alarm.sides) == (faults.SHORT, 3, 0b0010)
    assert list(alarm.history) == list(before.history)
    before.clear()
    assert alarm.code == faults.SHORT
