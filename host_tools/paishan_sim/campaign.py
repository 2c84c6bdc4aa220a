"""A campaign: many runs with random gears, machines, faults, keys and power cuts.

Run number n of a campaign is a function of the campaign's seed and n alone, so a campaign can be
cut short, gone on with, and split over processes. Every outcome carries the one command that plays
the run again. A healthy campaign injects nothing: whatever fault or advice comes up is a false
alarm.
"""

from __future__ import annotations

import gc
import json
import re
import shlex
import signal
import tempfile
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

from paishan.table.charts import PRESETS
from paishan.table.faults import CRASHED, SERVICE_DUE, SLOW_BUILD
from paishan_sim.chance import stream
from paishan_sim.faults import SCENARIOS, Scenario, parse
from paishan_sim.inject.arguments import (
    INPUT,
    INPUTS,
    OUTPUT,
    OUTPUTS,
    SIDE,
    STATION,
    Argument,
)
from paishan_sim.run import RunConfig, run

FORMAT: Final = "paishan campaign"
VERSION: Final = 4
FAULTS: Final = ((0, 1), (1, 4), (2, 4), (3, 1))  # how many in a run, and how often
MOST_CYCLES: Final = 3
SLOW_MS: Final = 80_000  # service text: longer than that is slow, and to be said
MOST_HEALTHY_CYCLES: Final = 12
VAIN: Final = 20  # runs in a row without a build: it is not their faults that keep them from it
_ANCHORS: Final = (("build", 30_000), ("open", 3_000), ("close", 3_000), ("raise", 8_000))
_ANCHOR_SHARES: Final = (6, 1, 1, 2)
CRASHES: Final = "scan-fails"  # the one that the firmware is meant to crash of
_SIDES: Final = ("east", "south", "west", "north")
_NUMBER: Final = re.compile(r"(\d+(?:\.\d+)?)([a-z]*)")
_USUAL: Final = 0.5  # share of the numbers that are as they always are
_PASSING: Final = 0.3  # share of the lasting faults that go away by themselves
_HOLDS: Final = 0.2  # share of the runs in which somebody holds a key down
_HOLD_MS: Final = (500, 8_000)  # a long press is 3 s
# what a fault may concern, where it is not always the same
_PLACES: Final = {
    SIDE: _SIDES,
    STATION: (*_SIDES, "centre", "panel", "selector"),
    INPUT: tuple(sorted(INPUTS)),
    OUTPUT: tuple(sorted(OUTPUTS)),
}


@dataclass(frozen=True)
class Plan:
    """What one run plays; `command` plays it again."""

    number: int
    chart: str
    selector: int
    seed: int
    machine: str
    cycles: int
    faults: tuple[str, ...]
    lane: str = "cpython"

    @property
    def command(self) -> str:
        """The command line of this run."""
        words = ["paishan", "sim", "run", "--chart", self.chart, "--selector", str(self.selector)]
        words += ["--seed", str(self.seed), "--machine", self.machine]
        words += ["--cycles", str(self.cycles), "--lane", self.lane]
        for fault in self.faults:
            words += ["--inject", fault]
        return shlex.join(words)


@dataclass(frozen=True)
class Outcome:
    """What came of one run. `findings` are what must never happen."""

    number: int
    command: str
    faults: list[str]
    cycles: int
    scans: int
    findings: list[str]
    codes: list[int]
    remedies: list[str]
    reactions_ms: list[float]  # from each fault to all motors off, where they went off
    waste: list[float]  # of each undisturbed build, over its bound

    def line(self) -> str:
        """As one line of a campaign's file."""
        return json.dumps(asdict(self))


