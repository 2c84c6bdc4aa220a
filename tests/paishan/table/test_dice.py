import pytest

from paishan.io.image import CENTRE, DICE, PANEL
from paishan.table.dice import Dice


@pytest.fixture
def dice(lines):
    return Dice(lines.wish, lines.edges, lines.settings)


def press(lines, key=0x04):
    lines.edges[PANEL] |= key


@pytest.mark.parametrize("key", [0x04, 0x08, 0x10, 0x20])
def test_any_of_the_four_keys_rattles_the_dice_for_four_seconds(lines, dice, key):
    press(lines, key)
    lines.run(3995, dice)
    assert lines.drives(CENTRE, DICE)
    lines.run(10, dice)
    assert not lines.drives(CENTRE, DICE)


@pytest.mark.parametrize("contact", [0x01, 0x02, 0x40, 0x80])
def test_no_other_contact_does(lines, dice, contact):
    press(lines, contact)
    lines.run(50, dice)
    assert not lines.drives(CENTRE, DICE)


def test_a_key_let_go_is_no_press(lines, dice):
    lines.edges[8 + PANEL] |= 0x04
    lines.run(50, dice)
    assert not lines.drives(CENTRE, DICE)


def test_a_press_during_a_rattle_does_not_lengthen_it(lines, dice):
    press(lines)
    lines.run(3000, dice)
    press(lines, 0x20)
    lines.run(1010, dice)
    assert not lines.drives(CENTRE, DICE)


def test_a_press_after_it_is_a_new_throw(lines, dice):
    press(lines)
    lines.run(5000, dice)
    press(lines)
    lines.run(50, dice)
    assert lines.drives(CENTRE, DICE)


def test_stopped_they_lie_still(lines, dice):
    press(lines)
    lines.run(1000, dice)
    dice.stop()
    lines.run(50, dice)
    assert not lines.drives(CENTRE, DICE)
