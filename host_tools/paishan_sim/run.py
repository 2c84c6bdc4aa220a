"""One run: the unchanged firmware, a table, a player who uses it, and a monitor beside them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from paishan.table.charts import PRESETS
from paishan.table.faults import REFUSAL, find
from paishan_sim import wiring
from paishan_sim.audit import WallAudit
from paishan_sim.faults import Injection
from paishan_sim.figures import MACHINES, PILED, Figures
from paishan_sim.inject.injector import FaultyPlant, Injector
from paishan_sim.lane import Lane, Profile, open_lane
from paishan_sim.monitor import Monitor
from paishan_sim.person import Person
from paishan_sim.plant import Plant
from paishan_sim.player import Player, Step, cycle_script
from paishan_sim.record import Header, Recorder
from paishan_sim.switch import Switch, lines

LANES: Final = ("cpython", "micropython")
TROUBLE: Final = 6  # times the limit where there is trouble to deal with, such as hot motors
QUIET_MS: Final = 30_000  # nothing moves and nobody acts for this long: the script is stuck
LIMIT_MS: Final = 600_000  # of simulated time a cycle and one more for the first build
_LOOK_SCANS: Final = 200  # how often a run asks whether it is stuck
_USUAL_TILES: Final = 136  # of a player whose gear is no tile set

# position, tiles, stacks E S W N, name, game or None for the usual one
Row = tuple[int, int, Sequence[int], str, str | Sequence[str | int] | None]


@dataclass(frozen=True)
class RunConfig:
    """What is run. `rows` and `switch` are those of a chart that is no preset."""

    chart: str = "decade-dial"
    selector: int = 1  # the position of the gear switch
    seed: int = 1
    cycles: int = 1
    machine: str = "normal"
    lane: str = "cpython"
    rows: Sequence[Row] | None = None
    switch: Switch | None = None
    settings: dict[str, int] = field(default_factory=dict)
    script: Sequence[Step] | None = None  # instead of proper use
    record: Path | None = None
    inject: Sequence[Injection] = ()

    def profile(self) -> Profile:
        """The machine as the firmware is told of it."""
        chart = self.chart if self.rows is None else [list(row) for row in self.rows]
        return {"chart": chart, "selector": list(self.wired()), "settings": self.settings}

    def figures(self) -> Figures:
        """The machine's figures; its trays are as long as the firmware is told."""
        figures = PILED if self.machine == PILED.name else MACHINES[self.machine]
        stacks = self.settings.get("tray_capacity", figures.tray_stacks)
        return replace(figures, tray_stacks=stacks)

    def wired(self) -> Switch:
        """The gear switch of the machine."""
        return self.switch or Switch(*PRESETS[self.chart][1])

    def row(self) -> Row | None:
        """The chart's row of the switch's position."""
        rows: Sequence[Any] = PRESETS[self.chart][0] if self.rows is None else self.rows
        return next((row for row in rows if row[0] == self.selector), None)

    def tiles(self) -> int:
        """Tiles of the gear, hence of each set that players own."""
        row = self.row()
        return row[1] if row and row[1] else _USUAL_TILES

    def gears(self) -> list[tuple[int, ...]]:
        """Stacks E S W N of every gear of the chart."""
        rows: Sequence[Any] = PRESETS[self.chart][0] if self.rows is None else self.rows
        return [tuple(row[2]) for row in rows if row[1]]

    def stacks(self) -> tuple[int, ...]:
        """Stacks E S W N that the gear builds."""
        row = self.row()
        return tuple(row[2]) if row else (0, 0, 0, 0)


@dataclass(frozen=True)
class BuildTimes:
    """From the drum's start to the ready lamp, and the least that any controller would need."""

    build_ms: float
    bound_ms: float


@dataclass(frozen=True)
class RunResult:
    """How a run ended. Times in simulated ms; None: it did not come to that."""

    chart: str
    selector: int
    tiles: int
    walls: tuple[int, ...]  # stacks E S W N as they stand on the table
    state: str
    display: str
    faults: list[int]
    build_ms: float | None  # of the last build
    bound_ms: float | None
    cycle_ms: int | None  # first key press to the walls on the table
    violations: int
    scans: int
    real_time_factor: float
    lane: str
    seed: int
    machine: str
    cycles: int  # asked for
    finished: bool  # the player came to the end of the script
    builds: list[BuildTimes]
    violation_list: list[str]
    verdict: str
    status: dict[str, Any]  # the firmware's own words
    collisions: list[str] = field(default_factory=list)  # violations, unless a fault must harm
    audit: list[str] = field(default_factory=list)  # where the ready lamp lied
    injected: list[dict[str, Any]] = field(default_factory=list)  # faults as they came and went
    acts: list[dict[str, Any]] = field(default_factory=list)  # what people did about trouble
    codes: list[tuple[int, int]] = field(default_factory=list)  # (now_ms, code) as they came up
    advices: list[tuple[int, int]] = field(default_factory=list)  # the same of what stops nothing

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return asdict(self)

    @property
    def good(self) -> bool:
        """Played to its end without a violation or a lie; without a fault, unless injected."""
        safe = self.finished and not self.violations and not self.audit
        return safe and (bool(self.injected) or not self.faults)


