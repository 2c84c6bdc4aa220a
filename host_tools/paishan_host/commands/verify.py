"""`paishan verify`: what the table says of every file that it holds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from paishan_host import ending
from paishan_host.commands import form
from paishan_host.language import tr


@form.command()
@click.argument("file", required=False, type=click.Path(path_type=Path), metavar="[FILE]")
def verify(file: Path | None, as_json: bool) -> int:
    """Let the table compare every file that it holds with its manifest; FILE: a bundle.

    It ends in a code of eight digits, which the table also shows, two at a time: the published
    one where every byte is as published, in the application and around it. With a bundle the
    tool works the code out by itself. Exit code 1 if something differs.

    Example: paishan verify paishan-0.2.0-rpi_pico.zip
    """
    from paishan_host.client import Table
    from paishan_host.install import bundle

    published = bundle.load(file) if file else None
    options = form.chosen()
    with Table.open(options.port, options.address) as table:
        *odd, last = table.update_lines("verify")
        board = table.about.board
    found: dict[str, Any] = {
        "code": last["code"],
        "version": last["version"],
        "build": last["build"],
        "key": last["key"],
        "differs": [f"{line['name']}: {line['is']}" for line in odd],
        "published": None,
    }
    if published is not None:
        if board not in published.about.boards:
            raise ending.Problem(
                tr("{file}: not for the board {board}: take its own", file=file, board=board),
                ending.BAD_FILE,
            )
        found["published"] = bundle.code(published.about, board, {})
    good = not odd and found["published"] in (None, found["code"])
    if as_json:
        form.print_json(found)
    else:
        _print(found)
    return ending.OK if good else ending.NOT_AS_ASKED


def _print(found: dict[str, Any]) -> None:
    form.lines(
        [
            ("version", f"{found['version']} ({found['build']})"),
            ("signed by", found["key"] or tr("nobody")),
            ("code", found["code"]),
        ]
    )
    for line in found["differs"]:
        click.echo(tr("differs from the manifest: {line}", line=line))
    if found["published"] is None:
        click.echo(tr("compare the code with the published one, or give the bundle's file"))
    elif found["published"] == found["code"]:
        click.echo(tr("every file is as in the bundle"))
    else:
        click.echo(tr("not what the bundle holds: its code is {code}", code=found["published"]))
