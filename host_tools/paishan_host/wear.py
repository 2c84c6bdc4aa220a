"""Wear: the counters and learned times of a table, put together as a technician reads them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from paishan.io.image import SIDE_NAMES
from paishan.link.names import SIDE_IN, SIDE_LETTERS
from paishan_host import words
from paishan_host.language import tr

_SIDES: Final = dict(zip(SIDE_NAMES, SIDE_LETTERS, strict=True))
# what the table calls a learned time: the output whose motor it is
_MOTIONS: Final = {
    "head": "HEAD",
    "pusher": "PUSHER",
    "lift up": "LIFT_RAISE",
    "lift down": "LIFT_LOWER",
    "dome up": "DOME_RAISE",
    "dome down": "DOME_LOWER",
    "drum, 16 pulses": "DRUM",
    "ring, 16 pulses": "RING",
}
_SERVICES: Final = {
    "clean": "builds since it was cleaned",
    "oil": "builds since it was oiled",
    "check": "builds since it was checked",
}
_HOUR_S: Final = 3600
_PLAYED: Final = {
    "boots": "power-ons",
    "builds": "builds",
    "raises": "walls raised",
    "agitations": "drum shaken",
    "dice": "dice thrown",
    "faults": "faults",
    "advices": "advices",
}
_OF_A_MOTOR: Final = ("starts_", "run_s_", "stalls_")

MOTORS: Final = ("motor", "starts", "running", "stalls", "runs", "takes ms", "when new", "change")
SENSORS: Final = ("rejected edges", *_SIDES.values())
OTHERS: Final = ("rejected edges", "")
FAULTS: Final = ("fault", "how often", "what happened")
LINE: Final = ("this line since power-on", "")
TEXTS: Final = (*_PLAYED.values(), *_SERVICES.values(), *MOTORS, *SENSORS, *FAULTS, *LINE)


def motor(motion: str) -> str:
    """The output that a learned time belongs to: HEAD_E of "east head"."""
    side, _, rest = motion.partition(" ")
    if side in _SIDES:
        return f"{_MOTIONS.get(rest, rest)}_{_SIDES[side]}"
    return _MOTIONS.get(motion, motion)


def played(counted: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    """Power-ons, builds in all and of each set, and the like: name and number."""
    for name, said in _PLAYED.items():
        yield tr(said), counted.get(name, 0)
        if name == "builds":
            for tiles, number in _with("built_", counted):
                yield tr("builds of {tiles} tiles", tiles=tiles), number
    for what, said in _SERVICES.items():
        yield tr(said), counted.get("builds", 0) - counted.get(f"done_{what}_cycles", 0)


def motors(
    counted: Mapping[str, Any], times: Sequence[Mapping[str, Any]]
) -> Iterator[tuple[object, ...]]:
    """A row of MOTORS for each that has run or learned its time."""
    learned = {motor(row["name"]): row for row in times if row["runs"]}
    names = [name for prefix in _OF_A_MOTOR for name, _ in _with(prefix, counted)]
    for name in dict.fromkeys([*names, *learned]):
        time = learned.get(name, {})
        new = time.get("new_ms", 0)
        yield (
            name,
            counted.get(f"starts_{name}", 0),
            duration(counted.get(f"run_s_{name}", 0)),
            counted.get(f"stalls_{name}", 0),
            time.get("runs", ""),
            time.get("ms", ""),
            new or "",
            f"{round(100 * (time['ms'] - new) / new):+} %" if new else "",
        )


def sensors(counted: Mapping[str, Any]) -> Iterator[tuple[object, ...]]:
    """A row of SENSORS for each kind of a side's whose filter threw something away."""
    kinds = dict.fromkeys(name[:-2] for name, _ in _with("rejected_", counted) if _sided(name))
    for kind in kinds:
        yield kind, *(counted.get(f"rejected_{kind}_{side}", 0) for side in _SIDES.values())


def others(counted: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    """A row of OTHERS for each sensor and key that is of no side."""
    return ((name, number) for name, number in _with("rejected_", counted) if not _sided(name))


def faults(counted: Mapping[str, Any]) -> Iterator[tuple[str, object, str]]:
    """A row of FAULTS for each code that has come up."""
    for name, number in _with("fault_", counted):
        row = words.fault(int(name)) if name.isdecimal() else None
        yield name, number, row.happened if row else ""


def line(counted: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    """What was counted on this line since power-on."""
    yield from _with("link_", counted)


def duration(seconds: int) -> str:
    """Seconds below an hour, then hours with a decimal."""
    return f"{seconds} s" if seconds < _HOUR_S else f"{seconds / _HOUR_S:.1f} h"


def _sided(name: str) -> bool:
    # the dice keys have a letter of their own: they are the panel's
    return name[-2:-1] == "_" and name[-1] in _SIDES.values() and name[:-2] in SIDE_IN


def _with(prefix: str, counted: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, number in counted.items():
        if name.startswith(prefix):
            yield name.removeprefix(prefix), number
