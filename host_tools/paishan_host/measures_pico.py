"""What `paishan bench --lane pico` measures on the emulated Pico, against the design's budgets.

Times are the emulated chip's at 125 MHz. It does not model misses of the flash cache: on a real
chip code in flash is slower, code in RAM is not.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import mean
from typing import Final

from paishan_host import emulated
from paishan_host.install import image
from paishan_host.install.uf2 import Parts
from paishan_host.measures import Measure
from paishan_sim import pico, wiring
from paishan_sim.lane_pico import ACTIVE_LOW, PicoLane, flash_image
from paishan_sim.pico import supplies
from paishan_sim.pico.emulator import Emulator, Report, Scan
from paishan_sim.run import Run, RunConfig

CONFIG: Final = RunConfig(chart="dip", selector=2, cycles=0, lane="pico")
MEAN_US: Final = 1000.0
WORST_US: Final = 2500.0
LATE_US: Final = 10_000.0  # two periods
HEAP_KB: Final = 100.0
CYCLES_A_US: Final = 125
_SETTLE_US: Final = 1_500_000.0  # of the compared program, until it runs
_COMPARED: Final = 600  # periods
_PROBE_US: Final = 60_000_000.0  # a firmware that has not said anything by then never will
_AT_REST: Final = bytes((0x16, 0x16, 0x16, 0x16, 0x32, 0x40, 1, 0xA5))
_BEGIN: Final = b"{"

# As main.py: puts the table together as a start does, and says what that took.
_PROBE: Final = b"""\
import sys, time
from rescue import controller
from rescue.start import Tidy
import gc
import json
if controller.root():
    sys.path.insert(0, "/a")
began = time.ticks_ms()
with Tidy():
    from paishan.app import App
loaded = time.ticks_ms()
app = App(controller.port(), controller.profile(), controller.serial(), controller.folder(),
    controller.identity())
made = time.ticks_ms()
gc.collect()
used, free = gc.mem_alloc(), gc.mem_free()
began_us = time.ticks_us()
gc.collect()
collect_us = time.ticks_diff(time.ticks_us(), began_us)
print(json.dumps({"used": used, "free": free, "collect_us": collect_us,
    "load_ms": time.ticks_diff(loaded, began), "make_ms": time.ticks_diff(made, loaded)}))
