"""Settings of a table as a file, and a file's settings on a table.

A file is TOML: what it came from, every setting with its unit and range, the rows of an own gear
chart, and the names of secrets, never their values. An import is planned first: the plan names
every change and every key that is renamed, clamped or skipped; only then is it carried out.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from paishan_host import ending, migrations, reading, words
from paishan_host.codec import Fields, encoded
from paishan_host.language import tr

if TYPE_CHECKING:
    from paishan_host.client import Table

PRODUCT: Final = "paishan"
RENAMED: Final = "renamed"
CLAMPED: Final = "clamped"
SKIPPED: Final = "skipped"

_GEAR: Final = ("position", "tiles", "stacks", "name", "game")


@dataclass
class Document:
    """What a file or a table holds. `gears`: rows of the own chart by position."""

    about: Fields = field(default_factory=dict)
    settings: Fields = field(default_factory=dict)
    gears: dict[int, Fields] = field(default_factory=dict)
    secrets: dict[str, bool] = field(default_factory=dict)  # name: whether the table has one


@dataclass(frozen=True)
class Note:
    """A key of the file that is not taken as it stands."""

    kind: str
    name: str
    sentence: str

    def line(self) -> str:
        """For people."""
        return f"{tr(self.kind)} {self.name}: {self.sentence}"


@dataclass
class Plan:
    """What an import would do to a table."""

    now: Document
    settings: Fields = field(default_factory=dict)
    gears: dict[int, Fields | None] = field(default_factory=dict)  # None: the row goes
    notes: list[Note] = field(default_factory=list)
    untouched: list[str] = field(default_factory=list)  # settings that the file does not have

    @property
    def empty(self) -> bool:
        """Whether the table already is as the file says."""
        return not self.settings and not self.gears

    @property
    def refused(self) -> bool:
        """Whether something of the file is not on the table afterwards."""
        return any(note.kind != RENAMED for note in self.notes)

    def lines(self) -> list[str]:
        """The diff, a line a change."""
        said = [
            f"{name}: {encoded(self.now.settings.get(name))} -> {encoded(value)}"
            for name, value in self.settings.items()
        ]
        return said + self.gear_lines()

    def gear_lines(self) -> list[str]:
        """The part of it that is about gears."""
        return [
            f"gear {position}: {_row_text(self.now.gears.get(position))} -> {_row_text(row)}"
            for position, row in sorted(self.gears.items())
        ]

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "changes": {
                name: {"old": self.now.settings.get(name), "new": value}
                for name, value in self.settings.items()
            },
            "gears": {str(position): row for position, row in self.gears.items()},
            "notes": [note.__dict__ for note in self.notes],
            "untouched": self.untouched,
            "refused": self.refused,
        }


def _row_text(row: Fields | None) -> str:
    if row is None:
        return tr("none")
    return f"{row['tiles']} {encoded(row['stacks'])} {encoded(row['name'])}"


def of_table(parts: list[Fields]) -> Document:
    """The document of the lines of an `export`."""
    document = Document()
    for part in parts:
        rest = {key: value for key, value in part.items() if key != "part"}
        if part["part"] == "about":
            document.about = {
                "product": rest["product"],
                "model": rest["board"],
                "serial": rest["serial"],
                "firmware": rest["version"],
                "protocol": rest["protocol"],
                "schema": rest["schema"],
                "schema_version": migrations.version(),
            }
        elif part["part"] == "settings":
            document.settings.update(rest)
        elif part["part"] == "gear":
            row = dict(zip(_GEAR, rest["row"], strict=False))
            document.gears[row.pop("position")] = row
        elif part["part"] == "secret":
            document.secrets[f"{rest['record']}.{rest['name']}"] = rest["there"]
    return document


def to_toml(document: Document) -> str:
    """The file's text; the same document gives the same text."""
    import tomlkit

    file = tomlkit.document()
    file.add(tomlkit.comment("Settings of a Paishan table. `paishan import FILE` puts them back."))
    file["about"] = tomlkit.item(document.about)
    settings = tomlkit.table()
    for name, value in document.settings.items():
        settings.add(name, value)
        if comment := _range_of(name):
            settings[name].comment(comment)
    file["settings"] = settings
    if document.gears:
        rows = tomlkit.aot()
        for position, row in sorted(document.gears.items()):
            gear = tomlkit.table()
            for key, value in {"position": position, **row}.items():
                gear.add(key, value)
            rows.append(gear)
        file["gear"] = rows
    secrets = tomlkit.table()
    secrets.comment("listed, never shown, never imported")
    for name, there in document.secrets.items():
        secrets.add(name, "set" if there else "none")
    file["secrets"] = secrets
    return tomlkit.dumps(file)


def _range_of(name: str) -> str:
    from paishan.store.schema import BOOL, CHOICE, CHOICES, MASK, find

    row = find(name)
    if row is None:
        return ""
    _name, kind, unit, _default, lowest, highest, _lock = row
    if kind == CHOICE:
        return " | ".join(map(str, CHOICES[name]))
    if kind in (BOOL, MASK):
        return ""
    return f"{f'{unit}, ' if unit else ''}{lowest} to {highest}"


