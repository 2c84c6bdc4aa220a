"""The belt of a side: it takes tiles from the ring and brings them to the head.

It takes from the ring whatever comes while it runs. S6 at its entry counts what came
(`coming`), so that near its target a side takes in no more than it still needs: then the belt
runs only to bring the next tile to the head. What came too much all the same is given back:
backwards it drops what stands on it into the drum, for the other sides.
"""

from micropython import const

from paishan.io.image import BELT, BELT_FULL, BELT_REV, TILE
from paishan.io.ticks import ticks_diff
from paishan.motion.run import Run
from paishan.table.faults import BELT_FULL_NO_TILE, RUN_LIMIT

_IDLE = const(0)
_FEEDING = const(1)
_GIVING_BACK = const(2)


class Feeder:
    """`belt`: its motor. `coming`: tiles on it, by the eyes at both its ends; an estimate."""

    def __init__(self, index, name, wish, edges, head, settings):
        self.belt = Run(name + " belt", wish, index, BELT, settings.run_limit_ms, BELT_REV)
        self.coming = 0
        self._index = index
        self._edges = edges
        self._head = head
        self._phase = _IDLE
        self._tile_since = 0  # last moment with a tile at the head, or the belt's start
        self._seeing_since = 0  # last moment when a full belt was not to be wondered at
        self._giving_since = 0
        self._belt_ms = settings.belt_ms
        self._blind_ms = settings.blind_ms
        self._give_back_ms = settings.give_back_ms

    @property
    def idle(self):
        """Whether it neither brings nor gives back."""
        return self._phase == _IDLE

    def feed(self, now):
        """Towards the head."""
        self._phase = _FEEDING
        self._tile_since = now
        self._seeing_since = now
        self.belt.start(now)

    def give_back(self, now):
        """Backwards for a while: what stands on it falls back into the drum."""
        self._phase = _GIVING_BACK
        self._giving_since = now
        self.coming = 0
        self.belt.start(now, True)

    def stop(self):
        """Motor off."""
        self.belt.stop()
        self._phase = _IDLE

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

    def left_ms(self, now):
        """How long it still gives back."""
        return self._give_back_ms - ticks_diff(now, self._giving_since)

    @property
    def gives_back(self):
        """Whether it runs backwards."""
        return self._phase == _GIVING_BACK

    def step(self, now, level, wanted, feed_ms):
        """One scan while not idle; a fault code, or 0. `level`: inputs of the side. `wanted`:
        tiles that its target still lacks. `feed_ms`: of a turn of the head, the belt rests."""
        belt = self.belt
        belt.step(now)
        if belt.overran:
            return RUN_LIMIT
        if self._phase == _GIVING_BACK:
            if self.left_ms(now) <= 0:
                self.stop()
            return 0
        head = self._head
        if self._edges[self._index] & BELT_FULL:
            if not self.coming:
                self._tile_since = now
            self.coming += 1
        if level & TILE or not level & BELT_FULL or head.busy:
            self._seeing_since = now
        elif ticks_diff(now, self._seeing_since) > self._blind_ms:
            return BELT_FULL_NO_TILE + self._index
        if level & TILE:
            self._tile_since = now
        elif self.coming and ticks_diff(now, self._tile_since) > self._belt_ms:
            self.coming = 0  # nothing came in the time the whole belt needs: a miscount
        if self.coming < wanted:
            belt.start(now)
        elif level & TILE or (head.busy and head.elapsed_ms(now) < feed_ms):
            belt.stop()
            self._tile_since = now
        else:
            belt.start(now)
        return 0
