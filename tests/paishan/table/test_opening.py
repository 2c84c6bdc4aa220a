"""rules.md, "Dice → which wall is opened, and where" and "End of the wall"."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paishan.table import rules
from paishan.table.opening import (
    DONE,
    JOKER_THROW,
    NOWHERE,
    PLACE,
    SECOND_THROW,
    Opening,
    index_of,
    next_wall,
    place_of,
    wall_of,
)

EAST, SOUTH, WEST, NORTH = range(4)
SEATS = ("self", "next", "opposite", "previous")
EQUAL = (18, 18, 18, 18)
LONG_EAST = (14, 13, 14, 13)
THREE_SIDES = (18, 18, 18, 0)

some_walls = st.sampled_from(
    [EQUAL, LONG_EAST, (14, 14, 13, 13), THREE_SIDES, (18, 18, 0, 0), (9,) * 4, (19, 18, 18, 18)]
)


def opened(game, walls, *throws, thrower=EAST):
    opening = Opening()
    opening.begin(rules.find(game), walls)
    for dice in throws:
        opening.throw(thrower, sum(dice), min(dice))
    return opening


def place(side, stack):
    return side * PLACE + stack


# two dice, as players say it
SAYINGS = {
    2: "next", 3: "opposite", 4: "previous", 5: "self", 6: "next", 7: "opposite",
    8: "previous", 9: "self", 10: "next", 11: "opposite", 12: "previous",
}  # fmt: skip


@pytest.mark.parametrize("thrower", range(4))
@pytest.mark.parametrize(("total", "seat"), SAYINGS.items())
def test_two_dice_pick_the_wall_that_players_say(total, seat, thrower):
    assert wall_of(EQUAL, thrower, total) == (thrower + SEATS.index(seat)) % 4


# three dice with 18 stacks a side: whose wall, what is left of it after the first two stacks
THREE_DICE = [
    (3, "opposite", 13), (4, "previous", 12), (5, "self", 11), (6, "next", 10),
    (7, "opposite", 9), (8, "previous", 8), (9, "self", 7), (10, "next", 6),
    (11, "opposite", 5), (12, "previous", 4), (13, "self", 3), (14, "next", 2),
    (15, "opposite", 1), (16, "previous", 0), (17, "self", 0), (18, "next", 0),
]  # fmt: skip


def dice_of(total):
    """Three dice that show it."""
    first = min(6, total - 2)
    rest = total - first
    return first, rest // 2, rest - rest // 2


@pytest.mark.parametrize(("total", "seat", "left"), THREE_DICE)
def test_three_dice_open_the_wall_of_the_table(total, seat, left):
    opening = opened("taiwan-16", EQUAL, dice_of(total))
    assert SEATS[opening.wall] == seat
    assert opening.count == total
    assert max(0, opening.left - 2) == left
    assert opening.waits_for == DONE


@pytest.mark.parametrize(
    ("total", "first", "second"),
    [
        # 16: its last two; 17: its last one and the first of the following wall; 18: the first
        # two of the following wall (clockwise: that of the previous player)
        (16, (NORTH, 16), (NORTH, 17)),
        (17, (EAST, 17), (NORTH, 0)),
        (18, (EAST, 0), (EAST, 1)),
    ],
)
def test_three_dice_that_reach_the_end_go_on_in_the_next_wall(total, first, second):
    opening = opened("taiwan-16", EQUAL, dice_of(total))
    index = index_of(EQUAL, opening.wall, opening.count)
    assert opening.first == place(*first) == place_of(EQUAL, index)
    assert place_of(EQUAL, index + 1) == place(*second)


def test_walls_are_used_up_clockwise_from_self_to_previous_to_opposite_to_next():
    sides = [place_of(EQUAL, 18 * wall) // PLACE for wall in range(5)]
    assert [SEATS[side] for side in sides] == ["self", "previous", "opposite", "next", "self"]


def test_two_rolls_are_summed_and_may_run_into_the_next_wall():
    opening = opened("chinese-official", EQUAL, (6, 5))
    assert SEATS[opening.wall] == "opposite"
    assert opening.waits_for == SECOND_THROW
    assert opening.first == NOWHERE
    opening.throw(WEST, 12, 6)
    assert opening.count == 23
    assert opening.left == 0
    # 18 of the opposite wall, 5 of the one clockwise after it: that of next
    assert opening.first == place(SOUTH, 5)
    assert opening.waits_for == DONE


def test_the_smaller_die_picks_the_stack():
    opening = opened("sichuan-108", LONG_EAST, (6, 3))
    assert (SEATS[opening.wall], opening.count, opening.left) == ("self", 3, 11)
    assert opening.first == place(EAST, 3)


def test_the_american_dealer_counts_in_the_own_wall():
    opening = opened("american-152", (19,) * 4, (4, 3), thrower=SOUTH)
    assert (opening.wall, opening.count, opening.left) == (SOUTH, 7, 12)
    assert opening.replacement == NOWHERE


@pytest.mark.parametrize(("die", "seat"), [(1, 0), (2, 1), (3, 2), (4, 0), (5, 1), (6, 2)])
def test_three_walls_are_counted_by_three(die, seat):
    assert opened("riichi-3", THREE_SIDES, (die,)).wall == seat


def test_a_thrower_without_a_wall_counts_from_the_next_that_has_one():
    assert next_wall(THREE_SIDES, NORTH) == EAST
    assert wall_of(THREE_SIDES, NORTH, 1) == EAST


def test_unequal_walls_are_counted_as_they_stand():
    # previous 8: 13 stacks long, 8 counted, 5 left; then the wall of opposite, which has 14
    opening = opened("common", LONG_EAST, (4, 4))
    assert (opening.wall, opening.left) == (NORTH, 9)
    eight = opened("guangdong", LONG_EAST, (4, 4))
    assert (eight.wall, eight.count, eight.left) == (NORTH, 8, 5)
    assert place_of(LONG_EAST, index_of(LONG_EAST, NORTH, 8) + 5) == place(WEST, 0)
    assert place_of(LONG_EAST, index_of(LONG_EAST, NORTH, 8) + 5 + 14) == place(SOUTH, 0)


# end of the wall


def test_taiwan_keeps_eight_stacks_and_replaces_from_the_tail():
    opening = opened("taiwan-16", EQUAL, (3, 3, 3))
    assert opening.replacement == place(EAST, 8)
    assert opening.kept == place(EAST, 1)  # 8 stacks: 1 to 8 of the own wall


def test_the_kept_stacks_reach_back_into_the_wall_before():
    opening = opened("taiwan-16", EQUAL, (1, 1, 3))
    # five of the own wall and the last three of the wall that is used up before it: next's
    assert opening.kept == place(SOUTH, 15)


def test_riichi_shows_the_dora_on_the_third_stack_of_fourteen_tiles():
    opening = opened("riichi-4", (17,) * 4, (5, 4))
    assert opening.wall == EAST
    assert opening.replacement == place(EAST, 8)
    assert opening.turned == place(EAST, 6)
    assert opening.kept == place(EAST, 2)
    assert opening.first == place(EAST, 9)


def test_three_player_dora_lies_behind_eight_replacement_tiles():
    opening = opened("riichi-3", (14, 13, 14, 13), (5,))
    assert opening.wall == EAST
    assert opening.turned == place(EAST, 0)


def test_xiamens_gold_is_counted_from_the_tail_by_another_throw():
    opening = opened("xiamen", EQUAL, (5, 4))
    assert opening.waits_for == JOKER_THROW
    assert opening.turned == NOWHERE
    opening.throw(EAST, 3, 1)
    assert opening.turned == place(EAST, 6)
    assert opening.waits_for == DONE


@pytest.mark.parametrize("game", ["chinese-official", "guangdong", "sichuan-108"])
def test_games_that_keep_nothing_have_no_dead_wall(game):
    walls = EQUAL if game == "chinese-official" else LONG_EAST
    assert opened(game, walls, (2, 3), (2, 3)).kept == NOWHERE


def test_sichuan_replaces_from_the_front_where_the_next_draw_is():
    opening = opened("sichuan-108", LONG_EAST, (3, 2))
    # own wall, 2 counted, 53 tiles dealt: 26 stacks and one tile; 12 there, 13, then the second
    assert opening.replacement == place(WEST, 1)


@given(some_walls, st.integers(0, 3), st.integers(0, 200))
def test_the_ring_goes_round_every_stack_once(walls, side, index):
    side = next_wall(walls, side)
    ring = [place_of(walls, k) for k in range(sum(walls))]
    assert len(set(ring)) == sum(walls)
    assert all(stack % PLACE < walls[stack // PLACE] for stack in ring)
    assert place_of(walls, index) == ring[index % sum(walls)]
    assert place_of(walls, index_of(walls, side, 0)) == place(side, 0)


@given(
    st.sampled_from([game[rules.NAME] for game in rules.RULES]),
    some_walls,
    st.integers(0, 3),
    st.lists(st.lists(st.integers(1, 6), min_size=3, max_size=3), min_size=3, max_size=3),
)
def test_any_game_on_any_walls_opens_a_stack_that_stands(game, walls, thrower, throws):
    rule = rules.find(game)
    throws = [dice[: rule[rules.DICE]] for dice in throws]
    opening = opened(game, walls, *throws, thrower=thrower)
    assert opening.waits_for == DONE
    assert walls[opening.wall]
    for where in (opening.first, opening.replacement, opening.kept, opening.turned):
        assert where == NOWHERE or where % PLACE < walls[where // PLACE]


def test_no_walls_no_opening():
    opening = opened("guangdong", (0, 0, 0, 0), (3, 4))
    assert (opening.waits_for, opening.wall) == (DONE, NOWHERE)
