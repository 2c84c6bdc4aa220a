"""Whether a turn of the head took the tile that stood at its stop, by S1 alone.

A single look at S1 proves nothing: a tile is one that stands there before the head starts and
until the cam can have it, and gone it is when it stays away [D4.20, D4.25].
"""

from micropython import const

from paishan.io.image import TILE
from paishan.io.ticks import TICKS_MASK, ticks_diff
from paishan.motion.learned import Learned

_SHORTEST_TAKE_MS = const(30)  # longer than any flicker that a filter lets through
_SETTLE_MS = const(40)  # a tile stands this long before the head starts for it: no flicker does
_SETTLE_NEW_MS = const(100)  # while nobody knows when the cam takes it, this look is all there is
_ODD_MS = const(1000)  # more, where no belt can have brought it: S1 is stuck, or S6 is blind
_MOST_ARRIVALS = const(5)  # an eye that lost its tile that often must see it that much longer
_SURE_MS = const(150)  # one that stood this long was there, whatever S1 says once the head starts
_LOOKS = const(3)  # scans that must agree about a tile, filter and all
_OVER_PERCENT = const(104)  # of a head's learned turn: by then a healthy one is home

# A cam takes its tile always at the same place: when S1 loses it, in percent of the time in which
# the turn's own home went off, is the same at any voltage (137 to 171 of a mean of 150 on normal
# and worn machines, 230 of 178 where S1 flickers [measured in the simulator]). Elsewhere it is S1.
_RUNS_TO_TRUST = const(8)
_EARLIEST_PERCENT = const(70)  # of the mean
_LATEST_PERCENT = const(160)
_ODD_ROW = const(4)  # in a row elsewhere: it is the place that is wrong

# what a look tells
NOTHING = const(0)
TAKEN = const(1)  # the tile has left, `takes` says whether with the cam
TAKEN_TWO = const(2)  # the next one as well, in the same turn: home was not seen
UNSURE = const(3)  # when the cam comes to it, S1 does not see the tile that it saw before

# what it must still know of a turn that is held once its side is put together anew
CARRIED = (
    "taken", "looking", "away", "take_ms", "came", "_over_ms", "_looks_ms", "_present_ms",
    "_arrivals", "_away_since", "_renewed_ms",
)  # fmt: skip


class TileWatch:
    """`taken`: the tile of this turn has left the stop. `looking`: the cam cannot have it yet, for
    `take_ms` of the turn.
    `away`: S1 sees none now, and the next scans must agree. `came`: when S1 saw a tile come.
    `leaves`: where in a turn it goes, as a mean of percents."""

    def __init__(self, settings):
        self.taken = False
        self.looking = False
        self.away = False
        self.take_ms = 0
        self._over_ms = 0  # past this a head that sees no home is on its second turn
        self._take_percent = settings.head_take_percent
        self._limit_ms = settings.head_limit_ms
        self._agree_ms = (_LOOKS - 1) * settings.scan_ms
        self._doubts = settings.jam_reverse_ms > 0  # the drive can go back
        self._looks_ms = 0  # time until the cam could have it, and of that with the tile seen
        self._present_ms = 0
        self.leaves = Learned(0)
        self._odd = False  # the tile of this turn went where no cam takes one
        self._odd_row = 0  # in so many turns in a row
        self.came = 0
        self._arrivals = 0  # how often it did since the last one was taken
        self._looked = 0  # last look
        self._saw = 0  # and whether it saw a tile
        self._away_since = 0
        self._renewed_ms = 0  # time with the next one seen in this turn

    def arrives(self, now):
        """S1 sees a tile that it did not see in the scan before."""
        self.came = now
        if self._arrivals < _MOST_ARRIVALS:
            self._arrivals += 1

    def settles_ms(self, learned_ms, expected, now):
        """How long the tile that S1 sees must still stand there to be one; at most 0 when it
        has. `expected`: the belt can have brought one."""
        settle_ms = _SETTLE_MS if learned_ms else _SETTLE_NEW_MS
        settle_ms *= max(self._arrivals, 1)
        if not expected:
            settle_ms += _ODD_MS
        return settle_ms - (now - self.came & TICKS_MASK)

    def begin(self, learned_ms, level, now):
        """A new turn; 0 = how long it takes is not known yet. `level`: inputs of the side."""
        self.take_ms = max(learned_ms * self._take_percent // 100, _SHORTEST_TAKE_MS)
        self._over_ms = (learned_ms or self._limit_ms) * _OVER_PERCENT // 100
        self.again(level, now)
        if learned_ms and now - self.came & TICKS_MASK >= _SURE_MS:
            self._looks_ms = self._present_ms = self.take_ms

    def again(self, level, now):
        """The turn begins anew, at its home."""
        self.taken = False
        self._odd = False
        self.looking = True
        self.away = False
        self._looks_ms = 0
        self._present_ms = 0
        self._renewed_ms = 0
        self.go_on(level, now)

    def go_on(self, level, now):
        """The head was held: what S1 saw meanwhile does not count."""
        self._looked = now
        self._saw = level & TILE

    def look(self, elapsed_ms, level, now):
        """What S1 tells `elapsed_ms` into the turn: NOTHING, TAKEN, TAKEN_TWO or UNSURE."""
        lasted_ms = ticks_diff(now, self._looked)
        self._looked = now
        saw = self._saw
        seen = self._saw = level & TILE
        if self.looking:
            self._looks_ms += lasted_ms
            if saw:
                self._present_ms += lasted_ms
            if elapsed_ms <= self.take_ms:
                return NOTHING
            self.looking = False
            if self._doubts and 2 * self._present_ms < self._looks_ms:
                return UNSURE
        elif saw and self.taken:
            self._renewed_ms += lasted_ms
        if seen:
            self.away = False
        elif not self.taken:
            if self._stays_away(now) and 2 * self._present_ms >= self._looks_ms:
                return TAKEN
        elif self._renewed_ms <= self._agree_ms or elapsed_ms <= self._over_ms:
            pass
        elif self._stays_away(now):
            self._renewed_ms = 0
            return TAKEN_TWO
        return NOTHING

    def takes(self, elapsed_ms, off_home_ms):
        """Whether it is the cam that has taken what S1 lost, `elapsed_ms` into the turn; then it
        is `taken`. `off_home_ms`: when home went off in this turn, 0 = not known."""
        leaves = self.leaves
        if off_home_ms:
            percent = 100 * (elapsed_ms - self._agree_ms) // off_home_ms
            least, most = leaves.mean_ms * _EARLIEST_PERCENT, leaves.mean_ms * _LATEST_PERCENT
            known = self._doubts and leaves.runs >= _RUNS_TO_TRUST
            if known and not least <= 100 * percent <= most:
                if not self._odd:
                    self._odd = True
                    self._odd_row += 1
                if self._odd_row < _ODD_ROW:
                    return False
                leaves.runs = 0  # it is another head than it was: after a repair, say
            self._odd_row = 0
            leaves.add(percent)
        self.taken = True
        self.away = False
        self._arrivals = 0
        return True

    def _stays_away(self, now):
        if not self.away:
            self.away = True
            self._away_since = now
        return now - self._away_since & TICKS_MASK >= self._agree_ms