def plan(seed: int, number: int, lane: str = "cpython", healthy: bool = False) -> Plan:
    """Run `number` of the campaign with this seed."""
    chance = stream(seed, f"campaign {number}")
    chart = chance.choice(sorted(PRESETS))
    positions = [row[0] for row in PRESETS[chart][0] if row[1] and max(row[2]) <= 18]
    playable = [one for one in SCENARIOS if one.lane in ("", lane)]
    faults = tuple(
        fault(chance, chance.choice(playable))
        for _ in range(chance.choices(*zip(*FAULTS, strict=True))[0])
    )
    return Plan(
        number=number,
        chart=chart,
        selector=chance.choice(positions),
        seed=chance.getrandbits(31),
        machine=chance.choices(("normal", "worn"), (1, 1) if healthy else (4, 1))[0],
        cycles=MOST_HEALTHY_CYCLES if healthy else chance.randint(1, MOST_CYCLES),
        faults=() if healthy else faults + _held(chance),
        lane=lane,
    )


def _held(chance: Random) -> tuple[str, ...]:
    """In some runs somebody holds a key down, at any moment: what is long means something else."""
    if chance.random() >= _HOLDS:
        return ()
    key = chance.choice(("key_a", "key_b", "dice_e"))
    lasts_ms = chance.randrange(*_HOLD_MS)
    return (f"key-stuck:key={key},at={_moment(chance)},for={lasts_ms}ms",)


def _moment(chance: Random) -> str:
    anchor, longest = chance.choices(_ANCHORS, _ANCHOR_SHARES)[0]
    nth = chance.choices(("", "2"), (3, 1))[0] if anchor != "raise" else ""
    return f"{anchor}{nth}+{chance.randrange(longest)}ms"


def fault(chance: Random, scenario: Scenario) -> str:
    """A scenario at a random moment and place; in half of them with another strength."""
    words = []
    for argument in scenario.arguments:
        if argument.kind in _PLACES:
            words.append(f"{argument.name}={chance.choice(_PLACES[argument.kind])}")
        elif argument.name == "at":
            if argument.default != "power":
                words.append(f"at={_moment(chance)}")
        elif argument.name == "for" and argument.default == "always":
            if chance.random() < _PASSING:
                words.append(f"for={chance.randrange(20, 20_000)}ms")
        elif argument.kind.form.count("|") and argument.name != "for":
            words.append(f"{argument.name}={chance.choice(argument.kind.form.split('|'))}")
        elif other := _other(chance, argument):
            words.append(f"{argument.name}={other}")
    return f"{scenario.name}:{','.join(words)}" if words else scenario.name


def _other(chance: Random, argument: Argument) -> str:
    """A number from half to twice its usual one, "" for the usual one."""
    parts = _NUMBER.fullmatch(argument.default)
    if parts is None or chance.random() < _USUAL:
        return ""
    usual = float(parts[1])
    value = usual * 2 ** chance.uniform(-1.0, 1.0)
    other = f"{value:.3g}{parts[2]}" if "." in parts[1] else f"{round(value)}{parts[2]}"
    try:
        argument.kind.parse(other)
    except ValueError:  # its bounds are nearer than that
        return ""
    return other


def play(one: Plan) -> Outcome:
    """Plays a run; whatever goes wrong becomes a finding."""
    if not gc.get_freeze_count():
        gc.freeze()  # the firmware collects its heap at rest: not that of the whole process
    config = RunConfig(
        chart=one.chart,
        selector=one.selector,
        seed=one.seed,
        machine=one.machine,
        cycles=one.cycles,
        lane=one.lane,
        inject=[parse(fault) for fault in one.faults],
    )
    try:
        result = run(config)
    except Exception as error:  # the finding of findings; its kind matters less than its command
        found = [f"{type(error).__name__}: {error}"]
        return Outcome(one.number, one.command, list(one.faults), 0, 0, found, [], [], [], [])
    findings = result.violation_list + result.audit
    if not result.finished:
        findings.append(f"no way back: state {result.state}, display {result.display!r}")
    if not any(fault.startswith(CRASHES) for fault in one.faults):
        findings += [f"{ms} ms: the firmware crashed" for ms, c in result.codes if c == CRASHED]
    if not one.faults:
        true = {0, SERVICE_DUE}
        if any(build.build_ms > SLOW_MS for build in result.builds):
            true.add(SLOW_BUILD)
        advice = [result.status["advice"]]
        alarms = [code for code in result.faults + advice if code not in true]
        findings += [f"false alarm: {code:02}" for code in alarms]
    return Outcome(
        number=one.number,
        command=one.command,
        faults=list(one.faults),
        cycles=len(result.builds),
        scans=result.scans,
        findings=findings,
        codes=[code for _, code in result.codes],
        remedies=[act["remedy"] for act in result.acts],
        reactions_ms=[
            fault["off_ms"] - fault["began_ms"]
            for fault in result.injected
            if fault["off_ms"] is not None
        ],
        waste=[
            round(build.build_ms / build.bound_ms - 1, 4)
            for build in result.builds
            if build.bound_ms and not one.faults
        ],
    )


