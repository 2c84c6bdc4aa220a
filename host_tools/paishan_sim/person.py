"""Person: a player who also deals with trouble, by what lamps, display and table show.

Plays cycles like `player.cycle_script`, but looks before every move: which set lies where, is the
lamp on, does the machine stand still without it. Then the code is read and a ladder of remedies is
climbed, one rung an attempt, as the fault list and the trade's manuals have it:

    key       do what the code says, else press a key
    mend      free, clean, plug in again whatever is wrong, press a key
    cycle     off, six seconds, on
    empty     take all tiles out of the machine, off and on, drop again
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Final

from paishan_sim import wiring
from paishan_sim.inject.injector import Injector, any_motor
from paishan_sim.plant import Plant
from paishan_sim.player import DROP_MS, HANDFUL, HOLD_MS, REACTION_MS, STEADY_MS, Player

STILL_MS: Final = 4_000  # a machine that stands this long without its lamp has a problem
READ_MS: Final = 3_000  # of blinking before a code is read
OFF_MS: Final = 6_000  # trade page: at least six seconds between off and on
PATIENCE_MS: Final = 240_000  # a machine that runs on and on
SHORT, SURPLUS = "05", "06"  # codes with a remedy of their own, from the sheet under the lid
KEYS: Final = ("KEY_A", "KEY_B")
LADDER: Final = ("key", "mend", "key", "cycle", "empty", "key")


@dataclass(frozen=True)
class Act:
    """What a person did about trouble, and the code that was shown."""

    now_ms: int
    code: str
    remedy: str


class Person(Player):
    """`acts` are what was done about trouble; `helpless` when the ladder came to its end."""

    def __init__(
        self, plant: Plant, tiles: int, cycles: int, injector: Injector | None = None
    ) -> None:
        super().__init__(plant, (), tiles)
        self.acts: list[Act] = []
        self.helpless = False
        self.raised = 0  # how often whole walls came up
        self._cycles = cycles
        self._injector = injector
        self._seen: deque[tuple[int, str]] = deque()
        self._moved_ms = 0
        self._attempts = 0
        self._vain = 0  # keys in a row that did nothing
        self._dark_ms = 0
        self._acts = chain(self._play())

    def step(self, now_ms: int, outputs: bytes | bytearray) -> None:
        if any_motor(outputs):
            self._moved_ms = now_ms
        if not outputs[wiring.CENTRE] & wiring.READY_LAMP:
            self._dark_ms = now_ms
        super().step(now_ms, outputs)
        text = self.display
        if not self._seen or self._seen[-1][1] != text:
            self._seen.append((now_ms, text))
            while self._seen[0][0] < now_ms - READ_MS and len(self._seen) > 1:
                self._seen.popleft()

    # Play

    def _play(self) -> Iterator[None]:
        number = 0
        while True:
            yield from self._wait(self._ready)
            if self.helpless:
                return
            self._attempts = 0
            self._vain = 0
            if self.raised >= self._cycles:
                return
            colour = self._colour()
            before = self._standing()
            yield from self._load(colour, KEYS[number % 2])
            number += 1
            yield from self._wait(lambda: not self._ready())
            yield from self._wait(self._ready)
            if not self.helpless and self._standing() and self._standing() != before:
                self.raised += 1

    def _ready(self) -> bool:
        return self.now_ms - self._dark_ms > STEADY_MS

    def _standing(self) -> tuple[int, ...]:
        """The tiles of whole walls on the table, () if they are not whole."""
        walls = [tile for side in range(4) for tile in self.plant.wall_tiles(side)]
        if len(walls) < self.tiles:
            return ()
        if self.walls_up_ms is None:
            self.walls_up_ms = self.now_ms
        return tuple(sorted(walls))

    def _colour(self) -> str:
        """The set of which most tiles lie outside the machine; the first at the first time."""
        outside = set(self.plant.hands).union(*map(set, self.boxes.values()))
        for side in range(4):
            outside.update(self.plant.wall_tiles(side))
        return max("AB", key=lambda colour: len(self.own[colour] & outside))

    def _load(self, colour: str, key: str) -> Iterator[None]:
        yield from self._press(key)
        yield from self._wait(self.plant.dome_open, self._again)
        if self.helpless:
            return
        yield from self._pause(REACTION_MS)
        if self.plant.dome_open():
            yield from self._drop(self.pick_up(colour, self.tiles))
            yield from self._press(key)

    def _drop(self, tiles: list[int]) -> Iterator[None]:
        begin = self.now_ms
        for n in range(0, len(tiles), HANDFUL):
            while self.now_ms < begin + DROP_MS * n // len(tiles):
                yield
            while not self.plant.dome_open():
                if self.now_ms > begin + PATIENCE_MS:
                    return
                yield
            self.plant.drop(tiles[n : n + HANDFUL])
        yield from self._pause(REACTION_MS)

    # Waiting and trouble

    def _wait(
        self, seen: Callable[[], bool], nothing_happens: Callable[[], Iterator[None]] | None = None
    ) -> Iterator[None]:
        since = self.now_ms
        while not seen() and not self.helpless:
            still = self.now_ms - max(self._moved_ms, since) > STILL_MS
            if still and not self._ready() and self.display != "oo":
                yield from self._deal()
                since = self.now_ms
            elif still and nothing_happens is not None:
                yield from nothing_happens()
                since = self.now_ms
            elif self.now_ms - since > PATIENCE_MS:
                yield from self._deal()
                since = self.now_ms
            yield
        yield from self._pause(REACTION_MS)

    def _again(self) -> Iterator[None]:
        """A key did nothing: the other one."""
        self._vain += 1
        if self._vain > len(KEYS):
            yield from self._deal()
        else:
            yield from self._press(KEYS[self._vain % 2])

    def _code(self) -> str:
        """The two digits that stood longest in the last seconds; a code blinks."""
        if len(self._seen) < 3:
            return self.display
        shown: dict[str, int] = {}
        ends = [*(since for since, _ in list(self._seen)[1:]), self.now_ms]
        for (since, text), end in zip(self._seen, ends, strict=True):
            if text.isdigit():
                shown[text] = shown.get(text, 0) + end - since
        return max(shown, key=lambda text: shown[text]) if shown else self.display

    def _deal(self) -> Iterator[None]:
        code = self._code()
        if self._attempts >= len(LADDER):
            self.helpless = True
            return
        remedy = LADDER[self._attempts]
        self._attempts += 1
        if remedy == "key" and code in (SHORT, SURPLUS):
            remedy = "add tiles" if code == SHORT else "take tiles out"
        self.acts.append(Act(self.now_ms, code, remedy))
        yield from self._remedies()[remedy](KEYS[self._attempts % 2])
        yield from self._pause(2_000)

    def _remedies(self) -> dict[str, Callable[[str], Iterator[None]]]:
        return {
            "key": self._press,
            "mend": self._mend,
            "cycle": self._cycle,
            "empty": self._empty,
            "add tiles": self._sort,
            "take tiles out": self._sort,
        }

    def _mend(self, key: str) -> Iterator[None]:
        if self._injector is not None:
            self._injector.mend(self.now_ms)
        yield from self._pause(1_000)
        yield from self._press(key)

    def _cycle(self, key: str) -> Iterator[None]:
        if self._injector is not None:
            self._injector.cut(self.now_ms)
            yield from self._pause(OFF_MS)
            self._injector.restore(self.now_ms)
        yield from self._pause(2_000)
        if not self._ready():
            yield from self._press(key)

    def _empty(self, key: str) -> Iterator[None]:
        if self._injector is not None:
            self._injector.mend(self.now_ms)
            self._injector.cut(self.now_ms)
        yield from self._pause(1_000)
        self.plant.take_everything_out()
        yield from self._cycle(key)

    def _sort(self, key: str) -> Iterator[None]:
        """Both keys open the dome: forgotten tiles go in, tiles too many come out."""
        surplus = self.acts[-1].remedy == "take tiles out"
        yield from self._press(*KEYS)
        end = self.now_ms + 15_000
        while not self.plant.dome_open() and self.now_ms < end:
            yield
        yield from self._pause(REACTION_MS)
        if not self.plant.dome_open():
            return
        if surplus:
            self.plant.take_from_drum(len(self.plant.drum.passes))
        else:
            inside = max(
                "AB", key=lambda colour: len(self.own[colour].intersection(self._in_machine()))
            )
            yield from self._drop(sorted(self.own[inside].intersection(self.plant.hands)))
        yield from self._press(key)

    def _in_machine(self) -> set[int]:
        plant = self.plant
        here = set(plant.drum.passes)
        for side in plant.sides:
            here.update(tile for stack in side.tray.stacks for tile in stack)
        return here

    def _press(self, *keys: str) -> Iterator[None]:
        self.press(keys, HOLD_MS)
        yield from self._pause(HOLD_MS + 50)

    def _pause(self, ms: float) -> Iterator[None]:
        end = self.now_ms + ms
        while self.now_ms < end:
            yield
