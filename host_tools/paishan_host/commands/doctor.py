"""`paishan doctor`: all that explains a trouble as one zip, to send to the maker."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import click

from paishan_host import ending
from paishan_host.commands import form
from paishan_host.language import tr
from paishan_host.trouble import LinkTrouble


@form.command()
@click.argument(
    "file", required=False, type=click.Path(dir_okay=False, path_type=Path), metavar="[FILE]"
)
def doctor(file: Path | None, as_json: bool) -> int:
    """Save settings without secrets, events, counters, capture and versions as one zip.

    It changes nothing on the table. Exit code 1 if a part could not be had, 6 without a table.

    Example: paishan doctor trouble.zip
    """
    from paishan_host.doctor import PARTS, examined

    path = file or Path(f"paishan-{datetime.now():%Y%m%d-%H%M%S}.zip")
    code = ending.OK
    try:
        with form.table() as table, form.bar(tr("reading"), len(PARTS)) as told:
            data, problems = examined(table, counted=told)
    except LinkTrouble as trouble:
        data, problems = examined(None, trouble.message)
        code = trouble.code
    form.write(path, data)
    if as_json:
        form.print_json({"file": str(path), "problems": problems})
    else:
        click.echo(tr("{file}: saved; send it to the maker with a word on what happened",
                      file=path))  # fmt: skip
        for problem in problems:
            ending.complain(problem)
    return code or (ending.NOT_AS_ASKED if problems else ending.OK)
