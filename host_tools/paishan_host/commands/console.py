"""`paishan console`: a terminal that decodes: bare words in, framed requests out."""

from __future__ import annotations

import sys
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Final

import click

from paishan_host import ending, words
from paishan_host.codec import Noise, Text
from paishan_host.commands import form
from paishan_host.commands.watch import said_of
from paishan_host.language import tr
from paishan_host.trouble import LinkTrouble, NoAnswer, Unplugged

LOOK_S: Final = 0.1
_LEAVE: Final = ("exit", "quit")


@form.command()
def console(as_json: bool) -> None:
    """Type requests as `get scan_ms`; replies, events and errors come decoded.

    `help` lists the verbs, `exit` or Ctrl-C ends it. A table that is unplugged is found again.

    Example: paishan console
    """
    typed: SimpleQueue[str | None] = SimpleQueue()
    with form.table() as table:
        if not as_json and sys.stdin.isatty():
            click.echo(
                tr("{url}: `help` lists the verbs, `exit` ends", url=table.session.transport.url)
            )
        Thread(target=_read, args=(typed,), daemon=True).start()
        while True:
            try:
                _news(table.listen(0.0 if not typed.empty() else LOOK_S), as_json)
                line = typed.get_nowait()
            except Empty:
                continue
            except Unplugged as gone:
                _return(table, gone)
                continue
            if line is None or line.strip() in _LEAVE:
                return
            if line.strip():
                _ask(table, line.strip(), as_json)


def _read(typed: SimpleQueue[str | None]) -> None:
    for line in sys.stdin:
        typed.put(line)
    typed.put(None)


def _return(table: Any, gone: Unplugged) -> None:
    ending.complain(gone.message)
    restarted = table.reconnect()
    click.echo(tr("the table restarted") if restarted else tr("the table is back"))


def _ask(table: Any, line: str, as_json: bool) -> None:
    try:
        answer = table.session.send(line)
    except Unplugged as gone:
        _return(table, gone)
    except NoAnswer:
        raise
    except (LinkTrouble, ValueError) as trouble:
        ending.complain(str(getattr(trouble, "message", trouble)))
    else:
        if as_json:
            form.print_json({"fields": answer.fields, "lines": answer.lines})
            return
        for fields in answer.lines:
            click.echo(words.pairs(fields))
        click.echo(f"ok {words.pairs(answer.fields)}".rstrip())


def _news(lines: list[Any], as_json: bool) -> None:
    for line in lines:
        if as_json:
            plain = {"raw": line.raw.hex(), "why": line.why} if isinstance(line, Noise) else None
            form.print_json({type(line).__name__.lower(): plain or line.__dict__})
        elif isinstance(line, Noise):
            click.echo(f"? {line.why}: {line.raw!r}")
        elif isinstance(line, Text):
            click.echo(line.text)
        else:
            click.echo(f"! {said_of(line)}")
