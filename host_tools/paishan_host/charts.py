"""Gear charts: the presets of the firmware, and files in TOML with errors that name the line.

A file:

    name = "parlour 12"             # optional, else the file's name
    capacity = 18                   # stacks a tray holds; optional
    [selector]
    kind = "dip"                    # dip, dial or thumbwheel
    bits = 5                        # levers of a dip: 4 to 8
    order = "lowest-first"          # or highest-first
    polarity = "active-high"        # or active-low
    first = 0                       # position with all levers off: 0 or 1
    [[gear]]
    position = 1
    tiles = 136
    stacks = [17, 17, 17, 17]       # E S W N
    name = "no flowers"
    rule = "guangdong"              # the game; optional, else the usual one for the set
    [[rule]]                        # a game of one's own, see `paishan_host.own_rules`

Whether a row makes sense is the firmware's own check (`paishan.table.gears`).
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from paishan_host import ending, own_rules, reading

PRESET_CAPACITY: Final = 18  # the reference machine's tray, domain notes 2.4
SELECTOR_DEFAULTS: Final = {
    "kind": "dip",
    "bits": 5,
    "order": "lowest-first",
    "polarity": "active-high",
    "first": 0,
}
_CHOICES: Final = {
    "kind": ("dip", "dial", "thumbwheel"),
    "order": ("lowest-first", "highest-first"),
    "polarity": ("active-high", "active-low"),
}
_NUMBERS: Final = {"bits": (4, 8), "first": (0, 1)}
_GEAR_KEYS: Final = ("position", "tiles", "stacks", "name", "rule")

Rule = own_rules.Rule  # a game: a row of `paishan.table.rules`
Row = tuple[int, int, tuple[int, ...], str, str | Rule | None]  # ..., name, game
Wiring = tuple[str, int, bool, bool, int]  # kind, bits, lowest first, active high, first


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong with a chart file; line 0 = the file as a whole."""

    line: int
    text: str


@dataclass
class Chart:
    """A chart as it is handed to the firmware, and what a person wants to know of it."""

    name: str
    rows: list[Row]
    wiring: Wiring
    capacity: int = PRESET_CAPACITY
    preset: bool = False

    def row(self, position: int) -> Row:
        """The row of a position; Problem if the chart has none."""
        for row in self.rows:
            if row[0] == position:
                return row
        known = ", ".join(str(row[0]) for row in self.rows)
        raise ending.Problem(
            f"chart {self.name} has no gear {position}: its positions are {known}", ending.USAGE
        )

    def refusal(self, row: Row) -> str | None:
        """Why this machine cannot build the row's walls, or None."""
        from paishan.table.gears import refusal

        reason: str | None = refusal(row, self.capacity, self.rows)
        return reason

    def check_sum(self) -> str:
        """Eight hexadecimal digits of all that the chart makes a table do."""
        from paishan.table.gears import check_sum

        found: str = check_sum(self.rows, self.wiring)
        return found

    def rule(self, row: Row) -> str | None:
        """The name of the row's game; None for the self-test."""
        from paishan.table.gears import rule_of
        from paishan.table.rules import NAME

        rule: Rule | None = rule_of(row)
        return str(rule[NAME]) if rule else None


def presets() -> dict[str, Chart]:
    """The charts that ship with the firmware, by name."""
    from paishan.table.charts import PRESETS

    return {
        name: Chart(name, [(*row, None)[:5] for row in rows], wiring, preset=True)
        for name, (rows, wiring) in PRESETS.items()
    }


def find(name: str) -> Chart:
    """The preset or the file called `name`; Problem with the first finding if it is damaged."""
    known = presets()
    if name in known:
        return known[name]
    path = Path(name)
    if not path.suffix and not path.exists():
        raise ending.Problem(
            f"there is no chart {name!r}: use {', '.join(known)} or a TOML file", ending.USAGE
        )
    chart, findings = read(path)
    if findings:
        first = findings[0]
        more = f" (and {len(findings) - 1} more: `paishan gears check {name}`)"
        raise ending.Problem(
            f"{name}:{first.line}: {first.text}{more if len(findings) > 1 else ''}",
            ending.BAD_FILE,
        )
    return chart


def read(path: Path) -> tuple[Chart, list[Finding]]:
    """Reads a chart file and all that is wrong with it; Problem if it cannot be read at all."""
    text = reading.text(path)
    try:
        data = tomllib.loads(text)
    except RecursionError:
        return _empty(path), [Finding(1, "nested too deeply: mend the TOML")]
    except ValueError as error:
        said, _, place = str(error).partition(" (at ")
        at = re.match(r"line (\d+)", place)
        line = int(at[1]) if at else text.count("\n") + 1
        return _empty(path), [Finding(line, f"{said}: mend the TOML")]
    return _Reader(path, text, data).read()


def _empty(path: Path) -> Chart:
    return Chart(path.stem, [], ("dip", 5, True, True, 0))


