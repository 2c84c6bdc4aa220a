"""An ideal controller for tests of the plant: sees bytes only, wastes little, protects nothing.

It shows that the machine can be built on, and how near its bound a controller comes. Each side
counts what it takes in (S6 rises once a tile) and what it stacks (turns of the head that took a
tile), lets in no more than it needs, and keeps its head turning while tiles wait.
"""

from paishan_sim import wiring as w
from paishan_sim.plant import Plant

STEADY_MS = 100
GIVE_BACK_MS = 800


class IdealSide:
    """One side; `byte` is its output byte, `count` tiles stacked, `inside` tiles taken in."""

    def __init__(self, target: int, turn_ms: float) -> None:
        self.target = target
        self.turn_ms = turn_ms
        self.count = 0
        self.inside = 0
        self.byte = 0
        self._was = w.HEAD_HOME | w.PUSHER_HOME
        self._took = False
        self._home_ms = 0
        self._full_ms = 0
        self._reverse_until = 0

    @property
    def done(self) -> bool:
        """All stacks pushed, all at rest."""
        return self.count == self.target and not self.byte & (w.HEAD | w.PUSHER | w.BELT_REV)

    def step(self, now: int, seen: int) -> None:
        """One scan with settled inputs."""
        rose, fell = seen & ~self._was, self._was & ~seen
        self._was = seen
        byte = self.byte
        if rose & w.BELT_FULL:
            self.inside += 1
            self._full_ms = now
        if fell & w.TILE and byte & w.HEAD:
            self._took = True
        if rose & w.PUSHER_HOME:
            byte &= ~w.PUSHER
        if rose & w.HEAD_HOME and byte & w.HEAD:
            self._home_ms = now
            if self._took:
                self._took = False
                self.count += 1
                if self.count % 2 == 0:
                    byte |= w.PUSHER
                if seen & w.BELT_FULL and now - self._full_ms > STEADY_MS:
                    self.inside = max(self.inside, self.count + 6)
        needs = self.count < self.target
        elapsed = now - self._home_ms
        if not byte & w.HEAD:
            if seen & w.HEAD_HOME:
                if needs and seen & w.TILE:
                    byte |= w.HEAD
                    self._home_ms = now
            elif seen & w.PUSHER_HOME:
                byte |= w.HEAD  # was held in mid-turn
        elif seen & w.HEAD_HOME:
            just_home = 0.03 * self.turn_ms < elapsed < 0.3 * self.turn_ms
            if just_home and not (needs and seen & w.TILE):
                byte &= ~w.HEAD
        elif not seen & w.PUSHER_HOME and 0.51 * self.turn_ms < elapsed < 0.8 * self.turn_ms:
            byte &= ~w.HEAD
        if self.count == self.target and self._reverse_until == 0:
            self._reverse_until = now + GIVE_BACK_MS if self.inside > self.target else -1
        if now < self._reverse_until:
            self.byte = (byte & ~w.BELT) | w.BELT_REV
        else:
            self.byte = self._belt(now, seen, byte & ~w.BELT_REV, elapsed)

    def _belt(self, now: int, seen: int, byte: int, elapsed: int) -> int:
        """Run while more may come in; then only to bring the next tile to the head."""
        byte &= ~w.BELT
        if self.inside < self.target:
            return byte | w.BELT
        lifting = byte & w.HEAD and 0.05 * self.turn_ms <= elapsed <= 0.62 * self.turn_ms
        if self.count < self.target and not seen & w.TILE and not lifting:
            byte |= w.BELT
        return byte


class Ideal:
    """Four sides, drum and ring; `step` takes raw input bytes and gives output bytes."""

    def __init__(self, stacks: tuple[int, ...], turn_ms: float) -> None:
        self.sides = [IdealSide(2 * side, turn_ms) for side in stacks]
        self.outputs = bytearray(w.OUTPUT_BYTES)
        self._settled = 0
        self._last = 0

    @property
    def done(self) -> bool:
        """All four sides have their stacks."""
        return all(side.done for side in self.sides)

    def step(self, now: int, inputs: bytearray) -> bytearray:
        """Settle the inputs (two equal samples), let the sides decide."""
        sample = int.from_bytes(inputs[:4], "little")
        settled = self._settled
        self._settled = settled = (sample & self._last) | (settled & (sample | self._last))
        self._last = sample
        for n, side in enumerate(self.sides):
            side.step(now, settled >> 8 * n & 0xFF)
            self.outputs[n] = side.byte
        self.outputs[w.CENTRE] = 0 if self.done else w.DRUM | w.RING
        return self.outputs


def ideal_build(plant: Plant, ideal: Ideal, limit_ms: int = 200_000) -> float:
    """Build on a loaded plant; ms from the drum's start to the last pusher at home."""
    end_ms = plant.now_ms + limit_ms
    while not ideal.done:
        assert plant.now_ms < end_ms, f"only {plant.trays()} stacks in the trays"
        plant.step(ideal.step(plant.now_ms, plant.inputs))
    build = plant.builds[-1]
    assert build.done_ms is not None
    return build.done_ms - build.start_ms
