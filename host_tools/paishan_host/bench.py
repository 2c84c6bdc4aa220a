"""`paishan bench`: the budgets of the design that exist so far, measured in one run."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from paishan_host import choices, ending, spoken
from paishan_host.commands import form

if TYPE_CHECKING:
    from paishan_host.measures import Measure


@click.command(cls=spoken.Command, epilog=ending.EXIT_CODES)
@form.option(
    "--seeds",
    type=click.IntRange(1, 1000),
    default=20,
    show_default=True,
    help="Runs of a cycle with 144 tiles.",
)
@form.option(
    "--lane",
    type=click.Choice(["pc", "pico"]),
    default="pc",
    show_default=True,
    help="Measure on this machine, or on an emulated Pico; about four minutes.",
)
@form.option(
    "--hours",
    type=click.FloatRange(0, 1000, min_open=True),
    help="Instead: play for so many hours of the table's time under MicroPython; 24 take ten "
    "minutes or more.",
)
@form.option(
    "--uf2",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="MicroPython for the Pico.  [default: PAISHAN_UF2, else from micropython.org]",
)
@form.option("--json", "as_json", is_flag=True, help="Print JSON.")
def bench(seeds: int, lane: str, hours: float | None, uf2: Path | None, as_json: bool) -> int:
    """Measure the budgets, each beside what it is compared with; about a minute.

    Exit code 1 if a budget is missed.

    Example: paishan bench --hours 24
    """
    found: list[Measure] = []
    with choices.lanes():
        for name, measure in _subjects(lane, seeds, hours, uf2):
            if not as_json:
                click.echo(f"measuring {name} ...", err=True)
            found += measure()
    if as_json:
        click.echo(json.dumps([one.as_dict() for one in found]))
    else:
        _print(found)
    missed = any(one.met is False for one in found)
    return ending.NOT_AS_ASKED if missed else ending.OK


def _subjects(
    lane: str, seeds: int, hours: float | None, uf2: Path | None
) -> list[tuple[str, Callable[[], list[Measure]]]]:
    if hours is not None:
        from paishan_host import measures_hours

        return measures_hours.subjects(hours)
    if lane == "pico":
        from paishan_host import measures_pico

        return measures_pico.subjects(uf2)
    from paishan_host import measures

    return measures.subjects(seeds)


def _print(found: list[Measure]) -> None:
    from rich import box
    from rich.table import Table

    from paishan_host.terminal import Output

    table = Table("what", box=box.SIMPLE, pad_edge=False)
    table.add_column("measured", justify="right")
    table.add_column("budget", justify="right")
    table.add_column("")
    table.add_column("compared with")
    verdicts = {True: "ok", False: "MISSED", None: ""}
    for one in found:
        sign = ">=" if one.at_least else "<="
        budget = "" if one.budget is None else f"{sign} {one.budget:g}"
        measured = f"{one.value:g} {one.unit}"
        table.add_row(one.name, measured, budget, verdicts[one.met], one.compared_with)
    Output().print(table)
