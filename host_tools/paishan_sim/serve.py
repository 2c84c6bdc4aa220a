"""A simulated table in real time, with its serial line on a socket or a pseudo-terminal.

The table does not know that it is simulated, and a tool cannot tell: bytes come and go once a
scan, and what a tool does not read is dropped or waits, as on a real line.

The safety monitor sees sensors and motors only: that somebody leased a motor or pressed a key over
the line is told to it. What moves dome or lifts without that stays a violation.
"""

from __future__ import annotations

import re
import time
from binascii import crc32
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Final

from paishan_sim import wiring
from paishan_sim.lane import Lane, open_lane
from paishan_sim.monitor import KEY_LEASE_MS
from paishan_sim.plug import LIMIT, Plug
from paishan_sim.run import Run, RunConfig
from paishan_sim.serial import HostEnd

ENDLESS: Final = 10_000  # cycles
LONGEST_LEASE_MS: Final = 1_000  # of a jog; a self-test is renewed as often
LINE_MS: Final = 50  # until a request is taken up: some scans, 64 bytes each
_LINE: Final = re.compile(rb"(?:@[0-9A-Fa-f]{2})?(?:(#)[0-9]+ )?([ -~]*)")
_SEAL: Final = re.compile(rb"(.* )\*([0-9A-Fa-f]{8})")
BEHIND_S: Final = 0.25  # a table that is later than this goes on from now: no rush afterwards


def lease_ms(request: bytes) -> int:
    """How long a request over the line lets dome and lifts move; 0: not at all, as when the table
    does not take it."""
    verb, *given = _words(request)
    if verb in ("start", "resume") and not given:
        return KEY_LEASE_MS
    if verb == "test" and _named(given, ["what", "number"]).get("what") in ("run", "result"):
        return LONGEST_LEASE_MS
    if verb == "jog":
        jog = _named(given, ["out", "lease"])
        lasts = jog.get("lease", "")
        if jog.get("out") != "stop" and lasts.isdigit() and int(lasts) <= LONGEST_LEASE_MS:
            return int(lasts)
    return 0


def _words(request: bytes) -> list[str]:
    """Verb and arguments of a line; a verb of "" where it is damaged or none."""
    line = _LINE.fullmatch(request)
    if line is None:
        return [""]
    said = line[2]
    if line[1]:
        sealed = _SEAL.fullmatch(request)
        if sealed is None or int(sealed[2], 16) != crc32(sealed[1]):
            return [""]
        said = said[: -len(b"*12345678")]
    return said.decode().split() or [""]


def _named(given: list[str], free: list[str]) -> dict[str, str]:
    """Arguments by name, those without one in their order; none if the table refuses one."""
    found: dict[str, str] = {}
    for word in given:
        name, equals, value = word.partition("=")
        if not equals and free:
            name, value = free[0], word
        if name not in free:
            return {}
        free.remove(name)
        found[name] = value.strip('"')
    return found


class Bridge:
    """Carries bytes between a lane's serial line and the plugs; `on_lease` is told of requests
    that let dome and lifts move."""

    def __init__(
        self,
        line: HostEnd,
        plugs: Sequence[Plug],
        on_lease: Callable[[int], None] | None = None,
    ) -> None:
        self._line = line
        self._plugs = plugs
        self._coming = bytearray()
        self._on_lease = on_lease
        self._said = b""

    def to_table(self) -> None:
        """Before a scan."""
        if len(self._coming) < LIMIT:
            for plug in self._plugs:
                self._coming += plug.read()
        if self._coming:
            sent = self._line.send(bytes(self._coming))
            if self._on_lease is not None:
                self._listen(bytes(self._coming[:sent]), self._on_lease)
            del self._coming[:sent]

    def _listen(self, data: bytes, on_lease: Callable[[int], None]) -> None:
        *requests, self._said = (self._said + data).split(b"\n")
        self._said = self._said[-LIMIT:]
        for request in requests:
            if lasts_ms := lease_ms(request.rstrip(b"\r")):
                on_lease(lasts_ms)

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
    """A run whose lane has a serial line; its records are kept until it is closed."""
    profile = {**config.profile(), "serial": True}
    with lane or open_lane(config.lane, profile, keeps=True) as running:
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

    `play`: the run's player uses the table as its script says, and repairs what is injected.
    """
    plant, monitor, player, injector = run.plant, run.monitor, run.player, run.injector
    assert run.lane.serial is not None, "the profile asks for no serial line"
    scan = run.lane.scan if injector is None else injector.scan
    bridge = Bridge(run.lane.serial, plugs, lambda ms: monitor.lease(plant.now_ms, ms + LINE_MS))
    period_s = wiring.SCAN_MS / 1000 / speed
    due_s = time.perf_counter()
    while True:
        bridge.to_table()
        now_ms = plant.now_ms
        run.outputs = outputs = scan(now_ms, plant.inputs)
        bridge.from_table()
        if injector is None or injector.scanned:
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
