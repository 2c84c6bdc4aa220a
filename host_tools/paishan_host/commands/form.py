"""What the commands of the serial tool share: the open table, --json, columns, bars, questions."""

from __future__ import annotations

import difflib
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from paishan_host import ending, folded
from paishan_host.language import tr
from paishan_host.spoken import Chosen, Command, Group, Option

_FIGURES: Final = frozenset("+-0123456789")
NARROWEST: Final = 20  # cells of a last column that is worth one

_Function = TypeVar("_Function", bound=Callable[..., Any])


def command(name: str | None = None) -> Callable[[Callable[..., Any]], Command]:
    """A command with --json, its exit codes, and help in the reader's language."""

    def made(function: Callable[..., Any]) -> Command:
        found = click.command(name, cls=Command, epilog=ending.EXIT_CODES)(
            option("--json", "as_json", is_flag=True, help="Print JSON.")(function)
        )
        assert isinstance(found, Command)
        return found

    return made


def group(function: Callable[..., Any]) -> Group:
    """A command with commands of its own that does something without one."""
    made = click.group(cls=Group, epilog=ending.EXIT_CODES, invoke_without_command=True)(
        option("--json", "as_json", is_flag=True, help="Print JSON.")(function)
    )
    assert isinstance(made, Group)
    return made


def option(*names: str, **attributes: Any) -> Callable[[_Function], _Function]:
    """An option with help in the reader's language."""
    return click.option(*names, cls=Option, **attributes)


yes: Final = option("--yes", is_flag=True, help="Do not ask.")


def chosen() -> Chosen:
    """The options before the command's name."""
    found = click.get_current_context().find_root().obj
    return found if isinstance(found, Chosen) else Chosen()


@contextmanager
def table(technician: bool = False, recovery: bool = False) -> Iterator[Any]:
    """The table at the chosen port, logged in where a command changes something. `recovery`:
    also one that is in its recovery shell."""
    from paishan_host.client import Table
    from paishan_host.trouble import ReadOnly

    options = chosen()
    with Table.open(options.port, options.address) as found:
        lost = found.about.mode == "recovery" and not recovery
        if found.read_only and (technician or lost):
            raise ReadOnly(found.read_only)
        if found.read_only:
            ending.complain(found.read_only)
        if technician:
            found.login()
        yield found


def print_json(data: Any) -> None:
    """One JSON value on one line, ASCII only."""
    click.echo(json.dumps(data))


def columns(
    rows: Sequence[Sequence[object]], heading: Sequence[str] = (), numbers: bool = False
) -> None:
    """Rows with their columns below each other; Chinese counts double. `numbers`: what begins
    with a figure or a sign stands at the right of its column, and so does its heading. What is
    too long for the terminal goes on below its column."""
    from rich.cells import cell_len

    cells = [[tr(one) for one in heading]] if heading and rows else []
    cells += [[str(one) for one in row] for row in rows]
    table = list(zip(*cells, strict=True))
    widths = [max(map(cell_len, column)) for column in table]
    right = [numbers and any(cell[:1] in _FIGURES for cell in column if cell) for column in table]
    room, last = folded.width(), sum(widths[:-1]) + 2 * len(widths[:-1])
    indent = last if room is None or room - last >= NARROWEST else 4
    for row in cells:
        line = "  ".join(
            " " * ((width - cell_len(cell)) * at_right)
            + cell
            + " " * ((width - cell_len(cell)) * (not at_right))
            for cell, width, at_right in zip(row, widths, right, strict=True)
        )
        folded.echo(line.rstrip(), indent)


def lines(pairs: Sequence[tuple[str, object]]) -> None:
    """Names and values below each other."""
    columns([(tr(name), value) for name, value in pairs])


@contextmanager
def bar(label: str, length: int) -> Iterator[Callable[[int], None]]:
    """A bar on standard error, told how many of `length` are done; none without a terminal."""
    with click.progressbar(
        length=length, label=label, file=sys.stderr, hidden=not sys.stderr.isatty()
    ) as shown:

        def told(done: int) -> None:
            shown.update(min(done, length) - shown.pos)

        yield told


def agree(question: str, yes: bool) -> None:
    """Asks, unless told not to; ends the command when the answer is no."""
    if yes:
        return
    if not sys.stdin.isatty():
        raise ending.Problem(tr("nobody to ask: add --yes to do it"), ending.USAGE)
    if not click.confirm(question):
        raise ending.Problem(tr("nothing was changed"), ending.NOT_AS_ASKED)


def mistyped(word: str, known: Sequence[str]) -> None:
    """Ends a command whose word is nearly one of those that it knows, as a group does."""
    if difflib.get_close_matches(word, known):
        raise click.NoSuchCommand(word, possibilities=known, ctx=click.get_current_context())


def apart(target: Path, *given: Path | None) -> None:
    """Problem where what a command writes would replace what it was given."""
    for path in given:
        if path is not None and path.exists() and target.exists() and path.samefile(target):
            raise ending.Problem(
                tr("{file} is what this is made of: name another file to write", file=target),
                ending.USAGE,
            )


def write(path: Any, data: bytes) -> None:
    """Puts a file in its place whole, or not at all; one that is there is replaced."""
    import os

    target = Path(path)
    if not target.name or (target.exists() and not target.is_file()):
        # a device or a folder must not be replaced
        raise ending.Problem(
            tr("{file}: not a regular file: name one that can be written", file=path or "''"),
            ending.NO_OUTPUT,
        )
    part = target.with_name(target.name + ".part")
    try:
        part.write_bytes(data)
        os.replace(part, target)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise ending.Problem(
            tr(
                "{file}: {error}: name a file that can be written",
                file=path,
                error=ending.said(error),
            ),
            ending.NO_OUTPUT,
        ) from error
