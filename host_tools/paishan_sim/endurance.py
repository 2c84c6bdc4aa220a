"""A table in use for hours: people play on and on, and nothing may grow, come late or go wrong.

The clock begins shortly below the place where it wraps, so that it does so during a build. Every
scan of the time is made: what looks like idling is the firmware being scanned.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from types import TracebackType
from typing import Any, Final, Self

from paishan.table.faults import SERVICE_DUE
from paishan_sim.lane import TICKS_MASK, Lane, open_lane
from paishan_sim.player import Player, load, press, wait, wait_ready, wait_walls_up
from paishan_sim.run import Run, RunConfig

HOUR_MS: Final = 3_600_000
WRAPS_AFTER_MS: Final = 20_000  # of the run: in the first build
HAND_MS: Final = 60_000  # walls on the table until the next set is dropped
THROWS: Final = 2  # of the dice in a hand
ADDS: Final = 7  # every so many builds both keys open the dome in the middle of it
FIRST_BUILDS: Final = 8  # by then a healthy table has been in every state
REMINDED: Final = {"clean_cycles": FIRST_BUILDS // 2}  # the reminder of a service as well
_WORD: Final = 2 if sys.maxsize > 2**32 else 1  # of this machine, in words of the RP2040


@dataclass
class Endurance:
    """What hours of play came to. `heaps`: bytes in use at READY, a build each, as on a board."""

    ran_ms: int = 0
    scans: int = 0
    cycles: int = 0
    wraps: int = 0  # of the time that the firmware is told
    late_scans: int = 0
    unanswered: int = 0
    crashes: int = 0
    faults: list[int] = field(default_factory=list)
    advice: int = 0  # the last one, 0: none but the service reminder
    findings: list[str] = field(default_factory=list)  # of monitor and audit
    heaps: list[int] = field(default_factory=list)
    real_time_factor: float = 0.0

    @property
    def growth(self) -> int:
        """Bytes by which the heap grew after the first builds; 0 without a heap of its own."""
        return self.heaps[-1] - self.heaps[FIRST_BUILDS] if len(self.heaps) > FIRST_BUILDS else 0


class _Later(Lane):
    """A lane whose clock began long before the run."""

    def __init__(self, lane: Lane, start_ms: int) -> None:
        self.name, self.serial = lane.name, lane.serial
        self._lane, self._start_ms = lane, start_ms

    def scan(self, now_ms: int, inputs: bytes | bytearray) -> bytes | bytearray:
        return self._lane.scan(self._start_ms + now_ms, inputs)

    def status(self) -> dict[str, Any]:
        return self._lane.status()

    def restart(self) -> None:
        self._lane.restart()

    def close(self) -> None:
        self._lane.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def hands(lasts_ms: int) -> Iterator[Callable[[Player], Iterator[None]]]:
    """The steps of people who play until `lasts_ms`, and then see the last build through."""
    enough = False

    def note(player: Player) -> Iterator[None]:
        nonlocal enough
        enough = player.now_ms >= lasts_ms
        yield

    yield from load("A")
    for hand in count():
        yield from load("A" if hand % 2 else "B", key="KEY_B" if hand % 2 else "KEY_A")
        yield wait_walls_up()
        if hand % ADDS == ADDS - 1:
            yield from _look_inside()
        yield wait_ready()
        yield note
        if enough:
            return
        for throw in range(THROWS):
            yield press(("DICE_E", "DICE_S", "DICE_W", "DICE_N")[(hand + throw) % 4])
            yield wait(HAND_MS // THROWS)


def _look_inside() -> Iterator[Callable[[Player], Iterator[None]]]:
    """Both keys in the middle of a build: the dome opens, nothing is added, it goes on."""
    yield wait(12_000)
    yield press("KEY_A", "KEY_B")
    yield wait(6_000)
    yield press("KEY_A")


def endure(
    hours: float,
    lane: str = "micropython",
    seed: int = 1,
    on_build: Callable[[Endurance, int], None] | None = None,
) -> Endurance:
    """Plays a set of 144 for so many hours of the table's time; LaneError if the lane ends."""
    lasts_ms = int(hours * HOUR_MS)
    config = RunConfig(
        chart="dip", selector=2, seed=seed, cycles=1 + lasts_ms // HAND_MS, settings=REMINDED
    )
    found = Endurance()
    start_ms = TICKS_MASK + 1 - WRAPS_AFTER_MS
    # under MicroPython an allocation within a scan ends the run
    with _Later(open_lane(lane, {**config.profile(), "heap_lock": True}), start_ms) as running:
        playing = Run(config, running)
        playing.player = Player(playing.plant, hands(lasts_ms), config.tiles())

        def look(one: Run) -> None:
            if len(one.builds) > found.cycles:
                found.cycles = len(one.builds)
                bench = running.status().get("bench")
                if bench:
                    found.heaps.append(bench["heap"] // _WORD)
                if on_build is not None:
                    on_build(found, one.plant.now_ms)

        playing.play(look)
        result = playing.result()
    found.ran_ms = playing.plant.now_ms
    found.scans = result.scans
    found.wraps = (start_ms + found.ran_ms) // (TICKS_MASK + 1)
    found.late_scans = result.status["late_scans"]
    found.crashes = result.status["crashes"]
    found.faults = result.faults
    advice = result.status["advice"]
    found.advice = 0 if advice == SERVICE_DUE else advice
    found.findings = result.violation_list + result.audit
    if not result.finished:
        found.findings.append(f"stood still: {result.state}, display {result.display!r}")
    if bench := result.status.get("bench"):
        found.unanswered = found.scans - bench["scans"]
    found.real_time_factor = result.real_time_factor
    return found
