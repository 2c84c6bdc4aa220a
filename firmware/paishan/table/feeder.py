"""The belt of a side: it takes tiles from the ring and brings them to the head.

It takes from the ring whatever comes while it runs. S6 at its entry counts what came
(`coming`), so that near its target a side takes in no more than it still needs: then the belt
runs only to bring the next tile to the head. What came too much all the same is given back:
backwards it drops what stands on it into the drum, for the other sides.

A belt that S6 calls full while no tile comes to the head has a blind eye S1, or S6 itself is
stuck. So it goes back for a while: the row moves, and S6 must lose its tile.
"""

from micropython import const

from paishan.io.image import BELT, BELT_FULL, BELT_REV, TILE
from paishan.io.ticks import TICKS_MASK, ticks_diff
from paishan.motion.run import Run
from paishan.table.faults import BELT_FULL_NO_TILE, RUN_LIMIT

IDLE = const(0)
FEEDING = const(1)
GIVING_BACK = const(2)

# what it must still know of its build once its side is put together anew
CARRIED = ("coming", "entered", "doubted", "missed", "_first_at", "feed_ms")

_SOONEST = const(4)  # no belt is so many times as fast as the slowest


class Feeder:
    """`belt`: its motor. `coming`: tiles on it, by the eyes at both its ends; an estimate.
    `phase`: IDLE, FEEDING, GIVING_BACK. `entered`: what S6 saw in this build. `doubted`: S6 is on
    whatever the belt does; it is believed again once it goes off. `missed`: the head took a tile
    that S6 did not see enter in this build. `feed_ms`: so long into its turn the head needs
    no other tile."""

    def __init__(self, index, name, wish, inputs, head, settings):
        self.belt = Run(name + " belt", wish, index, BELT, settings.run_limit_ms, BELT_REV)
        self.coming = 0
        self.entered = 0
        self.doubted = False
        self.missed = not settings.side_fitted & BELT_FULL
        self._fitted = not self.missed
        self._first_at = 0  # when S6 saw one enter an empty belt
        self.feed_ms = 0
        self._asks = False  # whether S6 loses its tile now that the belt goes back
        self._index = index
        self._inputs = inputs
        self._head = head
        self.phase = IDLE
        self._tile_since = 0  # last moment with a tile at the head, or the belt's start
        self._seeing_since = 0  # last moment when a full belt was not to be wondered at
        self._giving_since = 0
        self._belt_ms = settings.belt_ms
        self._soonest_ms = settings.belt_ms // _SOONEST
        self._blind_ms = settings.blind_ms
        self._give_back_ms = settings.give_back_ms
        self._belt_step = self.belt.step

    def begin(self):
        """A new build: nothing came yet."""
        self.coming = 0
        self.entered = 0
        self.missed = not self._fitted
        self.stop()

    def feed(self, now):
        """Towards the head."""
        self.phase = FEEDING
        self._tile_since = now
        self._seeing_since = now
        self.belt.start(now)

    def give_back(self, now):
        """Backwards for a while: what stands on it falls back into the drum."""
        self.phase = GIVING_BACK
        self._giving_since = now
        self.coming = 0
        self.belt.start(now, True)

    def stop(self):
        """Motor off."""
        self.belt.stop()
        self.phase = IDLE
        self._asks = False

    def close(self, now):
        """Nothing more may come: what came too much goes back."""
        if self.coming:
            self.give_back(now)
        else:
            self.stop()

    def took(self):
        """The head has a tile from it."""
        if self.coming:
            self.coming -= 1
        else:
            self.missed = True

    def may_bring(self, now):
        """Whether a tile can be at the head by now, as far as S6 tells."""
        if self.missed or self.doubted:
            return True
        return self.coming > 0 and now - self._first_at & TICKS_MASK >= self._soonest_ms

    def left_ms(self, now):
        """How long it still gives back."""
        return self._give_back_ms - ticks_diff(now, self._giving_since)

    def step(self, now, rose, wanted):
        """One scan while not idle; a fault code, or 0. `rose`: inputs of the side that came on.
        `wanted`: tiles that its target still lacks."""
        belt = self.belt
        level = self._inputs[self._index]
        self._belt_step(now)
        if belt.overran:
            return RUN_LIMIT
        if not level & BELT_FULL:
            self.doubted = False
            if self._asks:
                return BELT_FULL_NO_TILE + self._index
        if self.phase == GIVING_BACK:
            if self.left_ms(now) <= 0:
                self.doubted = self._asks
                self.stop()
                if self.doubted:
                    self.feed(now)
            return 0
        if rose & BELT_FULL:
            if not self.coming:
                self._tile_since = now
                self._first_at = now
            self.coming += 1
            self.entered += 1
        if level & TILE or not level & BELT_FULL or self._head.busy or self.doubted:
            self._seeing_since = now
        elif ticks_diff(now, self._seeing_since) > self._blind_ms:
            self.give_back(now)
            self._asks = True
            return 0
        if level & TILE:
            self._tile_since = now
        elif self.coming and ticks_diff(now, self._tile_since) > self._belt_ms:
            self.coming = 0  # nothing came in the time the whole belt needs: a miscount
        if self.coming < wanted:
            if not belt.busy:
                belt.start(now)
        elif level & TILE or self._head.busy and self._head.elapsed_ms(now) < self.feed_ms:
            belt.stop()
            self._tile_since = now
        elif not belt.busy:
            belt.start(now)
        return 0
