"""`paishan raw`: one request as it is written, every line of its reply."""

from __future__ import annotations

import click

from paishan_host import ending, words
from paishan_host.codec import TooLongError
from paishan_host.commands import form
from paishan_host.language import tr


@form.command()
@click.argument("request", nargs=-1, required=True, metavar="VERB [WORD|KEY=VALUE]...")
def raw(request: tuple[str, ...], as_json: bool) -> None:
    """Send one request of the protocol and print its reply.

    Example: paishan raw schema dice_ms
    """
    line = " ".join(request)
    if not line.isascii() or not line.isprintable():
        raise ending.Problem(
            tr("a request is plain ASCII: write other letters as \\u5c71"), ending.USAGE
        )
    try:
        with form.table() as table:
            answer = table.session.send(line)
    except TooLongError as error:
        raise ending.Problem(tr("too long: {error}", error=error), ending.USAGE) from error
    if as_json:
        form.print_json({"fields": answer.fields, "lines": answer.lines})
        return
    for fields in answer.lines:
        click.echo(words.pairs(fields))
    click.echo(f"ok {words.pairs(answer.fields)}".rstrip())
