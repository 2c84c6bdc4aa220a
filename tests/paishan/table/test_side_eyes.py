"""A side whose eyes lie: S1 blind or stuck, S6 blind, the home of the head never seen."""

import pytest

from paishan.io.image import (
    BELT,
    BELT_REV,
    HEAD,
    HEAD_HOME,
    HEAD_REV,
    TILE,
)
from paishan.table.faults import (
    TILE_EYE_STUCK,
)

WEST = 2


def empty_turns(west, turns):
    for _ in range(turns):
        if west.side.failed:
            return
        west.head_turns(takes=False)


def test_an_eye_that_sees_a_tile_where_none_leaves_is_stuck(west):
    west.begin(8)
    west.tile_arrives()
    empty_turns(west, 1)
    assert west.side.failed == TILE_EYE_STUCK + WEST
    assert west.side.uncounted
    assert west.side.count == 0
    assert west.side.empty_turns == 1
    assert not west.drives(HEAD | HEAD_REV | BELT)


def drives_ms(west, mask):
    lasted_ms = 0
    while west.drives(mask):
        west.run(5)
        lasted_ms += 5
    return lasted_ms


def test_a_head_goes_back_from_a_tile_that_is_lost_to_the_eye_before_it_has_it(west):
    west.begin(8)
    west.loses_its_tile()
    assert west.drives(HEAD_REV)
    assert not west.drives(HEAD)
    west.head_comes_back()
    assert not west.drives(HEAD | HEAD_REV)
    assert (west.side.count, west.side.failed, west.side.uncounted) == (0, 0, False)


def test_a_tile_that_is_seen_again_meanwhile_is_still_there_and_counted_once(west):
    west.begin(8)
    west.loses_its_tile()
    west.show(TILE)
    west.head_comes_back()
    west.until_it_drives(HEAD)
    west.head_turns()
    assert (west.side.count, west.side.empty_turns, west.side.uncounted) == (1, 1, False)


def test_a_head_whose_home_is_stuck_goes_back_as_long_as_it_went(west):
    west.begin(8)
    west.show(TILE)
    west.until_it_drives(HEAD)
    west.hide(TILE)
    went_ms = drives_ms(west, HEAD)
    west.until_it_drives(HEAD_REV)
    assert went_ms - 5 <= drives_ms(west, HEAD_REV) <= went_ms + 25


def test_tiles_that_are_none_are_only_dirt(west):
    west.begin(8)
    for _ in range(2):
        west.loses_its_tile()
        west.head_comes_back()
    west.tile_arrives()
    west.until_it_drives(HEAD)
    west.head_turns()
    assert west.side.failed == 0
    assert west.side.empty_turns == 2
    assert west.side.count == 1


def test_an_eye_that_loses_its_tile_over_and_over_is_a_liar_and_nothing_is_uncounted(west):
    west.begin(8)
    for _ in range(6):
        assert west.side.failed == 0
        west.loses_its_tile()
        west.head_comes_back()
    assert west.side.failed == TILE_EYE_STUCK + WEST
    assert not west.side.uncounted


def test_a_head_that_is_held_on_its_way_back_goes_on_with_it(west):
    west.begin(8)
    west.loses_its_tile()
    west.hide(HEAD_HOME)
    west.run(5)
    west.side.hold(west.now)
    assert not west.drives(HEAD | HEAD_REV)
    west.side.go_on(west.now)
    west.run(25)
    assert west.drives(HEAD_REV)
    assert not west.drives(HEAD)


def test_what_the_eye_saw_before_the_build_began_is_no_tile(west):
    west.begin(2)
    west.stack()
    west.show(TILE)
    west.run(5)
    west.side.hold(west.now)
    west.run(60_000)  # the walls are raised: nobody looks at it
    west.begin(8)
    west.run(20)
    assert not west.drives(HEAD)
    west.hide(TILE)
    west.run(200)
    assert not west.drives(HEAD)


def test_the_belt_does_not_go_back_before_the_head_has_its_last_tile_for_certain(west):
    west.begin(1)
    west.tile_enters()
    west.tile_arrives()
    west.until_it_drives(HEAD)
    west.run(30)
    west.hide(HEAD_HOME)
    west.run(50)
    west.hide(TILE)
    west.run(50)
    assert not west.drives(BELT | BELT_REV)
    west.run(200)
    west.show(HEAD_HOME)
    west.run(10)
    assert west.side.count == 1
    assert west.drives(BELT_REV)


def test_where_no_head_can_go_back_such_a_turn_may_have_taken_it(one_way):
    one_way.begin(8)
    one_way.loses_its_tile()
    one_way.head_turns(takes=False)
    assert one_way.side.failed == TILE_EYE_STUCK + WEST
    assert one_way.side.uncounted  # the machine is emptied, whatever lies on the platform


@pytest.mark.parametrize("turned", [0, 1])
def test_a_flicker_does_not_start_the_head(west, turned):
    west.begin(8)
    for _ in range(turned):
        west.tile_arrives()
        west.head_turns()
    west.show(TILE)
    west.run(35)
    west.hide(TILE)
    west.run(200)
    assert not west.drives(HEAD)
    assert west.side.empty_turns == 0


def test_an_eye_that_flickers_must_see_its_tile_for_longer(west):
    west.begin(8)
    west.tile_arrives()
    west.head_turns()
    for _ in range(4):
        west.show(TILE)
        west.run(30)
        west.hide(TILE)
        west.run(30)
    west.show(TILE)
    west.run(190)
    assert not west.drives(HEAD)
    west.run(15)
    assert west.drives(HEAD)
    west.head_turns()
    assert west.side.count == 2
    west.tile_arrives()
    assert west.drives(HEAD)  # what was counted is forgotten


def test_an_eye_that_goes_blind_when_the_head_starts_has_seen_the_tile_all_the_same(west):
    west.begin(8)
    west.tile_arrives()
    west.run(30)
    west.hide(HEAD_HOME)
    west.run(50)
    west.hide(TILE)
    west.run(60)
    west.show(TILE)  # the next one, for the rest of this turn
    west.run(200)
    west.show(HEAD_HOME)
    west.run(10)
    west.hide(TILE)
    west.head_turns(takes=False)
    assert (west.side.count, west.side.empty_turns) == (2, 0)


def test_a_stuck_eye_that_was_cleaned_starts_from_nothing(west):
    west.begin(8)
    west.tile_arrives()
    empty_turns(west, 1)
    west.side.go_on(west.now)
    west.until_it_drives(HEAD)
    west.head_turns()
    assert west.side.failed == 0


@pytest.mark.parametrize("what", ["jam", "pusher", "eye"])
def test_a_side_that_failed_does_nothing_until_it_is_told_to_go_on(west, what):
    west.begin(4)
    west.tile_arrives()
    if what == "eye":
        empty_turns(west, 3)
    elif what == "jam":
        west.run(20_000)
    else:
        west.head_turns()
        west.tile_arrives()
        west.head_turns()
        west.run(20_000)
    assert west.side.failed
    west.show(TILE)
    for _ in range(100):
        west.run(100)
        assert not west.drives(0x7F)
