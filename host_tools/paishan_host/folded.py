"""Lines for people, folded at words where a terminal is too narrow; a pipe gets them whole."""

from __future__ import annotations

import re
import shutil
import sys
from typing import Final, TextIO

import click

_OPEN, _STOP = r"[(\[（【《“‘]", r"[)\],，。；：！？、）】》”’]"
# A Chinese character, or a word, with what must not be parted from it and the blanks after it.
_TOKEN: Final = re.compile(
    rf"{_OPEN}*[\u2e80-\uffef]{_STOP}*\s*|[^\s\u2e80-\uffef]+{_STOP}*\s*|\s+"
)


def echo(text: str, indent: int = 2, err: bool = False) -> None:
    """Prints lines; what does not fit goes on below, `indent` cells in."""
    cells = width(sys.stderr if err else sys.stdout)
    for line in text.split("\n"):
        click.echo("\n".join(fold(line, cells, indent)), err=err)


def width(stream: TextIO | None = None) -> int | None:
    """Cells a line of standard output, or of `stream`; None where that is no terminal."""
    terminal = (stream or sys.stdout).isatty()
    return shutil.get_terminal_size().columns if terminal else None


def fold(text: str, cells: int | None, indent: int = 2) -> list[str]:
    """Lines of at most `cells` cells, all but the first indented; None: the text as it is."""
    if cells is None or 2 * len(text) <= cells:
        return [text]
    from rich.cells import cell_len

    if cell_len(text) <= cells:
        return [text]
    lines, line = [], ""
    for token in _TOKEN.findall(text):
        if line.strip() and cell_len(line + token.rstrip()) > cells:
            lines.append(line.rstrip())
            line = " " * indent
        line += token
    return [*lines, line.rstrip()]
