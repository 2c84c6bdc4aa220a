import pytest

from paishan.table.charts import PRESETS
from paishan.table.gears import Chart, chart_errors
from paishan.table.rules import NAME
from paishan.table.rules import RULES as GAMES
from paishan.table.selector import Selector

# rules.md, "Tile sets"
RULES = {
    (144, (18, 18, 18, 18)),
    (136, (17, 17, 17, 17)),
    (120, (15, 15, 15, 15)),
    (112, (14, 14, 14, 14)),
    (108, (14, 13, 14, 13)),
    (108, (14, 14, 13, 13)),
    (108, (18, 18, 18, 0)),
    (116, (15, 14, 15, 14)),
    (72, (9, 9, 9, 9)),
    (72, (18, 18, 0, 0)),
    (146, (19, 18, 18, 18)),
    (152, (19, 19, 19, 19)),
    # "others seen", with the stacks of domain notes 8.1
    (84, (11, 10, 11, 10)),
    (124, (16, 15, 16, 15)),
    (128, (16, 16, 16, 16)),
    (132, (17, 16, 17, 16)),
    (140, (18, 17, 18, 17)),
    (148, (19, 18, 19, 18)),
    (160, (20, 20, 20, 20)),
}
TOO_LONG_FOR_18 = {146, 148, 152, 160}

every_preset = pytest.mark.parametrize("name", sorted(PRESETS))


def sets(name):
    return {(tiles, stacks) for _position, tiles, stacks, *_rest in PRESETS[name][0] if tiles}


def gear(name, position):
    return Chart(PRESETS[name][0], 18).gears[position]


@pytest.mark.parametrize("name", ["dip", "thumbwheel"])
def test_every_set_of_the_rules_is_on_the_large_charts(name):
    assert sets(name) == RULES


def test_the_dial_has_the_ten_gears_of_the_service_texts():
    assert [row[1] for row in PRESETS["decade-dial"][0]] == [
        *(0, 136, 144, 108, 112, 120, 116, 124, 128, 132)
    ]
    assert sets("decade-dial") <= RULES


@every_preset
def test_a_preset_passes_the_check_of_any_chart(name):
    assert chart_errors(PRESETS[name][0]) == []


@every_preset
def test_twice_the_sides_is_the_set_in_every_row(name):
    for _position, tiles, stacks, *_rest in PRESETS[name][0]:
        assert 2 * sum(stacks) == tiles
        assert len(stacks) == 4


@every_preset
def test_position_0_is_the_self_test(name):
    assert gear(name, 0).is_self_test


@every_preset
def test_an_18_stack_tray_refuses_the_sets_that_need_more_and_no_other(name):
    chart = Chart(PRESETS[name][0], 18)
    tiles = {row[0]: row[1] for row in PRESETS[name][0]}
    refused = {tiles[position] for position in chart.refused}
    assert refused == {count for count in tiles.values() if count in TOO_LONG_FOR_18}


@every_preset
def test_every_position_can_be_set_on_the_switch_that_comes_with_the_chart(name, lines):
    rows, config = PRESETS[name]
    selector = Selector(lines.inputs, lines.wish, config, 100)
    for position, *_rest in rows:
        assert selector.decode(selector.encode(position)) == position


@pytest.mark.parametrize(
    ("position", "tiles", "stacks"), [(5, 120, 15), (50, 136, 17), (16, 144, 18)]
)
def test_what_owners_say_of_the_thumbwheel_holds(position, tiles, stacks):
    assert gear("thumbwheel", position).tiles == tiles
    assert gear("thumbwheel", position).stacks == (stacks,) * 4


def test_dial_1_is_the_factory_setting():
    assert gear("decade-dial", 1).tiles == 136
    assert gear("decade-dial", 1).stacks == (17, 17, 17, 17)


@every_preset
def test_every_gear_but_the_self_test_names_its_game(name):
    games = {game[NAME] for game in GAMES}
    for _position, tiles, _stacks, _name, *game in PRESETS[name][0]:
        assert set(game) <= games
        assert len(game) == (1 if tiles else 0)


def test_the_dip_has_a_position_for_every_game():
    named = {row[4] for row in PRESETS["dip"][0] if row[1]}
    assert named == {game[NAME] for game in GAMES}


def test_thumbwheel_16_is_the_16_tile_game():
    assert gear("thumbwheel", 16).rule[NAME] == "taiwan-16"