def load(path: Path) -> Document:
    """Reads a file; Problem if it is no export."""
    data = reading.toml(path, reading.text(path))
    about, settings = data.get("about"), data.get("settings")
    if not isinstance(about, dict) or about.get("product") != PRODUCT:
        raise ending.Problem(
            tr("{file}: no export of a table: make one with `paishan export`", file=path),
            ending.BAD_FILE,
        )
    since = about.get("schema_version")
    if not isinstance(settings, dict) or not isinstance(since, int):
        raise ending.Problem(
            tr("{file}: [settings] or schema_version is missing: export anew", file=path),
            ending.BAD_FILE,
        )
    if since > migrations.version():
        raise ending.Problem(
            tr("{file}: saved by a later version of paishan: update this tool", file=path),
            ending.BAD_FILE,
        )
    document = Document(about, settings)
    gears = data.get("gear", [])
    for row in gears if isinstance(gears, list) else [gears]:
        given = row if isinstance(row, dict) else {}
        lacks = [key for key in _GEAR[:4] if key not in given]
        if lacks or type(given["position"]) is not int:
            raise ending.Problem(
                tr(
                    "{file}: a [[gear]] lacks {error}: add it",
                    file=path,
                    error=", ".join(lacks or ["position"]),
                ),
                ending.BAD_FILE,
            )
        document.gears[given["position"]] = {key: given[key] for key in _GEAR[1:] if key in given}
    return document


def planned(file: Document, now: Document) -> Plan:
    """What would change on a table that is `now`, and what of the file cannot be taken."""
    plan = Plan(now)
    values, renamed, removed = migrations.migrated(
        file.settings, file.about.get("schema_version", 1)
    )
    for old, new in renamed:
        plan.notes.append(Note(RENAMED, old, tr("now called {new}", new=new)))
    for name, instead in removed.items():
        plan.notes.append(
            Note(
                SKIPPED, name, tr("there is no such setting any more: {instead}", instead=instead)
            )
        )
    for name, value in values.items():
        _consider(plan, name, value)
    _keep_rules(plan)
    plan.untouched = [name for name in now.settings if name not in values]
    for position, row in file.gears.items():
        if now.gears.get(position) != row:
            plan.gears[position] = row
    for position in now.gears:
        if position not in file.gears:
            plan.gears[position] = None
    return plan


def _consider(plan: Plan, name: str, value: Any) -> None:
    from paishan.store.schema import INT, find

    row = find(name)
    if row is None:
        plan.notes.append(Note(SKIPPED, name, tr("the table has no such setting")))
        return
    problem = words.value_problem(row, value)
    if problem and row[1] == INT and type(value) is int:
        value = min(max(value, row[4]), row[5])
        plan.notes.append(Note(CLAMPED, name, f"{problem} -> {value}"))
    elif problem:
        plan.notes.append(Note(SKIPPED, name, problem))
        return
    if plan.now.settings.get(name) != value:
        plan.settings[name] = value


def _keep_rules(plan: Plan) -> None:
    """Leaves out what contradicts the rest, until nothing does."""
    from paishan.store.check import sift

    plan.settings, problems = sift(plan.settings, plan.now.settings)
    plan.notes += [Note(SKIPPED, name, sentence) for name, sentence in problems]


def carry_out(plan: Plan, table: Table, counted: Callable[[int], None] | None = None) -> list[str]:
    """Stages, checks, commits, reads back; returns the names that did not come out as planned.

    Rows of gears first, since a chart needs them; rows that go, last. Where the table refuses a
    step, those before it are taken back; what could not be is named in the Problem.
    """
    done: list[tuple[str, Callable[[], None]]] = []  # what is changed, and how to take it back

    def put_row(position: int, row: Fields | None) -> None:
        table.set_gear(position, row)
        before = plan.now.gears.get(position)
        done.append((f"gear {position}", lambda: table.set_gear(position, before)))

    try:
        for position, row in plan.gears.items():
            if row is not None:
                put_row(position, row)
        if plan.settings:
            _put(plan.settings, table, counted)
            before = {name: plan.now.settings[name] for name in plan.settings}
            done.append((", ".join(before), lambda: _put(before, table)))
        for position, row in plan.gears.items():
            if row is None:
                put_row(position, None)
    except ending.Problem as trouble:
        with contextlib.suppress(ending.Problem):
            while done:
                done[-1][1]()
                done.pop()
        if not done:
            raise
        raise ending.Problem(
            tr(
                "{said} (changed already: {names})",
                said=trouble.message,
                names=", ".join(name for name, _ in done),
            ),
            trouble.code,
        ) from trouble
    after = of_table(table.export())
    wrong = [name for name, value in plan.settings.items() if after.settings.get(name) != value]
    wrong += [
        f"gear {position}" for position, row in plan.gears.items()
        if after.gears.get(position) != row
    ]  # fmt: skip
    return wrong


def _put(values: Fields, table: Table, counted: Callable[[int], None] | None = None) -> None:
    table.stage(values, counted)
    problems = table.check()
    if problems:
        table.rollback()
        said = "; ".join(f"{one.setting}: {one.sentence}" for one in problems)
        raise ending.Problem(
            tr("the table does not take it, no setting was changed: {said}", said=said),
            ending.REFUSED,
        )
    table.commit(values)
