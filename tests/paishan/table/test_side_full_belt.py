"""A belt that is full while S1 sees no tile: one of its two eyes lies, and which one."""

import pytest

from paishan.io.image import (
    BELT,
    BELT_FULL,
    BELT_REV,
    HEAD,
    PUSHER,
    TILE,
)
from paishan.table.faults import (
    BELT_FULL_NO_TILE,
)

WEST = 2


@pytest.fixture
def piled_up(west):
    """Tiles stand on the belt up to its entry, and S1 sees none."""
    west.begin(8)
    for _ in range(5):
        west.tile_enters()
    west.show(BELT_FULL)
    return west


def row_goes_back(west):
    """The belt turns back, and the tile at its entry goes."""
    assert west.drives(BELT_REV)
    west.run(200)
    west.hide(BELT_FULL)
    west.run(10)


def test_a_full_belt_without_a_tile_at_the_head_means_that_the_eye_is_blind(piled_up):
    piled_up.run(3010)
    row_goes_back(piled_up)
    assert piled_up.side.failed == BELT_FULL_NO_TILE + WEST
    assert not piled_up.drives(BELT | BELT_REV | HEAD | PUSHER)


def test_a_belt_that_is_full_even_when_it_went_back_has_an_eye_that_is_stuck(piled_up):
    piled_up.run(3010)
    assert piled_up.drives(BELT_REV)
    piled_up.run(1600)
    assert piled_up.drives(BELT)
    piled_up.run(20_000)
    assert piled_up.drives(BELT)
    assert (piled_up.side.failed, piled_up.side.feeder.doubted) == (0, True)


def test_an_eye_of_the_belt_that_changes_again_is_believed_again(piled_up):
    piled_up.run(3010 + 1600)
    piled_up.hide(BELT_FULL)
    piled_up.run(10)
    piled_up.show(BELT_FULL)
    assert not piled_up.side.feeder.doubted
    piled_up.run(3010)
    row_goes_back(piled_up)
    assert piled_up.side.failed == BELT_FULL_NO_TILE + WEST


def test_a_moment_of_it_is_nothing(piled_up):
    piled_up.run(2900)
    piled_up.show(TILE)
    piled_up.run(110)
    assert piled_up.side.failed == 0
    assert piled_up.drives(HEAD)


def test_while_the_head_turns_a_full_belt_is_not_to_be_wondered_at(west):
    west.begin(8)
    west.tile_arrives()
    west.show(BELT_FULL)
    west.head_turns()
    west.run(2500)
    assert west.side.failed == 0


def test_mended_and_cleared_the_eye_has_its_full_time_again(piled_up):
    piled_up.run(3010)
    row_goes_back(piled_up)
    piled_up.side.go_on(piled_up.now)
    assert piled_up.side.failed == 0
    piled_up.show(BELT_FULL)
    piled_up.run(2900)
    assert piled_up.side.failed == 0
    piled_up.show(TILE)
    piled_up.run(110)
    assert piled_up.drives(HEAD)


def test_an_eye_that_goes_blind_after_a_turn_was_broken_off_has_missed_nothing(west):
    west.begin(8)
    west.loses_its_tile()
    west.head_comes_back()
    for _ in range(5):
        west.tile_enters()
    west.show(BELT_FULL)
    west.run(3100)
    row_goes_back(west)
    assert west.side.failed == BELT_FULL_NO_TILE + WEST
    assert not west.side.uncounted


def test_an_eye_that_goes_blind_after_good_turns_has_missed_nothing(west):
    west.begin(8)
    west.tile_arrives()
    west.head_turns()
    west.show(BELT_FULL)
    west.run(3100)
    row_goes_back(west)
    assert west.side.failed == BELT_FULL_NO_TILE + WEST
    assert not west.side.uncounted
