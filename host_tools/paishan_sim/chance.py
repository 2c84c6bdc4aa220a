"""Seeded chance: one stream a mechanism, so that no mechanism's draws shift another's."""

import random

_MASK = (1 << 64) - 1


def stream(seed: int, name: str) -> random.Random:
    """The random stream of one mechanism."""
    return random.Random(f"paishan {seed} {name}")


def draw(key: int, n: int) -> float:
    """The n-th number in [0, 1) of the sequence `key`; a pure function, so it can be looked up.

    SplitMix64: a tile's fate in the drum is such a sequence, and the bound reads ahead in it
    without disturbing the run.
    """
    z = (key + (n + 1) * 0x9E3779B97F4A7C15) & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return (z ^ (z >> 31)) / 18446744073709551616.0
