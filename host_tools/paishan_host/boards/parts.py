"""What can be wrong with the electronics behind the pins: stations, drivers, pulls, fuses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from paishan.link import names
from paishan_host.boards.plan import Plan
from paishan_host.boards.shape import Finding
from paishan_host.language import tr

OUTPUTS: Final = ("E", "S", "W", "N", "CENTRE", "TENS", "UNITS")  # the firmware's bytes
INPUTS: Final = names.STATIONS
_WANTED: Final = {
    "side": (names.SIDE_OUT, names.SIDE_IN),
    "centre": (names.CENTRE_OUT, names.CENTRE_IN),
    "panel": ((), names.PANEL_IN),
}
_STATIONS: Final = ("side", "centre", "panel", "selector", "digits")
_SHORTEST_MS: Final = 30  # three scans of the longest period
_LONGEST_MS: Final = 100
_REGISTER_MA: Final = 70

Findings = Iterator[Finding]


def findings(plan: Plan) -> Findings:
    """Everything, in the order of the file."""
    electronics = plan.electronics
    if "chain" not in plan.raw:
        return
    yield from _order(electronics)
    yield from _enable(electronics)
    for station in _STATIONS:
        if station not in electronics["stations"]:
            yield Finding(
                0, tr("electronics: no station {name}: add [stations.{name}]", name=station)
            )
    for station, about in electronics["stations"].items():
        yield from _names(station, about)
        for row in about["outputs"]:
            yield from _output(row, electronics["drivers"])
        yield from _register(station, about)
        yield from _pairs(about["outputs"])


def _order(electronics: dict[str, Any]) -> Findings:
    chain = electronics["chain"]
    if tuple(chain["outputs"]) != OUTPUTS:
        yield Finding(
            0,
            tr(
                "electronics: the 595s stand as {found}: the firmware sends {wanted}",
                found=" ".join(chain["outputs"]),
                wanted=" ".join(OUTPUTS),
            ),
        )
    wanted = tuple(reversed(INPUTS))
    if tuple(chain["inputs"]) != wanted:
        yield Finding(
            0,
            tr(
                "electronics: the 165s stand as {found}: the firmware reads {wanted}",
                found=" ".join(chain["inputs"]),
                wanted=" ".join(wanted),
            ),
        )
    if chain["signature"] != 0xA5:
        yield Finding(
            0,
            tr(
                "electronics: the signature is {found}: wire the pins of the first 165 to A5",
                found=f"{chain['signature']:02X}",
            ),
        )


def _enable(electronics: dict[str, Any]) -> Findings:
    lasts_ms = electronics["enable"]["monostable_ms"]
    if not _SHORTEST_MS <= lasts_ms <= _LONGEST_MS:
        yield Finding(
            0,
            tr(
                "electronics: the monostable lasts {ms} ms: make it {least} to {most}, so that a "
                "late scan is forgiven and a hung controller is not",
                ms=lasts_ms,
                least=_SHORTEST_MS,
                most=_LONGEST_MS,
            ),
        )


def _names(station: str, about: dict[str, Any]) -> Findings:
    if station not in _WANTED:
        return
    for rows, wanted in zip((about["outputs"], about["inputs"]), _WANTED[station], strict=True):
        found = [row["name"] for row in rows]
        for bit, name in enumerate(wanted):
            have = found[bit] if bit < len(found) else "-"
            if have != name:
                yield Finding(
                    0,
                    tr(
                        "electronics: bit {bit} of {station} is {have}, the firmware's is {name}",
                        bit=bit,
                        station=station,
                        have=have or "-",
                        name=name or "-",
                    ),
                )


def _output(row: dict[str, Any], drivers: dict[str, Any]) -> Findings:
    name = row["name"]
    driver = drivers.get(row["driver"])
    if driver is None:
        yield Finding(
            0,
            tr(
                "electronics: {name}: no driver {driver}: {known}",
                name=name,
                driver=row["driver"],
                known=", ".join(drivers),
            ),
        )
        return
    if row["ma"] > driver["ma"]:
        yield Finding(
            0,
            tr(
                "electronics: {name} takes {ma} mA, a {driver} carries {most}: a stronger one",
                name=name,
                ma=row["ma"],
                driver=row["driver"],
                most=driver["ma"],
            ),
        )
    if row.get("motor") and (row.get("pull") != "down" or not row.get("by")):
        yield Finding(
            0,
            tr(
                "electronics: {name}: a motor without a pull to off: with the register disabled "
                "its driver floats; add 10 kΩ to GND",
                name=name,
            ),
        )


def _register(station: str, about: dict[str, Any]) -> Findings:
    total = sum(row["ma"] for row in about["outputs"] if row["driver"] == "74HC595")
    if total > _REGISTER_MA:
        yield Finding(
            0,
            tr(
                "electronics: the register of {station} gives {total} mA, it may give {most}: "
                "larger resistors",
                station=station,
                total=total,
                most=_REGISTER_MA,
            ),
        )


def _pairs(rows: list[dict[str, Any]]) -> Findings:
    by_name = {row["name"]: row for row in rows}
    for name, other in (
        ("BELT", "BELT_REV"), ("HEAD", "HEAD_REV"), ("LIFT_RAISE", "LIFT_LOWER"),
        ("DRUM", "DRUM_REV"), ("DOME_RAISE", "DOME_LOWER"),
    ):  # fmt: skip
        one, two = by_name.get(name), by_name.get(other)
        if one and two and one["input"].partition(".")[0] != two["input"].partition(".")[0]:
            yield Finding(
                0,
                tr(
                    "electronics: {name} and {other} turn one motor both ways: both inputs of one "
                    "bridge",
                    name=name,
                    other=other,
                ),
            )
    for row in rows:
        if row.get("motor") and not row.get("fuse") and not _shares(row, rows):
            yield Finding(
                0, tr("electronics: {name}: no fuse for its motor: add one", name=row["name"])
            )


def _shares(row: dict[str, Any], rows: list[dict[str, Any]]) -> bool:
    unit = row["input"].partition(".")[0]
    return any(other.get("fuse") and other["input"].partition(".")[0] == unit for other in rows)
