"""Commands for players: dice, open."""

from __future__ import annotations

import click

from paishan_host import words
from paishan_host.commands import form


@form.command()
def dice(as_json: bool) -> None:
    """Show the last throw of the dice.

    Example: paishan dice
    """
    with form.table() as table:
        thrown = table.dice()
    if as_json:
        form.print_json(thrown)
    else:
        click.echo(words.pairs(thrown))


@form.command("open")
@click.argument("total", required=False, type=click.IntRange(2, 36), metavar="[TOTAL]")
def open_(total: int | None, as_json: bool) -> None:
    """Say where the wall is opened: after the last throw, or for a total.

    Example: paishan open 11
    """
    with form.table() as table:
        place = table.opening(total)
    if as_json:
        form.print_json(place)
    else:
        click.echo(words.pairs(place))
