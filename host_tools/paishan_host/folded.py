"""Lines for people, folded at words where a terminal is too narrow; a pipe gets them whole."""

from __future__ import annotations

import re
import shutil
import sys
from typing import Final

import click

# A word with the blanks after it, or one Chinese character with what must not begin a line.
_TOKEN: Final = re.compile(
    r"[\u2e80-\uffef][，。；：！？、）】》”’]*\s*|[^\s\u2e80-\uffef]+[，。；：！？、）】》”’]*\s*|\s+"
)


def echo(text: str, indent: int = 2) -> None:
    """Prints a line; what does not fit goes on below it, `indent` cells in."""
    click.echo("\n".join(fold(text, width(), indent)))


def width() -> int | None:
    """Cells a line of standard output, None where that is no terminal."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def fold(text: str, cells: int | None, indent: int = 2) -> list[str]:
    """Lines of at most `cells` cells, all but the first indented; None: the text as it is."""
    from rich.cells import cell_len

    if cells is None or cell_len(text) <= cells:
        return [text]
    lines, line = [], ""
    for token in _TOKEN.findall(text):
        if line.strip() and cell_len(line + token.rstrip()) > cells:
            lines.append(line.rstrip())
            line = " " * indent
        line += token
    return [*lines, line.rstrip()]
