import pytest

from paishan.io.image import BELT, SEAT_LAMP, TENS, UNITS
from paishan.motion.display import DIGITS
from paishan.motion.lamp import FAST
from paishan.table.front import Front
from paishan.table.panel import Panel


class Scans:
    """Panel and front as a table steps them."""

    def __init__(self, lines):
        self.lines = lines
        self.panel = Panel(lines.wish, lines.settings)
        self.front = Front(lines.wish, lines.settings)
        self.panel.display.number(17)
        self.panel.seats[0].on()

    def run(self, ms=5, state=lambda panel: None):
        for _ in range(ms // 5):
            self.lines.now += 5
            self.front.uncover()
            state(self.panel)
            self.panel.step(self.lines.now)
            self.front.cover(self.lines.now)

    @property
    def digits(self):
        return bytes(self.lines.wish.bytes[TENS : UNITS + 1])

    @property
    def lit(self):
        return [side for side in range(4) if self.lines.drives(side, SEAT_LAMP)]


@pytest.fixture
def scans(lines):
    lines.now = 0
    return Scans(lines)


def glyphs(number):
    return bytes((DIGITS[number // 10], DIGITS[number % 10]))


def test_unseen_it_changes_nothing(scans):
    scans.front.light(2)
    scans.front.display.number(42)
    scans.run(100)
    assert (scans.digits, scans.lit) == (glyphs(17), [0])


def test_shown_it_covers_digits_and_seat_lamps(scans):
    scans.front.light(2)
    scans.front.display.number(42)
    scans.front.shown = True
    scans.run(100)
    assert (scans.digits, scans.lit) == (glyphs(42), [2])


def test_taken_away_the_states_own_picture_is_as_it_was_left(scans):
    scans.front.shown = True
    scans.run(100)
    scans.run(5, lambda panel: panel.display.number(16))
    scans.run(5, lambda panel: panel.seats[3].on())
    scans.run(100)
    assert scans.lit == []
    scans.front.shown = False
    scans.run()
    assert (scans.digits, scans.lit) == (glyphs(16), [0, 3])


def test_no_motor_is_ever_touched(scans):
    scans.lines.wish.bytes[1] |= BELT
    scans.front.shown = True
    scans.run(50)
    assert scans.lines.drives(1, BELT)
    scans.front.shown = False
    scans.run()
    assert scans.lines.drives(1, BELT)


def test_a_blinking_seat_blinks(scans):
    scans.front.light(1, FAST)
    scans.front.shown = True
    seen = set()
    for _ in range(80):
        scans.run()
        seen.add(tuple(scans.lit))
    assert seen == {(), (1,)}
