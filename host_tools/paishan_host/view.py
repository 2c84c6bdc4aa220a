"""Watching a run: the live picture in a terminal, or plain lines where there is none."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final

from rich.live import Live

from paishan_host import picture
from paishan_host.terminal import Output
from paishan_sim import wiring
from paishan_sim.run import Run
from paishan_sim.tiles import SET_B

FRAMES_A_SECOND: Final = 15
PLAIN_EVERY_MS: Final = 5_000

# what goes on in a state, for someone who sees such a table for the first time
NOTES: Final = {
    "HOMING": "power on: heads and pushers go home",
    "READY": "ready: a lift key opens the dome",
    "LOADING": "the players drop a set",
    "CLOSING": "the dome comes down",
    "RAISING": "the trays lift the walls",
    "BUILDING": "shuffling, stacking two high",
    "ADD_TILES": "missing tiles are added",
    "FAULT": "stopped: the code says why",
}


def scene(run: Run, speed: float | None) -> picture.Scene:
    """The run at this moment, as the picture wants it."""
    config, plant, status = run.config, run.plant, run.lane.status()
    seconds = plant.now_ms / 1000
    pace = f" · x{speed:g}" if speed else ""
    return picture.Scene(
        snapshot=plant.snapshot(),
        outputs=bytes(run.outputs),
        keys=tuple(
            name for name, bit in wiring.KEY_BITS.items() if plant.inputs[wiring.PANEL] & bit
        ),
        targets=config.stacks(),
        headline=f"Paishan · {config.chart}, gear {config.selector} · {config.tiles()} tiles · "
        f"{seconds:.1f} s{pace}",
        state=status["state"],
        note=NOTES.get(status["state"], ""),
        drum_set=_set_of(plant.drum.passes, _set_of(plant.hands)),
        tray_sets=tuple(_set_of(next(iter(side.tray.stacks), ())) for side in plant.sides),
        wall_sets=tuple(_set_of(next(iter(side.tray.wall), ())) for side in plant.sides),
    )


def _set_of(tiles: Iterable[int], otherwise: int = 0) -> int:
    """Which of the two sets the first of some tiles belongs to, told by the colour of its back."""
    for tile in tiles:
        return tile // SET_B
    return otherwise


class Clock:
    """Holds simulated time to `speed` times real time."""

    def __init__(self, speed: float) -> None:
        self.speed = speed
        self._started = time.monotonic()

    def wait(self, now_ms: int) -> None:
        """Sleeps until simulated `now_ms` is due."""
        ahead_s = now_ms / 1000 / self.speed - (time.monotonic() - self._started)
        if ahead_s > 0:
            time.sleep(ahead_s)


class Picture:
    """Call with the run after every scan."""

    def __init__(self, live: Live, speed: float) -> None:
        self._live = live
        self._clock = Clock(speed)
        self._step_ms = max(wiring.SCAN_MS, round(1000 * speed / FRAMES_A_SECOND))
        self._due_ms = 0

    def __call__(self, run: Run) -> None:
        now_ms = run.plant.now_ms
        if now_ms < self._due_ms and not run.player.done:
            return
        self._due_ms = now_ms + self._step_ms
        self._live.update(picture.draw(scene(run, self._clock.speed)), refresh=True)
        self._clock.wait(now_ms)


class PlainLines:
    """Call with the run after every scan: a line when the state changes, and now and then."""

    def __init__(self, output: Output, clock: Clock | None) -> None:
        self._output = output
        self._clock = clock
        self._state = ""
        self._due_ms = 0

    def __call__(self, run: Run) -> None:
        now_ms = run.plant.now_ms
        if now_ms % 100:  # nothing that a line tells changes faster
            return
        status = run.lane.status()
        state = status["state"]
        if state == self._state and now_ms < self._due_ms:
            return
        self._state, self._due_ms = state, now_ms + PLAIN_EVERY_MS
        seen = run.plant.snapshot()
        below, above = ("/".join(map(str, stacks)) for stacks in (seen.trays, seen.walls))
        self._output.print(
            f"{now_ms / 1000:6.1f} s  {state:<9} [{status['display']:>2}]  drum {seen.drum:3}  "
            f"below {below}  on the table {above}",
            markup=False,
            highlight=False,
            soft_wrap=True,
        )
        if self._clock:
            self._clock.wait(now_ms)


@contextmanager
def watching(speed: float) -> Iterator[Picture | PlainLines]:
    """The watcher that suits standard output."""
    output = Output()
    if not output.is_terminal:
        yield PlainLines(output, None)
    elif output.width < picture.WIDTH or output.height <= picture.HEIGHT:
        yield PlainLines(output, Clock(speed))
    else:
        with Live(console=output, auto_refresh=False) as live:
            yield Picture(live, speed)
