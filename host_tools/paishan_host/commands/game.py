"""Commands for players: dice, open."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from paishan_host import ending, words
from paishan_host.commands import form
from paishan_host.language import tr

if TYPE_CHECKING:
    from paishan_host.fairness import Test


@form.command()
@form.option(
    "--audit",
    type=click.IntRange(100, 1_000_000),
    metavar="N",
    help="Count N faces: with --port the table's, else those of its code on this computer.",
)
@form.option(
    "--verify",
    nargs=2,
    metavar="PROMISE SEED",
    help="Check that a throw was settled before the key was pressed.",
)
def dice(audit: int | None, verify: tuple[str, str] | None, as_json: bool) -> int:
    """Show the last throw of the dice, or check that they are fair.

    Exit code 1 if the dice are suspect or a promise was not kept.

    Example: paishan dice --audit 6000
    """
    if verify:
        return _verify(*verify, as_json)
    if audit:
        return _audit(audit, as_json)
    with form.table() as table:
        thrown = table.dice()
    if as_json:
        form.print_json(thrown)
    else:
        click.echo(words.pairs(thrown))
    return ending.OK


def _verify(promise: str, seed: str, as_json: bool) -> int:
    from paishan_host import fairness

    try:
        faces = fairness.kept(promise, seed)
    except ValueError as error:
        raise ending.Problem(str(error), ending.USAGE) from error
    except fairness.BrokenPromiseError as broken:
        if as_json:
            form.print_json({"kept": False, "error": str(broken)})
        else:
            ending.complain(str(broken))
        return ending.NOT_AS_ASKED
    if as_json:
        form.print_json({"kept": True, "faces": faces})
    else:
        shown = " ".join(map(str, faces))
        click.echo(tr("the promise was kept; faces in order: {faces}").format(faces=shown))
    return ending.OK


def _audit(count: int, as_json: bool) -> int:
    from paishan_host import fairness

    here = form.chosen().port is None
    faces = _faces_here(count) if here else _faces_there(count)
    tests = fairness.audit(faces)
    if as_json:
        found = [{**asdict(test), "suspect": test.suspect} for test in tests]
        form.print_json(
            {"faces": len(faces), "where": "here" if here else "table", "tests": found}
        )
    else:
        _print(tests)
        said = tr("{count} faces of this computer") if here else tr("{count} faces of the table")
        click.echo(said.format(count=len(faces)))
    return ending.NOT_AS_ASKED if any(test.suspect for test in tests) else ending.OK


def _faces_here(count: int) -> list[int]:
    from paishan.io.entropy import new_seed
    from paishan.table.dice_roll import faces_of

    faces: list[int] = []
    while len(faces) < count:
        faces += faces_of(new_seed(), 24)
    return faces[:count]


def _faces_there(count: int) -> list[int]:
    faces: list[int] = []
    with form.table() as table:
        while len(faces) < count:
            faces += [int(face) for face in table.dice_sample()]
    return faces[:count]


def _print(tests: list[Test]) -> None:
    from rich import box
    from rich.table import Table

    from paishan_host.terminal import Output

    for test in tests[:2]:
        table = Table(box=box.SIMPLE, pad_edge=False, title=tr(test.name))
        for heading in ("", tr("seen"), tr("fair"), "χ²"):
            table.add_column(heading, justify="right")
        for row in test.rows:
            part = (row.seen - row.fair) ** 2 / row.fair
            table.add_row(row.name, f"{row.seen}", f"{row.fair:.1f}", f"{part:.2f}")
        Output().print(table)
    for test in tests:
        verdict = tr("suspect") if test.suspect else tr("fair")
        figures = f"χ² {test.chi2:7.2f}  df {test.freedom:2}  p {test.p:.4f}"
        click.echo(f"{tr(test.name):<16} {figures}  {verdict}")


@form.command("open")
@click.argument("total", required=False, type=click.IntRange(1, 18), metavar="[TOTAL]")
@form.option("--thrower", type=click.Choice(["E", "S", "W", "N"]), help="Who threw; E at first.")
@form.option("--second", type=click.IntRange(1, 18), help="Total of the second throw, if any.")
@form.option("--smallest", type=click.IntRange(1, 6), help="The smaller die, where it counts.")
def open_(
    total: int | None, thrower: str | None, second: int | None, smallest: int | None, as_json: bool
) -> None:
    """Draw where the wall is opened: after the last throw, or for a total.

    Example: paishan open 11 --second 5
    """
    more = {"thrower": thrower, "second": second, "smallest": smallest}
    with form.table() as table:
        place = table.opening(
            total, **{name: value for name, value in more.items() if value is not None}
        )
    if as_json:
        form.print_json(place)
        return
    from paishan_host import opening_view
    from paishan_host.terminal import Output

    opening = opening_view.of_reply(place)
    if opening is None:
        click.echo(words.pairs(place))
        if place["again"]:
            click.echo(tr("that wall's player throws too: add --second TOTAL"))
        return
    Output().print(opening_view.picture(opening))
    click.echo(f"{place['game']}, {place['wall']}")
    for line in opening_view.place_lines(opening):
        click.echo(line)
