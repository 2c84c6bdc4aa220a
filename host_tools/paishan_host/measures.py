"""What `paishan bench` measures: one function a subject, each giving rows with their budgets.

The budgets are those of the project's design; times depend on this machine, builds do not.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from statistics import median
from typing import Any, Final

from paishan_sim.figures import PILED
from paishan_sim.lane import open_lane
from paishan_sim.lane_micropython import available
from paishan_sim.mixing import qualities
from paishan_sim.run import Run, RunConfig, RunResult, run

GEAR_144: Final = RunConfig(chart="dip", selector=2)
MIXING_MS: Final = (0, 2000, 5000, 10_000, 20_000)
STARTS: Final = 15  # of a program, the fastest counts: the rest is the machine's other work


@dataclass(frozen=True)
class Measure:
    """One figure beside what it is compared with. `budget` None: shown, not judged; `failed`:
    there is no figure."""

    name: str
    value: float
    unit: str
    budget: float | None
    at_least: bool  # the budget is the least, not the most
    compared_with: str
    failed: bool = False

    @property
    def met(self) -> bool | None:
        """Whether the figure keeps its budget."""
        if self.failed:
            return False
        if self.budget is None:
            return None
        return self.value >= self.budget if self.at_least else self.value <= self.budget

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {**self.__dict__, "met": self.met}


def builds(seeds: int) -> list[Measure]:
    """Builds of 144 against the least that the plant's mechanics allow, and lane 1's speed."""
    results = [run(replace(GEAR_144, seed=seed)) for seed in range(1, seeds + 1)]
    over = [100 * (build.build_ms / build.bound_ms - 1) for one in results for build in one.builds]
    seconds = median(build.build_ms for one in results for build in one.builds) / 1000
    bound = median(build.bound_ms for one in results for build in one.builds) / 1000
    unsafe = sum(one.violations for one in results)
    faster = median(one.real_time_factor for one in results)
    many = f"median of {len(over)} builds"
    return [
        Measure("build of 144", round(median(over), 2), "% over", 3.0, False,
                f"lower bound of the plant, {many}: {seconds:.1f} s against {bound:.1f} s"),
        Measure("build of 144, worst", round(max(over), 2), "% over", None, False,
                f"lower bound of the plant, worst of {len(over)}"),
        Measure("safety violations", unsafe, "", 0, False, f"{seeds} runs of a cycle"),
        Measure("lane 1, whole cycle", faster, "x", 100.0, True, "real time, one core"),
    ]  # fmt: skip


def scan_here() -> list[Measure]:
    """The firmware's own share of a scan under CPython, over a whole cycle's inputs."""
    frames: list[tuple[int, bytes]] = []
    result = run(GEAR_144, lambda one: frames.append((one.plant.now_ms, bytes(one.plant.inputs))))
    with open_lane("cpython", GEAR_144.profile()) as lane:
        scan = lane.scan
        began = time.perf_counter()
        for now_ms, inputs in frames:
            scan(now_ms, inputs)
        took_us = 1e6 * (time.perf_counter() - began) / len(frames)
    whole_us = 5000 / result.real_time_factor
    return [
        Measure("scan, lane 1", round(took_us, 1), "us", None, False,
                f"mean of {len(frames)} scans; with plant, player, monitor {whole_us:.0f} us"),
    ]  # fmt: skip


_CYCLES = 8  # until a healthy table has been in every state


def under_micropython() -> list[Measure]:
    """The same cycle under real MicroPython: speed, scan, heap; nothing where it is missing."""
    if not available():
        return []
    heaps: list[int] = []

    def look(one: Run) -> None:
        if len(one.builds) > len(heaps):
            heaps.append(one.lane.status()["bench"]["heap"])

    config = RunConfig(chart="dip", selector=2, lane="micropython", cycles=_CYCLES)
    result: RunResult = run(config, look)
    seen = result.status["bench"]
    word = 2 if sys.maxsize > 2**32 else 1  # a word of this machine in words of the RP2040
    return [
        Measure(f"lane 2, {_CYCLES} cycles", result.real_time_factor, "x", 1.0, True, "real time"),
        Measure("scan, lane 2", round(seen["scan_us"] / seen["scans"], 1), "us", None, False,
                f"mean on this PC; worst {seen['scan_max_us']} us; the scan period is 5000 us"),
        Measure("heap after boot, code frozen",
                round((seen["boot_heap"] - seen["code_heap"]) / word / 1024, 1),
                "KiB", 100.0, False,
                f"RP2040's 190 KB; the code from source takes {seen['code_heap']} bytes here"),
        Measure("heap growth", round((heaps[-1] - heaps[-3]) / word), "bytes", 0, False,
                "over the last two builds: the first ones enter states for the first time"),
    ]  # fmt: skip


def shuffles(count: int) -> list[Measure]:
    """How random a shuffle is by the time that the drum turns before the ring takes a tile."""
    found = []
    for quality in qualities((18, 18, 18, 18), MIXING_MS, count, PILED):
        worst, name = quality.worst, f"shuffle, {quality.mix_ms // 1000} s alone"
        found.append(
            Measure(name, round(abs(worst.effect), 2), "sd",
                    None, False, f"a perfect shuffle, {count} of each; {worst.name} "
                    f"{worst.mean:.2f} against {worst.perfect:.2f}: {worst.verdict}")
        )  # fmt: skip
    return found


def serial_line() -> list[Measure]:
    """A setting and all settings over a pseudo-terminal."""
    from paishan_host.measures_link import link

    return link()


def faults(seeds: int) -> list[Measure]:
    """From each fault's cause to safe outputs, beside the limit of the domain's notes."""
    from paishan_host.measures_faults import reactions

    return reactions(seeds)


def cold_start() -> list[Measure]:
    """The tool's start, beside the start of Python itself."""
    version = _fastest_ms("from paishan_host.cli import main; main(['--version'])")
    nothing = _fastest_ms("pass")
    return [
        Measure("paishan --version", version, "ms", 250.0, False,
                f"python -c pass takes {nothing:.0f} ms; fastest of {STARTS}"),
    ]  # fmt: skip


def subjects(seeds: int) -> list[tuple[str, Callable[[], list[Measure]]]]:
    """All of them, with what to say while each runs."""
    many = max(seeds // 4, 1)
    return [
        (f"builds of 144 tiles, {seeds} seeds", lambda: builds(seeds)),
        ("scan under CPython", scan_here),
        ("three cycles under MicroPython", under_micropython),
        (f"the shuffle, {5 * seeds} of each time", lambda: shuffles(5 * seeds)),
        ("the serial line", serial_line),
        ("cold start", cold_start),
        (f"from a fault to safe outputs, {many} of each", lambda: faults(many)),
    ]


def _fastest_ms(code: str) -> float:
    took = []
    for _ in range(STARTS):
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], stdout=subprocess.DEVNULL, check=True)
        took.append(time.perf_counter() - began)
    return round(1000 * min(took), 1)
