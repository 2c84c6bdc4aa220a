"""Injector: begins and ends the faults of a run, and stands between controller and machine.

A fault's moment is a time since power-on, or a time after something that the machine did: the
n-th opening of the dome, build, raise and so on. Without an injector none of this is in the way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any, Final

from paishan_sim import wiring as w
from paishan_sim.chance import stream
from paishan_sim.inject.effect import Effect
from paishan_sim.lane import Lane
from paishan_sim.plant import Plant

if TYPE_CHECKING:
    from paishan_sim.faults import Injection
    from paishan_sim.figures import Figures
    from paishan_sim.player import Player

WATCHDOG_MS: Final = 1_000.0  # a controller whose scan failed for good is restarted after this
FAILURES: Final = {"MemoryError": MemoryError, "RuntimeError": RuntimeError, "OSError": OSError}
_REST: Final = bytes(w.OUTPUT_BYTES)
_LIFTS: Final = tuple((side, w.LIFT_RAISE) for side in range(4))
_LOWERS: Final = tuple((side, w.LIFT_LOWER) for side in range(4))
# Anchor, outputs of which the first that goes on is the moment.
_EDGES: Final = (
    ("open", ((w.CENTRE, w.DOME_RAISE),)),
    ("close", ((w.CENTRE, w.DOME_LOWER),)),
    ("raise", _LIFTS),
    ("lower", _LOWERS),
    ("ready", ((w.CENTRE, w.READY_LAMP),)),
)


@dataclass
class Occurrence:
    """One fault of a run. Times in ms since power-on, None: it did not come to that."""

    name: str
    text: str  # as given
    effect: Effect
    due_ms: float = inf  # begins then; inf: waits for its moment
    ends_ms: float = inf
    began_ms: float | None = None
    off_ms: float | None = None  # no motor output on any more
    mended_ms: float | None = None


class Injector:
    """Make it with the run's injections, `place` it on a plant, a player and a lane."""

    def __init__(self, injections: Sequence[Injection], seed: int) -> None:
        self.occurrences = [
            Occurrence(one.scenario.name, str(one), one.scenario.effect(one.given))
            for one in injections
        ]
        self._injections = list(injections)
        self._seed = seed
        self.dead = False  # the controller has no power
        self.replayable = True  # it was scanned in every period since power-on
        self._late_until = -inf
        self.scanned = True  # the controller saw this period's inputs, or has no power
        self.restarts = 0
        self.after_restart: Callable[[], None] | None = None
        self.on_blind: Callable[[int, int], None] | None = None
        self.outputs: bytes | bytearray = _REST
        self._boot_ms = 0
        self._watchdog_ms = inf
        self._before = _REST
        self._builds = 0
        self._seen: dict[str, int] = {}
        self._waiting = list(self.occurrences)
        self._active: list[Occurrence] = []
        self._look: list[Effect] = []
        self._inputs: list[Effect] = []
        self._outputs: list[Effect] = []

    def place(
        self, plant: Plant, player: Player, lane: Lane, position_lines: Callable[[int], int]
    ) -> None:
        """Where the faults will act; `position_lines` is how the machine's switch is wired."""
        self.plant, self.player, self.lane = plant, player, lane
        self.position_lines = position_lines
        for number, one in enumerate(self.occurrences):
            self._place(number, one)
        self._happened("power", 0.0)

    def add(self, injection: Injection, now: float) -> None:
        """One more fault, from now on."""
        one = Occurrence(
            injection.scenario.name, str(injection), injection.scenario.effect(injection.given)
        )
        self._place(len(self.occurrences), one)
        one.due_ms = now
        self.occurrences.append(one)
        self._injections.append(injection)
        self._waiting.append(one)

    def _place(self, number: int, one: Occurrence) -> None:
        chance = stream(self._seed, f"fault {number} {one.name}")
        one.effect.place(self, self.plant, self.player, chance)

    def report(self) -> list[dict[str, Any]]:
        """How each fault went, as plain data."""
        return [
            {
                "fault": one.text,
                "began_ms": one.began_ms,
                "off_ms": one.off_ms,
                "mended_ms": one.mended_ms,
            }
            for one in self.occurrences
        ]

    # Between the controller and the machine

    def scan(self, now_ms: int, inputs: bytes | bytearray) -> bytes | bytearray:
        """One scan of the controller, if it has power and is not late."""
        if now_ms >= self._watchdog_ms:
            self.restore(now_ms)
        self.scanned = self.dead or now_ms >= self._late_until
        if self.dead:
            self.outputs = _REST
        elif self.scanned:
            try:
                self.outputs = self.lane.scan(now_ms - self._boot_ms, inputs)
            except tuple(FAILURES.values()):
                # the firmware let it through: its outputs fall, the watchdog bites
                self.cut(now_ms)
                self._watchdog_ms = now_ms + WATCHDOG_MS
                self.outputs = _REST
        return self.outputs

    def to_motors(self, now: float, outputs: bytes | bytearray) -> bytes | bytearray:
        """What reaches the motors of the controller's outputs; begins and ends faults."""
        if outputs != self._before or len(self.plant.builds) != self._builds:
            self._notice(now, outputs)
        if self._waiting or self._active:
            self._turn_over(now)
        for effect in self._look:
            effect.look(now)
        if self._outputs:
            image = bytearray(outputs)
            for effect in self._outputs:
                effect.outputs(now, image)
            return image
        return outputs

    def from_sensors(self, now: float, image: bytearray) -> None:
        """What the controller reads of what the sensors say."""
        for effect in self._inputs:
            effect.inputs(now, image)

    # What faults do to the controller

    def cut(self, now: float) -> None:
        """The controller's power is gone."""
        self.dead = True
        self.replayable = False
        self._watchdog_ms = inf

    def restore(self, now: float) -> None:
        """The power is back: the firmware starts anew, its time at 0."""
        if self.dead:
            self.dead = False
            self._watchdog_ms = inf
            self._boot_ms = int(now)
            self.restarts += 1
            self.lane.restart()
            if self.after_restart is not None:
                self.after_restart()
            self._happened("power", now)

    def blinded(self, station: int, mask: int) -> None:
        """A turn sensor is silent: nobody can see any more whether its motor stands."""
        if self.on_blind is not None:
            self.on_blind(station, mask)

    def delay(self, until_ms: float) -> None:
        """No scan before `until_ms`; the outputs stay as they are."""
        self.replayable = False
        self._late_until = until_ms

    def fail_scan(self, error: str) -> None:
        """The next scan raises."""
        self.lane.fail_scan(FAILURES[error]("injected"))

    # What people do about them

    def mend(self, now: float) -> list[str]:
        """Somebody looks after everything that is wrong; the names of what was mended."""
        mended = [one.name for one in self._active]
        for one in reversed(self._active[:]):  # what came last goes first
            self._end(one, now)
        return mended

    # Time

    def _notice(self, now: float, outputs: bytes | bytearray) -> None:
        before, self._before = self._before, bytes(outputs)
        for anchor, bits in _EDGES:
            if any(outputs[n] & mask for n, mask in bits) and not any(
                before[n] & mask for n, mask in bits
            ):
                self._happened(anchor, now)
        if len(self.plant.builds) != self._builds:
            self._builds = len(self.plant.builds)
            self._happened("build", now)
        if not any_motor(outputs):
            for one in self._active:
                if one.off_ms is None:
                    one.off_ms = now

    def _happened(self, anchor: str, now: float) -> None:
        nth = self._seen[anchor] = self._seen.get(anchor, 0) + 1
        for one, injection in zip(self.occurrences, self._injections, strict=True):
            at = injection.given["at"]
            if at.anchor == anchor and at.nth == nth and one.due_ms == inf:
                one.due_ms = now + at.after_ms

    def _turn_over(self, now: float) -> None:
        for one in list(self._waiting):
            if now >= one.due_ms:
                self._waiting.remove(one)
                given = one.effect.given
                one.began_ms = now
                one.ends_ms = now + given["for"] if "for" in given else now
                self._active.append(one)
                one.effect.begin(now)
                self._list_hooks()
        for one in list(self._active):
            if now >= one.ends_ms:
                self._end(one, now)

    def _end(self, one: Occurrence, now: float) -> None:
        one.effect.end(now)
        one.mended_ms = now
        self._active.remove(one)
        self._list_hooks()

    def _list_hooks(self) -> None:
        def having(hook: str) -> list[Effect]:
            return [
                one.effect
                for one in self._active
                if getattr(type(one.effect), hook) is not getattr(Effect, hook)
            ]

        self._look, self._inputs = having("look"), having("inputs")
        self._outputs = having("outputs")


def any_motor(outputs: bytes | bytearray) -> bool:
    """Whether any motor output is on."""
    sides = outputs[0] | outputs[1] | outputs[2] | outputs[3]
    return bool(sides & ~w.SEAT_LAMP or outputs[w.CENTRE] & ~(w.READY_LAMP | w.BUZZER))


class FaultyPlant(Plant):
    """A plant with an injector between its byte image and the controller's."""

    def __init__(self, figures: Figures, *, seed: int, selector: int, injector: Injector) -> None:
        super().__init__(figures, seed=seed, selector=selector)
        self._sampled = self.inputs
        self.inputs = bytearray(self._sampled)
        self._injector = injector

    def step(self, outputs: bytes | bytearray) -> None:
        injector = self._injector
        super().step(injector.to_motors(self.now_ms, outputs))
        self.inputs[:] = self._sampled
        injector.from_sensors(self.now_ms, self.inputs)
