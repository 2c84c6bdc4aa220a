"""Click's commands with their help in the reader's language, and the options before them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from paishan_host.language import tr


@dataclass(frozen=True)
class Chosen:
    """The options before the command's name."""

    port: str | None = None
    address: int | None = None


def _paragraphs(text: str) -> str:
    """Each paragraph in the reader's language; one that is not in the catalogue stays."""
    return "\n\n".join(
        part if part.startswith("\b") else tr(" ".join(part.split()))
        for part in text.split("\n\n")
    )


def _lines(text: str) -> str:
    """The same for a text whose lines stand for themselves."""
    return "\n".join(
        line[: len(line) - len(line.lstrip())] + tr(line.lstrip()) if line.strip() else line
        for line in text.splitlines()
    )


class Option(click.Option):
    """An option whose help is translated when it is shown."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        kept, self.help = self.help, tr(self.help or "")
        try:
            return super().get_help_record(ctx)
        finally:
            self.help = kept


class _Spoken(click.Command):
    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        kept, self.help = self.help, _paragraphs(self.help or "")
        try:
            super().format_help_text(ctx, formatter)
        finally:
            self.help = kept

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        kept, self.epilog = self.epilog, _lines(self.epilog or "")
        try:
            super().format_epilog(ctx, formatter)
        finally:
            self.epilog = kept

    def get_short_help_str(self, limit: int = 45) -> str:
        first = (self.help or "").split("\n\n", 1)[0]
        return tr(" ".join(first.split()))


class Command(_Spoken):
    """A command."""


class Group(_Spoken, click.Group):
    """A command with commands below it."""

    command_class = Command

    def add(self, command: Any) -> None:
        """Adds one that was made elsewhere."""
        self.add_command(command)
