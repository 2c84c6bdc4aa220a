"""Sensors that lie: stuck, dirty, drifting, bouncing; and the chain that carries their bytes."""

from __future__ import annotations

from paishan_sim import wiring as w
from paishan_sim.inject.effect import Effect, Given

_FULL = 0xFF


class Stuck(Effect):
    """Input bits that read one level whatever is true."""

    def __init__(self, given: Given, bits: tuple[tuple[int, int], ...], on: bool) -> None:
        super().__init__(given)
        self._bits = bits
        self._on = on

    def inputs(self, now: float, image: bytearray) -> None:
        for station, mask in self._bits:
            image[station] = image[station] | mask if self._on else image[station] & ~mask & _FULL


def stuck(*masks: int, on: bool | None = None) -> type[Effect]:
    """Bits of the side that `side` names; on or off as `reads` says, unless it is fixed."""

    class StuckOnSide(Stuck):
        """A sensor of one side."""

        def __init__(self, given: Given) -> None:
            level = given["reads"] == "on" if on is None else on
            super().__init__(given, tuple((given["side"], mask) for mask in masks), level)

    return StuckOnSide


def stuck_at(station: int, mask: int, on: bool | None = None) -> type[Effect]:
    """Bits of one station."""

    class StuckThere(Stuck):
        """A sensor that the machine has once."""

        def __init__(self, given: Given) -> None:
            level = given["reads"] == "on" if on is None else on
            super().__init__(given, ((station, mask),), level)

    return StuckThere


class StuckInput(Stuck):
    """Any one input bit, by its name: a short to supply or ground."""

    def __init__(self, given: Given) -> None:
        super().__init__(given, (given["input"],), given["reads"] == "on")

    def begin(self, now: float) -> None:
        station, mask = self.given["input"]
        if station == w.CENTRE and mask & (w.DRUM_TURN | w.RING_TURN):
            self.injector.blinded(station, mask)


class StuckEnd(Stuck):
    """An end switch of a lift (`side`) or of the dome."""

    def __init__(self, given: Given) -> None:
        up = given["end"] == "up"
        if "side" in given:
            bit = (given["side"], w.LIFT_UP if up else w.LIFT_DOWN)
        else:
            bit = (w.CENTRE, w.DOME_UP if up else w.DOME_DOWN)
        super().__init__(given, (bit,), given["reads"] == "on")


class NoPulses(Stuck):
    """The turn sensor of drum or ring is silent: tiles come, no pulse does."""

    def __init__(self, given: Given) -> None:
        self._mask = w.DRUM_TURN if given["of"] == "drum" else w.RING_TURN
        super().__init__(given, ((w.CENTRE, self._mask),), False)

    def begin(self, now: float) -> None:
        self.injector.blinded(w.CENTRE, self._mask)


class Dirty(Effect):
    """The eye S1 sees some tiles late: dust shortens its range until the tile has settled."""

    def begin(self, now: float) -> None:
        self._stands = False
        self._seen_ms = now

    def inputs(self, now: float, image: bytearray) -> None:
        side = self.given["side"]
        stands = bool(image[side] & w.TILE)
        if stands and not self._stands:
            missed = self.chance.random() < self.given["chance"]
            self._seen_ms = now + (self.given["late"] if missed else 0.0)
        self._stands = stands
        if stands and now < self._seen_ms:
            image[side] &= ~w.TILE & _FULL


class Drifting(Effect):
    """The eye S1 loses sensitivity: ever more samples miss the tile, in the end all of them."""

    def begin(self, now: float) -> None:
        self._since = now

    def inputs(self, now: float, image: bytearray) -> None:
        gone = (now - self._since) / self.given["over"]
        if self.chance.random() < gone:
            image[self.given["side"]] &= ~w.TILE & _FULL


class Bouncing(Effect):
    """After each edge the eye S1 shows chance levels for a while."""

    def begin(self, now: float) -> None:
        self._was = -1
        self._until = now

    def inputs(self, now: float, image: bytearray) -> None:
        side = self.given["side"]
        level = image[side] & w.TILE
        if level != self._was:
            self._was = level
            self._until = now + self.given["lasts"]
        if now < self._until and self.chance.random() < 0.5:
            image[side] ^= w.TILE


class Rebounding(Effect):
    """A tile hits the head's stop, jumps back out of sight, and comes again."""

    def begin(self, now: float) -> None:
        self._stands = False
        self._gone = (now, now)

    def inputs(self, now: float, image: bytearray) -> None:
        side = self.given["side"]
        stands = bool(image[side] & w.TILE)
        if stands and not self._stands and self.chance.random() < self.given["chance"]:
            self._gone = (now + self.given["after"], now + self.given["after"] + self.given["gap"])
        self._stands = stands
        if self._gone[0] <= now < self._gone[1]:
            image[side] &= ~w.TILE & _FULL


class Dazzled(Effect):
    """Ambient light: the eyes S1 and S6 of a side flip single samples."""

    def inputs(self, now: float, image: bytearray) -> None:
        for mask in (w.TILE, w.BELT_FULL):
            if self.chance.random() < self.given["chance"]:
                image[self.given["side"]] ^= mask


class Dark(Effect):
    """All sensors of one station read the same: its supply is shorted, or its board is gone."""

    def inputs(self, now: float, image: bytearray) -> None:
        image[self.given["station"]] = _FULL if self.given.get("reads") == "on" else 0


class ChainBroken(Effect):
    """From one station to the far end all bytes read 00 or FF, the signature with them."""

    def inputs(self, now: float, image: bytearray) -> None:
        byte = _FULL if self.given["reads"] == "on" else 0
        for station in range(self.given["station"], w.INPUT_BYTES):
            image[station] = byte


class ChainSlipped(Effect):
    """A clock edge too many or too few: in some scans every bit stands one place further."""

    def inputs(self, now: float, image: bytearray) -> None:
        if self.chance.random() < self.given["chance"]:
            whole = int.from_bytes(image, "little") << 1
            image[:] = (whole & (1 << 8 * len(image)) - 1).to_bytes(len(image), "little")


class WrongSignature(Effect):
    """The far end answers with another byte: another board, or a bad contact there."""

    def inputs(self, now: float, image: bytearray) -> None:
        image[w.SIGNATURE] = self.given["byte"]
