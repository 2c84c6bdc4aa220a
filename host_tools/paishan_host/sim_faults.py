"""`paishan sim faults`: what can be put out of order in the simulated machine."""

from __future__ import annotations

import json
from typing import Any

import click

from paishan_host import ending


@click.command(epilog=ending.EXIT_CODES)
@click.argument("name", required=False, metavar="[NAME]")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON list instead of a table.")
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
        _list(rows)
        click.echo("What the bench cannot provoke, and what stands in for it:")
        for what, entries, instead in NOT_ON_THE_BENCH:
            click.echo(f"  {what} ({_numbers(entries)}): {instead}")
    return ending.OK


def _list(rows: list[dict[str, Any]]) -> None:
    from rich import box
    from rich.table import Table

    from paishan_host.terminal import Output

    table = Table("name", "what it does", "arguments", "entry", box=box.SIMPLE, pad_edge=False)
    for row in rows:
        said = " ".join(f"{one['name']}={one['default']}" for one in row["arguments"])
        table.add_row(row["name"], row["what"], said, _numbers(row["entries"]))
    Output().print(table)


def _one(row: dict[str, Any]) -> None:
    click.echo(f"{row['name']}: {row['what']} (entry {_numbers(row['entries'])})")
    for one in row["arguments"]:
        click.echo(
            f"  {one['name']:8} {one['meaning']}; {one['form']}  [default: {one['default']}]"
        )


def _numbers(entries: tuple[int, ...]) -> str:
    return ", ".join(map(str, entries))
