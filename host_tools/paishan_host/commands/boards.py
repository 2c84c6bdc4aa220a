"""`paishan boards`: list the boards, check one before it smokes, draw its wiring."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import click

from paishan_host import ending, reading
from paishan_host.commands import form
from paishan_host.language import tr
from paishan_sim.places import boards_dir


@form.group
@click.pass_context
def boards(ctx: click.Context, as_json: bool) -> None:
    """List the boards, check one, draw its wiring.

    Example: paishan boards check rpi_pico
    """
    if ctx.invoked_subcommand is None:
        _list(as_json)


@form.command("list")
def list_(as_json: bool) -> None:
    """List the boards and how far each is supported.

    Example: paishan boards list
    """
    _list(as_json)


boards.add_command(list_)


def _list(as_json: bool) -> None:
    found = []
    for path in sorted(boards_dir().glob("*/board.toml")):
        raw = tomllib.loads(path.read_text("utf-8"))
        found.append({key: raw.get(key, "") for key in ("name", "title", "chip", "support")})
    if as_json:
        form.print_json(found)
    else:
        form.columns(
            [tuple(one.values()) for one in found], heading=("board", "title", "chip", "support")
        )


@form.command()
@click.argument("board", metavar="[BOARD|FILE]...", nargs=-1)
def check(board: tuple[str, ...], as_json: bool) -> int:
    """Check boards by name, or board.toml files; without one, all that ship.

    The board.py beside a file is run here, without a controller; a file without one is checked
    alone. Exit code 1 if there is an error.

    Example: paishan boards check boards/rpi_pico/board.toml
    """
    from paishan_host.boards import agreement, plan
    from paishan_host.boards.check import check as checked

    told: list[dict[str, Any]] = []
    wrong = False
    for name in board or plan.names():
        path = plan.find(name)
        alone = not path.with_name(agreement.SCRIPT).is_file()
        if alone and Path(name).is_dir():
            raise ending.Problem(
                tr(
                    "{folder}: no {script} in it: add it, or check {file} alone",
                    folder=name,
                    script=agreement.SCRIPT,
                    file=path,
                ),
                ending.BAD_FILE,
            )
        if (
            "pins" not in reading.toml(path, reading.text(path))
            and path.parent == boards_dir() / "bench"
        ):
            told.append({"board": name, "errors": []})
            if not as_json:
                click.echo(tr("{board}: has no pins, nothing to check", board=name))
            continue
        findings = checked(path)
        wrong = wrong or bool(findings)
        errors = [{"line": one.line, "error": one.text} for one in findings]
        told.append({"board": name, "errors": errors})
        if as_json:
            continue
        for one in findings:
            where = f"{path}:{one.line}" if one.line else f"{path}"
            ending.complain(f"{where}: {one.text}")
        if not findings and alone:
            click.echo(
                tr("{board}: pins and electronics agree; no board.py beside it", board=name)
            )
        elif not findings:
            click.echo(tr("{board}: pins, electronics and board.py agree", board=name))
    if as_json:
        form.print_json(told)
    return ending.NOT_AS_ASKED if wrong else ending.OK


boards.add_command(check)


@form.command()
@click.argument("board", metavar="BOARD|FILE")
@form.option("--station", metavar="NAME", help="A board of the ring instead: side, centre, …")
@form.option("--output", metavar="FILE", help="Where to write; standard output without it.")
def wiring(board: str, station: str | None, output: str | None, as_json: bool) -> None:
    """Draw the wiring of a board, or of what hangs on its ring, as SVG.

    Example: paishan boards wiring rpi_pico --output wiring.svg
    """
    from paishan_host.boards import plan, station_view
    from paishan_host.boards.wiring import picture

    path = plan.find(board)
    found, findings = plan.load(path)
    if found is None:
        raise ending.Problem(
            tr("{file}: {error} (see `paishan boards check`)", file=path, error=findings[0].text),
            ending.BAD_FILE,
        )
    stations = found.electronics.get("stations", {})
    if station is not None and station not in stations:
        raise ending.Problem(
            tr("no station {name}: {known}", name=station, known=", ".join(stations)),
            ending.USAGE,
        )
    svg = picture(found) if station is None else station_view.picture(found.electronics, station)
    if output:
        form.write(output, svg.encode())
    if as_json:
        form.print_json({"board": found.name, "file": output, "svg": None if output else svg})
    elif not output:
        click.echo(svg, nl=False)


boards.add_command(wiring)
