"""Arguments of an injected fault: kinds of value, how a person writes them, what is wrong else.

A kind parses text and raises ValueError with a sentence that says what would have been right.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Any, Final

from paishan_sim import wiring as w

ANCHORS: Final = ("power", "open", "close", "raise", "lower", "build", "ready")
_MS: Final = {"ms": 1.0, "s": 1_000.0, "min": 60_000.0}
_TIME: Final = re.compile(r"(\d+(?:\.\d+)?)(ms|s|min)")
_MOMENT: Final = re.compile(r"(?:([a-z]+)(\d*))?(?:\+?(\d[\d.]*[a-z]+))?")
_NAMES: Final = ("east", "south", "west", "north")
_STATIONS: Final = {"centre": w.CENTRE, "panel": w.PANEL, "selector": w.SELECTOR}


@dataclass(frozen=True)
class Kind:
    """How a value is written: `form` for the list, `parse` from text."""

    form: str
    parse: Callable[[str], Any]


@dataclass(frozen=True)
class Argument:
    """One argument; its default is written as a person would write it."""

    name: str
    kind: Kind
    default: str
    meaning: str


@dataclass(frozen=True)
class Moment:
    """`after_ms` past the n-th time that something happens; power-on is the default."""

    anchor: str
    nth: int
    after_ms: float


def _time(text: str) -> float:
    match = _TIME.fullmatch(text)
    if not match:
        raise ValueError("give a time with its unit: 80ms, 5s, 2min")
    return float(match[1]) * _MS[match[2]]


def time(lowest_ms: float = w.SCAN_MS) -> Kind:
    """How long something takes; what is over before the next scan is seen by nobody."""

    def parse(text: str) -> float:
        value = _time(text)
        if value < lowest_ms:
            raise ValueError(f"give at least {lowest_ms:g}ms: less is not seen")
        return value

    return Kind("time", parse)


def _lasting(text: str) -> float:
    return inf if text == "always" else float(TIME.parse(text))


def _moment(text: str) -> Moment:
    match = _MOMENT.fullmatch(text)
    anchor = (match[1] or "power") if match and text else ""
    if not match or anchor not in ANCHORS or (match[2] and not int(match[2])):
        raise ValueError(
            f"give a time (5s) or a moment ({', '.join(ANCHORS)}), the n-th of it and a time "
            "after it if wanted: raise, build2, build+3s"
        )
    return Moment(anchor, int(match[2] or 1), _time(match[3]) if match[3] else 0.0)


def _side(text: str) -> int:
    for number, name in enumerate(_NAMES):
        if text.lower() in (name, name[0]):
            return number
    raise ValueError("a side is east, south, west or north (or e, s, w, n)")


def _station(text: str) -> int:
    if text in _STATIONS:
        return _STATIONS[text]
    try:
        return _side(text)
    except ValueError:
        raise ValueError("a station is a side (east …), centre, panel or selector") from None


def number(lowest: float, highest: float, unit: str = "") -> Kind:
    """A number with bounds."""

    def parse(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = inf
        if not lowest <= value <= highest:
            raise ValueError(f"give a number from {lowest:g} to {highest:g}")
        return value

    return Kind(unit or f"{lowest:g}..{highest:g}", parse)


def count(lowest: int, highest: int, unit: str = "") -> Kind:
    """A whole number with bounds."""

    def parse(text: str) -> int:
        if not text.isdecimal() or not lowest <= int(text) <= highest:
            raise ValueError(f"give a whole number from {lowest} to {highest}")
        return int(text)

    return Kind(unit or f"{lowest}..{highest}", parse)


def choice(*values: str) -> Kind:
    """One of some words, large or small."""
    known = {value.lower(): value for value in values}

    def parse(text: str) -> str:
        if text.lower() not in known:
            raise ValueError(f"give one of {', '.join(values)}")
        return known[text.lower()]

    return Kind("|".join(values), parse)


def _bit(names: dict[str, tuple[int, int]], what: str, example: str) -> Kind:
    def parse(text: str) -> tuple[int, int]:
        found = names.get(text.upper())
        if found is None:
            raise ValueError(f"give the name of an {what}, with its side if it has one: {example}")
        return found

    return Kind(what.upper(), parse)


def _bits(side: tuple[str, ...], rest: dict[int, tuple[str, ...]]) -> dict[str, tuple[int, int]]:
    names = {
        f"{name}_{s}": (n, 1 << b) for n, s in enumerate(w.SIDES) for b, name in enumerate(side)
    }
    for station, row in rest.items():
        names |= {name: (station, 1 << bit) for bit, name in enumerate(row) if name}
    return names


INPUTS: Final = _bits(w.SIDE_IN, {w.CENTRE: w.CENTRE_IN, w.PANEL: w.PANEL_IN})
OUTPUTS: Final = {name: (station, mask) for name, station, mask in w.MOTORS}

TIME: Final = time()
LASTING: Final = Kind("time|always", _lasting)
MOMENT: Final = Kind("moment", _moment)
SIDE: Final = Kind("side", _side)
STATION: Final = Kind("station", _station)
SHARE: Final = number(0.0, 1.0)
LEVEL: Final = choice("on", "off")
INPUT: Final = _bit(INPUTS, "input", "TILE_S, DOME_UP, KEY_A")
OUTPUT: Final = _bit(OUTPUTS, "output", "HEAD_S, DRUM, DOME_RAISE")
KEY: Final = choice(*(key.lower() for key in w.KEY_BITS))
