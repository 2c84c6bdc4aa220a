import pytest

from paishan_sim.figures import NORMAL
from paishan_sim.mixing import mixed, qualities


@pytest.mark.parametrize("stacks", [(18, 18, 18, 18), (14, 13, 14, 13), (18, 18, 18, 0)])
def test_every_tile_comes_to_exactly_one_wall(stacks):
    walls = mixed(stacks, seed=3, mix_ms=500)
    assert [len(wall) for wall in walls] == [2 * stack for stack in stacks]
    assert sorted(tile for wall in walls for tile in wall) == list(range(2 * sum(stacks)))


def test_equal_seeds_are_equal_shuffles_and_time_changes_them():
    stacks = (9, 9, 9, 9)
    assert mixed(stacks, 1, 1000) == mixed(stacks, 1, 1000)
    assert mixed(stacks, 1, 1000) != mixed(stacks, 1, 9000)
    assert mixed(stacks, 1, 1000) != mixed(stacks, 2, 1000)


def test_tiles_poured_in_together_stay_together_until_the_drum_has_turned():
    none, long = qualities((18, 18, 18, 18), (0, 30_000), 40)
    assert none.worst.name == "neighbours"
    assert none.worst.verdict == "large"
    assert abs(long.worst.effect) < abs(none.worst.effect) / 2


def test_tiles_that_scatter_at_once_need_no_time():
    (none,) = qualities((18, 18, 18, 18), (0,), 40, NORMAL)
    assert {finding.verdict for finding in none.findings} <= {"perfect", "small"}
