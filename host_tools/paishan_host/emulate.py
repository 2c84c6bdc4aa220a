"""`paishan emulate`: the firmware on an emulated Pico in a simulated table, USB included."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from paishan_host import choices, ending, spoken
from paishan_host.commands import form
from paishan_host.language import tr

if TYPE_CHECKING:
    from paishan_sim.lane_pico import PicoLane
    from paishan_sim.plug import Plug
    from paishan_sim.run import Run, RunConfig


@click.command(cls=spoken.Command, epilog=ending.EXIT_CODES)
@choices.machine_options
@form.option(
    "--uf2",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="MicroPython for the Pico.  [default: PAISHAN_UF2, else from micropython.org]",
)
@form.option(
    "--flash",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Keep the flash in a file: a start goes on with what the last one left.",
)
@choices.plug_options("At most this many times as fast as real time.")
@form.option("--json", "as_json", is_flag=True, help="One JSON object, then nothing is shown.")
def emulate(
    chart: str,
    selector: int | None,
    seed: int,
    machine: str,
    uf2: Path | None,
    flash: Path | None,
    port: int,
    pty: bool,
    speed: float,
    service: bool,
    play: bool,
    as_json: bool,
) -> int:
    """Boot MicroPython's image for the Pico with the installed firmware in a simulated table.

    The chip's pins, clock, flash and USB are emulated; Node.js runs it. Ctrl-C ends it.

    Example: paishan emulate --uf2 RPI_PICO.uf2 --chart dip --selector 2 --play
    """
    from paishan_host import emulated

    if flash is not None and not flash.parent.is_dir():  # not only when all is done
        raise ending.Problem(
            tr("{file}: there is no such folder: make it, or name another file", file=flash),
            ending.NO_OUTPUT,
        )
    config = choices.run_config(chart, selector, seed, machine, "pico")
    with choices.plugged(port, pty, as_json) as plugs:
        profile = {**config.profile(), "serial": True, "listen": not as_json}
        with emulated.pico(profile, uf2, flash) as lane:
            _say([plug.url for plug in plugs], speed, as_json)
            try:
                _run(config, lane, plugs, speed, service, play, as_json)
            finally:
                if flash is not None:
                    form.write(flash, lane.flash())
    return ending.OK


def _say(urls: list[str], speed: float, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps({"urls": urls, "lane": "pico", "speed": speed}))
        return
    click.echo(f"an emulated Pico on {' and '.join(urls)}")
    click.echo(f"open it: paishan --port {urls[-1]} status")
    click.echo("Ctrl-C ends it")


def _run(
    config: RunConfig,
    lane: PicoLane,
    plugs: list[Plug],
    speed: float,
    service: bool,
    play: bool,
    as_json: bool,
) -> None:
    from paishan_host import view
    from paishan_sim.run import Run
    from paishan_sim.serve import endless, serve

    table = Run(endless(config), lane)
    table.plant.set_service(service)
    if as_json:
        serve(table, plugs, speed=speed, play=play)
        return
    with view.watching(speed) as watch:
        serve(table, plugs, speed=speed, play=play, on_scan=_never(watch))


def _never(watch: Callable[[Run], None]) -> Callable[[Run], bool]:
    """What looks at each scan and never asks for the end."""

    def look(run: Run) -> bool:
        watch(run)
        return False

    return look
