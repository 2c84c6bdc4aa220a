import pytest
from hypothesis import given
from hypothesis import strategies as st

from paishan.table.charts import DIP
from paishan.table.gears import Chart, Gear, chart_errors, check_sum, refusal, row_error
from paishan.table.rules import NAME, find

FULL = (1, 144, (18, 18, 18, 18), "full set")
BLANKS = (2, 146, (19, 18, 18, 18), "full set and two blanks")
ANIMALS = (3, 148, (19, 18, 19, 18), "four animals")
AMERICAN = (4, 152, (19, 19, 19, 19), "American")
LARGEST = (5, 160, (20, 20, 20, 20), "160")


@pytest.mark.parametrize(
    ("row", "stacks", "over"),
    [(BLANKS, 19, 2), (ANIMALS, 19, 4), (AMERICAN, 19, 8), (LARGEST, 20, 16)],
)
def test_a_wall_too_long_is_refused_with_the_reason_and_the_way_out(row, stacks, over):
    reason = refusal(row, 18)
    assert f"{row[1]} tiles need {stacks} stacks on the east side" in reason
    assert "the tray holds 18" in reason
    assert f"take {over} tiles out and play the set of 144" in reason


@pytest.mark.parametrize("row", [BLANKS, ANIMALS, AMERICAN])
def test_a_19_stack_tray_takes_19_stacks(row):
    assert refusal(row, 19) is None
    assert Chart((row,), 19).gears[row[0]].stacks == row[2]


def test_160_needs_20_stacks():
    assert "the tray holds 19" in refusal(LARGEST, 19)
    assert refusal(LARGEST, 20) is None


@pytest.mark.parametrize("side", range(4))
def test_the_side_that_is_too_long_is_named(side):
    stacks = tuple(19 if k == side else 18 for k in range(4))
    assert ("east", "south", "west", "north")[side] in refusal((1, 146, stacks, ""), 18)


def test_a_refused_gear_is_not_among_those_that_can_be_built():
    chart = Chart((FULL, BLANKS), 18)
    assert set(chart.gears) == {1}
    assert set(chart.refused) == {2}


@pytest.mark.parametrize("capacity", [16, 17, 18, 19, 20])
def test_the_way_out_of_a_refusal_is_a_set_that_the_trays_hold(capacity):
    chart = Chart(DIP, capacity)
    playable = {gear.tiles for gear in chart.gears.values()}
    for reason in chart.refused.values():
        assert int(reason.rsplit("the set of ", 1)[1]) in playable


@given(st.tuples(*[st.integers(0, 30)] * 4), st.integers(0, 255))
def test_four_numbers_and_their_total_make_a_gear(stacks, position):
    row = (position, 2 * sum(stacks), stacks, "any")
    assert row_error(row) is None
    assert Gear(row).targets == tuple(2 * side for side in stacks)


@given(st.tuples(*[st.integers(0, 30)] * 4), st.integers(0, 240))
def test_a_total_that_is_not_twice_the_sides_is_refused(stacks, tiles):
    error = row_error((1, tiles, stacks, "any"))
    assert (error is None) == (tiles == 2 * sum(stacks))


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ((1, 137, (17, 17, 17, 17), "odd"), "137 tiles: an odd total cannot be stacked in twos"),
        ((1, 136, (17, 17, 17, 16), "short"), "twice the stacks 17/17/17/16 is 134"),
        ((256, 136, (17, 17, 17, 17), "far"), "position 256: the range is 0 to 255"),
        ((-1, 136, (17, 17, 17, 17), "far"), "position -1: the range is 0 to 255"),
        ((1, 136, (17, 17, 34), "three sides"), "four stacks"),
        ((1, 136, (17, 17, 17, 18, -1), "five sides"), "four stacks"),
        ((1, 136, (17, 17, 35, -1), "negative"), "whole numbers from 0"),
        ((1, 136, (17, 17, 17, 17.0), "float"), "whole numbers"),
        ((1, 136, (17, 17, 17, "17"), "text"), "whole numbers"),
        ((1, 136, 17, "one number"), "four stacks"),
        ((1, 136, None, "nothing"), "four stacks"),
        (("1", 136, (17, 17, 17, 17), "text"), "whole numbers"),
        ((1, 136.0, (17, 17, 17, 17), "float"), "whole numbers"),
        ((True, 136, (17, 17, 17, 17), "a flag"), "whole numbers"),
        ((1, 136, (17, 17, 17, 17), None), "the name a text"),
        ((1, 136, (17, 17, 17, 17), "x", "chess"), "rule 'chess': no game has that name; one of"),
        ((1, 136, (17, 17, 17, 17), "x", "xiamen"), "xiamen is played with 144 tiles, not 136"),
        ((1, 136, (17, 17, 17, 17), "x", 16), "its game: a game is a row of 13 fields"),
        ((1, 136, (17, 17, 17, 17), "x", "common", 1), "a row is (position, tiles"),
        ((1, 136, (17, 17, 17, 17)), "a row is (position, tiles, four stacks, name, game)"),
        (136, "a row is (position, tiles, four stacks, name, game)"),
        (None, "a row is (position, tiles, four stacks, name, game)"),
    ],
    ids=lambda value: None if isinstance(value, str) else repr(value),
)
def test_a_row_that_can_be_no_gear_says_why(row, sentence):
    assert sentence in row_error(row)


