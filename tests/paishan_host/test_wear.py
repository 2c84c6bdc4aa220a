"""What a technician reads of counters and learned times."""

from tests.paishan_host import tables

from paishan.link.names import output
from paishan_host import wear
from paishan_host.client import Table

COUNTED = {
    "boots": 3,
    "builds": 40,
    "raises": 39,
    "agitations": 2,
    "dice": 11,
    "faults": 1,
    "advices": 0,
    "done_clean_cycles": 25,
    "done_oil_cycles": 0,
    "done_check_cycles": 0,
    "starts_HEAD_E": 51,
    "starts_DRUM": 80,
    "run_s_HEAD_E": 641,
    "run_s_DRUM": 7300,
    "stalls_PUSHER_W": 2,
    "rejected_TILE_E": 18,
    "rejected_TILE_N": 21,
    "rejected_DICE_E": 3,
    "rejected_COVER_CLOSED": 1,
    "fault_11": 1,
    "fault_73": 1,
    "built_136": 8,
    "built_144": 32,
    "link_lines": 4,
}
TIMES = [
    {"name": "east head", "ms": 660, "runs": 200, "new_ms": 600},
    {"name": "west lift up", "ms": 2400, "runs": 7, "new_ms": 0},
    {"name": "north head", "ms": 2000, "runs": 0, "new_ms": 0},
    {"name": "dome down", "ms": 1800, "runs": 9},
    {"name": "ring, 16 pulses", "ms": 1000, "runs": 30, "new_ms": 1010},
]


def test_builds_are_told_for_each_set_and_since_each_service():
    rows = dict(wear.played(COUNTED))
    assert list(rows)[:5] == [
        "power-ons",
        "builds",
        "builds of 136 tiles",
        "builds of 144 tiles",
        "walls raised",
    ]
    assert rows["builds of 144 tiles"] == 32
    assert rows["builds since it was cleaned"] == 15
    assert rows["builds since it was oiled"] == 40


def test_a_motor_has_all_that_is_known_of_it_in_one_row():
    rows = {row[0]: row[1:] for row in wear.motors(COUNTED, TIMES)}
    assert rows["HEAD_E"] == (51, "641 s", 0, 200, 660, 600, "+10 %")
    assert rows["DRUM"] == (80, "2.0 h", 0, "", "", "", "")
    assert rows["PUSHER_W"] == (0, "0 s", 2, "", "", "", "")
    assert rows["RING"] == (0, "0 s", 0, 30, 1000, 1010, "-1 %")


def test_a_time_is_told_once_a_run_was_learned_and_a_change_once_there_was_a_first():
    rows = {row[0]: row[1:] for row in wear.motors(COUNTED, TIMES)}
    assert "HEAD_N" not in rows
    assert rows["LIFT_RAISE_W"][3:] == (7, 2400, "", "")
    assert rows["DOME_LOWER"][3:] == (9, 1800, "", "")


def test_the_sensors_of_the_four_sides_stand_beside_each_other():
    assert list(wear.sensors(COUNTED)) == [("TILE", 18, 0, 0, 21)]
    assert list(wear.others(COUNTED)) == [("DICE_E", 3), ("COVER_CLOSED", 1)]


def test_faults_say_what_happened_and_a_code_of_a_newer_firmware_at_least_how_often():
    rows = list(wear.faults({**COUNTED, "fault_00": 2, "fault_x": 1}))
    assert rows[0][:2] == ("11", 1)
    assert "east" in rows[0][2]
    assert rows[2:] == [("00", 2, ""), ("x", 1, "")]


def test_every_motion_of_the_firmware_names_an_output():
    with tables.lane() as lane:
        names = [row["name"] for row in Table(lane).times()]
    assert names
    assert [name for name in names if output(wear.motor(name)) is None] == []


def test_what_is_counted_on_the_line_stands_apart():
    assert list(wear.line(COUNTED)) == [("lines", 4)]
