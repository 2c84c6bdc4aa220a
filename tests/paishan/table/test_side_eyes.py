"""A side whose eyes lie: S1 blind or stuck, S6 blind, the home of the head never seen."""

import pytest

from paishan.io.image import (
    BELT,
    BELT_FULL,
    BELT_REV,
    HEAD,
    HEAD_HOME,
    HEAD_REV,
    PUSHER,
    PUSHER_HOME,
    TILE,
)
from paishan.table.faults import (
    BELT_FULL_NO_TILE,
    HEAD_JAM,
    HEAD_SENSOR,
    PUSHER_STUCK,
    TILE_EYE_STUCK,
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


def until_it_drives(west, mask):
    for _ in range(200):
        if not west.drives(mask):
            west.run(5)
    assert west.drives(mask)


def drives_ms(west, mask):
    lasted_ms = 0
    while west.drives(mask):
        west.run(5)
        lasted_ms += 5
    return lasted_ms


def lost_tile(west):
    """S1 sees a tile for so long that the head starts, and then no more."""
    west.show(TILE)
    until_it_drives(west, HEAD)
    west.hide(TILE)
    west.run(60)


def head_comes_back(west):
    """The head, which left its home, goes back there."""
    west.hide(HEAD_HOME)
    until_it_drives(west, HEAD_REV)
    west.run(30)
    west.show(HEAD_HOME)
    west.run(60)


def test_a_head_goes_back_from_a_tile_that_is_lost_to_the_eye_before_it_has_it(west):
    west.begin(8)
    lost_tile(west)
    assert west.drives(HEAD_REV)
    assert not west.drives(HEAD)
    head_comes_back(west)
    assert not west.drives(HEAD | HEAD_REV)
    assert (west.side.count, west.side.failed, west.side.uncounted) == (0, 0, False)


def test_a_tile_that_is_seen_again_meanwhile_is_still_there_and_counted_once(west):
    west.begin(8)
    lost_tile(west)
    west.show(TILE)
    head_comes_back(west)
    until_it_drives(west, HEAD)
    west.head_turns()
    assert (west.side.count, west.side.empty_turns, west.side.uncounted) == (1, 1, False)


def test_a_head_whose_home_is_stuck_goes_back_as_long_as_it_went(west):
    west.begin(8)
    west.show(TILE)
    until_it_drives(west, HEAD)
    west.hide(TILE)
    went_ms = drives_ms(west, HEAD)
    until_it_drives(west, HEAD_REV)
    assert went_ms - 5 <= drives_ms(west, HEAD_REV) <= went_ms + 25


def test_tiles_that_are_none_are_only_dirt(west):
    west.begin(8)
    for _ in range(2):
        lost_tile(west)
        head_comes_back(west)
    west.tile_arrives()
    until_it_drives(west, HEAD)
    west.head_turns()
    assert west.side.failed == 0
    assert west.side.empty_turns == 2
    assert west.side.count == 1


def test_an_eye_that_loses_its_tile_over_and_over_is_a_liar_and_nothing_is_uncounted(west):
    west.begin(8)
    for _ in range(6):
        assert west.side.failed == 0
        lost_tile(west)
        head_comes_back(west)
    assert west.side.failed == TILE_EYE_STUCK + WEST
    assert not west.side.uncounted


def test_a_head_that_is_held_on_its_way_back_goes_on_with_it(west):
    west.begin(8)
    lost_tile(west)
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
    until_it_drives(west, HEAD)
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
    lost_tile(one_way)
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
    until_it_drives(west, HEAD)
    west.head_turns()
    assert west.side.failed == 0


def test_a_head_that_does_not_leave_home_and_takes_no_tile_is_a_jam(west):
    west.begin(4)
    west.tile_arrives()
    west.run(20_000)
    assert west.side.failed == HEAD_JAM + WEST


def test_a_jam_that_two_keys_did_not_help_empties_the_machine(west):
    west.begin(4)
    west.tile_arrives()
    for uncounted in (False, False, True):
        west.run(20_000)
        assert west.side.failed == HEAD_JAM + WEST
        assert west.side.uncounted is uncounted
        west.side.go_on(west.now)


def test_a_head_that_takes_tiles_and_never_leaves_home_has_a_blind_sensor(west):
    west.begin(4)
    west.tile_arrives()
    west.run(100)
    west.hide(TILE)
    west.run(20_000)
    assert west.side.failed == HEAD_SENSOR + WEST


def test_a_head_that_left_home_and_never_comes_back_is_a_jam(west):
    west.begin(4)
    west.tile_arrives()
    west.run(30)
    west.hide(HEAD_HOME)
    west.run(60)
    west.hide(TILE)
    west.run(20_000)
    assert west.side.failed == HEAD_JAM + WEST


def test_a_jam_brings_no_lost_count_back(west):
    west.begin(4)
    west.side.uncounted = True
    west.tile_arrives()
    west.run(20_000)
    assert west.side.failed == HEAD_JAM + WEST
    assert west.side.uncounted


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


def test_a_pusher_that_failed_keeps_its_stack_for_the_next_try(west):
    west.begin(4)
    for _ in range(2):
        west.tile_arrives()
        west.head_turns()
    west.hide(PUSHER_HOME)
    west.run(20_000)
    assert west.side.failed == PUSHER_STUCK + WEST
    assert not west.side.is_full()
    west.side.go_on(west.now)
    west.run(5)
    assert west.drives(PUSHER)


# (what breaks on the east side, first code) on the machine of bytes: nothing else stops
BREAKS = {
    "head": (lambda machine: machine.stuck.update({(0, HEAD), (0, HEAD_REV)}), HEAD_JAM),
    "pusher": (lambda machine: machine.stuck.add((0, PUSHER)), PUSHER_STUCK),
}


@pytest.mark.parametrize("part", BREAKS)
def test_the_others_finish_first_then_the_side_is_named(building, part):
    breaks, code = BREAKS[part]
    breaks(building)
    building.until("FAULT", 60_000)
    assert building.fault == code
    assert building.counts[1:] == [4, 4, 4]
    assert building.trays[1:] == [2, 2, 2]
    assert building.table.alarm.sides == 0b0001
    assert building.table.alarm.number == 4 - building.counts[0] or part == "pusher"


def test_two_that_fail_are_told_by_the_first_and_both_go_on(building):
    building.stuck = {(3, PUSHER), (1, HEAD), (1, HEAD_REV)}
    building.until("FAULT", 60_000)
    assert building.fault == HEAD_JAM + 1
    building.stuck = set()
    building.press()
    building.until("READY", 30_000)
    assert building.trays == [2, 2, 2, 2]


def test_a_head_that_goes_round_once_more_for_its_home_counts_nothing(west):
    west.begin(2)
    for _ in range(2):
        west.tile_arrives()
        west.head_turns()
    west.run(20)
    west.hide(HEAD_HOME)  # it coasted past its home
    west.side.pusher.stop()
    west.side.settle(west.now)
    assert west.drives(HEAD)
    west.run(300)
    west.show(HEAD_HOME)
    west.run(10)
    assert west.side.count == 2


def test_an_eye_that_goes_blind_after_a_turn_was_broken_off_has_missed_nothing(west):
    west.begin(8)
    lost_tile(west)
    head_comes_back(west)
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