# What each key of `as_dict` says, for documents: keys, meaning.
KEYS: Final = (
    ("chart selector tiles seed machine lane cycles", "what was asked for"),
    ("walls", "stacks E, S, W, N as they stand on the table at the end"),
    ("state display", "the firmware's state and the two digits, at the end"),
    ("faults", "the table's last fault codes, and that of a gear that it refuses"),
    ("builds", "each build's `build_ms`, drum on to ready lamp, and `bound_ms`, the least time "
     "that any controller would have needed"),
    ("build_ms bound_ms", "those of the last build"),
    ("cycle_ms", "from the first key press to the first walls on the table"),
    ("violations violation_list verdict", "what the safety monitor saw: how many, each "
     "with its time, a sentence"),
    ("collisions", "what ran into what in the machine; violations too, unless the injected fault "
     "has to do harm"),
    ("audit", "where the ready lamp was lit over wrong walls"),
    ("injected", "each fault as it was given, when it began (`began_ms`), when all motors were "
     "off after it (`off_ms`), when it was gone (`mended_ms`)"),
    ("acts", "what people did about trouble: when (`now_ms`), the `code` on the display, the "
     "`remedy`"),
    ("codes advices", "codes that stop, and advices that do not, as they came up: when, which; "
     "noted where faults were injected"),
    ("finished", "the player came to the end of the script, without giving up"),
    ("scans real_time_factor", "scans of 5 ms; simulated time over real time"),
    ("status", "the firmware's own account at the end"),
)  # fmt: skip