"""


@contextmanager
def _chip(parts: Parts, files: dict[str, bytes]) -> Iterator[Emulator]:
    filesystem = image.littlefs(files, image.flash_of(emulated.BOARD))
    chip = Emulator(
        supplies.node(), supplies.package(), supplies.rom(), flash_image(parts, filesystem)
    )
    try:
        chip.power_on()
        yield chip
    finally:
        chip.close()


def _inputs() -> bytes:
    return bytes(a ^ b for a, b in zip(_AT_REST, ACTIVE_LOW, strict=True))


class Bench:
    """The subjects, on one MicroPython image."""

    def __init__(self, uf2: Path | None) -> None:
        self._parts = emulated.micropython(uf2)
        self._frozen = emulated.is_frozen(self._parts)
        self._how = "frozen" if self._frozen else ".mpy in RAM"

    def subjects(self) -> list[tuple[str, Callable[[], list[Measure]]]]:
        """All of them, with what to say while each runs."""
        return [
            ("memory and start", self.memory),
            ("a build of 144 on the emulated Pico, two minutes", self.scans),
            ("one loop against asyncio", self.compared),
        ]

    def _files(self) -> dict[str, bytes]:
        return emulated.files_of(CONFIG.profile(), self._parts)

    def memory(self) -> list[Measure]:
        """Heap after boot, a collection, the start, the size of the application."""
        slot = image.application(image.architecture_of(emulated.BOARD))
        size = sum(map(len, slot.values()))
        found = [
            Measure("application, .mpy", round(size / 1024, 1), "KB", None, False, "in flash")
        ]
        said = b""
        with _chip(self._parts, {**self._files(), "main.py": _PROBE}) as chip:
            now_us = 0.0
            while b"}" not in said.partition(_BEGIN)[2] and now_us < _PROBE_US:
                now_us += 100_000.0
                said += chip.run(_inputs(), now_us, now_us).said
        try:
            seen = json.loads(said[said.index(_BEGIN) : said.index(b"}") + 1])
        except ValueError:
            lines = said.decode(errors="replace").strip().splitlines()
            why = next((line for line in lines if "Error" in line), "no answer")
            return [
                *found,
                Measure("heap after boot", 0.0, "KB", HEAP_KB, False, why, failed=True),
            ]
        return [
            *found,
            Measure("heap after boot", round(seen["used"] / 1000, 1), "KB", HEAP_KB, False,
                    f"{self._how}; {seen['free'] / 1000:.0f} KB are free"),
            Measure("a collection", round(seen["collect_us"] / 1000, 1), "ms", None, False,
                    "of that heap; only where nothing moves"),
            Measure("start: import", seen["load_ms"], "ms", None, False, self._how),
            Measure("start: table put together", seen["make_ms"], "ms", None, False,
                    "with records and link"),
        ]  # fmt: skip

    def scans(self) -> list[Measure]:
        """A scan in READY and in BUILDING, over a whole build; late scans; the start's times."""
        phases: dict[str, list[Scan]] = {"READY": [], "BUILDING": []}
        lates = [0]
        last: list[Scan] = []

        def take(scan: Scan) -> None:
            centre = scan.outputs[wiring.CENTRE]
            if centre & wiring.READY_LAMP:
                phases["READY"].append(scan)
            elif centre & wiring.DRUM:
                phases["BUILDING"].append(scan)
            moved = last and wiring.motors_on(last[0].outputs)
            if moved and scan.begin_us - last[0].begin_us > LATE_US:
                lates[0] += 1
            last[:] = [scan]

        flash = emulated.new_flash(CONFIG.profile(), self._parts)
        with PicoLane(CONFIG.profile(), flash) as lane:
            lane.on_scan = take
            run = Run(CONFIG, lane)
            ready_ms: list[int] = []

            def look(one: Run) -> None:
                if not ready_ms and one.outputs[wiring.CENTRE] & wiring.READY_LAMP:
                    ready_ms.append(one.plant.now_ms)

            run.play(look)
            report = lane.report
            first_us = lane.first_scan_us or 0.0
        if not run.player.done:
            return [Measure("a build of 144", 0.0, "", 0.0, False, "did not end", failed=True)]
        found: list[Measure] = []
        for phase, scans in phases.items():
            found += _spread(phase, [scan.end_us - scan.begin_us for scan in scans])
        return [
            *found,
            Measure("late scans, a motor on", lates[0], "", 0.0, False,
                    "more than two periods; at rest flash is written and garbage collected"),
            Measure("violations", len(run.monitor.violations), "", 0.0, False,
                    f"{run.scans} scans, trays {run.plant.trays()}"),
            Measure("power on to safe outputs", round(report.safe_us / 1000, 1), "ms", None, False,
                    "MicroPython's own start before it"),
            Measure("power on to first scan", round(first_us / 1000), "ms", None, False,
                    self._how),
            Measure("power on to READY lamp", ready_ms[0], "ms", None, False,
                    "with homing of a machine at home"),
        ]  # fmt: skip

    def compared(self) -> list[Measure]:
        """The same work as one loop and as eighteen asyncio tasks."""
        program = (Path(pico.__file__).with_name("workload.py")).read_bytes()
        found: list[Measure] = []
        for kind, name in (("loop", "work as one loop"), ("tasks", "work as 18 asyncio tasks")):
            files = {**self._files(), "main.py": program, "work": kind.encode()}
            with _chip(self._parts, files) as chip:
                begin, end, scans = _periods(chip)
            busy_us = (end.now_us - begin.now_us - end.idle_us + begin.idle_us) / len(scans)
            period_ms = (end.now_us - begin.now_us) / len(scans) / 1000
            found.append(
                Measure(name, round(busy_us), "us", None, False,
                        f"processor time a period, which comes out as {period_ms:.2f} of 5 ms")
            )  # fmt: skip
        return found


def _periods(chip: Emulator) -> tuple[Report, Report, list[Scan]]:
    now_us = _SETTLE_US
    begin = end = chip.run(_inputs(), now_us, now_us)
    scans: list[Scan] = []
    for _ in range(_COMPARED):
        now_us += 5000.0
        end = chip.run(_inputs(), now_us, now_us)
        scans += end.scans
    return begin, end, scans


def _spread(phase: str, took_us: list[float]) -> list[Measure]:
    took_us.sort()
    count = len(took_us)
    worst = took_us[-1]

    def cycles(us: float) -> str:
        return f"{us * CYCLES_A_US / 1000:.0f} k cycles"

    middle = mean(took_us)
    # at rest flash is written and garbage collected: no budget
    mean_us, worst_us = (MEAN_US, WORST_US) if phase == "BUILDING" else (None, None)
    late = took_us[min(count - 1, int(count * 0.999))]
    return [
        Measure(f"scan, {phase}, mean", round(middle), "us", mean_us, False,
                f"{cycles(middle)}; {count} scans"),
        Measure(f"scan, {phase}, 99.9 %", round(late), "us", None, False, cycles(late)),
        Measure(f"scan, {phase}, worst", round(worst), "us", worst_us, False, cycles(worst)),
    ]  # fmt: skip


def subjects(uf2: Path | None) -> list[tuple[str, Callable[[], list[Measure]]]]:
    """What is measured, with what to say while each runs."""
    return Bench(uf2).subjects()
