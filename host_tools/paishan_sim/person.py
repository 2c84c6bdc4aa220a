"""Person: a player who also deals with trouble, by what lamps, display and table show.

Plays cycles like `player.cycle_script`, but looks before every move: which set lies where, is the
lamp on, does the machine stand still without it. Then the code is read and a ladder of remedies is
climbed, one rung an attempt, as the fault list and the trade's manuals have it:

    key       do what the code says, else press a key
    mend      free, clean, plug in again whatever is wrong, press a key
    hold      hold a key for four seconds: give the build up
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
MOST_PAGES: Final = 50
LONG_MS: Final = 4_000  # a key that is held on purpose
OFF_MS: Final = 6_000  # trade page: at least six seconds between off and on
PATIENCE_MS: Final = 240_000  # a machine that runs on and on
OPEN: Final = "oo"
# codes with a remedy of their own, from the sheet under the lid
SHORT, SURPLUS, INTERRUPTED, HOT = "05", "06", "08", "88"
TRAYS: Final = ("31", "32", "33", "34", "35")
OWN_REMEDIES: Final = {
    SHORT: "add tiles",
    SURPLUS: "take tiles out",
    INTERRUPTED: "clear table",
    **dict.fromkeys(TRAYS, "clear table"),
}
COOLING_MS: Final = 300_000
MOST_COOLINGS: Final = 8
OFTEN: Final = 3
MOST_ACTS: Final = 20
PLAY_MS: Final = 25_000  # a hand is played before the next set is dropped
KEYS: Final = ("KEY_A", "KEY_B")
LADDER: Final = ("key", "mend", "key", "hold", "cycle", "empty", "key")


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
        self._closed = 0
        self._cooled = 0
        self._dealt = 0  # acts since the table was ready
        self._known: set[str] = set()  # codes since the table was ready
        self._surplus = 0  # how often tiles were too many
        self._vain = 0  # keys in a row that did nothing
        self._fed_ms = 0
        self._unclosed = 0  # times in a row that a key did not close the dome
        self._dark_ms = 0
        self._acts = chain(self._play())

    def step(self, now_ms: int, outputs: bytes | bytearray) -> None:
        if any_motor(outputs):
            self._moved_ms = now_ms
        if not outputs[wiring.CENTRE] & wiring.READY_LAMP:
            self._dark_ms = now_ms
        super().step(now_ms, outputs)
        text = self.display if not self._pending_gear(outputs) else "  "
        if not self._seen or self._seen[-1][1] != text:
            self._seen.append((now_ms, text))
            while len(self._seen) > 1 and self._seen[1][0] < self._moved_ms:
                self._seen.popleft()
            if len(self._seen) > MOST_PAGES:
                self._seen.pop()  # it goes on blinking

    # Play

    def _play(self) -> Iterator[None]:
        number = 0
        while True:
            yield from self._wait(self._ready)
            if self.helpless:
                return
            self._attempts = 0
            self._dealt = 0
            self._known.clear()
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
            if self.raised < self._cycles:
                yield from self._pause(PLAY_MS)

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
        yield from self._pause(REACTION_MS)
        if self.plant.dome_open():
            yield from self._feed(colour)

    def _feed(self, colour: str) -> Iterator[None]:
        """Fill the open drum: the set that lies in it already, else `colour`; close the dome."""
        drum = self.plant.drum.passes
        inside = {one: len(self.own[one] & drum.keys()) for one in "AB"}
        if any(inside.values()):
            colour = max(inside, key=lambda one: inside[one])
            if not self._standing():
                self.plant.sweep_table()  # what stands there is part of it
            self._sort_out(colour)
            yield from self._drop(sorted(self.own[colour].intersection(self.plant.hands)))
        else:
            yield from self._drop(self.pick_up(colour, self.tiles))
        if self.plant.dome_open():
            self._closed += 1
            yield from self._press(KEYS[self._closed % 2])  # the other one if the last was dead

    def _sort_out(self, colour: str) -> None:
        """Take tiles of the other set out of the open drum."""
        if set(self.plant.drum.passes) - self.own[colour]:
            taken = self.plant.take_from_drum(len(self.plant.drum.passes))
            self.plant.drop([tile for tile in taken if tile in self.own[colour]])

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
            if still and self.display == OPEN and self.plant.dome_open():
                # it opened by itself and wants a set; or it has one and does not close
                self._unclosed = 0 if self._moved_ms > self._fed_ms else self._unclosed + 1
                if self._unclosed > len(KEYS):
                    yield from self._deal()
                else:
                    yield from self._feed(self._colour())
                    self._fed_ms = self.now_ms
                since = self.now_ms
            elif still and nothing_happens is not None and (self._ready() or self.display == OPEN):
                yield from nothing_happens()
                since = self.now_ms
            elif (still and not self._ready()) or self.now_ms - since > PATIENCE_MS:
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

    @staticmethod
    def _pending_gear(outputs: bytes | bytearray) -> bool:
        """Two figures with a point are a gear that waits, no code."""
        return bool((outputs[wiring.DIGIT_TENS] | outputs[wiring.DIGIT_UNITS]) & 0x80)

    def _code(self) -> str:
        """The first two digits that were shown once the machine stood."""
        ends = [*(since for since, _ in list(self._seen)[1:]), self.now_ms]
        for (_, text), end in zip(self._seen, ends, strict=True):
            if text.isdigit() and end > self._moved_ms + STEADY_MS:
                return text
        return self.display

    def _deal(self) -> Iterator[None]:
        code = self._code()
        if code not in self._known and self._attempts < len(LADDER) - 1:
            self._attempts = 0  # another trouble: from the first rung again
        self._known.add(code)
        self._dealt += 1
        if self._attempts >= len(LADDER) or self._dealt > MOST_ACTS:
            self.helpless = True
            return
        remedy = LADDER[self._attempts]
        self._attempts += 1
        if code == HOT and self._cooled < MOST_COOLINGS:
            self._attempts -= 1
            self._cooled += 1
            remedy = "wait"
        elif remedy == "key":
            remedy = OWN_REMEDIES.get(code, remedy)
        if code == SURPLUS:
            self._surplus += 1
            if self._surplus % OFTEN == 0:
                remedy = "mend"  # set after set is too large: who turned the gear switch?
        self.acts.append(Act(self.now_ms, code, remedy))
        yield from self._remedies()[remedy](KEYS[self._attempts % 2])
        yield from self._pause(2_000)

    def _remedies(self) -> dict[str, Callable[[str], Iterator[None]]]:
        return {
            "key": self._press,
            "mend": self._mend,
            "hold": self._hold,
            "cycle": self._cycle,
            "empty": self._empty,
            "add tiles": self._sort,
            "take tiles out": self._sort,
            "clear table": self._clear,
            "wait": self._cool,
        }

    def _clear(self, key: str) -> Iterator[None]:
        """The walls below need the table: take another set that stands there off."""
        below = {tile for side in self.plant.sides for stack in side.tray.stacks for tile in stack}
        standing = {tile for side in range(4) for tile in self.plant.wall_tiles(side)}
        if not any(self.own[colour] & below and self.own[colour] & standing for colour in "AB"):
            self.plant.sweep_table()
        yield from self._press(key)

    def _cool(self, key: str) -> Iterator[None]:
        yield from self._pause(COOLING_MS)
        yield from self._press(key)

    def _mend(self, key: str) -> Iterator[None]:
        if self._injector is not None:
            self._injector.mend(self.now_ms)
        yield from self._pause(1_000)
        yield from self._press(key)

    def _hold(self, key: str) -> Iterator[None]:
        self.press((key,), LONG_MS)
        yield from self._pause(LONG_MS + 50)

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
            colour = max("AB", key=lambda one: len(self.own[one] & self._below()))
            self._sort_out(colour)
            yield from self._drop(sorted(self.own[colour].intersection(self.plant.hands)))
        yield from self._press(key)

    def _below(self) -> set[int]:
        """Tiles in drum and trays."""
        stacks = (stack for side in self.plant.sides for stack in side.tray.stacks)
        return set(self.plant.drum.passes).union(*stacks)

    def _press(self, *keys: str) -> Iterator[None]:
        self.press(keys, HOLD_MS)
        yield from self._pause(HOLD_MS + 50)

    def _pause(self, ms: float) -> Iterator[None]:
        end = self.now_ms + ms
        while self.now_ms < end:
            yield
