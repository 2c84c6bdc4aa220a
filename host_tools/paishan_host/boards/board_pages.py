"""The pages of boards/: pictures, and the tables within each README, made from the TOML files.

A README is written by hand but for what stands between the two marks.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from paishan_host.boards import plan as plans
from paishan_host.boards import station_view, wiring
from paishan_host.boards.plan import Plan, Use
from paishan_sim.places import boards_dir

BEGIN: Final = "<!-- Made by `paishan docs` from the TOML files: change those. -->"
END: Final = "<!-- From here on by hand. -->"
PICTURE: Final = "wiring.svg"
README: Final = "README.md"
_FITTED: Final = "Bourns"


def written() -> dict[Path, str]:
    """Every file as it should be, by its path in this checkout."""
    folder = boards_dir()
    files: dict[Path, str] = {}
    electronics: dict[str, Any] = {}
    for name in plans.names():
        found, _findings = plans.load(plans.find(name))
        if found is None:
            continue
        electronics = found.electronics
        files[folder / name / PICTURE] = wiring.picture(found)
        files[folder / name / README] = _between(folder / name / README, of_board(found))
    for station in electronics.get("stations", {}):
        files[folder / f"{station}.svg"] = station_view.picture(electronics, station)
    files[folder / README] = _between(folder / README, of_electronics(electronics))
    return files


def _between(path: Path, made: str) -> str:
    """The file with what is made in its place; one without a place is left as it is."""
    text = path.read_text("utf-8") if path.exists() else f"{BEGIN}\n{END}\n"
    head, begin, rest = text.partition(BEGIN)
    _old, end, tail = rest.partition(END)
    if not begin or not end:
        return text
    return f"{head}{BEGIN}\n\n{made}\n\n{END}{tail}"


def _table(heading: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    from paishan_host.pages import table

    return table(heading, rows)


def of_board(plan: Plan) -> str:
    """The made part of a board's README."""
    raw, sizes = plan.raw, plan.raw["memory"]
    about = _table(
        ("", ""),
        [
            ("chip", raw["chip"]),
            ("support", f"{raw['support']}; nobody has tested it on a bench yet"
             if raw["support"] != "bench-tested" else f"bench-tested, {raw['tested']['date']}"),
            ("MicroPython", f"{raw['micropython']}; types checked against `{raw['stubs']}`"),
            ("memory", f"{sizes['ram_kb']} KB RAM, of them {sizes['heap_kb']} KB heap; "
             f"{sizes['flash_kb']} KB flash, of them {sizes['files_kb']} KB files"),
            ("code", "from files, two slots" if sizes["code"] == "files"
             else "frozen into MicroPython"),
            ("laptop", raw["laptop"]),
            ("files", raw["files"]),
        ],
    )  # fmt: skip
    wires = _table(
        ("wire", "pin", "on the header", "pull", "to", "at power-on"),
        [
            (f"`{use.net}`", use.pin, plan.place(use.pin) or _where(plan, use), _pull(use), use.to,
             use.wakes)
            for use in plan.uses
        ],
    )  # fmt: skip
    pins = _table(
        ("pin", "on the header", "can be", "marks", "used for"),
        [
            (
                name,
                plan.place(name),
                " ".join(pin.can) or ("any" if plan.matrix else "input, output"),
                "; ".join(_marks(plan, name)),
                ", ".join(f"`{use.net}`" for use in plan.uses if use.pin == name),
            )
            for name, pin in plan.pins.items()
        ],
    )
    return (
        f"{about}\n\n## Wiring\n\n![Wiring]({PICTURE})\n\n{wires}\n\n"
        "Outputs of the ring are off until the first complete scan: each is listed in "
        f"[../README.md](../README.md).\n\n## Every pin\n\n{pins}"
    )


def _where(plan: Plan, use: Use) -> str:
    pin = plan.pins.get(use.pin)
    return "on the board" if pin and pin.inside else use.pin


def _pull(use: Use) -> str:
    if use.pull == "none":
        return ""
    return f"{use.pull}, {'inside the chip' if use.by == 'chip' else use.by}"


def _marks(plan: Plan, name: str) -> list[str]:
    pin = plan.pins[name]
    marks = [f"taken: {pin.inside}"] if pin.inside else []
    marks += [f"taken: {pin.reserved}"] if pin.reserved else []
    marks += [f"strapping: {pin.strapping}"] if pin.strapping else []
    marks += ["analogue"] if any(one.startswith("adc") for one in pin.can) else []
    marks += ["input only"] if pin.input_only else []
    marks += ["no pull inside"] if pin.no_pull else []
    return marks + ([pin.note] if pin.note else [])


def of_electronics(electronics: dict[str, Any]) -> str:
    """The made part of the README of all boards."""
    parts = [_boards()]
    for station, about in electronics["stations"].items():
        parts += [f"### {about['title']}", f"![{about['title']}]({station}.svg)"]
        if about["outputs"]:
            parts.append(_outputs(about["outputs"]))
        if about["inputs"]:
            parts.append(_inputs(about["inputs"]))
    parts += ["### Parts of one table", _parts(electronics)]
    return "\n\n".join(parts)


def _boards() -> str:
    rows = []
    for name in plans.names():
        found, _findings = plans.load(plans.find(name))
        if found:
            rows.append(
                (f"[{name}]({name}/README.md)", found.raw["title"], found.raw["chip"],
                 found.raw["support"])
            )  # fmt: skip
    rows.append(("[bench](bench/README.md)", "MicroPython on a PC", "", "runs in every test"))
    return _table(("board", "title", "chip", "support"), rows)


def _outputs(rows: list[dict[str, Any]]) -> str:
    return _table(
        ("bit", "output", "register", "driver", "current", "fuse", "at power-on"),
        [
            (
                bit,
                f"`{row['name']}`",
                f"Q{station_view.LETTERS[bit]}, pin {station_view.PINS_595[bit]}",
                row["input"] if row["driver"] == "74HC595" else f"{row['driver']} {row['input']}",
                f"{row['ma']} mA" + (f" at {row['volts']} V" if "volts" in row else ""),
                row.get("fuse", ""),
                f"off: register disabled, {row['by']} to GND" if row.get("pull")
                else "anything, until boot.py clears it",
            )
            for bit, row in enumerate(rows)
        ],
    )  # fmt: skip


def _inputs(rows: list[dict[str, Any]]) -> str:
    return _table(
        ("bit", "input", "register", "sensor"),
        [
            (
                bit,
                f"`{row['name']}`" if row["name"] else "",
                f"{station_view.LETTERS[bit]}, pin {station_view.PINS_165[bit]}",
                row["sensor"],
            )
            for bit, row in enumerate(rows)
        ],
    )


def _parts(electronics: dict[str, Any]) -> str:
    rows = [(row["count"], row["of"], row["what"]) for row in electronics["parts"].values()]
    fuses: dict[str, list[str]] = {}
    for about in electronics["stations"].values():
        for row in about["outputs"]:
            if row.get("fuse"):
                fuses.setdefault(row["fuse"], []).extend([row["name"]] * len(about["at"]))
    rows += [
        (len(names), f"{_FITTED} {fuse}", f"resettable fuse: {', '.join(dict.fromkeys(names))}")
        for fuse, names in fuses.items()
    ]
    return _table(("count", "part", "what"), rows)