class CampaignError(Exception):
    """A campaign's file cannot be used; says what to do."""


class Log:
    """The file of a campaign: one line of what it is, then one line a run, as they end."""

    def __init__(self, path: Path, seed: int, lane: str, healthy: bool = False) -> None:
        """Opens `path`, to go on with what is there if it is the same campaign."""
        self.path = path
        self.outcomes: list[Outcome] = []
        about = {"format": FORMAT, "version": VERSION, "seed": seed, "lane": lane}
        about["healthy"] = healthy
        if path.exists():
            self._load(about)
        else:
            path.write_text(json.dumps(about) + "\n", encoding="utf-8")

    def _load(self, about: dict[str, Any]) -> None:
        try:
            lines = self.path.read_text(encoding="utf-8").splitlines()
            if json.loads(lines[0]) != about:
                raise CampaignError(
                    f"{self.path}: holds another campaign: give its options, or another file"
                )
            rows = [json.loads(line) for line in lines[1:] if line.endswith("}")]
            self.outcomes = [Outcome(**row) for row in rows]
        except (ValueError, IndexError, TypeError) as error:
            raise CampaignError(f"{self.path}: no campaign's file: name another one") from error
        # a line that was cut short by an end of power is played again
        text = "\n".join([lines[0], *(one.line() for one in self.outcomes)])
        self.path.write_text(text + "\n", encoding="utf-8")

    def add(self, outcome: Outcome) -> None:
        """Keeps an outcome."""
        self.outcomes.append(outcome)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(outcome.line() + "\n")

    @property
    def cycles(self) -> int:
        """Builds played so far."""
        return sum(one.cycles for one in self.outcomes)


def go_on(
    log: Log, seed: int, cycles: int, jobs: int, lane: str, healthy: bool = False
) -> Iterator[Outcome]:
    """Plays runs until the log holds `cycles`, or VAIN of them in a row built nothing; yields
    every outcome as it is logged."""
    done = {one.number for one in log.outcomes}
    plans = (plan(seed, number, lane, healthy) for number in range(1 << 30) if number not in done)
    vain = 0
    with closing(_played(plans, jobs)) as outcomes:
        while log.cycles < cycles and vain < VAIN:
            outcome = next(outcomes)
            log.add(outcome)
            yield outcome
            vain = 0 if outcome.cycles else vain + 1


def _played(plans: Iterator[Plan], jobs: int) -> Generator[Outcome, None, None]:
    """Outcomes as they end, for as long as somebody asks for another one."""
    if jobs == 1:
        yield from map(play, plans)
        return
    with (
        TemporaryDirectory(prefix="paishan-", ignore_cleanup_errors=True) as folder,
        ProcessPoolExecutor(jobs, initializer=_begin, initargs=(folder,)) as pool,
    ):
        running = {pool.submit(play, next(plans)) for _ in range(2 * jobs)}
        try:
            while running:
                ended, running = wait(running, return_when=FIRST_COMPLETED)
                for one in ended:
                    yield one.result()
                    running.add(pool.submit(play, next(plans)))
        finally:
            for one in running:
                one.cancel()


def _begin(folder: str) -> None:
    """In a process that plays: Ctrl-C ends it at once; what its run keeps goes with `folder`."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    tempfile.tempdir = folder


def by_fault(outcomes: Sequence[Outcome]) -> dict[str, list[Outcome]]:
    """Outcomes by the name of each fault that was in them; "" for none."""
    found: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        for name in {fault.partition(":")[0] for fault in outcome.faults} or {""}:
            found.setdefault(name, []).append(outcome)
    return dict(sorted(found.items()))
