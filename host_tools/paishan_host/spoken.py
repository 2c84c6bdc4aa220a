"""Click's commands with their help in the reader's language, and the options before them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import click

from paishan_host import folded
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


class Formatter(click.HelpFormatter):
    """Help in lines that fit: a Chinese character is two cells wide and a word of its own."""

    def write_text(self, text: str) -> None:
        for number, part in enumerate(text.split("\n\n")):
            as_it_stands = part.startswith("\b")
            lines = part.removeprefix("\b\n").split("\n") if as_it_stands else [part]
            self._write("\n" if number else "")
            for line in lines:
                self._write(" " * self.current_indent + line, self.current_indent)

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        rows = list(rows)
        longest = min(max((len(name) for name, _ in rows), default=0), col_max)
        indent = self.current_indent + longest + col_spacing
        for name, said in rows:
            line = " " * self.current_indent + name
            if len(name) > longest:
                self._write(line)
                line = ""
            self._write(f"{line:<{indent}}{said}", indent)

    def _write(self, line: str, indent: int = 0) -> None:
        if line:
            self.write("\n".join(folded.fold(line, self.width, indent)).rstrip(" \n") + "\n")


class _Context(click.Context):
    formatter_class = Formatter


class Option(click.Option):
    """An option whose help is translated when it is shown; a number is N in it."""

    def make_metavar(self, ctx: click.Context) -> str:
        numbers = (click.types.IntParamType, click.types.FloatParamType)
        return self.metavar or (
            "N" if isinstance(self.type, numbers) else super().make_metavar(ctx)
        )

    def get_help_extra(self, ctx: click.Context) -> Any:
        found = super().get_help_extra(ctx)
        if "required" in found:
            found["required"] = tr("required")
        return found

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        kept, self.help = self.help, tr(self.help or "")
        try:
            return super().get_help_record(ctx)
        finally:
            self.help = kept


class _Spoken(click.Command):
    context_class = _Context

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx  # whose help it refers to
            raise

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        found = super().get_help_option(ctx)
        if found is not None:  # made once, in the language that was in force then
            found.help = tr("Show this message and exit.")
        return found

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
