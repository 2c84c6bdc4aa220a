"""Commands on single settings: get, set, diff."""

from __future__ import annotations

import difflib
import json
from pathlib import Path
from typing import Any

import click

from paishan_host import ending, words
from paishan_host.codec import encoded
from paishan_host.commands import form
from paishan_host.language import tr


def rows_by_name() -> dict[str, Any]:
    """The schema's rows."""
    from paishan.store.schema import SETTINGS

    return {row[0]: row for row in SETTINGS}


def known(name: str) -> Any:
    """The row of a setting; Problem with what it may have been."""
    rows = rows_by_name()
    if name in rows:
        return rows[name]
    near = difflib.get_close_matches(name, rows, 1)
    instead = tr("did you mean {name}?", name=near[0]) if near else tr("`paishan get` lists them")
    raise ending.Problem(
        tr("there is no setting {name}: {instead}", name=name, instead=instead), ending.USAGE
    )


@form.command()
@click.argument("names", nargs=-1, metavar="[NAME]...")
def get(names: tuple[str, ...], as_json: bool) -> None:
    """Show settings by name, or all of them, with default and meaning.

    Example: paishan get dice_ms gap_ms
    """
    for name in names:
        known(name)
    with form.table() as table:
        values = table.get(*names)
    if as_json:
        form.print_json(values)
        return
    rows = rows_by_name()
    form.columns(
        [
            (
                name,
                encoded(value),
                rows[name][2] if name in rows else "",
                "" if name not in rows or value == rows[name][3] else encoded(rows[name][3]),
                words.setting(name),
            )
            for name, value in values.items()
        ],
        ("setting", "value", "unit", "default", "meaning"),
    )


@form.command("set")
@click.argument("pairs", nargs=-1, required=True, metavar="NAME=VALUE...")
def set_(pairs: tuple[str, ...], as_json: bool) -> None:
    """Change settings: all that are given, or none of them.

    Example: paishan set dice_ms=3500 language=zh
    """
    values: dict[str, Any] = {}
    for name, value in map(_parsed, pairs):
        if name in values:
            raise ending.Problem(
                tr("{name} is given twice: give it once", name=name), ending.USAGE
            )
        values[name] = value
    with form.table(technician=True) as table:
        changed = table.set(**values)
        after = table.get(*values)
        address = table.session.address
    if as_json:
        form.print_json({"changed": changed, "values": after})
        return
    for name, value in after.items():
        click.echo(f"{name} = {encoded(value)}")
    click.echo(tr("{count} changed", count=changed))
    if address != form.chosen().address:
        click.echo(tr("from now on: `paishan --address {address}`", address=address))


def _parsed(pair: str) -> tuple[str, Any]:
    """NAME=VALUE as the schema understands it; Problem with the range."""
    name, equals, text = pair.partition("=")
    if not equals:
        raise ending.Problem(
            tr("{pair}: write NAME=VALUE, such as dice_ms=3500", pair=pair), ending.USAGE
        )
    row = known(name)
    try:
        value: Any = int(text, 16) if text.lower().startswith("0x") else json.loads(text)
    except ValueError:
        value = text
    if problem := words.value_problem(row, value):
        raise ending.Problem(f"{name}: {problem}", ending.USAGE)
    return name, value


@form.command()
@click.argument("file", required=False, type=click.Path(path_type=Path), metavar="[FILE]")
def diff(file: Path | None, as_json: bool) -> int:
    """Show what differs from the defaults, or from a saved file.

    Exit code 1 if something differs.

    Example: paishan diff parlour.toml
    """
    from paishan_host import exchange

    document = exchange.load(file) if file else None
    with form.table() as table:
        now = exchange.of_table(table.export())
    if document is None:
        defaults = {name: row[3] for name, row in rows_by_name().items()}
        document = exchange.Document({"schema_version": 10**6}, defaults, dict(now.gears))
    plan = exchange.planned(document, now)
    if as_json:
        form.print_json(plan.as_dict())
    else:
        for name, value in plan.settings.items():
            ours, theirs = encoded(now.settings.get(name)), encoded(value)
            click.echo(f"{name}: {ours} ({tr('file') if file else tr('default')} {theirs})")
        for line in plan.gear_lines():
            click.echo(line)
        for note in plan.notes:
            click.echo(note.line())
        if plan.empty and not plan.notes:
            click.echo(tr("no difference"))
    return ending.OK if plan.empty and not plan.notes else ending.NOT_AS_ASKED
