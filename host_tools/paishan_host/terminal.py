"""Standard output as rich sees it."""

from __future__ import annotations

from typing import NoReturn

from rich.console import Console


class Output(Console):
    """Leaves a reader that went away to the command's own ending."""

    def on_broken_pipe(self) -> NoReturn:
        raise BrokenPipeError
