"""rules.md row by row: what every game is, and what an owner's own may not be."""

import pytest

from paishan.table import rules
from paishan.table.rules import RULES, find, rule_error, usual

MADE_OF = {"suits": 108, "winds": 16, "dragons": 12, "flowers": 8}
every_game = pytest.mark.parametrize("game", RULES, ids=lambda game: game[rules.NAME])


def field(name, column):
    return find(name)[column]


@every_game
def test_every_game_passes_the_check_of_an_owners_own(game):
    assert rule_error(game) is None
    assert rule_error(list(game)) is None  # as JSON brings it


def test_no_two_games_share_a_name():
    assert len({game[rules.NAME] for game in RULES}) == len(RULES)


@pytest.mark.parametrize(
    ("name", "tiles", "hand", "players"),
    [
        ("taiwan-16", sum(MADE_OF.values()), 16, 4),
        ("xiamen", 144, 16, 4),
        ("chinese-official", 144, 13, 4),
        ("guangdong", 144 - MADE_OF["flowers"], 13, 4),
        ("sichuan-108", MADE_OF["suits"], 13, 4),
        ("sichuan-72", 2 * 36, 13, 3),
        ("two-players", 72, 13, 2),
        ("riichi-4", 136, 13, 4),
        ("riichi-3", 108, 13, 3),
        ("american-152", 144 + 8, 13, 4),
        ("common", 0, 13, 4),
    ],
)
def test_a_game_has_its_set_and_hands(name, tiles, hand, players):
    game = find(name)
    assert (game[rules.TILES], game[rules.HAND], game[rules.PLAYERS]) == (tiles, hand, players)


@pytest.mark.parametrize(
    ("name", "dice", "roll"),
    [
        ("taiwan-16", 3, rules.ONE_ROLL),
        ("riichi-4", 2, rules.ONE_ROLL),
        ("riichi-3", 1, rules.ONE_ROLL),
        ("chinese-official", 2, rules.TWO_ROLLS),
        ("sichuan-108", 2, rules.SMALLER_DIE),
        ("american-152", 2, rules.OWN_WALL),
        ("common", 2, rules.SMALLER_DIE),
    ],
)
def test_a_game_has_its_dice_and_the_way_they_count(name, dice, roll):
    assert (field(name, rules.DICE), field(name, rules.ROLL)) == (dice, roll)


@pytest.mark.parametrize(
    ("name", "kept", "grows", "replacement"),
    [
        ("taiwan-16", 16, 0, rules.TAIL),
        ("xiamen", 16, 1, rules.TAIL),
        ("chinese-official", 0, 0, rules.TAIL),
        ("guangdong", 0, 0, rules.TAIL),
        ("sichuan-108", 0, 0, rules.FRONT),
        ("sichuan-72", 0, 0, rules.FRONT),
        ("riichi-4", 14, 0, rules.DEAD_WALL),
        ("riichi-3", 14, 0, rules.DEAD_WALL),
        ("american-152", 0, 0, rules.NO_REPLACEMENT),
    ],
)
def test_a_game_ends_its_wall_as_the_rules_say(name, kept, grows, replacement):
    game = find(name)
    assert (game[rules.KEPT], game[rules.GROWS]) == (kept, grows)
    assert game[rules.REPLACEMENT] == replacement


def test_riichi_turns_the_dora_on_the_third_stack_of_the_dead_wall():
    assert find("riichi-4")[rules.TURNED : rules.TURNED_AT + 1] == (rules.DORA, 3)


def test_three_players_leave_eight_replacement_tiles_before_the_dora():
    assert find("riichi-3")[rules.TURNED : rules.TURNED_AT + 1] == (rules.DORA, 8 // 2 + 1)


def test_xiamen_finds_its_gold_with_two_dice():
    assert find("xiamen")[rules.TURNED : rules.TURNED_AT + 1] == (rules.JOKER, 2)


@every_game
def test_competition_gives_30_s_for_the_first_discard_and_15_for_a_turn(game):
    assert (game[rules.FIRST_MS], game[rules.TURN_MS]) == (30_000, 15_000)


def test_every_usual_game_exists_and_is_played_with_that_set():
    for tiles, _sides, name in rules.USUAL:
        assert find(name)[rules.TILES] == tiles


def test_a_set_that_no_game_claims_is_played_as_people_commonly_do():
    assert usual(112, (14, 14, 14, 14))[rules.NAME] == "common"


def own(**changes):
    game = list(find("taiwan-16"))
    for column, value in changes.items():
        game[getattr(rules, column)] = value
    return game


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"NAME": ""}, "a game has a name"),
        ({"NAME": 3}, "a game has a name"),
        ({"PLAYERS": 5}, "players = 5: a whole number from 2 to 4"),
        ({"HAND": 3}, "hand = 3: a whole number from 4 to 20"),
        ({"HAND": 13.0}, "hand = 13.0: a whole number"),
        ({"DICE": 4}, "dice = 4: a whole number from 1 to 3"),
        ({"DICE": True}, "dice = True: a whole number"),
        ({"ROLL": 4}, "roll = 4"),
        ({"KEPT": 15}, "kept = 15: whole stacks are kept back, so it is even"),
        ({"KEPT": -2}, "kept = -2"),
        ({"REPLACEMENT": "tail"}, "replacement = 'tail'"),
        ({"TURNED": rules.DORA, "TURNED_AT": 9}, "turned-at = 9: the dead wall has 8 stacks"),
        ({"TURNED": rules.JOKER, "TURNED_AT": 4}, "a joker is found with 1 to 3 dice"),
        ({"REPLACEMENT": rules.DEAD_WALL, "KEPT": 0}, "but none is kept back"),
        ({"TILES": 72}, "65 tiles are dealt and 16 kept, but the set has 72"),
        ({"FIRST_MS": 0}, "first-discard = 0: a whole number from 1000 to 600000"),
    ],
)
def test_an_owners_game_that_cannot_be_played_says_why(changes, sentence):
    assert sentence in rule_error(own(**changes))


@pytest.mark.parametrize("row", [None, "taiwan-16", 7, (), ("x",), [*own(), 1]])
def test_a_row_of_another_shape_is_no_game(row):
    assert rule_error(row) == "a game is a row of 13 fields"
