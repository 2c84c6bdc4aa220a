"""How far from random the order of tiles in the walls is, against perfect shuffles.

A tile is known by its number in the order in which the tiles went into the drum. A shuffle is four
walls E, S, W, N of such numbers, each from its right end, stack by stack, lower tile first. Every
statistic is taken on each shuffle, and on as many perfect shuffles into walls of the same shape
(`random.shuffle`, seeded); the effect is the difference of the means in standard deviations of a
single perfect shuffle, so it does not grow with the number of shuffles, as a p-value would.

|effect| from 0.2 on is small, from 0.5 medium, from 0.8 large (Cohen). `z` says whether it is more
than the noise of so many shuffles: below 3 it cannot be told from a perfect one.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, pstdev
from typing import Final

Shuffle = Sequence[Sequence[int]]
_GROUPS: Final = 4  # parts of the order of dropping: first quarter to last
PERFECT: Final = 400  # perfect shuffles to compare with


@dataclass(frozen=True)
class Finding:
    """One statistic: its mean here and over perfect shuffles, and how much that is."""

    name: str
    mean: float
    perfect: float
    effect: float  # in standard deviations of one perfect shuffle
    z: float

    @property
    def verdict(self) -> str:
        """In words: perfect, tiny, small, medium or large."""
        if abs(self.z) < 3:
            return "perfect"
        sizes = ((0.2, "tiny"), (0.5, "small"), (0.8, "medium"))
        return next((word for limit, word in sizes if abs(self.effect) < limit), "large")


def position(walls: Shuffle) -> float:
    """Correlation of the order of dropping with the place in the wall: who is dropped first is
    stacked first, or last."""
    before = [float(tile) for wall in walls for tile in wall]
    after = [place / len(wall) for wall in walls for place in range(len(wall))]
    return _correlation(before, after)


def adjacency(walls: Shuffle) -> float:
    """Pairs dropped one after the other that lie in the same or in neighbouring stacks."""
    stack_of = {
        tile: (side, place // 2)
        for side, wall in enumerate(walls)
        for place, tile in enumerate(wall)
    }
    pairs = 0
    for tile, (side, stack) in stack_of.items():
        other = stack_of.get(tile + 1)
        pairs += other is not None and other[0] == side and abs(other[1] - stack) <= 1
    return float(pairs)


def serial(walls: Shuffle) -> float:
    """Correlation of a tile's number with that of the next one in the same wall."""
    before, after = [], []
    for wall in walls:
        before += [float(tile) for tile in wall[:-1]]
        after += [float(tile) for tile in wall[1:]]
    return _correlation(before, after)


def which_wall(walls: Shuffle) -> float:
    """Cramér's V of the quarter in which a tile was dropped and the wall in which it ends."""
    standing = [wall for wall in walls if wall]
    total = sum(len(wall) for wall in standing)
    if len(standing) < 2:
        return 0.0
    highest = max(tile for wall in standing for tile in wall) + 1
    table = [[0] * _GROUPS for _ in standing]
    for row, wall in zip(table, standing, strict=True):
        for tile in wall:
            row[tile * _GROUPS // highest] += 1
    columns = [sum(row[group] for row in table) for group in range(_GROUPS)]
    chi2 = 0.0
    for row in table:
        for group in range(_GROUPS):
            wanted = sum(row) * columns[group] / total
            chi2 += (row[group] - wanted) ** 2 / wanted if wanted else 0.0
    return sqrt(chi2 / (total * (min(len(standing), _GROUPS) - 1)))


STATISTICS: Final[tuple[tuple[str, Callable[[Shuffle], float]], ...]] = (
    ("position bias", position),
    ("neighbours", adjacency),
    ("serial", serial),
    ("which wall", which_wall),
)


def audit(shuffles: Sequence[Shuffle], seed: int = 0) -> list[Finding]:
    """All statistics of some shuffles of the same shape; ValueError if there is none."""
    if not shuffles:
        raise ValueError("no shuffle to look at")
    sizes = [len(wall) for wall in shuffles[0]]
    chance = random.Random(f"perfect {seed}")
    perfect = [_perfect(sizes, chance) for _ in range(PERFECT)]
    found = []
    for name, statistic in STATISTICS:
        here = fmean(statistic(walls) for walls in shuffles)
        there = [statistic(walls) for walls in perfect]
        mean, spread = fmean(there), pstdev(there) or 1.0
        noise = spread * sqrt(1 / len(shuffles) + 1 / PERFECT)
        found.append(Finding(name, here, mean, (here - mean) / spread, (here - mean) / noise))
    return found


def _perfect(sizes: Sequence[int], chance: random.Random) -> list[list[int]]:
    tiles = list(range(sum(sizes)))
    chance.shuffle(tiles)
    walls = []
    for size in sizes:
        walls.append(tiles[:size])
        tiles = tiles[size:]
    return walls


def _correlation(x: Sequence[float], y: Sequence[float]) -> float:
    mean_x, mean_y = fmean(x), fmean(y)
    covariance = sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True))
    spread = sqrt(sum((a - mean_x) ** 2 for a in x) * sum((b - mean_y) ** 2 for b in y))
    return covariance / spread if spread else 0.0


def read(text: str) -> list[list[list[int]]]:
    """Shuffles from a file: a line each, walls E | S | W | N, numbers from 0 with blanks between.

    ValueError with the line and the remedy for what is no shuffle. Empty lines and what follows
    a # are passed over.
    """
    shuffles: list[list[list[int]]] = []
    for number, line in enumerate(text.splitlines(), 1):
        line = line.partition("#")[0].strip()
        if not line:
            continue
        walls = line.split("|")
        if len(walls) != 4:
            raise ValueError(f"{number}: {len(walls)} walls: write four, with | between")
        odd = next((word for word in line.replace("|", " ").split() if not word.isdecimal()), None)
        if odd is not None:
            raise ValueError(f"{number}: {odd!r} is no tile: tiles are whole numbers from 0")
        shuffle = [[int(tile) for tile in wall.split()] for wall in walls]
        tiles = sorted(tile for wall in shuffle for tile in wall)
        if tiles != list(range(len(tiles))) or not tiles:
            raise ValueError(
                f"{number}: the tiles are not 0 to {len(tiles) - 1}, each once: number them in "
                "the order in which they went into the drum"
            )
        if shuffles and [*map(len, shuffle)] != [*map(len, shuffles[0])]:
            raise ValueError(f"{number}: other walls than in the first line: audit them apart")
        shuffles.append(shuffle)
    if not shuffles:
        raise ValueError("1: there is no shuffle in it: a line each, four walls with | between")
    return shuffles
