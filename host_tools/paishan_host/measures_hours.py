"""What `paishan bench --hours` measures: a table in use for hours, under MicroPython."""

from __future__ import annotations

from collections.abc import Callable

import click

from paishan_host.measures import Measure
from paishan_sim.endurance import HOUR_MS, Endurance, endure


def subjects(hours: float) -> list[tuple[str, Callable[[], list[Measure]]]]:
    """The one of them, with what to say while it runs."""
    return [(f"{hours:g} h of play under MicroPython", lambda: play(hours))]


def play(hours: float) -> list[Measure]:
    """Heap, scans, time and faults of `hours` of play."""
    told = 0

    def tell(found: Endurance, now_ms: int) -> None:
        nonlocal told
        if now_ms // HOUR_MS > told:
            told = now_ms // HOUR_MS
            click.echo(f"  {told} h, {found.cycles} builds", err=True)

    found = endure(hours, on_build=tell)
    ran_h = found.ran_ms / HOUR_MS
    wrong = [f"fault {code:02}" for code in found.faults]
    wrong += [f"advice {found.advice:02}"] if found.advice else []
    wrong += found.findings
    return [
        Measure("play", round(ran_h, 2), "h", hours, True,
                f"{found.cycles} builds, {found.scans} scans, "
                f"{found.real_time_factor:g} times as fast as the machine"),
        Measure("heap growth", found.growth, "bytes", 0, False,
                f"{found.heaps[-1]} in use at the end; from the 9th build on, by when it "
                "has been in every state"),
        Measure("scans late or unanswered", found.late_scans + found.unanswered, "", 0, False,
                "every scan of that time was made"),
        Measure("crashes", found.crashes, "", 0, False, "tracebacks in the journal"),
        Measure("faults, advice, violations", len(wrong), "", 0, False,
                "; ".join(wrong[:3]) or "none; the service reminder aside"),
        Measure("wraps of the time", found.wraps, "", 1, True,
                "it wraps at 2^30 ms and began 20 s below"),
    ]  # fmt: skip