class Run:
    """A run under way; hand it to whoever watches."""

    def __init__(self, config: RunConfig, lane: Lane) -> None:
        self.config = config
        self.lane = lane
        self.injector: Injector | None = None
        self.player: Player
        selector = lines(config.wired(), config.selector)
        if config.inject:
            self.injector = injector = Injector(config.inject, config.seed)
            self.plant: Plant = FaultyPlant(
                config.figures(), seed=config.seed, selector=selector, injector=injector
            )
        else:
            self.plant = Plant(config.figures(), seed=config.seed, selector=selector)
        if config.script is None and self.injector is not None:
            self.player = Person(self.plant, config.tiles(), config.cycles, self.injector)
        else:
            script = config.script if config.script is not None else cycle_script(config.cycles)
            self.player = Player(self.plant, script, config.tiles())
        self.monitor = Monitor()
        self.audit = WallAudit(self.plant, config.gears())
        self.codes: list[tuple[int, int]] = []
        self.advices: list[tuple[int, int]] = []
        if self.injector is not None:
            self.injector.place(
                self.plant, self.player, lane, lambda to: lines(config.wired(), to)
            )
            self.injector.after_restart = self.monitor.power_cut
            self.injector.on_blind = self.monitor.blind
        self.outputs: bytes | bytearray = bytes(wiring.OUTPUT_BYTES)
        self.scans = 0
        self.builds: list[BuildTimes] = []
        self._started = time.perf_counter()

    def play(
        self, on_scan: Callable[[Run], None] | None = None, recorder: Recorder | None = None
    ) -> None:
        """Scans until the script is done, or nothing happens any more, or time is up."""
        plant, player, inputs = self.plant, self.player, self.plant.inputs
        scan, watch, look, step = self.lane.scan, self.monitor.watch, player.step, plant.step
        audit, look_inside = self.audit.look, self.audit.look_inside
        deceived = self.injector is not None
        if self.injector is not None:
            scan = self.injector.scan
        limit_ms = LIMIT_MS * (self.config.cycles + 1)
        limit_ms *= TROUBLE if isinstance(player, Person) else 1
        presses, active_ms, quiet_ms, centre, lit = 0, 0, 0, 0, 0
        patient = isinstance(player, Person)  # deals with a machine that stands still
        while not player.done and plant.now_ms < limit_ms:
            now_ms = plant.now_ms
            self.outputs = outputs = scan(now_ms, inputs)
            if recorder is not None and (self.injector is None or self.injector.replayable):
                recorder.scan(inputs, outputs)
            if self.injector is None or self.injector.scanned:
                watch(now_ms, inputs, outputs)  # nobody answers for a scan that did not come
            if outputs[wiring.CENTRE] != centre:
                centre = outputs[wiring.CENTRE]
                if centre & wiring.READY_LAMP and len(plant.builds) > len(self.builds):
                    build = plant.builds[-1]
                    self.builds.append(
                        BuildTimes(now_ms - build.start_ms, round(build.bound_ms, 1))
                    )
            if centre & wiring.READY_LAMP or lit:
                lit = centre & wiring.READY_LAMP
                audit(now_ms, outputs)
            if deceived:
                look_inside(now_ms, outputs)
            look(now_ms, outputs)
            if on_scan is not None:
                on_scan(self)
            step(outputs)
            self.scans += 1
            if self.scans % _LOOK_SCANS == 0:
                if self.injector is not None:
                    self._note_code(now_ms)
                if wiring.motors_on(outputs) or len(player.presses) > presses:
                    presses, active_ms = len(player.presses), now_ms
                quiet_ms = 0 if patient else now_ms - active_ms
            # a display that blinks is left when it can be read
            if quiet_ms > QUIET_MS and (player.display.strip() or quiet_ms > 2 * QUIET_MS):
                break

    def _note_code(self, now_ms: int) -> None:
        injector = self.injector
        if injector is not None and not injector.dead:
            status = self.lane.status()
            code = status["fault"]
            if code and (not self.codes or self.codes[-1][1] != code):
                self.codes.append((now_ms, code))
            told = {advice for _, advice in self.advices}
            self.advices += [(now_ms, one) for one in status["advices"] if one not in told]

    def result(self) -> RunResult:
        """What came of it."""
        wall_s = time.perf_counter() - self._started
        config, player, last = self.config, self.player, self.builds[-1:]
        status = self.lane.status()
        self.plant.check_tiles()
        violations = [
            f"{seen.now_ms} ms: {seen.rule}: {seen.detail}" for seen in self.monitor.violations
        ]
        collisions = list(self.plant.collisions)
        if not any(one.scenario.harms for one in config.inject):
            violations += [f"collision: {collision}" for collision in collisions]
        cycle_ms = None
        if player.walls_up_ms is not None and player.first_key_ms is not None:
            cycle_ms = player.walls_up_ms - player.first_key_ms
        return RunResult(
            chart=config.chart,
            selector=config.selector,
            tiles=config.tiles(),
            walls=self.plant.walls(),
            state=status["state"],
            display=player.display,
            faults=[*status["faults"], *self._refusal(status["state"])],
            build_ms=last[0].build_ms if last else None,
            bound_ms=last[0].bound_ms if last else None,
            cycle_ms=cycle_ms,
            violations=len(violations),
            scans=self.scans,
            real_time_factor=round(self.plant.now_ms / 1000 / wall_s, 1),
            lane=config.lane,
            seed=config.seed,
            machine=config.machine,
            cycles=config.cycles,
            finished=player.done and not (isinstance(player, Person) and player.helpless),
            builds=self.builds,
            violation_list=violations,
            verdict=self.monitor.verdict(),
            status=status,
            collisions=collisions,
            audit=list(self.audit.findings),
            injected=self.injector.report() if self.injector is not None else [],
            acts=[asdict(act) for act in player.acts] if isinstance(player, Person) else [],
            codes=self.codes,
            advices=self.advices,
        )

    def _refusal(self, state: str) -> list[int]:
        """The code that a table shows which is ready and yet will not start."""
        shown = self.player.display.strip()
        if self.player.done or self.builds or state != "READY" or not shown.isdigit():
            return []
        row = find(int(shown))
        return [row[0]] if row and row[2] == REFUSAL else []


def run(
    config: RunConfig,
    on_scan: Callable[[Run], None] | None = None,
    lane: Lane | None = None,
) -> RunResult:
    """Plays `config` to its end. Raises LaneError, RecordError or ValueError with the remedy."""
    with ExitStack() as stack:
        recorder = None
        if config.record is not None:
            about = {
                "chart": config.chart,
                "selector": config.selector,
                "seed": config.seed,
                "machine": config.machine,
                "cycles": config.cycles,
                "lane": config.lane,
            }
            header = Header(config.profile(), wiring.SCAN_MS, run=about)
            recorder = stack.enter_context(Recorder(config.record, header))
        running = stack.enter_context(
            lane or open_lane(config.lane, config.profile(), keeps=bool(config.inject))
        )
        playing = Run(config, running)
        playing.play(on_scan, recorder)
        return playing.result()
