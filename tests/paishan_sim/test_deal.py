import random

import pytest

from paishan.table import rules
from paishan_sim.deal import check, clockwise, counted_seat, deal, play_order, throws_needed

EAST, SOUTH, WEST, NORTH = range(4)


def walls_of(*stacks):
    """Walls whose tiles are numbered in the order of the sides."""
    numbers = iter(range(2 * sum(stacks)))
    return [[(next(numbers), next(numbers)) for _ in range(count)] for count in stacks]


FULL = walls_of(18, 18, 18, 18)
TAIWAN = rules.find("taiwan-16")
THREE = (1, 1, 1)  # total 3: the wall of opposite, 15 stacks of it are dealt first


def test_people_walk_clockwise_along_the_walls():
    order = list(clockwise(walls_of(2, 2, 2, 2), EAST, 1))
    assert order == [(0, 1), (3, 0), (3, 1), (2, 0), (2, 1), (1, 0), (1, 1), (0, 0)]


def test_a_side_without_a_wall_is_not_counted():
    walls = walls_of(18, 18, 18, 0)
    assert [counted_seat(walls, EAST, total) for total in range(1, 7)] == [0, 1, 2, 0, 1, 2]


@pytest.mark.parametrize(
    ("stacks", "players", "dealer", "seats"),
    [
        ((18, 18, 18, 18), 4, WEST, [2, 3, 0, 1]),
        ((18, 18, 18, 0), 3, SOUTH, [1, 2, 0]),
        ((14, 13, 14, 13), 3, EAST, [0, 1, 2]),
        ((18, 18, 0, 0), 2, SOUTH, [1, 0]),
    ],
)
def test_seats_in_the_order_of_play(stacks, players, dealer, seats):
    assert play_order(walls_of(*stacks), players, dealer) == seats


def test_sixteen_tiles_are_four_rounds_and_one_more_for_the_dealer():
    found = deal(FULL, TAIWAN, EAST, [THREE])
    assert [len(found.hands[seat]) for seat in found.seats] == [17, 16, 16, 16]
    # west's fourth and fifth stack from the right: its upper tile comes first
    first = FULL[WEST][3] + FULL[WEST][4]
    assert found.hands[EAST][:4] == [first[1], first[0], first[3], first[2]]
    assert len(found.front) == 144 - 65


def test_thirteen_tiles_end_with_the_dealers_jump():
    walls = walls_of(17, 17, 17, 17)
    found = deal(walls, rules.find("guangdong"), EAST, [(2, 3)])
    after_rounds = [tile for side, at in found.order for tile in reversed(walls[side][at])][48:]
    assert [len(found.hands[seat]) for seat in found.seats] == [14, 13, 13, 13]
    # the first and the third upper tile of what stands then
    assert found.hands[EAST][12:] == [after_rounds[0], after_rounds[4]]
    assert found.hands[SOUTH][12:] == [after_rounds[1]]


@pytest.mark.parametrize("rule", rules.RULES, ids=lambda rule: rule[rules.NAME])
def test_a_thousand_deals_by_hand_agree_with_the_guide(rule):
    chance = random.Random(rule[rules.NAME])
    tiles = rule[rules.TILES] or 120
    layouts = {
        72: [(9, 9, 9, 9), (18, 18, 0, 0)],
        108: [(14, 13, 14, 13), (14, 14, 13, 13), (18, 18, 18, 0)],
    }.get(tiles, [(tiles // 8,) * 4])
    for _ in range(1000):
        walls = walls_of(*chance.choice(layouts))
        dealer = chance.choice([side for side in range(4) if walls[side]])
        throws = [tuple(chance.randint(1, 6) for _ in range(dice)) for dice in throws_needed(rule)]
        found = deal(walls, rule, dealer, throws)
        assert check(found, walls, rule, throws) == [], (dealer, throws)


def test_a_hand_too_small_and_a_tile_twice_are_noticed():
    found = deal(FULL, TAIWAN, EAST, [THREE])
    found.hands[WEST].pop()
    found.front.append(found.front[0])
    problems = check(found, FULL, TAIWAN, [THREE])
    assert problems[0] == "W has 15 tiles, not 16"
    assert "a tile was dealt twice" in problems
    assert "hands and walls together are not the set" in problems


def test_a_guide_that_errs_is_noticed():
    found = deal(FULL, TAIWAN, EAST, [THREE])
    found.count = 4
    assert check(found, FULL, TAIWAN, [THREE]) == ["the guide says count 3, people find 4"]
