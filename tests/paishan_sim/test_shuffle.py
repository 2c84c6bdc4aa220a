import random

import pytest

from paishan_sim.shuffle import audit, read

SIZES = (36, 36, 36, 36)


def dealt_out(tiles, sizes=SIZES):
    walls = []
    for size in sizes:
        walls.append(list(tiles[:size]))
        tiles = tiles[size:]
    return walls


def perfect(seed, sizes=SIZES):
    tiles = list(range(sum(sizes)))
    random.Random(seed).shuffle(tiles)
    return dealt_out(tiles, sizes)


def riffled(seed):
    """One sloppy riffle: far from random."""
    chance = random.Random(seed)
    left, right = list(range(72)), list(range(72, 144))
    tiles = []
    while left or right:
        pile = left if left and (not right or chance.random() < 0.5) else right
        tiles.append(pile.pop(0))
    return dealt_out(tiles)


def by_name(findings):
    return {finding.name: finding for finding in findings}


@pytest.mark.parametrize("sizes", [SIZES, (28, 26, 28, 26), (36, 36, 36, 0), (36, 36, 0, 0)])
def test_perfect_shuffles_pass(sizes):
    for finding in audit([perfect(seed, sizes) for seed in range(100)], seed=1):
        assert finding.verdict == "perfect", finding
        assert abs(finding.effect) < 0.4


def test_an_unshuffled_set_is_large_in_every_way():
    found = by_name(audit([dealt_out(range(144))] * 20))
    assert {finding.verdict for finding in found.values()} == {"large"}
    assert found["which wall"].mean == pytest.approx(1)
    assert found["serial"].mean > 0.9


def test_a_riffle_keeps_neighbours():
    found = by_name(audit([riffled(seed) for seed in range(20)]))
    assert found["neighbours"].verdict == "large"
    assert found["neighbours"].mean > 5 * found["neighbours"].perfect


def test_tiles_stacked_in_the_order_of_dropping_are_a_position_bias():
    # every wall takes each fourth tile in turn
    walls = [list(range(side, 144, 4)) for side in range(4)]
    found = by_name(audit([walls] * 10))
    assert found["position bias"].mean == pytest.approx(1, abs=0.001)
    assert found["which wall"].mean == 0


def test_the_expected_number_of_neighbours_is_that_of_the_pairs_of_places():
    # 4 walls of 18 stacks: 18 pairs within a stack and 4 between neighbours, for each gap
    pairs = 4 * (18 + 4 * 17)
    found = by_name(audit([perfect(0)]))
    assert found["neighbours"].perfect == pytest.approx(2 * pairs / 144, abs=0.4)


def test_an_effect_does_not_grow_with_the_number_of_shuffles_but_its_certainty_does():
    few, many = ([riffled(seed) for seed in range(n)] for n in (5, 80))
    few, many = by_name(audit(few))["serial"], by_name(audit(many))["serial"]
    assert few.effect == pytest.approx(many.effect, rel=0.3)
    assert many.z > 2 * few.z


def test_nothing_to_look_at_is_an_error():
    with pytest.raises(ValueError, match="no shuffle"):
        audit([])


def test_a_file_of_walls_is_read():
    text = "# our table\n\n0 3 | 1 2 | 5 4 | 6 7  # first\n7 6 | 5 4 | 3 2 | 1 0\n"
    assert read(text) == [[[0, 3], [1, 2], [5, 4], [6, 7]], [[7, 6], [5, 4], [3, 2], [1, 0]]]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "1: there is no shuffle in it"),
        ("# nothing\n", "1: there is no shuffle in it"),
        ("0 1 | 2 3", "1: 2 walls: write four"),
        ("0 1 | 2 3 | x | 4", "1: 'x' is no tile: tiles are whole numbers"),
        ("0 1 | 2 3 | 4 4 | 5 6", "1: the tiles are not 0 to 7, each once"),
        ("| | |", "1: the tiles are not"),
        ("0 1 | 2 3 | 4 | 5\n0 | 1 2 3 | 4 | 5", "2: other walls than in the first line"),
    ],
)
def test_a_file_that_holds_no_shuffles_says_where_and_what_to_do(text, said):
    with pytest.raises(ValueError, match=said):
        read(text)