@pytest.mark.parametrize(
    ("row", "game"),
    [
        ((1, 144, (18, 18, 18, 18), ""), "chinese-official"),
        ((1, 136, (17, 17, 17, 17), "", None), "guangdong"),
        ((1, 108, (14, 13, 14, 13), ""), "sichuan-108"),
        ((1, 108, (18, 18, 18, 0), ""), "riichi-3"),
        ((1, 72, (9, 9, 9, 9), ""), "sichuan-72"),
        ((1, 72, (18, 18, 0, 0), ""), "two-players"),
        ((1, 152, (19, 19, 19, 19), ""), "american-152"),
        ((1, 120, (15, 15, 15, 15), ""), "common"),
        ((1, 144, (18, 18, 18, 18), "", "taiwan-16"), "taiwan-16"),
    ],
)
def test_a_gear_that_names_no_game_gets_the_usual_one_for_its_set(row, game):
    assert row_error(row) is None
    assert Gear(row).rule[NAME] == game


def test_a_gear_may_carry_a_game_of_the_owners():
    own = ["ours", 120, *find("common")[2:]]
    row = [1, 120, [15, 15, 15, 15], "", own]
    assert row_error(row) is None
    assert Gear(row).rule is own


def test_the_self_test_has_no_game():
    assert Gear((0, 0, (0, 0, 0, 0), "self-test")).rule is None


def test_a_set_that_other_walls_can_hold_points_to_that_gear():
    rows = ((1, 108, (18, 18, 18, 0), ""), (2, 108, (14, 13, 14, 13), ""))
    assert Chart(rows, 17).refused[1].endswith("choose the other gear for the set of 108")


def test_trays_too_short_for_every_set_are_told_so():
    assert Chart((FULL,), 10).refused[1].endswith("no set of this chart fits these trays")


def test_a_position_twice_names_both_rows():
    assert chart_errors((FULL, (1, 136, (17, 17, 17, 17), ""))) == [
        (1, "position 1 is taken by row 1 already")
    ]


def test_all_errors_of_a_chart_are_listed():
    rows = (FULL, (2, 137, (17, 17, 17, 17), ""), (1, 136, (17, 17, 17, 17), ""), (3, 2, (0,), ""))
    assert [index for index, _sentence in chart_errors(rows)] == [1, 2, 3]


def test_a_chart_without_rows_is_none():
    assert chart_errors(()) == [(0, "the chart has no rows")]


def test_a_chart_is_refused_with_its_first_error_and_the_row_counted_from_one():
    with pytest.raises(ValueError, match="gear chart, row 2: 137 tiles: an odd total"):
        Chart((FULL, (2, 137, (17, 17, 17, 17), "")), 18)


def test_the_self_test_is_a_position_without_tiles():
    assert Gear((0, 0, (0, 0, 0, 0), "self-test")).is_self_test
    assert not Gear(FULL).is_self_test


DIAL = ("dial", 4, True, True, 0)


def test_a_check_sum_is_eight_digits_and_the_same_everywhere():
    # printed under lids: it may never change for a chart that stays as it is
    assert check_sum((FULL,), DIAL) == "BBEBBECD"
    assert check_sum([list(FULL)], list(DIAL)) == check_sum((FULL,), DIAL)


def test_a_check_sum_changes_with_all_that_counts():
    rows = (FULL, (2, 136, (17, 17, 17, 17), "no flowers"))
    sums = {
        check_sum(rows, DIAL),
        check_sum(rows[:1], DIAL),
        check_sum((FULL, (3, *rows[1][1:])), DIAL),
        check_sum((FULL, (*rows[1], "riichi-4")), DIAL),
        check_sum((FULL, (2, 136, (18, 17, 17, 16), "no flowers")), DIAL),
        check_sum(rows, ("dial", 4, True, False, 0)),
    }
    assert len(sums) == 6


def test_a_check_sum_does_not_change_with_names_and_order():
    rows = (FULL, (2, 136, (17, 17, 17, 17), "no flowers"))
    other = ((2, 136, (17, 17, 17, 17), "136", "guangdong"), (*FULL[:3], "alles"))
    assert check_sum(rows, DIAL) == check_sum(other, DIAL)
