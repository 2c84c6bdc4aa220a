"""The form of a board.toml and of the electronics behind it: which keys, of which kind."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from paishan_host.language import tr

TEXTS: Final = "texts"  # a list of them
TABLES: Final = "tables"
KINDS: Final = {
    str: "text", int: "a number", bool: "true or false", dict: "a table", TEXTS: "a list of texts",
    TABLES: "a list of tables",
}  # fmt: skip

Kind = type | str
Shape = dict[str, tuple[Kind, bool]]  # key: kind, whether it must be there

BOARD: Final[Shape] = {
    "name": (str, True), "title": (str, True), "chip": (str, True), "support": (str, True),
    "stubs": (str, True), "mpy": (str, True), "micropython": (str, True),
    "laptop": (str, True), "files": (str, True), "electronics": (str, True),
    "memory": (dict, True), "header": (dict, True), "chain": (dict, False),
    "pins": (dict, True), "uses": (dict, True), "tested": (dict, False),
}  # fmt: skip
# tables of a board.toml that have names of their own
TABLES_OF_BOARD: Final[dict[str, Shape]] = {
    "memory": {
        "ram_kb": (int, True), "heap_kb": (int, True), "flash_kb": (int, True),
        "files_kb": (int, True), "code": (str, True),
    },
    "header": {
        "numbers": (str, True), "left": (TEXTS, True), "right": (TEXTS, True),
        "supply": (dict, True), "usb": (str, False),
    },
    "chain": {"spi": (str, True), "rate_hz": (int, True), "mode": (int, True)},
    "tested": {"date": (str, True), "by": (str, True), "what": (str, True)},
}  # fmt: skip
SUPPLY_PINS: Final[Shape] = {"volt5": (str, True), "volt3": (str, True), "ground": (str, True)}
PIN: Final[Shape] = {
    "can": (TEXTS, False), "inside": (str, False), "reserved": (str, False),
    "strapping": (str, False), "input_only": (bool, False), "no_pull": (bool, False),
    "note": (str, False),
}  # fmt: skip
USE: Final[Shape] = {
    "pin": (str, True), "as": (str, True), "pull": (str, True), "to": (str, True),
    "wakes": (str, True), "by": (str, False), "motor": (bool, False), "off": (int, False),
    "hz": (int, False),
}  # fmt: skip

ELECTRONICS: Final[Shape] = {
    "title": (str, True), "chain": (dict, True), "enable": (dict, True), "supply": (dict, True),
    "drivers": (dict, True), "stations": (dict, True), "parts": (dict, True),
}  # fmt: skip
TABLES_OF_ELECTRONICS: Final[dict[str, Shape]] = {
    "chain": {
        "outputs": (TEXTS, True), "inputs": (TEXTS, True), "signature": (int, True),
        "active_low": (TEXTS, True), "fastest_hz": (int, True),
    },
    "enable": {"part": (str, True), "monostable_ms": (int, True), "holds": (str, True)},
    "supply": {
        "volts": (int, True), "amps": (int, True), "part": (str, True), "fuse": (str, True),
    },
}  # fmt: skip
DRIVER: Final[Shape] = {"ma": (int, True), "ways": (int, True), "about": (str, True)}
PART: Final[Shape] = {"of": (str, True), "count": (int, True), "what": (str, True)}
STATION: Final[Shape] = {
    "title": (str, True), "at": (TEXTS, True), "outputs": (TABLES, True),
    "inputs": (TABLES, True),
}  # fmt: skip
OUTPUT: Final[Shape] = {
    "name": (str, True), "ma": (int, True), "driver": (str, True), "input": (str, True),
    "motor": (bool, False), "volts": (int, False), "pull": (str, False), "by": (str, False),
    "limit": (str, False), "fuse": (str, False),
}  # fmt: skip
INPUT: Final[Shape] = {"name": (str, True), "sensor": (str, True)}


@dataclass(frozen=True)
class Finding:
    """What is wrong, in which line of the board.toml (0: of none), with the remedy."""

    line: int
    text: str


Findings = Iterator[Finding]


def line_of(text: str, key: str) -> int:
    """The first line that begins with `key =` or `"key" =`, 0 where there is none."""
    found = re.search(rf'^\s*"?{re.escape(key)}"?\s*=', text, re.MULTILINE)
    return text.count("\n", 0, found.start() + 1) + 1 if found else 0


def of_board(raw: dict[str, Any], text: str) -> list[Finding]:
    """What is wrong with the form of a board.toml."""
    findings = list(_row(raw, BOARD, "board.toml", text))
    for table, shape in TABLES_OF_BOARD.items():
        if table in raw and isinstance(raw[table], dict):
            findings += _row(raw[table], shape, table, text)
    for table, shape in (("pins", PIN), ("uses", USE)):
        rows = raw.get(table)
        for name, row in rows.items() if isinstance(rows, dict) else ():
            if name != "matrix":
                findings += _row(row, shape, name, text)
    header = raw.get("header")
    if isinstance(header, dict) and isinstance(header.get("supply"), dict):
        findings += _row(header["supply"], SUPPLY_PINS, "supply", text)
    if not findings and not _numbers(raw["header"]["numbers"]):
        findings.append(
            Finding(
                line_of(text, "numbers"),
                tr("numbers: around, names, or two prefixes, as J2- J3-"),
            )
        )
    return findings


def _numbers(said: str) -> bool:
    return said in ("around", "names") or len(said.split()) == 2


def of_electronics(raw: dict[str, Any], line: int) -> list[Finding]:
    """What is wrong with the form of the electronics; `line`: where the board names them."""
    findings = list(_row(raw, ELECTRONICS, "the file", ""))
    for table, shape in TABLES_OF_ELECTRONICS.items():
        if isinstance(raw.get(table), dict):
            findings += _row(raw[table], shape, table, "")
    for table, shape in (("drivers", DRIVER), ("parts", PART), ("stations", STATION)):
        rows = raw.get(table)
        for name, row in rows.items() if isinstance(rows, dict) else ():
            findings += _row(row, shape, name, "")
            if table == "stations" and not list(_row(row, shape, name, "")):
                findings += _station(row, name)
    return [Finding(line, f"electronics: {one.text}") for one in findings]


def _station(about: dict[str, Any], name: str) -> Findings:
    if not about["at"]:
        yield Finding(0, tr("{where}: {key} is missing: add it", where=name, key="at"))
    for key, shape in (("outputs", OUTPUT), ("inputs", INPUT)):
        for row in about[key]:
            yield from _row(row, shape, str(row.get("name", name)), "")


def _row(row: Any, shape: Shape, where: str, text: str) -> Findings:
    line = line_of(text, where)
    if not isinstance(row, dict):
        yield Finding(line, tr("{where}: a table is wanted", where=where))
        return
    for key in row:
        if key not in shape:
            yield Finding(
                line_of(text, key) or line,
                tr(
                    "{where}: there is no {key}: {known}",
                    where=where,
                    key=key,
                    known=", ".join(shape),
                ),
            )
    for key, (kind, must) in shape.items():
        if key not in row:
            if must:
                yield Finding(line, tr("{where}: {key} is missing: add it", where=where, key=key))
        elif not _is(row[key], kind):
            yield Finding(
                line_of(text, key) or line,
                tr("{where}: {key} must be {kind}", where=where, key=key, kind=tr(KINDS[kind])),
            )


def _is(value: Any, kind: Kind) -> bool:
    if kind in (TEXTS, TABLES):
        item = str if kind == TEXTS else dict
        return isinstance(value, list) and all(isinstance(one, item) for one in value)
    return type(value) is kind
