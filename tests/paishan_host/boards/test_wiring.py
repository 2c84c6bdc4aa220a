"""The pictures: all that is wired is on them, nothing leaves the paper, no word covers another."""

import re
import xml.etree.ElementTree as ElementTree

import pytest

from paishan_host.boards import board_pages, plan, station_view, wiring

WIDE, NARROW = 0.7, 0.53  # of a letter's size, in DejaVu Sans, the widest that a viewer takes
SVG = "{http://www.w3.org/2000/svg}"
BOARDS = {
    name: board for name in plan.names() if (board := plan.load(plan.find(name))[0]) is not None
}
ELECTRONICS = BOARDS["rpi_pico"].electronics
PICTURES = {name: wiring.picture(board) for name, board in BOARDS.items()} | {
    name: station_view.picture(ELECTRONICS, name) for name in ELECTRONICS["stations"]
}


def texts(svg):
    """(left, top, right, bottom, words) of every text."""
    found = []
    for one in ElementTree.fromstring(svg).iter(f"{SVG}text"):
        size = float(one.get("font-size"))
        wide = sum(WIDE if letter.isupper() else NARROW for letter in one.text or "") * size
        x, y = float(one.get("x")), float(one.get("y"))
        left = x - wide * {"start": 0, "middle": 0.5, "end": 1}[one.get("text-anchor")]
        found.append((left, y - 0.8 * size, left + wide, y + 0.1 * size, one.text))
    return found


@pytest.mark.parametrize("name", PICTURES)
def test_nothing_leaves_the_paper(name):
    root = ElementTree.fromstring(PICTURES[name])
    width, height = float(root.get("width")), float(root.get("height"))
    for left, top, right, bottom, words in texts(PICTURES[name]):
        assert left >= 0, words
        assert top >= 0, words
        assert right <= width, words
        assert bottom <= height, words


@pytest.mark.parametrize("name", PICTURES)
def test_no_word_covers_another(name):
    found = [one for one in texts(PICTURES[name]) if one[4]]
    for number, (left, top, right, bottom, words) in enumerate(found):
        for other in found[number + 1 :]:
            apart = right <= other[0] or other[2] <= left or bottom <= other[1] or other[3] <= top
            assert apart, (words, other[4])


@pytest.mark.parametrize("name", BOARDS)
def test_every_wire_stands_at_its_pin_and_in_the_table_of_pulls(name):
    words = [one[4] for one in texts(PICTURES[name])]
    for use in BOARDS[name].uses:
        assert words.count(use.net) >= 2 or use.net == "LED"
        assert any(re.match(rf"{re.escape(use.pin)}( |$)", word or "") for word in words)


@pytest.mark.parametrize("name", ELECTRONICS["stations"])
def test_every_sensor_and_motor_of_a_station_is_drawn(name):
    words = " ".join(one[4] or "" for one in texts(PICTURES[name]))
    for row in (
        *ELECTRONICS["stations"][name]["inputs"],
        *ELECTRONICS["stations"][name]["outputs"],
    ):
        assert row["name"] in words


def test_the_power_up_behaviour_of_every_output_is_said():
    page = board_pages.of_electronics(ELECTRONICS)
    for about in ELECTRONICS["stations"].values():
        for row in about["outputs"]:
            line = next(one for one in page.splitlines() if f"| `{row['name']}` |" in one)
            assert "off: register disabled" in line or "until boot.py clears it" in line
            assert ("MF-R" in line) == ("fuse" in row)


def test_the_parts_are_as_many_as_the_stations_need():
    stations, parts = ELECTRONICS["stations"], ELECTRONICS["parts"]
    drivers = {}
    for about in stations.values():
        for unit in {(row["driver"], row["input"].partition(".")[0]) for row in about["outputs"]}:
            drivers[unit[0]] = drivers.get(unit[0], 0) + len(about["at"])
    assert parts["DRV8871"]["count"] == drivers["DRV8871"]
    assert parts["AO3400A"]["count"] == drivers["AO3400A"] + 1  # and K1
    assert parts["ULN2803A"]["count"] == drivers["ULN2803A"]
    assert parts["74HC595"]["count"] == len(ELECTRONICS["chain"]["outputs"])
    assert parts["74HC165"]["count"] == len(ELECTRONICS["chain"]["inputs"])


def test_currents_are_those_that_the_interlocks_reckon_with():
    from paishan.table.interlocks import CENTRE_MA, SIDE_MA

    for station, wanted in (("side", SIDE_MA), ("centre", CENTRE_MA)):
        for row, ma in zip(ELECTRONICS["stations"][station]["outputs"], wanted, strict=True):
            if row.get("motor"):
                assert row["ma"] == ma, row["name"]
