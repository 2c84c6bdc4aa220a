"""`paishan sim shuffle`: how random the walls are, and what a longer time in the drum would do."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from paishan_host import choices, ending, reading, spoken
from paishan_host.commands import form

if TYPE_CHECKING:
    from paishan_sim.shuffle import Finding

TIMES_S = (0, 2, 5, 10, 20, 40)


@click.command(cls=spoken.Command, epilog=ending.EXIT_CODES)
@click.argument("file", required=False, type=click.Path(path_type=Path), metavar="[FILE]")
@form.option(
    "--chart",
    default="decade-dial",
    metavar="CHART",
    show_default=True,
    help="Gear chart: decade-dial, thumbwheel, dip, or a TOML file.",
)
@form.option(
    "--selector",
    type=int,
    default=None,
    metavar="P",
    help="Position of the gear switch.  [default: the chart's first gear of 136 tiles]",
)
@form.option(
    "--machine",
    type=click.Choice(["piled", "normal", "worn"]),
    default="piled",
    show_default=True,
    help="piled: a handful begins on a quarter of the drum, the worst case.",
)
@form.option(
    "--runs",
    type=click.IntRange(2, 10_000),
    default=50,
    show_default=True,
    help="Shuffles to look at.",
)
@form.option(
    "--times",
    is_flag=True,
    help="The drum alone, by how long it turns before the ring takes the first tile.",
)
@form.option("--json", "as_json", is_flag=True, help="Print JSON.")
def shuffle(
    file: Path | None,
    chart: str,
    selector: int | None,
    machine: str,
    runs: int,
    times: bool,
    as_json: bool,
) -> int:
    """Compare the order of tiles in the walls with perfect shuffles.

    Of builds by the firmware on the simulated table, or of a FILE that a table with a reader
    wrote: a line a shuffle, walls E | S | W | N from the right end, stack by stack, each tile by
    its number, from 0, in the order in which the tiles went into the drum.

    Exit code 1 if a difference is real (|z| over 3) and not tiny (effect over 0.2).

    Example: paishan sim shuffle --times --runs 100
    """
    from paishan_sim.shuffle import audit

    if file is not None:
        parts = [("", audit(_read(file)))]
    elif times:
        parts = _by_time(chart, selector, machine, runs)
    else:
        parts = [
            ("", audit([_built(chart, selector, machine, seed) for seed in range(1, runs + 1)]))
        ]
    if as_json:
        found: list[dict[str, Any]] = [
            {"drum": name or None, **asdict(finding), "verdict": finding.verdict}
            for name, findings in parts
            for finding in findings
        ]
        click.echo(json.dumps(found))
    else:
        _print(parts)
    if times:
        return ending.OK  # a table to choose from, no verdict
    real = [one for _, findings in parts for one in findings if abs(one.z) >= 3]
    return ending.NOT_AS_ASKED if any(abs(one.effect) >= 0.2 for one in real) else ending.OK


def _read(file: Path) -> list[list[list[int]]]:
    from paishan_sim.shuffle import read

    try:
        return read(reading.text(file))
    except ValueError as error:
        raise ending.Problem(f"{file}:{error}", ending.BAD_FILE) from error


def _built(chart: str, selector: int | None, machine: str, seed: int) -> list[list[int]]:
    from dataclasses import replace

    from paishan_sim.lane import open_lane
    from paishan_sim.player import load, wait_ready
    from paishan_sim.run import Run

    config = choices.run_config(chart, selector, seed, "normal", "cpython")
    config = replace(config, machine=machine, script=[*load("A"), wait_ready()])
    with open_lane(config.lane, config.profile()) as lane:
        playing = Run(config, lane)
        playing.play()
        result = playing.result()
    if not result.good:
        raise ending.Problem(
            f"the build of seed {seed} met a fault: see `paishan sim run --seed {seed}`",
            ending.NOT_AS_ASKED,
        )
    return [[tile for stack in side.tray.stacks for tile in stack] for side in playing.plant.sides]


def _by_time(
    chart: str, selector: int | None, machine: str, runs: int
) -> list[tuple[str, list[Finding]]]:
    from paishan_sim.figures import MACHINES, PILED
    from paishan_sim.mixing import qualities

    config = choices.run_config(chart, selector, 1, "normal", "cpython")
    figures = MACHINES.get(machine, PILED)
    table = qualities(config.stacks(), [1000 * time for time in TIMES_S], runs, figures)
    return [(f"{quality.mix_ms // 1000} s", quality.findings) for quality in table]


def _print(parts: list[tuple[str, list[Finding]]]) -> None:
    from rich import box
    from rich.table import Table

    from paishan_host.terminal import Output

    table = Table(box=box.SIMPLE, pad_edge=False)
    if len(parts) > 1:
        table.add_column("drum alone", justify="right")
    table.add_column("statistic")
    for heading in ("here", "perfect", "effect", "z"):
        table.add_column(heading, justify="right")
    table.add_column("difference")
    for name, findings in parts:
        for at, one in enumerate(findings):
            lead = [name if at == 0 else ""] if len(parts) > 1 else []
            figures = [
                f"{one.mean:.3f}",
                f"{one.perfect:.3f}",
                f"{one.effect:+.2f}",
                f"{one.z:+.1f}",
            ]
            table.add_row(*lead, one.name, *figures, one.verdict)
    Output().print(table)
