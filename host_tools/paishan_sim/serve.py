"""A simulated table in real time, with its serial line on a socket or a pseudo-terminal.

The table does not know that it is simulated, and a tool cannot tell: bytes come and go once a
scan, and what a tool does not read is dropped or waits, as on a real line.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Final

from paishan_sim import wiring
from paishan_sim.lane import Lane, open_lane
from paishan_sim.plug import LIMIT, Plug
from paishan_sim.run import Run, RunConfig
from paishan_sim.serial import HostEnd

ENDLESS: Final = 10_000  # cycles
BEHIND_S: Final = 0.25  # a table that is later than this goes on from now: no rush afterwards


class Bridge:
    """Carries bytes between a lane's serial line and the plugs."""

    def __init__(self, line: HostEnd, plugs: Sequence[Plug]) -> None:
        self._line = line
        self._plugs = plugs
        self._coming = bytearray()

    def to_table(self) -> None:
        """Before a scan."""
        if len(self._coming) < LIMIT:
            for plug in self._plugs:
                self._coming += plug.read()
        if self._coming:
            del self._coming[: self._line.send(bytes(self._coming))]

    def from_table(self) -> None:
        """After a scan."""
        used = [plug for plug in self._plugs if plug.used]
        for plug in used:
            plug.flush()
        if used and not any(plug.ready for plug in used):
            return  # all laptops are slow: the bytes wait in the table
        data = self._line.receive()
        if data:
            for plug in used:
                plug.write(data)


def endless(config: RunConfig) -> RunConfig:
    """The same table for people who never stop playing."""
    return replace(config, cycles=ENDLESS)


@contextmanager
def open_table(config: RunConfig, lane: Lane | None = None) -> Iterator[Run]:
    """A run whose lane has a serial line."""
    with lane or open_lane(config.lane, {**config.profile(), "serial": True}) as running:
        yield Run(config, running)


def serve(
    run: Run,
    plugs: Sequence[Plug],
    *,
    speed: float = 1.0,
    play: bool = False,
    on_scan: Callable[[Run], bool] | None = None,
) -> None:
    """Runs the table `speed` times as fast as real time until `on_scan` returns true.

    `play`: the run's player uses the table as its script says.
    """
    lane, plant, monitor, player = run.lane, run.plant, run.monitor, run.player
    assert lane.serial is not None, "the profile asks for no serial line"
    bridge = Bridge(lane.serial, plugs)
    period_s = wiring.SCAN_MS / 1000 / speed
    due_s = time.perf_counter()
    while True:
        bridge.to_table()
        now_ms = plant.now_ms
        run.outputs = outputs = lane.scan(now_ms, plant.inputs)
        bridge.from_table()
        monitor.watch(now_ms, plant.inputs, outputs)
        if play and not player.done:
            player.step(now_ms, outputs)
        plant.step(outputs)
        run.scans += 1
        if on_scan is not None and on_scan(run):
            return
        due_s += period_s
        ahead_s = due_s - time.perf_counter()
        if ahead_s > 0:
            time.sleep(ahead_s)
        elif ahead_s < -BEHIND_S:
            due_s = time.perf_counter()
