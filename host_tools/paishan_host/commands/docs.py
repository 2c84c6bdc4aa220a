"""`paishan docs`: write the reference pages of a checkout from the tables of the code."""

from __future__ import annotations

import click

from paishan_host import ending
from paishan_host.commands import form
from paishan_host.language import tr


@form.command()
@form.option("--check", is_flag=True, help="Write nothing; exit code 1 if a page is stale.")
def docs(check: bool, as_json: bool) -> int:
    """Write firmware/docs: settings, protocol, faults, states.

    Example: paishan docs --check
    """
    from paishan_host import pages

    found = pages.stale()
    if not check:
        for path, text in pages.written().items():
            if path in found:
                path.parent.mkdir(parents=True, exist_ok=True)
                form.write(path, text.encode())
    names = [path.name for path in found]
    if as_json:
        form.print_json({"stale": names, "written": not check})
    elif not names:
        click.echo(tr("all pages are as they should be"))
    else:
        click.echo(f"{tr('stale') if check else tr('written')}: {', '.join(names)}")
    return ending.NOT_AS_ASKED if check and found else ending.OK
