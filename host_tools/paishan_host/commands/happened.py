"""Commands on what happened: events, faults."""

from __future__ import annotations

from typing import Any

import click

from paishan_host import ending, folded, words
from paishan_host.codec import Event
from paishan_host.commands import form
from paishan_host.language import tr

LOOK_S = 0.2
EVENT_INDENT = 20  # cells before an event's name


def event_line(number: int, name: str, fields: dict[str, Any]) -> str:
    """An event for people: when, what, its values, what it means."""
    rest = {key: value for key, value in fields.items() if key not in ("time", "event", "name")}
    seconds = f"{fields.get('time', 0) / 1000:9.3f} s"
    said = f"{number:5}  {seconds}  {name}"
    if rest:
        said += f"  {words.pairs(rest)}"
    means = words.event(name)
    row = words.fault(rest["code"]) if isinstance(rest.get("code"), int) else None
    if name == "tested":
        means = words.self_test(rest.get("test", 0), rest.get("verdict", 0)) or means
    return f"{said}  ({row.line if row else means})" if row or means else said


@form.command()
@form.option("--since", type=click.IntRange(0), default=0, help="The first number to show.")
@form.option("--follow", is_flag=True, help="Go on with what happens from now on.")
def events(since: int, follow: bool, as_json: bool) -> None:
    """Show what happened; the table keeps the last 64.

    Example: paishan events --follow
    """
    with form.table() as table:
        rows = table.events(since)
        if as_json and not follow:
            form.print_json(rows)
            return
        if not rows and not follow:
            click.echo(tr("no event from number {number} on", number=since))
        shown = since - 1
        for row in rows:
            shown = row["event"]
            _show(row, as_json)
        if rows and rows[0]["event"] > since > 0:
            ending.complain(tr("events before {number} are lost", number=rows[0]["event"]))
        while follow:
            for line in table.listen(LOOK_S):
                if isinstance(line, Event) and line.number > shown:
                    shown = line.number
                    _show({"event": line.number, "name": line.name, **line.fields}, as_json)


def _show(row: dict[str, Any], as_json: bool) -> None:
    if as_json:
        form.print_json(row)
    else:
        folded.echo(event_line(row["event"], row["name"], row), EVENT_INDENT)


@form.group
@click.pass_context
def faults(ctx: click.Context, as_json: bool) -> int:
    """Show the fault of now, damaged records and the last codes, each with its remedy.

    Exit code 1 if a fault is shown or a record is damaged.

    Example: paishan faults explain 71
    """
    if ctx.invoked_subcommand is not None:
        return ending.OK
    with form.table() as table:
        rows = table.faults()
    if as_json:
        form.print_json(rows)
    elif not rows:
        click.echo(tr("no fault since power-on"))
    whens = {"now": tr("now"), "advice": tr("advice"), "before": tr("before")}
    for row in rows if not as_json else ():
        if "record" in row:
            folded.echo(f"{row['record']} {row['health']}: {row['detail']}")
        else:
            found = words.fault(row["code"])
            motion = f" ({row['motion']})" if "motion" in row else ""
            said = found.line if found else row["code"]
            folded.echo(f"{whens.get(row['when'], row['when'])}: {said}{motion}")
    now = any("record" in row or row.get("when") == "now" for row in rows)
    return ending.NOT_AS_ASKED if now else ending.OK


@faults.command()
@click.argument("code", required=False, type=click.IntRange(0), metavar="[CODE]")
@form.option("--json", "as_json", is_flag=True, help="Print JSON.")
def explain(code: int | None, as_json: bool) -> None:
    """Explain a code of the display, or all of them. Needs no table.

    Example: paishan faults explain 71
    """
    found = words.faults() if code is None else [words.fault(code)]
    rows = [row for row in found if row]
    if not rows:
        raise ending.Problem(
            tr("there is no code {code}: `paishan faults explain` lists them", code=f"{code:02}"),
            ending.USAGE,
        )
    if as_json:
        plain = [row.as_dict() for row in (words.fault(one.code, "en") for one in rows) if row]
        form.print_json(plain if code is None else plain[0])
    elif code is None:
        form.columns([(f"{row.code:02}", row.name, row.symptom, row.remedy) for row in rows])
    else:
        row = rows[0]
        form.lines(
            [
                ("code", f"{row.code:02} {row.name} ({tr(row.severity)})"),
                ("what happened", row.happened),
                ("the tiles", row.tiles),
                ("what to do", row.remedy),
                ("how it looks", row.symptom),
            ]
        )


faults.epilog = explain.epilog = ending.EXIT_CODES
