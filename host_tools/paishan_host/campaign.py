"""`paishan campaign`: thousands of random cycles with faults, keys and power cuts."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from paishan_host import ending, spoken
from paishan_host.commands import form

if TYPE_CHECKING:
    from paishan_sim.campaign import Log, Outcome


@click.command(cls=spoken.Command, epilog=ending.EXIT_CODES)
@form.option(
    "--cycles",
    type=click.IntRange(1),
    default=200,
    show_default=True,
    help="Builds to play, a few a run; those of earlier calls with the same file count.",
)
@form.option(
    "--jobs",
    type=click.IntRange(1, 256),
    default=lambda: os.cpu_count() or 1,
    help="Runs at a time.  [default: all cores]",
)
@form.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Which runs.")
@form.option(
    "--lane",
    type=click.Choice(["cpython", "micropython"]),
    default="cpython",
    show_default=True,
    help="Run the firmware in this process, or under real MicroPython.",
)
@form.option(
    "--healthy",
    is_flag=True,
    help="Inject nothing, on healthy and worn machines: any fault or advice is a false alarm.",
)
@form.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    default=Path("campaign.html"),
    show_default=True,
    help="The report; the outcomes are kept beside it, as .jsonl, to go on from.",
)
def campaign(cycles: int, jobs: int, seed: int, lane: str, healthy: bool, out: Path) -> int:
    """Play random runs until so many builds are done; report what must never happen.

    Every run has random gear, machine, people, keys held down and up to three injected faults. It
    may be interrupted and called again. Every finding is printed with the command that plays it
    again.

    Exit code 1 if there are findings.

    Example: paishan campaign --cycles 2000 --jobs 8 --out campaign.html
    """
    from paishan_host import campaign_page
    from paishan_sim.campaign import VAIN, CampaignError, Log, go_on

    if out.suffix.lower() not in (".html", ".htm"):
        raise ending.Problem(
            f"{out}: the report is a web page: end its name with .html", ending.USAGE
        )
    kept = out.with_suffix(".jsonl")
    try:
        log = Log(kept, seed, lane, healthy)
    except CampaignError as error:
        raise ending.Problem(str(error), ending.BAD_FILE) from error
    except OSError as error:
        raise ending.Problem(
            f"{kept}: {error.strerror}: name a file that can be written", ending.NO_OUTPUT
        ) from error
    interrupted = False
    try:
        _play(log, go_on(log, seed, cycles, jobs, lane, healthy), cycles)
    except KeyboardInterrupt:
        interrupted = True
    form.write(out, campaign_page.page(seed, log.outcomes).encode())
    found = [one for one in log.outcomes if one.findings]
    click.echo(
        f"{campaign_page.counted(log.outcomes)}: {len(found) or 'none'} with findings; {out}"
    )
    if interrupted:
        ending.complain("interrupted; the same command goes on from here")
        return ending.INTERRUPTED
    if log.cycles < cycles:
        ending.complain(
            f"{VAIN} runs in a row without a build: mend what they found; the same command goes "
            "on from here"
        )
    return ending.NOT_AS_ASKED if found else ending.OK


def _play(log: Log, outcomes: Iterator[Outcome], cycles: int) -> None:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    from paishan_host.terminal import Output

    console = Output(stderr=True)
    columns = ("builds", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    for one in log.outcomes:
        _tell(one)
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        bar = progress.add_task("", total=cycles, completed=log.cycles)
        for one in outcomes:
            _tell(one)
            progress.update(bar, completed=min(log.cycles, cycles))


def _tell(one: Outcome) -> None:
    if one.findings:
        click.echo(f"{one.command}\n    {one.findings[0]}")
