import pytest

from paishan.io.image import CENTRE, READY_LAMP, SEAT_LAMP
from paishan.table.panel import Panel


@pytest.fixture
def panel(lines):
    return Panel(lines.wish, lines.settings)


def lit(lines):
    return [side for side in range(4) if lines.drives(side, SEAT_LAMP)]


@pytest.mark.parametrize("sides", range(16))
def test_the_seats_of_a_mask_blink_east_first(lines, panel, sides):
    panel.blink_seats(sides)
    seen = set()
    for _ in range(200):
        lines.run(5, panel)
        seen.add(tuple(lit(lines)))
    wanted = tuple(side for side in range(4) if sides >> side & 1)
    assert seen == {wanted, ()}


def test_no_seat_blinks_after_an_empty_mask(lines, panel):
    panel.blink_seats(0b1111)
    lines.run(50, panel)
    panel.blink_seats(0)
    lines.run(50, panel)
    assert lit(lines) == []


def test_a_seat_that_goes_on_blinking_keeps_its_rhythm(lines, panel):
    panel.blink_seats(0b0001)
    lines.run(100, panel)
    panel.blink_seats(0b0011)
    lines.run(60, panel)
    assert lit(lines) == [1]


def test_the_ready_lamp_is_steady(lines, panel):
    panel.ready.on()
    lines.run(3000, panel)
    assert lines.drives(CENTRE, READY_LAMP)


def test_the_panel_lets_the_display_turn_its_pages(lines, panel):
    panel.display.code(71)
    seen = set()
    for _ in range(400):
        lines.run(5, panel)
        seen.add(panel.display.text())
    assert seen == {"71", "  "}
