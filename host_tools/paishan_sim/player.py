"""Player: plays a script on the simulated table as a person would.

A player sees the lamps, the display and the table, and has hands; nothing else of the machine. A
script is a list of steps, each a function of the player that yields once a scan until it is done:

    Player(plant, [wait_ready(), press("KEY_A"), wait_dome_open(), drop("A"), press("KEY_A")])

`cycle_script` is the proper way to use a table; its steps, rearranged or with other arguments
(`drop("A", forget=2)`), are the wrong moves.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain

from paishan_sim import wiring
from paishan_sim.plant import Plant
from paishan_sim.tiles import tile_set

REACTION_MS = 300  # from seeing to acting
HOLD_MS = 150  # a key press
DROP_MS = 1000  # a set goes in within about a second
STEADY_MS = 200  # a lamp that is on this long is on and does not blink
HANDFUL = 12  # tiles that go in at once

Step = Callable[["Player"], Iterator[None]]
Outputs = bytes | bytearray


class Player:
    """Call `step` once a scan; `done` when the script has come to its end.

    `tiles` is the size of each of the two sets that the player owns. `presses` are all key
    presses as (now_ms, keys); `first_key_ms` and `walls_up_ms` (the first time a whole set's walls
    stood on the table) are None until they happen.
    """

    def __init__(self, plant: Plant, script: Iterable[Step], tiles: int = 136) -> None:
        self.plant = plant
        self.tiles = tiles
        self.now_ms = 0
        self.outputs: Outputs = bytes(wiring.OUTPUT_BYTES)
        self.done = False
        self.presses: list[tuple[int, tuple[str, ...]]] = []
        self.first_key_ms: int | None = None
        self.walls_up_ms: int | None = None
        self.boxes = {colour: tile_set(tiles, colour) for colour in "AB"}
        self.own = {colour: set(box) for colour, box in self.boxes.items()}
        # each may hold other tiles than were picked up: (colour, tiles) -> tiles
        self.in_hand: list[Callable[[str, list[int]], list[int]]] = []
        self._acts = chain.from_iterable(step(self) for step in script)

    def step(self, now_ms: int, outputs: Outputs) -> None:
        """Look at the table and go on with the script."""
        self.now_ms = now_ms
        self.outputs = outputs
        if not self.done:
            for _ in self._acts:
                return
            self.done = True

    # What a person sees

    @property
    def ready_lamp(self) -> bool:
        """The ready lamp is lit."""
        return bool(self.outputs[wiring.CENTRE] & wiring.READY_LAMP)

    @property
    def display(self) -> str:
        """The two digits."""
        tens, units = self.outputs[wiring.DIGIT_TENS], self.outputs[wiring.DIGIT_UNITS]
        return wiring.digit_text(tens) + wiring.digit_text(units)

    # What a person does

    def press(self, keys: tuple[str, ...], hold_ms: float, apart_ms: float = 0.0) -> None:
        """Press keys at this moment."""
        self.presses.append((self.now_ms, keys))
        if self.first_key_ms is None:
            self.first_key_ms = self.now_ms
        self.plant.press(keys, hold_ms, apart_ms)

    def pick_up(self, colour: str, count: int) -> list[int]:
        """Take the first `count` tiles of a set in hand: from its box, or swept off the table."""
        box = self.boxes[colour]
        if box:
            self.plant.bring(box)
            self.boxes[colour] = []
        if not self.own[colour].issubset(self.plant.hands):
            self.plant.sweep_table()
        tiles = sorted(self.own[colour].intersection(self.plant.hands))[:count]
        for instead in list(self.in_hand):
            tiles = instead(colour, tiles)
        return tiles


def wait(ms: int) -> Step:
    """Do nothing for a while."""

    def act(player: Player) -> Iterator[None]:
        end = player.now_ms + ms
        while player.now_ms < end:
            yield

    return act


def until(seen: Callable[[Player], bool], for_ms: int = 0) -> Step:
    """Wait until something has been seen for a time without a break, then a reaction time."""

    def act(player: Player) -> Iterator[None]:
        since = player.now_ms
        while not seen(player) or player.now_ms - since < for_ms:
            if not seen(player):
                since = player.now_ms
            yield
        yield from wait(REACTION_MS)(player)

    return act


def wait_ready() -> Step:
    """Wait until the ready lamp is steadily on."""
    return until(lambda player: player.ready_lamp, STEADY_MS)


def wait_busy() -> Step:
    """Wait until the ready lamp is steadily off: the machine works."""
    return until(lambda player: not player.ready_lamp, STEADY_MS)


def wait_dome_open() -> Step:
    """Wait until hands can reach into the drum."""
    return until(lambda player: player.plant.dome_open())


def wait_walls_up() -> Step:
    """Wait until a whole set's walls stand on the table."""

    def act(player: Player) -> Iterator[None]:
        while 2 * sum(player.plant.walls()) < player.tiles:
            yield
        if player.walls_up_ms is None:
            player.walls_up_ms = player.now_ms

    return act


def press(*keys: str, hold_ms: float = HOLD_MS, apart_ms: float = 0.0) -> Step:
    """Press one key, or several `apart_ms` apart, and wait until they are released."""

    def act(player: Player) -> Iterator[None]:
        player.press(keys, hold_ms, apart_ms)
        end = player.now_ms + hold_ms + apart_ms * (len(keys) - 1) + 50
        while player.now_ms < end:
            yield

    return act


def drop(colour: str, forget: int = 0, extra: int = 0) -> Step:
    """Drop a set into the open drum by handfuls; leave some out, or add some of the other set."""

    def act(player: Player) -> Iterator[None]:
        tiles = player.pick_up(colour, player.tiles - forget)
        if extra:
            tiles += player.pick_up("B" if colour == "A" else "A", extra)
        begin = player.now_ms
        for n in range(0, len(tiles), HANDFUL):
            while player.now_ms < begin + DROP_MS * n // len(tiles):
                yield
            player.plant.drop(tiles[n : n + HANDFUL])
        yield from wait(REACTION_MS)(player)

    return act


def drop_forgotten(colour: str) -> Step:
    """Drop the tiles of a set that stayed in hand."""

    def act(player: Player) -> Iterator[None]:
        player.plant.drop(sorted(player.own[colour].intersection(player.plant.hands)))
        yield from wait(REACTION_MS)(player)

    return act


def take_out(count: int) -> Step:
    """Take tiles out of the open drum."""

    def act(player: Player) -> Iterator[None]:
        player.plant.take_from_drum(count)
        yield from wait(REACTION_MS)(player)

    return act


def turn_selector(raw: int) -> Step:
    """Turn the gear switch to other raw lines."""

    def act(player: Player) -> Iterator[None]:
        player.plant.set_selector(raw)
        yield

    return act


def load(colour: str, forget: int = 0, extra: int = 0, key: str = "KEY_A") -> list[Step]:
    """Open the dome of a ready table, drop a set, close it."""
    dropping = drop(colour, forget, extra)
    return [wait_ready(), press(key), wait_dome_open(), dropping, press(key), wait_busy()]


def cycle_script(cycles: int = 1) -> list[Step]:
    """Proper use from the first set on: build set A; then per cycle drop the other set, see the
    walls come up and play until the next set is built."""
    steps = load("A")
    for cycle in range(cycles):
        steps += load("A" if cycle % 2 else "B", key="KEY_B" if cycle % 2 else "KEY_A")
        steps.append(wait_walls_up())
    return [*steps, wait_ready()]
