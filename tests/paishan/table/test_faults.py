import re

import pytest

from paishan.table import faults
from paishan.table.faults import ADVICE, CATALOGUE, REFUSAL, STOP, Alarm, find

each_fault = pytest.mark.parametrize("row", CATALOGUE, ids=[row[1] for row in CATALOGUE])

# Domain notes 3.1, and what they leave open: (first, last, what the code is about).
RANGES = (
    (1, 9, "short|surplus|slow_build"),
    (11, 14, "head"),
    (21, 24, "pusher"),
    (31, 34, "tray"),
    (35, 39, "lift"),
    (41, 49, "dome"),
    (51, 59, "belt"),
    (61, 69, "sensor"),
    (71, 79, "drum|ring"),
    (81, 89, "run|mains|cover|chain|motion|no_permit|pusher_no_tray"),
    (91, 99, "gear|settings|restart"),
)
SIDES = ("east", "south", "west", "north")


def test_every_code_and_every_name_is_there_once():
    codes = [row[0] for row in CATALOGUE]
    names = [row[1] for row in CATALOGUE]
    assert len(set(codes)) == len(codes)
    assert len(set(names)) == len(names)


@each_fault
def test_a_code_fits_on_two_digits_and_lies_in_its_range(row):
    code, name = row[:2]
    assert 1 <= code <= 99
    (subject,) = [about for first, last, about in RANGES if first <= code <= last]
    assert re.match(subject, name)


@each_fault
def test_a_fault_says_what_happened_what_it_means_and_what_to_do(row):
    _code, name, severity, happened, tiles, remedy = row
    assert re.fullmatch("[a-z]+(_[a-z]+)*", name)
    assert severity in (ADVICE, REFUSAL, STOP)
    for sentence in (happened, tiles, remedy):
        assert re.fullmatch(r"[A-Z].{10,}\.", sentence)
        assert "%" not in sentence


@pytest.mark.parametrize("side", range(4))
@pytest.mark.parametrize("first", [faults.HEAD_JAM, faults.PUSHER_STUCK, faults.TRAY_STUCK])
def test_the_last_digit_names_the_side(first, side):
    _code, name, _severity, happened, _tiles, remedy = find(first + side)
    assert name.endswith(SIDES[side])
    assert SIDES[side] in happened
    assert SIDES[side] in remedy


@pytest.mark.parametrize(
    ("code", "name"),
    [
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
    ],
)
def test_the_codes_of_the_domain_notes_are_kept(code, name):
    assert find(code)[1] == name


def test_every_code_that_the_firmware_knows_by_name_is_in_the_catalogue():
    codes = {
        value
        for name, value in vars(faults).items()
        if name.isupper() and isinstance(value, int) and name not in ("ADVICE", "REFUSAL", "STOP")
        if not name.startswith("_")
    }
    families = {first + k for first in (11, 21, 31) for k in range(4)}
    assert codes | families == {row[0] for row in CATALOGUE}


def test_a_code_that_does_not_exist_is_not_found():
    assert find(99) is None
    assert find(0) is None


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
