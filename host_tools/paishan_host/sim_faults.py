"""`paishan sim faults`: what can be put out of order in the simulated machine."""

from __future__ import annotations

import json
from typing import Any

import click

from paishan_host import ending, folded, spoken
from paishan_host.commands import form


@click.command(cls=spoken.Command, epilog=ending.EXIT_CODES)
@click.argument("name", required=False, metavar="[NAME]")
@form.option("--json", "as_json", is_flag=True, help="Print JSON.")
def faults(name: str | None, as_json: bool) -> int:
    """List the faults that `paishan sim run --inject` takes, or one with its arguments.

    A moment is a time since power-on (5s), or one after something that the machine does (raise,
    build2, build+3s). The entries are those of the technicians' fault list.

    Example: paishan sim faults s1-dirty
    """
    from paishan_sim.faults import NOT_ON_THE_BENCH, InjectionError, catalogue, parse

    rows = catalogue()
    if name is not None:
        try:
            parse(name)
        except InjectionError as error:
            raise ending.Problem(str(error), ending.USAGE) from error
        rows = [row for row in rows if row["name"] == name.partition(":")[0]]
    if as_json:
        click.echo(json.dumps(rows))
    elif name is not None:
        _one(rows[0])
    else:
        form.columns([(row["name"], row["what"]) for row in rows])
        click.echo("\nWhat the bench cannot provoke, and what stands in for it:")
        for what, entries, instead in NOT_ON_THE_BENCH:
            folded.echo(f"  {what} ({_numbers(entries)}): {instead}", 4)
        click.echo("\nThe arguments of a fault: `paishan sim faults NAME`")
    return ending.OK


def _one(row: dict[str, Any]) -> None:
    what = "entry" if len(row["entries"]) == 1 else "entries"
    click.echo(f"{row['name']}: {row['what']} ({what} {_numbers(row['entries'])})")
    form.columns(
        [(one["name"], one["default"], one["form"], one["meaning"]) for one in row["arguments"]],
        ("argument", "default", "form", "meaning"),
    )


def _numbers(entries: tuple[int, ...]) -> str:
    return ", ".join(map(str, entries))
