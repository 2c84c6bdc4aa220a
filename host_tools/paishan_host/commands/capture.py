"""`paishan capture`: a table's inputs, scan by scan, as a recording; `paishan replay` plays it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from paishan_host import ending
from paishan_host.commands import form
from paishan_host.language import tr
from paishan_host.ranges import Finite
from paishan_host.sim import replay

LOOK_S = 0.2

__all__ = ["capture", "replay"]


@form.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE")
@form.option(
    "--seconds",
    type=Finite(0.1, 86_400),
    default=None,
    help="How long.  [default: until Ctrl-C]",
)
def capture(file: Path, seconds: float | None, as_json: bool) -> int:
    """Record what a table's sensors and keys do, for `paishan replay`.

    The table homes anew at the start: it may wait for a lift key, then heads and pushers turn.

    Exit code 1 if changes were lost, or if the table's outputs were not what this tool's
    firmware says.

    Example: paishan capture trouble.rec --seconds 60
    """
    from paishan_host.recording import Fetched
    from paishan_sim.record import Recorder, RecordError

    with form.table(technician=True) as table:
        fetched = Fetched(table)
        fetched.start()
        if not as_json:
            click.echo(tr("capturing; Ctrl-C ends it"), err=True)
        _fetch(fetched, table.session.transport.clock, seconds)
        recorded = fetched.recorded()
    try:
        with Recorder(file, recorded.header) as recorder:
            for inputs, outputs in recorded.scans:
                recorder.scan(inputs, outputs)
    except RecordError as error:
        raise ending.Problem(str(error), ending.NO_OUTPUT) from error
    about = {**recorded.as_dict(), "file": str(file), "lost": fetched.lost}
    if as_json:
        form.print_json(about)
    else:
        _tell(about)
    return ending.NOT_AS_ASKED if fetched.lost or recorded.differing else ending.OK


def _fetch(fetched: Any, clock: Any, seconds: float | None) -> None:
    began = clock()
    with form.bar(tr("capturing"), round(1000 * (seconds or 0))) as told:
        try:
            while not fetched.lost and (seconds is None or clock() - began < seconds):
                until = clock() + LOOK_S
                fetched.look()
                while (left_s := until - clock()) > 0:
                    fetched.table.listen(left_s)
                told(round(1000 * (clock() - began)))
        except KeyboardInterrupt:
            pass
        fetched.stop()


def _tell(about: dict[str, Any]) -> None:
    click.echo(
        tr(
            "{file}: {scans} scans, {seconds:.1f} s, {changes} changes",
            file=about["file"],
            scans=about["scans"],
            seconds=about["seconds"],
            changes=about["changes"],
        )
    )
    if about["lost"]:
        ending.complain(
            tr("{count} changes were lost: the line is too slow, the recording ends there",
               count=about["lost"])
        )  # fmt: skip
    if about["differing"]:
        ending.complain(
            tr(
                "{count} of {all} looks saw other outputs than this tool's firmware gives (first "
                "at {first} ms): use the tool of the table's version",
                count=len(about["differing"]),
                all=about["compared"],
                first=about["differing"][0],
            )
        )
    else:
        click.echo(
            tr(
                "the table's outputs at {count} looks are this firmware's, bit for bit",
                count=about["compared"],
            )
        )