class _Reader:
    """Turns parsed TOML into a chart and collects findings with their lines."""

    def __init__(self, path: Path, text: str, data: dict[str, Any]) -> None:
        self._path = path
        self._data = data
        self._lines = text.splitlines()
        self._gear_lines = self._headers(r"\[\[\s*gear\s*\]\]")
        self._findings: list[Finding] = []

    def read(self) -> tuple[Chart, list[Finding]]:
        from paishan.table.gears import chart_errors

        chart = _empty(self._path)
        for key, value in self._data.items():
            if key == "name" and isinstance(value, str):
                chart.name = value
            elif key == "capacity" and type(value) is int and 1 <= value <= 20:
                chart.capacity = value
            elif key in ("name", "capacity"):
                wanted = "a text" if key == "name" else "a whole number from 1 to 20"
                self._find(self._line(key), f"{key} = {value!r}: it is {wanted}")
            elif key not in ("selector", "gear", "rule"):
                self._find(self._line(key), f"unknown key {key!r}: take it out")
        chart.wiring = self._wiring()
        own = own_rules.read(
            self._data.get("rule", []),
            self._headers(r"\[\[\s*rule\s*\]\]"),
            self._find,
            self._line,
        )
        chart.rows, places = self._rows(own)
        for index, text in chart_errors(chart.rows) if places or not self._findings else ():
            self._find(places[index] if places else 0, text)
        self._findings.sort(key=lambda finding: finding.line)
        return chart, self._findings

    def _wiring(self) -> Wiring:
        section = self._data.get("selector", {})
        start = (self._headers(r"\[\s*selector\s*\]") or [0])[0]
        if not isinstance(section, dict):
            self._find(self._line("selector"), "selector is a table: write [selector]")
            section = {}
        got: dict[str, Any] = dict(SELECTOR_DEFAULTS)
        for key, value in section.items():
            line = self._line(key, start)
            if key in _CHOICES:
                if value in _CHOICES[key]:
                    got[key] = value
                else:
                    self._find(line, f"{key} = {value!r}: one of {', '.join(_CHOICES[key])}")
            elif key in _NUMBERS:
                low, high = _NUMBERS[key]
                if type(value) is int and low <= value <= high:
                    got[key] = value
                else:
                    self._find(line, f"{key} = {value!r}: a whole number from {low} to {high}")
            else:
                self._find(line, f"unknown key {key!r} in [selector]: take it out")
        return (
            got["kind"],
            got["bits"],
            got["order"] == "lowest-first",
            got["polarity"] == "active-high",
            got["first"],
        )

    def _rows(self, own: dict[str, Rule | None]) -> tuple[list[Row], list[int]]:
        gears = self._data.get("gear", [])
        if not isinstance(gears, list) or not all(isinstance(gear, dict) for gear in gears):
            self._find(self._line("gear"), "gears are tables: write [[gear]] above each")
            return [], []
        rows: list[Row] = []
        places: list[int] = []
        played: set[str] = set()
        for index, gear in enumerate(gears):
            start = self._gear_lines[index] if index < len(self._gear_lines) else 0
            before = len(self._findings)
            for key in gear:
                if key not in _GEAR_KEYS:
                    self._find(self._line(key, start), f"unknown key {key!r}: take it out")
            for key in ("position", "tiles", "stacks"):
                if key not in gear:
                    self._find(start, f"this gear has no {key}: add it")
            stacks = gear.get("stacks")
            if stacks is not None and not (isinstance(stacks, list) and len(stacks) == 4):
                self._find(self._line("stacks", start), "stacks are four numbers: E, S, W, N")
            name = gear.get("name", str(gear.get("tiles")))
            if isinstance(name, str) and not name.isprintable():
                self._find(
                    self._line("name", start),
                    "a name has signs that cannot be shown: take them out",
                )
            if len(self._findings) == before:
                stacks, rule = tuple(gear["stacks"]), gear.get("rule")
                if isinstance(rule, str):
                    played.add(rule)
                    rule = own.get(rule, rule)
                rows.append((gear["position"], gear["tiles"], stacks, name, rule))
                places.append(start)
        if not self._findings:
            for rule in sorted(own.keys() - played):
                self._find(self._named(rule), f"no gear plays {rule!r}: name it in one")
        return rows, places

    def _find(self, line: int, text: str) -> None:
        self._findings.append(Finding(line, text))

    def _named(self, rule: str) -> int:
        """The line on which a game gets its name."""
        form = re.compile(rf"""\s*name\s*=\s*["']{re.escape(rule)}["']""")
        return next((k for k, line in enumerate(self._lines, 1) if form.match(line)), 0)

    def _headers(self, pattern: str) -> list[int]:
        form = re.compile(rf"\s*{pattern}\s*(#.*)?$")
        return [number for number, line in enumerate(self._lines, 1) if form.match(line)]

    def _line(self, key: str, start: int = 0) -> int:
        """The line on which `key` is set, looked for from the line `start` on; else `start`."""
        form = re.compile(rf"""\s*\[*\s*["']?{re.escape(key)}["']?\s*[=.\]]""")
        for number in range(start + 1, len(self._lines) + 1):
            line = self._lines[number - 1]
            if form.match(line):
                return number
            if start and line.lstrip().startswith("["):
                break
        return start
