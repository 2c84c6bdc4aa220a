import pytest

from paishan.io.image import BUZZER, CENTRE, PANEL, SEAT_LAMP
from paishan.table import rules
from paishan.table.dice_roll import DiceRoll, faces_of
from paishan.table.front import Front
from paishan.table.gears import Gear
from paishan.table.guide import FACES_MS, Guide
from paishan.table.panel import Panel

DICE_MS = 4000
SHOW_MS = 20_000
EAST, SOUTH, WEST, NORTH = range(4)
GEARS = {
    "taiwan-16": (1, 144, (18, 18, 18, 18), "", "taiwan-16"),
    "chinese-official": (1, 144, (18, 18, 18, 18), "", "chinese-official"),
    "xiamen": (1, 144, (18, 18, 18, 18), "", "xiamen"),
    "sichuan-108": (1, 108, (14, 13, 14, 13), "", "sichuan-108"),
}


def seed_of(*faces):
    """A seed that stands for these faces."""
    for number in range(100_000):
        seed = number.to_bytes(4, "big")
        if tuple(faces_of(seed, len(faces))) == faces:
            return seed
    raise AssertionError(faces)


class Table:
    """Guide, front and panel, stepped as a table would; the test's fingers and eyes."""

    def __init__(self, lines, game="taiwan-16", throws=(), electronic=True, clock=False):
        lines.now = 0
        seeds = iter([seed_of(*faces) for faces in throws])
        self.lines = lines
        self.roll = DiceRoll(lambda: next(seeds, b""))
        self.roll.prepare()
        self.panel = Panel(lines.wish, lines.settings)
        self.front = Front(lines.wish, lines.settings)
        self.guide = Guide(
            self.front, self.panel.buzzer, lines.edges, self.roll, DICE_MS, SHOW_MS,
            electronic, clock,
        )  # fmt: skip
        self.panel.display.number(0)
        self.thrown = 0
        self.taken = 0  # keys that the dice motor does not see
        self.beeped = False
        if game:
            self.guide.walls_up(Gear(GEARS[game]))

    def run(self, ms, allowed=True):
        lines = self.lines
        for _ in range(ms // 5):
            lines.now += 5
            pressed = lines.edges[PANEL]
            self.front.uncover()
            self.guide.step(lines.now, allowed)
            self.taken += pressed != lines.edges[PANEL]
            self.panel.step(lines.now)
            self.front.cover(lines.now)
            self.thrown += self.guide.thrown
            self.beeped |= lines.drives(CENTRE, BUZZER)
            lines.edges[PANEL] = 0

    def press(self, side):
        self.lines.edges[PANEL] = 0x04 << side
        self.run(5)

    def throw(self, side):
        self.press(side)
        self.run(DICE_MS + 50)

    @property
    def shows(self):
        """The digits in front, and the lit seats."""
        lit = [side for side in range(4) if self.lines.drives(side, SEAT_LAMP)]
        text = self.front.display.text() if self.front.shown else ""
        return text.strip(), lit


@pytest.fixture
def table(lines):
    def make(*args, **options):
        return Table(lines, *args, **options)

    return make


def test_a_throw_shows_its_faces_then_the_lit_wall_and_the_stacks_to_count(table):
    table = table("sichuan-108", [(2, 5)])
    table.press(EAST)
    table.run(DICE_MS - 10)
    assert table.shows == ("", [])
    table.run(50)
    assert table.shows == ("25", [])
    table.run(FACES_MS)
    assert table.shows == ("2", [WEST])  # 7: opposite; the smaller die counts
    table.run(SHOW_MS)
    assert table.shows == ("", [])
    assert table.thrown == 1


def test_three_dice_show_their_total(table):
    table = table("taiwan-16", [(6, 5, 4)])
    table.throw(SOUTH)
    assert table.shows == ("15", [])
    table.run(FACES_MS)
    assert table.shows == ("15", [NORTH])  # opposite of south


def test_where_two_throw_the_second_seat_blinks_until_both_are_counted(table):
    table = table("chinese-official", [(3, 3), (6, 5)])
    table.throw(EAST)
    table.run(FACES_MS + 200)
    seen = set()
    for _ in range(100):
        table.run(5)
        seen.add(tuple(table.shows[1]))
    assert seen == {(), (SOUTH,)}
    table.throw(SOUTH)
    table.run(FACES_MS)
    assert table.shows == ("17", [SOUTH])
    assert table.guide.opening.left == 1


def test_the_third_throw_of_xiamen_shows_where_the_gold_lies(table):
    table = table("xiamen", [(2, 3), (1, 1)])
    table.throw(EAST)
    table.run(FACES_MS)
    assert table.shows == ("5", [EAST])
    table.throw(EAST)
    table.run(FACES_MS)
    # two back from the break: the fourth stack of the own wall
    assert table.shows == ("4", [EAST])


def test_a_throw_after_the_opening_begins_another(table):
    table = table("taiwan-16", [(1, 1, 1), (1, 1, 2)])
    table.throw(EAST)
    table.throw(EAST)
    table.run(FACES_MS)
    assert table.shows == ("4", [NORTH])


def test_before_any_walls_stand_the_dice_are_only_dice(table):
    table = table(None, [(4, 6)])
    table.throw(EAST)
    assert table.shows[0] == "46"
    table.run(FACES_MS)
    assert table.shows == ("", [])


def test_dice_that_are_not_ready_are_refused_with_a_beep(table):
    table = table("taiwan-16", [(1, 1, 1)])
    for _ in range(4):
        table.throw(EAST)
    table.beeped = False
    table.throw(EAST)
    assert table.beeped
    assert table.shows == ("", [])
    assert table.thrown == 4


def test_a_fault_takes_the_panel_at_once(table):
    table = table("taiwan-16", [(1, 1, 1)])
    table.throw(EAST)
    table.run(5, allowed=False)
    assert table.shows == ("", [])


def test_the_motor_sees_every_key_that_means_dice(table):
    table = table("chinese-official", [(1, 1), (1, 1)], clock=True)
    table.throw(EAST)
    table.throw(SOUTH)
    assert table.taken == 0
    table.press(EAST)
    assert table.taken == 1


def test_the_turn_clock_counts_on_the_seat_and_beeps_at_the_end(table):
    table = table("taiwan-16", [(1, 1, 1)], clock=True)
    table.throw(EAST)
    table.run(FACES_MS)
    table.press(EAST)
    assert table.shows == ("30", [EAST])
    table.run(20_000)
    assert table.shows == ("10", [EAST])
    assert not table.beeped
    table.run(10_000)
    assert table.beeped
    table.press(EAST)
    assert table.shows == ("15", [SOUTH])


def test_the_clock_works_with_real_dice_too(table):
    table = table("chinese-official", electronic=False, clock=True)
    table.press(EAST)
    table.press(SOUTH)
    assert table.shows == ("", [])
    table.press(EAST)
    assert table.shows == ("30", [EAST])


def test_new_walls_end_the_clock(table):
    table = table("taiwan-16", electronic=False, clock=True)
    table.press(EAST)
    table.press(EAST)
    table.guide.walls_up(Gear(GEARS["xiamen"]))
    table.run(5)
    assert table.shows == ("", [])


def test_without_electronic_dice_and_clock_nothing_is_ever_shown(table):
    table = table("taiwan-16", electronic=False)
    for side in range(4):
        table.throw(side)
        table.run(FACES_MS)
        assert table.shows == ("", [])
    assert table.roll.thrown == 0


def test_a_game_is_known_to_the_guide_by_its_gear(table):
    table = table("xiamen")
    assert table.guide.opening.rule is rules.find("xiamen")
