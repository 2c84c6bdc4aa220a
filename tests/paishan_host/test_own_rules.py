import pytest

from paishan.table import rules
from paishan.table.gears import chart_errors, rule_of
from paishan_host import charts

GOOD = """\
[[gear]]
position = 1
tiles = 144
stacks = [18, 18, 18, 18]
rule = "house-16"

[[rule]]
name = "house-16"
like = "taiwan-16"
dice = 2
roll = "smaller-die"
kept-grows = true
turned = "joker"
turned-at = 1
turn-s = 20
"""


@pytest.fixture
def read(tmp_path):
    def read(text):
        path = tmp_path / "parlour.toml"
        path.write_text(text, encoding="utf-8")
        return charts.read(path)

    return read


def test_a_game_of_ones_own_is_like_another_but_for_what_it_says(read):
    chart, findings = read(GOOD)
    assert findings == []
    rule = rule_of(chart.rows[0])
    assert rule[rules.NAME] == chart.rule(chart.rows[0]) == "house-16"
    assert rule[: rules.DICE] == ("house-16", 144, 4, 16)
    assert rule[rules.DICE : rules.KEPT] == (2, rules.SMALLER_DIE)
    assert (rule[rules.KEPT], rule[rules.GROWS]) == (16, 1)
    assert rule[rules.TURNED :] == (rules.JOKER, 1, 30_000, 20_000)
    assert chart_errors(chart.rows) == []


def test_it_travels_with_its_gear_and_into_the_check_sum(read):
    chart, _ = read(GOOD)
    other, _ = read(GOOD.replace("turn-s = 20", "turn-s = 25"))
    assert chart.check_sum() != other.check_sum()


def test_the_table_takes_it(read):
    from paishan_sim.lane import open_lane
    from paishan_sim.run import RunConfig
    from paishan_sim.switch import Switch

    chart, _ = read(GOOD)
    config = RunConfig(rows=chart.rows, switch=Switch(*chart.wiring), selector=1)
    with open_lane("cpython", config.profile()) as lane:
        gear = lane.app.table.chart.gears[1]
    assert gear.rule[rules.NAME] == "house-16"


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ('"taiwan-16"', '"taiwan"', 9, "like = 'taiwan': one of taiwan-16, xiamen"),
        ("dice = 2", "dice = 4", 10, "dice = 4: a whole number from 1 to 3"),
        ("dice = 2", "dice = 2.0", 10, "dice = 2.0: a whole number is wanted"),
        ('"smaller-die"', '"largest"', 11, "roll = 'largest': one of one-roll, two-rolls"),
        ("= true", "= 1", 12, "kept-grows = 1: true or false"),
        ('"joker"', '"gold"', 13, "turned = 'gold': one of nothing, dora, joker"),
        ("turned-at = 1", "turned-at = 5", 14, "a joker is found with 1 to 3 dice"),
        ("turn-s = 20", "turn-s = 0", 15, "turn-s = 0: whole seconds from 1 to 600"),
        ("turn-s = 20", "turn = 20", 15, "unknown key 'turn' in [[rule]]"),
        ("turn-s = 20", "tiles = 72", 7, "65 tiles are dealt and 16 kept, but the set has 72"),
        ("dice = 2", "kept = 15", 10, "kept = 15: whole stacks are kept back"),
        ('name = "house-16"', "name = 16", 8, "this game has no name"),
        ("tiles = 144", "tiles = 136", 1, "136 tiles, but twice the stacks"),
    ],
)
def test_an_error_names_its_line(read, old, new, line, said):
    _, findings = read(GOOD.replace(old, new))
    (found,) = [finding for finding in findings if said in finding.text]
    assert found.line == line


def test_a_bad_game_is_not_reported_again_by_its_gear(read):
    _, findings = read(GOOD.replace("dice = 2", "dice = 9"))
    assert len(findings) == 1


def test_a_game_that_no_gear_plays_is_an_error(read):
    _, findings = read(GOOD.replace('rule = "house-16"', 'rule = "xiamen"'))
    assert [(one.line, one.text) for one in findings] == [
        (8, "no gear plays 'house-16': name it in one")
    ]


def test_the_name_of_a_shipped_game_is_taken(read):
    _, findings = read(GOOD.replace("house-16", "xiamen"))
    assert findings[0].text.startswith("there is a game 'xiamen' already")
    assert findings[0].line == 8


def test_two_games_of_one_name_are_refused(read):
    _, findings = read(GOOD + '[[rule]]\nname = "house-16"\n')
    assert [one.line for one in findings] == [17]


@pytest.mark.parametrize("text", ["rule = 3\n", "rule = [1]\n", '[rule]\nname = "x"\n'])
def test_what_is_no_table_of_games_says_so(read, text):
    _, findings = read(text)
    assert any("write [[rule]] above each" in one.text for one in findings)
