"""Commands on all settings at once: export, import, reset."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from paishan_host import ending, exchange
from paishan_host.commands import form
from paishan_host.language import tr
from paishan_host.trouble import ReadOnly

SERVICES = ("clean", "oil", "check")


def _settings() -> int:
    from paishan.store.schema import SETTINGS

    return len(SETTINGS)


def _exported(table: Any) -> exchange.Document:
    with form.bar(tr("reading"), _settings()) as told:
        return exchange.of_table(table.export(told))


@form.command()
@click.argument("file", required=False, type=click.Path(path_type=Path), metavar="[FILE]")
def export(file: Path | None, as_json: bool) -> None:
    """Save all settings and the own gear chart as TOML; without a file, print them.

    Secrets are listed and not shown.

    Example: paishan export parlour.toml
    """
    with form.table() as table:
        document = _exported(table)
    if as_json:
        form.print_json(
            {
                **document.__dict__,
                "gears": [{"position": key, **row} for key, row in document.gears.items()],
                "file": str(file) if file else None,
            }
        )
    text = exchange.to_toml(document)
    if file is not None:
        form.write(file, text.encode())
        if not as_json:
            click.echo(tr("{count} settings saved", count=len(document.settings)))
    elif not as_json:
        click.echo(text, nl=False)


@form.command("import")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@form.yes
def import_(file: Path, yes: bool, as_json: bool) -> int:
    """Put a saved file's settings on the table: preview, question, all of it or nothing.

    Every key that is renamed, clamped or skipped is named. Exit code 1 if one was clamped or
    skipped.

    Example: paishan import parlour.toml --yes
    """
    document = exchange.load(file)
    with form.table() as table:
        if table.read_only:
            raise ReadOnly(table.read_only)
        now = _exported(table)
        plan = exchange.planned(document, now)
        if not as_json:
            _preview(plan, document)
        if not plan.empty:
            form.agree(tr("Put this on the table?"), yes)
            table.login()
            with form.bar(tr("writing"), len(plan.settings)) as told:
                wrong = exchange.carry_out(plan, table, told)
        else:
            wrong = []
    if wrong:
        raise ending.Problem(
            tr("read back differently: {names}: import again", names=", ".join(wrong)),
            ending.REFUSED,
        )
    if as_json:
        form.print_json(plan.as_dict())
    elif plan.empty:
        click.echo(tr("the table already is as the file says"))
    else:
        click.echo(tr("{count} changed and read back", count=len(plan.settings) + len(plan.gears)))
    return ending.NOT_AS_ASKED if plan.refused else ending.OK


def _preview(plan: exchange.Plan, document: exchange.Document) -> None:
    for key, name in (("model", "board"), ("serial", "serial number")):
        theirs, ours = document.about.get(key), plan.now.about.get(key)
        if theirs != ours:
            click.echo(
                tr(
                    "note: the file is of another {what}: {theirs}, not {ours}",
                    what=tr(name),
                    theirs=theirs or tr("none"),
                    ours=ours or tr("none"),
                )
            )
    for line in plan.lines():
        click.echo(line)
    for note in plan.notes:
        click.echo(note.line())
    if plan.untouched:
        click.echo(
            tr("not in the file, left as they are: {names}", names=", ".join(plan.untouched))
        )


@form.command()
@click.argument(
    "what",
    type=click.Choice(["settings", "calibration", "counters", *SERVICES]),
    default="settings",
)
@form.yes
def reset(what: str, yes: bool, as_json: bool) -> None:
    """Set settings back as the machine came, or forget what it learned or counted.

    A service that was done (clean, oil, check) begins its interval anew.

    Example: paishan reset settings --yes
    """
    questions = {
        "settings": tr("Set all settings back? `paishan export` saves them first."),
        "calibration": tr("Forget the learned times of all motions?"),
        "counters": tr("Set all counters to nothing?"),
        **dict.fromkeys(SERVICES, tr("Was this service done? Its interval begins anew.")),
    }
    form.agree(questions[what], yes)
    with form.table(technician=True) as table:
        changed = table.reset(what)
    if as_json:
        form.print_json({"what": what, "changed": changed})
    elif what == "settings":
        click.echo(tr("{count} changed", count=changed))
    else:
        click.echo(tr("done"))
