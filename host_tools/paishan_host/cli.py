"""The `paishan` command: what it offers. A subcommand is imported when it is called."""

from __future__ import annotations

from importlib import import_module
from typing import Final, NoReturn

import click

from paishan_host import __version__, ending
from paishan_host.language import LANGUAGES, choose, speak_for_click, tr
from paishan_host.spoken import Chosen, Group, Option

# heading: {name: where its command is defined, and its line in the help}
SECTIONS: Final = {
    "A table on a serial line": {
        "ports": ("commands.ports:ports_", "List serial ports; none is opened."),
        "info": ("commands.look:info", "Say who answers: versions, serial number, board."),
        "status": ("commands.look:status", "Say how the table stands and what it asks for."),
        "watch": ("commands.watch:watch", "Watch states, sensors and motors live."),
        "inputs": ("commands.look:inputs", "Show sensors, keys, motors and lamps by name."),
        "get": ("commands.figures:get", "Show settings."),
        "set": ("commands.figures:set_", "Change settings, all or none."),
        "diff": ("commands.figures:diff", "Show what differs from the defaults or a file."),
        "export": ("commands.files:export", "Save settings and own gears as TOML."),
        "import": ("commands.files:import_", "Put a saved file on the table, after a preview."),
        "reset": ("commands.files:reset", "Set settings, calibration or counters back."),
        "events": ("commands.happened:events", "Show what happened; --follow goes on."),
        "faults": ("commands.happened:faults", "Show faults; `faults explain CODE`."),
        "counters": ("commands.look:counters", "Show counters and learned times."),
        "log": ("commands.look:log", "Show the journal."),
        "test": ("commands.move:test", "Enter or leave SERVICE; try lamps, display, buzzer."),
        "jog": ("commands.move:jog", "Run one motor in SERVICE."),
        "capture": ("commands.capture:capture", "Record a table's inputs, scan by scan."),
        "replay": ("commands.capture:replay", "Replay a recording in the simulator."),
        "raw": ("commands.raw:raw", "Send one request, print its reply."),
        "console": ("commands.console:console", "Type requests; replies and events decoded."),
        "doctor": ("commands.doctor:doctor", "Save all that explains a trouble as one zip."),
        "dice": ("commands.game:dice", "Show the last throw."),
        "open": ("commands.game:open_", "Say where the wall is opened."),
    },
    "Versions": {
        "install": ("commands.install:install", "Put the firmware on a controller."),
        "update": ("commands.update:update", "Put a new version on a table; its trial."),
        "verify": ("commands.verify:verify", "Let the table prove what it runs."),
        "bundle": ("commands.bundles:bundle", "Make a bundle for `paishan update`."),
        "keys": ("commands.bundles:keys", "Make the key pair that signs updates."),
    },
    "Gear charts and the simulator": {
        "gears": ("gears:gears", "The table's chart; list, show, check and print charts."),
        "demo": ("demo:demo", "Watch a table shuffle, build its walls and raise them."),
        "sim": ("sim:sim", "Run, serve or replay the firmware in the simulated table."),
        "emulate": ("emulate:emulate", "Run the firmware on an emulated Pico with USB."),
        "bench": ("bench:bench", "Measure the budgets of the design in one run."),
        "campaign": ("campaign:campaign", "Play thousands of random cycles with faults."),
        "boards": ("commands.boards:boards", "List boards, check one, draw its wiring."),
    },
}
HIDDEN: Final = {"docs": ("commands.docs:docs", "Write the reference pages.")}
COMMANDS: Final = {name: row for rows in SECTIONS.values() for name, row in rows.items()}


class _LazyGroup(Group):
    """Knows its commands by name only, so that `--version` costs no import of them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        row = COMMANDS.get(name) or HIDDEN.get(name)
        if row is None:
            return None
        module, _, attribute = row[0].partition(":")
        command: click.Command = getattr(import_module(f"paishan_host.{module}"), attribute)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.NoSuchCommand as error:  # click looks for a near one where it has none
            raise click.NoSuchCommand(
                error.command_name, possibilities=COMMANDS, ctx=ctx
            ) from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for heading, rows in SECTIONS.items():
            with formatter.section(tr(heading)):
                formatter.write_dl([(name, tr(line)) for name, (_, line) in rows.items()])


def _speak(ctx: click.Context, option: click.Parameter, value: str | None) -> str | None:
    if value is not None:
        choose(value)
    return value


@click.group(cls=_LazyGroup, epilog=ending.EXIT_CODES)
@click.version_option(
    __version__,
    prog_name="paishan",
    message="%(prog)s %(version)s",
    cls=Option,
    help="Show the version and exit.",
)
@click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    cls=Option,
    is_eager=True,
    expose_value=False,
    callback=_speak,
    help="Language of what people read.  [default: PAISHAN_LANG, else the system's]",
)
@click.option(
    "--address",
    type=click.IntRange(1, 247),
    cls=Option,
    metavar="N",
    help="The table's address on an RS-485 line.",
)
@click.option(
    "--port",
    cls=Option,
    metavar="URL",
    help="Where the table is: a port's name or a pyserial URL.  "
    "[default: PAISHAN_PORT, else the last table, else the only board]",
)
@click.pass_context
def paishan(ctx: click.Context, port: str | None, address: int | None) -> None:
    """Paishan: firmware for automatic mahjong tables, its simulator and its tool.

    Example: paishan --port socket://127.0.0.1:4321 status
    """
    ctx.obj = Chosen(port, address)


def main(args: list[str] | None = None) -> NoReturn:
    """The console command."""
    choose()
    speak_for_click()
    ending.run(paishan, args)
