"""`paishan sim`: run the firmware in the simulated table, replay a recorded run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import click

from paishan_host import choices, ending, folded, sim_deal, sim_shuffle, spoken
from paishan_host.commands import form
from paishan_host.sim_faults import faults


@click.group(cls=spoken.Group, epilog=ending.EXIT_CODES)
def sim() -> None:
    """Run the firmware in the simulated table; replay a recorded run.

    Example: paishan sim run --chart dip --selector 2 --seed 7
    """


sim.add_command(faults)


_inject: Final = form.option(
    "--inject",
    multiple=True,
    metavar="NAME[:ARG=VALUE,...]",
    help="Put something out of order (see `paishan sim faults`); may be given several times.",
)


@sim.command(epilog=ending.EXIT_CODES)
@choices.run_options
@_inject
@form.option(
    "--cycles",
    type=click.IntRange(1, 10_000),
    default=1,
    show_default=True,
    help="How often walls are raised; the two sets alternate.",
)
@form.option(
    "--record",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Save every scan's inputs and outputs, for `paishan sim replay`.",
)
@form.option("--json", "as_json", is_flag=True, help="Print JSON.")
def run(
    chart: str,
    selector: int | None,
    seed: int,
    machine: str,
    lane: str,
    inject: tuple[str, ...],
    cycles: int,
    record: Path | None,
    as_json: bool,
) -> int:
    """Play cycles on the simulated table as a person would, as fast as it goes.

    With --inject the person also reads codes and deals with them, step by step up to a repair.

    Exit code 1 if the run met a safety violation, did not come to its end, showed READY over
    wrong walls, or met a fault that nobody injected.

    Example: paishan sim run --chart dip --selector 2 --seed 7 --record run.rec
    """
    from paishan_host import summary

    config = choices.run_config(chart, selector, seed, machine, lane, cycles, record, inject)
    result = choices.played(config)
    if as_json:
        click.echo(json.dumps(result.as_dict()))
    else:
        for line in summary.lines(result):
            folded.echo(line, summary.LABEL)
    return ending.OK if result.good else ending.NOT_AS_ASKED


@sim.command(epilog=ending.EXIT_CODES)
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@form.option(
    "--lane",
    type=click.Choice(["cpython", "micropython"]),
    default="cpython",
    show_default=True,
    help="Run the firmware in this process, or under real MicroPython.",
)
@form.option("--json", "as_json", is_flag=True, help="Print JSON.")
def replay(file: Path, lane: str, as_json: bool) -> int:
    """Feed a recorded run's inputs to the firmware; every output bit must come again.

    Exit code 1 at the first difference.

    Example: paishan sim replay run.rec --lane micropython
    """
    from dataclasses import asdict

    from paishan_sim.lane import open_lane
    from paishan_sim.record import RecordError, Recording
    from paishan_sim.record import replay as compare

    try:
        recording = Recording.load(file)
    except RecordError as error:
        raise ending.Problem(str(error), ending.BAD_FILE) from error
    try:
        with choices.lanes(), open_lane(lane, recording.header.profile) as running:
            difference = compare(recording, running)
    except (AttributeError, TypeError, ValueError) as error:
        raise ending.Problem(
            f"{file}: this firmware does not take its profile: replay it with the release that "
            "recorded it",
            ending.BAD_FILE,
        ) from error
    if as_json:
        about = {"file": str(file), "lane": lane, "scans": len(recording)}
        found = asdict(difference) if difference else None
        click.echo(json.dumps({**about, "same": difference is None, "difference": found}))
    elif difference is None:
        click.echo(f"{file}: all outputs of {len(recording)} scans came again ({lane})")
    else:
        ending.complain(
            f"{file}: scan {difference.scan} at {difference.now_ms} ms differs in "
            f"{', '.join(difference.outputs)} (recorded {difference.recorded}, "
            f"now {difference.replayed}): the firmware is another one, or not deterministic"
        )
    return ending.OK if difference is None else ending.NOT_AS_ASKED


@sim.command(epilog=ending.EXIT_CODES)
@choices.run_options
@_inject
@choices.plug_options("How many times as fast as real time.")
@form.option("--json", "as_json", is_flag=True, help="Print JSON.")
def serve(
    chart: str,
    selector: int | None,
    seed: int,
    machine: str,
    lane: str,
    inject: tuple[str, ...],
    port: int,
    pty: bool,
    speed: float,
    service: bool,
    play: bool,
    as_json: bool,
) -> int:
    """Offer a simulated table on a socket, as if it were plugged in. Ctrl-C ends it.

    With --inject it is a table to look for a fault on; with --play as well, people use it and
    repair it when its display says so.

    Example: paishan sim serve --port 4321 --pty --inject head-jam:side=west
    """
    from paishan_sim.serve import endless, open_table
    from paishan_sim.serve import serve as run_table

    config = endless(choices.run_config(chart, selector, seed, machine, lane, inject=inject))
    with choices.plugged(port, pty, as_json) as plugs:
        given = choices.emulated_lane(lane, {**config.profile(), "serial": True})
        with open_table(config, given) as table:
            table.plant.set_service(service)
            urls = [plug.url for plug in plugs]
            if as_json:
                click.echo(json.dumps({"urls": urls, "lane": lane, "speed": speed}))
            else:
                click.echo(f"a table ({lane}) on {' and '.join(urls)}")
                click.echo(f"open it: paishan --port {urls[-1]} status")
                click.echo(f"or type: python -m serial.tools.miniterm {urls[-1]} 115200")
                click.echo("Ctrl-C ends it")
            run_table(table, plugs, speed=speed, play=play)
    return ending.OK


sim.add_command(sim_deal.deal)
sim.add_command(sim_shuffle.shuffle)
