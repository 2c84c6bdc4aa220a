"""A side whose eye S1 sees tiles that are none: by the belt, and by where in a turn they go."""

import pytest
from tests.paishan.table.conftest import HEAD_MS, WEST, Lines, Post

from paishan.io.image import BELT_FULL, HEAD, HEAD_HOME, HEAD_REV, TILE
from paishan.table.faults import TILE_EYE_STUCK

BELT_MS = 400  # the soonest that a belt can bring a tile, and a bit


@pytest.fixture
def watched(west):
    """S6 is believed: it saw every tile so far."""
    west.begin(40)
    west.side.feeder.missed = False
    return west


def test_a_tile_that_no_belt_can_have_brought_must_stand_for_a_second(watched):
    watched.show(TILE)
    watched.run(1000)
    assert not watched.drives(HEAD)
    watched.run(110)
    assert watched.drives(HEAD)


def test_one_that_went_sooner_was_none(watched):
    watched.show(TILE)
    watched.run(900)
    watched.hide(TILE)
    watched.run(1000)
    assert not watched.drives(HEAD)
    assert watched.side.failed == 0


def test_a_tile_is_not_there_sooner_than_the_belt_can_bring_it(watched):
    watched.tile_enters()
    watched.show(TILE)
    watched.run(BELT_MS - 100)
    assert not watched.drives(HEAD)
    watched.run(100)
    assert watched.drives(HEAD)


def test_once_the_head_took_one_that_s6_did_not_see_s6_counts_no_more(watched):
    watched.show(TILE)
    watched.run(1110)
    watched.head_turns()
    watched.show(TILE)
    watched.run(110)
    assert watched.drives(HEAD)
    watched.head_turns()
    assert watched.side.count == 2


def test_where_no_s6_is_fitted_nothing_is_asked_of_it():
    west = Post(Lines(head_limit_ms=1200, side_fitted=0xFF ^ BELT_FULL))
    west.side.begin(8)
    west.side.go_on(west.now)
    west.show(TILE)
    west.run(110)
    assert west.drives(HEAD)


def starts(west):
    """A tile comes, and the head starts for it."""
    west.tile_enters()
    west.show(TILE)
    for _ in range(100):
        west.run(5)
        if west.drives(HEAD):
            return
    raise AssertionError("the head does not start")


def turn(west, lost_ms):
    """A turn until S1 has lost its tile, after so long."""
    west.run(30)
    west.hide(HEAD_HOME)
    west.run(lost_ms - 30)
    west.hide(TILE)
    west.run(15)


def ends(west):
    west.run(HEAD_MS // 2)
    west.show(HEAD_HOME)
    west.run(10)


@pytest.fixture
def practised(west):
    """Ten turns have shown where the cam takes its tile: after 80 ms, with home off after 30."""
    west.begin(40)
    for _ in range(10):
        starts(west)
        turn(west, 80)
        ends(west)
        if not west.side.count & 1:
            west.pusher_turns()
    starts(west)
    return west


@pytest.mark.parametrize("lost_ms", [65, 80, 100])
def test_a_tile_that_goes_about_where_the_others_went_is_taken(practised, lost_ms):
    turn(practised, lost_ms)
    assert practised.side.watch.taken
    assert practised.drives(HEAD)


@pytest.mark.parametrize("lost_ms", [35, 140])
def test_a_head_goes_back_from_one_that_goes_elsewhere(practised, lost_ms):
    turn(practised, lost_ms)
    practised.run(50)
    assert practised.drives(HEAD_REV)
    practised.show(HEAD_HOME)
    practised.run(20)
    assert (practised.side.count, practised.side.failed) == (10, 0)
    assert practised.side.unsure


def test_one_that_goes_when_the_tile_would_lie_already_leaves_the_count_unknown(practised):
    turn(practised, HEAD_MS * 3 // 4)
    practised.run(100)
    practised.show(HEAD_HOME)
    practised.run(20)
    assert practised.side.failed == TILE_EYE_STUCK + WEST
    assert practised.side.uncounted


def test_a_head_that_takes_its_tiles_elsewhere_now_is_believed_after_some(practised):
    for _ in range(3):
        turn(practised, 140)
        practised.run(50)
        practised.show(HEAD_HOME)
        practised.run(20)
        starts(practised)
    turn(practised, 140)
    assert practised.side.watch.taken
    ends(practised)
    starts(practised)
    turn(practised, 140)
    assert practised.side.watch.taken


def test_a_turn_that_was_paused_tells_nothing_of_where_it_is(practised):
    practised.run(30)
    practised.hide(HEAD_HOME)
    practised.run(20)
    practised.side.hold(practised.now)
    practised.lines.now += 500
    practised.side.go_on(practised.now)
    practised.run(100)
    practised.hide(TILE)
    practised.run(15)
    assert practised.side.watch.taken
