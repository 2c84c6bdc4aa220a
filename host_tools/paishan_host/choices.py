"""Options that the commands of the simulator share, and what they make of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from paishan_host import charts, ending
from paishan_host.commands import form
from paishan_host.ranges import Finite

if TYPE_CHECKING:
    from paishan_sim.lane import Lane, Profile
    from paishan_sim.plug import Plug
    from paishan_sim.run import Run, RunConfig, RunResult

LANES: Final = ("cpython", "micropython", "pico")

_Command = TypeVar("_Command", bound=Callable[..., Any])

_TURNS = "selector-turned"  # the injection that has a position of its own


def machine_options(command: _Command) -> _Command:
    """--chart, --selector, --seed, --machine."""
    options = (
        form.option(
            "--chart",
            default="decade-dial",
            metavar="CHART",
            show_default=True,
            help="Gear chart: decade-dial, thumbwheel, dip, or a TOML file.",
        ),
        form.option(
            "--selector",
            type=int,
            default=None,
            metavar="P",
            help="Position of the gear switch.  [default: the chart's first gear of 136 tiles]",
        ),
        form.option(
            "--seed",
            type=click.IntRange(0),
            default=1,
            show_default=True,
            help="Another seed is another shuffle and another specimen of the machine.",
        ),
        form.option(
            "--machine",
            type=click.Choice(["normal", "worn"]),
            default="normal",
            show_default=True,
            help="A healthy table, or a slow worn one.",
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


def run_options(command: _Command) -> _Command:
    """The machine's, and --lane."""
    option = form.option(
        "--lane",
        type=click.Choice(LANES),
        default="cpython",
        show_default=True,
        help="Run the firmware in this process, under real MicroPython, or on an emulated Pico.",
    )
    return machine_options(option(command))


def plug_options(speed: str) -> Callable[[_Command], _Command]:
    """--port, --pty, --speed with that help, --service, --play."""
    options = (
        form.option(
            "--port",
            type=click.IntRange(0, 65535),
            default=0,
            metavar="N",
            help="TCP port on 127.0.0.1.  [default: a free one]",
        ),
        form.option("--pty", is_flag=True, help="Offer a pseudo-terminal too (Linux, macOS)."),
        form.option("--speed", type=Finite(0.1, 50), default=1.0, show_default=True, help=speed),
        form.option("--service", is_flag=True, help="Put the service jumper on."),
        form.option(
            "--play", is_flag=True, help="Let simulated players use the table, over and over."
        ),
    )

    def decorate(command: _Command) -> _Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


@contextmanager
def lanes() -> Iterator[None]:
    """What goes wrong with a lane in the body is a Problem."""
    from paishan_sim.lane import LaneError, LaneFileError

    try:
        yield
    except LaneFileError as error:
        raise ending.Problem(str(error), ending.BAD_FILE) from error
    except LaneError as error:
        raise ending.Problem(str(error), ending.NO_LANE) from error


@contextmanager
def plugged(port: int, pty: bool, as_json: bool) -> Iterator[list[Plug]]:
    """What a tool can plug into, until the body ends or Ctrl-C does; what goes wrong with a
    plug or a lane is a Problem."""
    from paishan_sim.plug import PlugError, PtyPlug, TcpPlug

    plugs: list[Plug] = []
    try:
        plugs.append(TcpPlug(port))
        if pty:
            plugs.append(PtyPlug())
        with lanes():
            yield plugs
    except PlugError as error:
        raise ending.Problem(str(error), ending.NO_OUTPUT) from error
    except KeyboardInterrupt:
        if not as_json:
            click.echo("ended")
    finally:
        for plug in plugs:
            plug.close()


def run_config(
    chart: str,
    selector: int | None,
    seed: int,
    machine: str,
    lane: str,
    cycles: int = 1,
    record: Path | None = None,
    inject: Sequence[str] = (),
) -> RunConfig:
    """What the options ask for; Problem if chart, gear or a fault is not to be had."""
    from paishan_sim.faults import InjectionError, parse
    from paishan_sim.run import RunConfig
    from paishan_sim.switch import Switch, lines

    try:
        injections = [parse(text) for text in inject]
    except InjectionError as error:
        raise ending.Problem(str(error), ending.USAGE) from error
    for one in injections:
        if one.scenario.lane not in ("", lane):
            raise ending.Problem(
                f"{one}: lane {lane} cannot play it: use --lane {one.scenario.lane}", ending.USAGE
            )
    found = charts.find(chart)
    if record is not None:
        form.apart(record, Path(chart))
    if selector is None:
        usual = [row[0] for row in found.rows if row[1] == 136] + [row[0] for row in found.rows]
        selector = usual[0]
    found.row(selector)
    switch = Switch(*found.wiring)
    try:
        lines(switch, selector)
    except ValueError as error:
        raise ending.Problem(
            f"chart {found.name}: {error}: give the gear another position", ending.BAD_FILE
        ) from error
    for one in injections:
        try:
            lines(
                switch, one.given.get("to", selector) if one.scenario.name == _TURNS else selector
            )
        except ValueError as error:
            raise ending.Problem(f"{one}: {error}", ending.USAGE) from error
    return RunConfig(
        chart=found.name,
        selector=selector,
        seed=seed,
        cycles=cycles,
        machine=machine,
        lane=lane,
        rows=None if found.preset else found.rows,
        switch=switch,
        settings={} if found.preset else {"tray_capacity": found.capacity},
        record=record,
        inject=injections,
    )


def played(config: RunConfig, on_scan: Callable[[Run], None] | None = None) -> RunResult:
    """Runs it; what can go wrong outside the simulated world becomes a Problem."""
    from paishan_sim.record import RecordError
    from paishan_sim.run import run

    try:
        with lanes():
            return run(config, on_scan, emulated_lane(config.lane, config.profile()))
    except RecordError as error:
        raise ending.Problem(str(error), ending.NO_OUTPUT) from error


def emulated_lane(name: str, profile: Profile) -> Lane | None:
    """An emulated Pico where that is the lane's name; None for those that need no image."""
    if name != "pico":
        return None
    from paishan_host import emulated

    return emulated.pico({"listen": True, **profile})
