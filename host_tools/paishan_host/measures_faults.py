"""What `paishan bench` measures of faults: the time from their cause to safe outputs.

Safe is when the outputs that the fault concerns are off, and stay off for a while. It counts from
the moment at which something breaks, or from the start of the motion that meets it, if that was
later. Moments and seeds differ from run to run. Limits are those of the domain's notes, by their
section and entry.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from statistics import median
from typing import Final

from paishan_host.measures import Measure
from paishan_sim import wiring as w
from paishan_sim.chance import stream
from paishan_sim.faults import parse
from paishan_sim.inject.injector import any_motor
from paishan_sim.lane import open_lane
from paishan_sim.run import Run, RunConfig
from paishan_sim.switch import Switch

STAYS_MS: Final = 100  # off for this long
SOUTH: Final = 1
HEAD: Final = (SOUTH, w.HEAD | w.HEAD_REV)
PUSHER: Final = (SOUTH, w.PUSHER)
BELT: Final = (SOUTH, w.BELT)
LIFT: Final = (SOUTH, w.LIFT_RAISE)
DOME: Final = (w.CENTRE, w.DOME_RAISE | w.DOME_LOWER)
BUILD: Final = ("build", 1_000, 12_000)  # a moment of it, from and to
# walls of four stacks, where what counts comes after a build
SMALL: Final = ((1, 32, (4, 4, 4, 4), "four a side", None),)
DIAL: Final = Switch("dial", 4, True, True, 0)

Bits = tuple[int, int]  # station, mask
_SCAN: Final = "one scan and its filter: domain 11, stop within a tick"
_LOCKED: Final = "a few seconds: domain 6, IEC 60335-1, 19.7"
_TURN: Final = "2 s and its scans: domain 11, 1.5 times the learned turn, at most this"
_GAP: Final = "15 s: domain 11, no tile at a head"
_LIFT: Final = "learned time and 1 s: domain 11 and 4.42, in the way that pinches"


@dataclass(frozen=True)
class Reaction:
    """`concerns`: the outputs that must go off, None = every motor. `moment`: what it counts
    from, and the range of ms after it. `limit_ms` None: the notes give none."""

    fault: str
    concerns: Bits | None
    limit_ms: int | None
    source: str
    moment: tuple[str, int, int] = BUILD


REACTIONS: Final = (
    Reaction("dome-ajar", None, 30, _SCAN),
    Reaction("cover-open", None, 30, _SCAN),
    Reaction("mains-dip", None, 30, _SCAN),
    Reaction("supply-overloaded", None, 30, _SCAN),
    Reaction("chain-broken", None, 30, _SCAN),
    Reaction("signature-wrong", None, 30, _SCAN),
    Reaction("station-gone", None, 30, _SCAN),
    Reaction("sensors-dark", None, 30, _SCAN),
    Reaction("power-cut:for=2s", None, 5, "one scan: domain 11, off at reset"),
    Reaction("scan-fails", None, 5, "one scan: domain 11, off at an exception"),
    Reaction("dome-both-ends", None, None, "the notes give no limit"),
    Reaction("turn-stalled:of=drum", None, 4_000, _LOCKED),
    Reaction("turn-stalled:of=ring", None, 4_000, _LOCKED),
    Reaction("head-jam:frees=hand", HEAD, 2_050, _TURN),
    Reaction("output-dead:output=HEAD_S", HEAD, 2_050, _TURN),
    Reaction("pusher-stuck", PUSHER, 2_050, _TURN),
    Reaction("pusher-home-stuck", PUSHER, 2_050, _TURN),
    Reaction("s1-stuck:reads=off", BELT, 15_000, _GAP),
    Reaction("s1-stuck:reads=on", HEAD, 15_000, _GAP),
    Reaction("no-pick-up:chance=0", None, 60_000, "60 s: domain 11, 15 s and three retries"),
    Reaction("tray-stuck", LIFT, 3_600, _LIFT, ("raise2", 0, 800)),
    Reaction("lift-limit-stuck:end=up", LIFT, 3_600, _LIFT, ("raise2", 0, 800)),
    Reaction("dome-stuck", DOME, 2_900, _LIFT, ("close2", 0, 500)),
)  # fmt: skip


class _SafeError(Exception):
    """Ends a run: the outputs are off."""


class _Watch:
    """Raises as soon as the outputs have been off for long enough; `safe_ms`: since when."""

    def __init__(self, concerns: Bits | None) -> None:
        self.safe_ms = 0
        self._concerns = concerns
        self._on_since: int | None = None
        self._off_since: int | None = None

    def look(self, run: Run) -> None:
        injector = run.injector
        assert injector is not None
        began_ms = injector.occurrences[0].began_ms
        outputs, now_ms = run.outputs, run.plant.now_ms
        concerns = self._concerns
        on = any_motor(outputs) if concerns is None else outputs[concerns[0]] & concerns[1]
        if began_ms is None:
            self._on_since = now_ms if on else None
            return
        if on:
            if self._on_since is None or self._off_since is not None:
                self._on_since = now_ms
            self._off_since = None
        elif self._off_since is None:
            self._off_since = now_ms
        elif now_ms - self._off_since >= STAYS_MS and self._on_since is not None:
            self.safe_ms = self._off_since - max(int(began_ms), self._on_since)
            raise _SafeError


def reaction_ms(reaction: Reaction, seed: int) -> int | None:
    """From cause to safe outputs in one run; None where it did not come to that."""
    anchor, lowest, highest = reaction.moment
    at = f"at={anchor}+{stream(seed, reaction.fault).randrange(lowest, highest, 5)}ms"
    fault = f"{reaction.fault}{',' if ':' in reaction.fault else ':'}{at}"
    config = RunConfig(seed=seed, cycles=2, inject=[parse(fault)])
    if anchor != BUILD[0]:
        config = replace(config, rows=SMALL, switch=DIAL)
    watch = _Watch(reaction.concerns)
    with open_lane(config.lane, config.profile()) as lane:
        try:
            Run(config, lane).play(watch.look)
        except _SafeError:
            return watch.safe_ms
    return None


def reactions(seeds: int) -> list[Measure]:
    """A row a fault: its worst time beside the limit, and the median."""
    found = []
    for one in REACTIONS:
        times = [reaction_ms(one, seed) for seed in range(1, seeds + 1)]
        known = [took for took in times if took is not None]
        found.append(
            Measure(one.fault, max(known), "ms", one.limit_ms, False,
                    f"{one.source}; median {median(known):.0f} ms, worst of {len(known)}")
        )  # fmt: skip
    return found
