"""Are the dice fair? Chi-square tests of many throws, and the check of a single promise.

A p-value says how often fair dice would look at least this uneven: below 0.001 they are suspect,
and so they are above 0.999, where they look too even.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import exp, lgamma, log
from typing import Final

SUSPECT: Final = 0.001
LEAST: Final = 100  # faces; with fewer the approximation is worth nothing


@dataclass(frozen=True)
class Row:
    """One cell of a test: what was counted and what fair dice give on average."""

    name: str
    seen: int
    fair: float


@dataclass(frozen=True)
class Test:
    """A chi-square test. `p`: how often fair dice are at least this uneven."""

    name: str
    rows: list[Row]
    chi2: float
    freedom: int
    p: float

    @property
    def suspect(self) -> bool:
        """Fair dice would hardly ever look like this."""
        return not SUSPECT <= self.p <= 1 - SUSPECT


def audit(faces: Sequence[int]) -> list[Test]:
    """Faces, totals of two, and each face against the one before it."""
    faces = list(faces)
    count = len(faces)
    single = Counter(faces)
    pairs = list(zip(faces[::2], faces[1::2], strict=False))
    totals = Counter(a + b for a, b in pairs)
    after = Counter(pairwise(faces))
    return [
        _test("faces", [Row(f"{face}", single[face], count / 6) for face in range(1, 7)]),
        _test(
            "two dice",
            [
                Row(f"{total}", totals[total], len(pairs) * (6 - abs(7 - total)) / 36)
                for total in range(2, 13)
            ],
        ),
        _test(
            "face after face",
            [
                Row(f"{a}{b}", after[a, b], (count - 1) / 36)
                for a in range(1, 7)
                for b in range(1, 7)
            ],
        ),
    ]


def _test(name: str, rows: list[Row]) -> Test:
    chi2 = sum((row.seen - row.fair) ** 2 / row.fair for row in rows)
    freedom = len(rows) - 1
    return Test(name, rows, chi2, freedom, beyond(chi2, freedom))


def beyond(chi2: float, freedom: int) -> float:
    """How often a chi-square of so many degrees of freedom is at least `chi2`.

    The incomplete gamma function: a series below its mean, a continued fraction above.
    """
    a, x = freedom / 2, chi2 / 2
    if x <= 0:
        return 1.0
    scale = exp(a * log(x) - x - lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        n = a
        while term > total * 1e-15:
            n += 1
            term *= x / n
            total += term
        return 1 - scale * total
    # Lentz's way to a continued fraction
    b = x + 1 - a
    c, d = 1e300, 1 / b
    fraction = d
    for i in range(1, 1000):
        step = -i * (i - a)
        b += 2
        d = 1 / (step * d + b)
        c = b + step / c
        fraction *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return scale * fraction


class BrokenPromiseError(Exception):
    """A promise that was not kept."""


def kept(promise: str, seed: str) -> list[int]:
    """The three faces that a seed stands for; BrokenPromiseError if the promise was not kept,
    ValueError if one of the two is no promise or no seed.

    Written from the protocol's description alone: the table's own code is not asked.
    """
    try:
        known, wanted = bytes.fromhex(seed), bytes.fromhex(promise)
    except ValueError as error:
        raise ValueError("promise and seed are hexadecimal: copy them whole") from error
    if len(known) != 32 or len(wanted) != 32:
        raise ValueError("promise and seed have 64 digits each: copy them whole")
    if hashlib.sha256(known).digest() != wanted:
        raise BrokenPromiseError(
            "the seed does not fit the promise: another throw's, or the table chose after the key"
        )
    faces: list[int] = []
    block = 0
    while len(faces) < 3:
        stream = hashlib.sha256(known + bytes([block])).digest()
        faces += [byte % 6 + 1 for byte in stream if byte < 252]
        block += 1
    return faces[:3]
