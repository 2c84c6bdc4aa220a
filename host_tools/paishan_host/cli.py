"""The `paishan` command: what it offers. A subcommand is imported when it is called."""

from __future__ import annotations

from importlib import import_module
from typing import Final, NoReturn

import click

from paishan_host import __version__, ending

# name: where its command is defined, and its line in the help
COMMANDS: Final = {
    "demo": ("paishan_host.demo:demo", "Watch a table shuffle, build its walls and raise them."),
    "sim": ("paishan_host.sim:sim", "Run the firmware in the simulated table; replay a run."),
    "gears": ("paishan_host.gears:gears", "List, show and check gear charts."),
    "bench": ("paishan_host.bench:bench", "Measure the budgets of the design in one run."),
}


class _LazyGroup(click.Group):
    """Knows its commands by name only, so that `--version` costs no import of them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        module, _, attribute = COMMANDS[name][0].partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])


@click.group(cls=_LazyGroup, epilog=ending.EXIT_CODES)
@click.version_option(__version__, prog_name="paishan", message="%(prog)s %(version)s")
def paishan() -> None:
    """Paishan: firmware for automatic mahjong tables, its simulator and its tool.

    Example: paishan demo
    """


def main(args: list[str] | None = None) -> NoReturn:
    """The console command."""
    ending.run(paishan, args)
