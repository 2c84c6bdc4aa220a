"""What people and liquids do to the panel and the gear switch, and which tiles they hold."""

from __future__ import annotations

from paishan_sim import wiring as w
from paishan_sim.inject.effect import Effect
from paishan_sim.tiles import SET_B, tile_set

_STRANGERS = 2 * SET_B  # identities of tiles that belong to neither set


class KeyStuck(Effect):
    """A key that reads pressed, or dead, whatever a finger does."""

    def inputs(self, now: float, image: bytearray) -> None:
        mask = w.KEY_BITS[self.given["key"].upper()]
        if self.given["reads"] == "on":
            image[w.PANEL] |= mask
        else:
            image[w.PANEL] &= ~mask & 0xFF


class Liquid(Effect):
    """Liquid on the panel: keys are pressed by chance, briefly, any of them."""

    def begin(self, now: float) -> None:
        self._mask = 0
        self._until = now

    def inputs(self, now: float, image: bytearray) -> None:
        if now >= self._until:
            self._mask = 0
            if self.chance.random() < self.given["rate"] * w.SCAN_MS / 1000.0:
                self._mask = 1 << self.chance.randrange(6)
                self._until = now + self.chance.uniform(20.0, 400.0)
        image[w.PANEL] |= self._mask


class HalfSeated(Effect):
    """The gear switch stands between two positions: its lines open and close by chance."""

    def begin(self, now: float) -> None:
        self._flip = 0
        self._until = now

    def inputs(self, now: float, image: bytearray) -> None:
        if now >= self._until:
            wrong = self.chance.random() < self.given["chance"]
            self._flip = self.chance.randrange(1, 256) if wrong else 0
            self._until = now + self.chance.uniform(20.0, self.given["longest"])
        image[w.SELECTOR] ^= self._flip


class Turned(Effect):
    """Somebody turns the gear switch."""

    def begin(self, now: float) -> None:
        self._before = self.plant.inputs[w.SELECTOR]
        self.plant.set_selector(self.injector.position_lines(self.given["to"]))

    def end(self, now: float) -> None:
        self.plant.set_selector(self._before)


class Short(Effect):
    """Tiles stay in somebody's hand when a set is dropped."""

    def begin(self, now: float) -> None:
        self.player.in_hand.append(self._instead)

    def end(self, now: float) -> None:
        if self._instead in self.player.in_hand:
            self.player.in_hand.remove(self._instead)

    def _instead(self, colour: str, tiles: list[int]) -> list[int]:
        self.end(0.0)  # once
        return tiles[: -self.given["tiles"]]


class Surplus(Short):
    """Strange tiles go into the drum with a set."""

    def _instead(self, colour: str, tiles: list[int]) -> list[int]:
        self.end(0.0)
        effects = [one.effect for one in self.injector.occurrences]
        first = _STRANGERS + _STRANGERS * effects.index(self)  # each brings its own
        more = list(range(first, first + self.given["tiles"]))
        self.plant.bring(more)
        return tiles + more


class Mixed(Short):
    """Tiles of the two sets change places: the counts are right, the backs are not."""

    def _instead(self, colour: str, tiles: list[int]) -> list[int]:
        self.end(0.0)
        other = "B" if colour == "A" else "A"
        player, plant = self.player, self.plant
        if player.boxes[other]:
            plant.bring(player.boxes[other])
            player.boxes[other] = []
        others = set(tile_set(player.tiles, other)).intersection(plant.hands)
        count = min(self.given["tiles"], len(others))
        player.own[other] = player.own[other] - set(sorted(others)[:count]) | set(tiles[:count])
        player.own[colour] = player.own[colour] - set(tiles[:count]) | set(sorted(others)[:count])
        return sorted(others)[:count] + tiles[count:]
