from collections import Counter

import pytest

from paishan_sim.tiles import face, tile_set


def test_a_full_set_has_four_of_each_and_eight_flowers():
    counts = Counter(face(tile) for tile in tile_set(144))
    assert sorted(counts.values()) == [1] * 8 + [4] * 34


def test_smaller_sets_leave_the_right_tiles_out():
    assert {face(tile)[-1] for tile in tile_set(108)} == set("mps")
    assert Counter(map(face, tile_set(112)))["red"] == 4
    assert {"red", "green", "white"} < set(map(face, tile_set(120)))
    assert "plum" not in map(face, tile_set(136))


def test_the_two_sets_share_no_tile():
    assert not set(tile_set(144, "A")) & set(tile_set(144, "B"))
    assert face(tile_set(136, "B")[0]) == face(tile_set(136, "A")[0])


@pytest.mark.parametrize("tiles", [0, -2, 1000])
def test_impossible_sets_are_refused(tiles):
    with pytest.raises(ValueError, match="a set has"):
        tile_set(tiles)
