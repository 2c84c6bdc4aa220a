"""One side of the table while walls are built: belt, head and pusher feed a tray.

A tile is counted by a whole turn of the head with the tile seen before and gone during the
turn, never by an edge: a tile that rebounds at the stop would count twice. After every
second tile the pusher takes the stack away while the head lifts the next tile; should the
pusher not be home when the head is about to set a tile down, the head waits.

Four sides in every scan would be more than a small controller can do in its time. So a side
says when it wants to be stepped next, unless one of its inputs changes before (`dues`).
"""

from array import array

from micropython import const

from paishan.io.image import (
    HEAD,
    HEAD_HOME,
    HEAD_REV,
    LIFT_DOWN,
    PUSHER,
    PUSHER_HOME,
    PUSHER_OUT,
    SIDES,
    TILE,
)
from paishan.io.ticks import TICKS_MASK
from paishan.motion.turn import STEPPING, Turn
from paishan.table.faults import (
    HEAD_JAM,
    HEAD_SENSOR,
    PUSHER_STUCK,
    TILE_EYE_STUCK,
    TRAY_STUCK,
)
from paishan.table.feeder import GIVING_BACK, IDLE, Feeder
from paishan.table.tile_watch import TAKEN, TAKEN_TWO, UNSURE, TileWatch

# Turns in a row broken off because S1 lost its tile make it a liar [D4.20: warn after three].
_EMPTY_ROW = const(6)
# Jams in a row that keys did not help: the platform may be full, and the machine is emptied.
_JAMS_ROW = const(3)

_FASTEST = const(5)  # no head turns in a fifth of its limit [D1.2: two tiles a second at most]

_COARSE_MS = const(200)  # between two steps in which nothing is expected
_FINE_MS = const(20)  # between two while a motion is late

# what it must still know of its build once the table is put together anew
CARRIED = (
    "target", "count", "empty_turns", "unsure", "uncounted", "stack_waits", "_took", "_astray",
    "_was_out", "_hold_ms", "_empty_row", "_jams_row",
)  # fmt: skip


class Side:
    """`count` and `target` in tiles; `is_full()` once the last stack is in the tray.

    `failed`: the fault code that keeps this side from going on, 0 = none.
    `empty_turns`: turns of the head that were broken off or took no tile (dirty S1).
    `dues`: when each side wants its `step` at the latest, should no input of its change before.
    """

    def __init__(self, index, name, wish, inputs, edges, settings, dues=None):
        self.index = index
        self.count = 0
        self.target = 0
        self.empty_turns = 0
        self.failed = 0
        self.unsure = False  # S1 made the head turn empty
        self.uncounted = False  # tiles lie on the platform that nobody counted
        self._dues = dues or array("i", [0] * SIDES)
        self.head = Turn(
            name + " head", wish, inputs, index, HEAD, HEAD_HOME,
            settings.head_limit_ms, settings, HEAD_REV, settings.head_limit_ms // _FASTEST,
        )  # fmt: skip
        self.pusher = Turn(
            name + " pusher", wish, inputs, index, PUSHER, PUSHER_HOME,
            settings.pusher_limit_ms, settings,
        )  # fmt: skip
        self.feeder = Feeder(index, name, wish, inputs, self.head, settings)
        self.belt = self.feeder.belt
        self._inputs = inputs
        self._edges = edges
        self._settings = settings
        self._hold_ms = 0
        self.stack_waits = False  # two tiles on the platform that were not pushed yet
        self.watch = TileWatch(settings)
        self._took = False  # a tile has left the stop since the turn began, jams and all
        self._astray = False  # reversed, the head did not come to its home
        self._empty_row = 0  # turns in a row that were broken off
        self._jams_row = 0  # and that failed
        self._was_out = False  # the pusher was seen out in this turn
        self._kept = 0  # inputs that came on in a scan that had no time for this side
        self._settles_ms = 0  # before the tile that stands there is lifted
        self._stirred = False  # what this step brought about is looked at in the next scan
        self._feeder_step = self.feeder.step
        self._head_step = self.head.step
        self._pusher_step = self.pusher.step
        self._head_ms = self.head.elapsed_ms
        self._pusher_ms = self.pusher.elapsed_ms
        self._look = self.watch.look
        self._bringing = self._bring
        self._pushing = self._turn_pusher
        self._turning = self._turn_head
        self._planning = self._plan

    def is_full(self):
        """All tiles counted, head and pusher at rest."""
        resting = not self.head.busy and not self.pusher.busy and not self.stack_waits
        return resting and self.count >= self.target

    def begin(self, target):
        """A new build of `target` tiles."""
        self.target = target
        self.count = 0
        self.feeder.begin()
        self.failed = 0
        self.uncounted = False
        self.head.failed = False
        self.pusher.failed = False
        self._empty_row = self._jams_row = 0
        self.stack_waits = False
        self._kept = 0

    def go_on(self, now):
        """Starts or resumes: belt, whatever was held, and a turn that had failed."""
        self.failed = 0
        self._empty_row = 0
        self._dues[self.index] = now
        self.watch.go_on(self._inputs[self.index], now)
        self.watch.came = now  # nobody looked meanwhile: what stands there settles anew
        self.head.resume(now)
        self.pusher.resume(now)
        if self.head.failed:
            if self.head.at_home():
                self.watch.again(self._inputs[self.index], now)
            self._astray = False
            self.head.start(now)
        if self.pusher.failed:
            self._start_pusher(now)
        elif self.stack_waits:
            self._push(now, self._inputs[self.index])
        if self.count < self.target:
            self.feed(now)

    def feed(self, now):
        """Belt towards the head."""
        self._dues[self.index] = now
        self.feeder.feed(now)

    def give_back(self, now):
        """Belt backwards for a while: what stands on it falls back into the drum."""
        self._dues[self.index] = now
        self.feeder.give_back(now)

    def hold(self, now):
        """Belt off, head and pusher pause where they stand."""
        self.feeder.stop()
        self.head.hold(now)
        self.pusher.hold(now)

    def at_home(self):
        """Whether head and pusher stand at home."""
        return self.head.at_home() and self.pusher.at_home()

    def step(self, now):
        """One scan of a build in which an input changed or that is due."""
        if self.failed:
            self._dues[self.index] = now + _COARSE_MS & TICKS_MASK
            return
        level = self._inputs[self.index]
        rose = self._edges[self.index] | self._kept
        self._kept = 0
        if rose & TILE:
            self.watch.arrives(now)
        head = self.head
        elapsed_ms = self._head_ms(now) if head.busy else 0
        if self.feeder.phase != IDLE:
            self._bringing(now, rose)
            if self.failed:
                return
        if self.pusher.busy:
            self._pushing(now, level)
            if self.failed:
                return  # on hold: nothing below may resume a motor
        if head.busy:
            self._turning(now, level, elapsed_ms)
        elif level & TILE and self.count < self.target and self.feeder.phase != GIVING_BACK:
            self._start_head(now, level)  # none that a belt takes back from before the eye
        if self._stirred:
            self._stirred = False
            self._dues[self.index] = now
        else:
            self._planning(now, elapsed_ms)

    def _bring(self, now, rose):
        wanted = self.target - self.count
        if self.head.busy and self.watch.taken:
            wanted -= 1
        failed = self._feeder_step(now, rose, wanted)
        if failed:
            self.fail(failed, now)

    def _turn_pusher(self, now, level):
        pusher = self.pusher
        if level & PUSHER_OUT:
            self._was_out = True
        self._pusher_step(now)
        if pusher.done and not self._was_out:
            # home came back, but the plate never arrived: the stack still stands in the way
            self.stack_waits = self.uncounted = True  # whether it went is anybody's guess
        elif not pusher.failed:
            return
        self.fail(PUSHER_STUCK + self.index, now)

    def put_off(self, now):
        """Its step comes in the next scan; what came on in this one is not forgotten."""
        self._kept |= self._edges[self.index]
        self._dues[self.index] = now

    def _plan(self, now, elapsed_ms):
        # the first of the moments that must not be missed by a scan
        head = self.head
        wait_ms = _COARSE_MS
        if self.pusher.busy and not self.pusher.held:
            left_ms = self.pusher.patience_ms - self._pusher_ms(now)
            if left_ms < wait_ms:
                wait_ms = left_ms if left_ms > _FINE_MS else _FINE_MS
        if not head.busy:
            if 0 < self._settles_ms < wait_ms:
                wait_ms = self._settles_ms
            self._settles_ms = 0
        elif not head.held:
            until_ms = elapsed_ms + wait_ms  # since the turn began, as the head's own moments
            if head.patience_ms < until_ms:
                until_ms = max(head.patience_ms, elapsed_ms + _FINE_MS)
            if self.watch.away or head.again:
                until_ms = elapsed_ms
            elif self.watch.looking and self.watch.take_ms < until_ms:
                until_ms = self.watch.take_ms + 1
            if elapsed_ms < self.feeder.feed_ms < until_ms:
                until_ms = self.feeder.feed_ms
            if self.pusher.busy and self._hold_ms < until_ms:
                until_ms = self._hold_ms
            wait_ms = until_ms - elapsed_ms
        if self.feeder.phase == GIVING_BACK:
            until_ms = self.feeder.left_ms(now)
            wait_ms = min(wait_ms, until_ms)
        self._dues[self.index] = now + max(wait_ms, 0) & TICKS_MASK

    def clear_platform(self, now):
        """One turn of the pusher: what lies on the platform goes into the tray."""
        self._push(now, self._inputs[self.index])

    def settle(self, now):
        """With all tiles counted: a cam that coasted past its home goes round once more."""
        if not self.pusher.busy and not self.head.busy:
            if not self.pusher.at_home():
                self._start_pusher(now)
            elif not self.head.at_home():
                self.watch.again(self._inputs[self.index], now)
                self.head.start(now)

    def _start_head(self, now, level):
        if not self.pusher.busy and not level & PUSHER_HOME:
            if self.count & 1:  # round again it would take half a stack into the tray
                self.uncounted = True
                self.fail(PUSHER_STUCK + self.index, now)
                return
            # It coasted past its home: round again while the head's arm is out of its way.
            self._stirred = True
            self._start_pusher(now)
            return
        # Not before some turns are known may a head run towards a pusher that is out.
        learned_ms = self.head.learned.mean_ms if self.head.learned.runs else 0
        self._settles_ms = self.watch.settles_ms(learned_ms, self.feeder.may_bring(now), now)
        if self._settles_ms > 0:
            return
        self._stirred = True
        self._took = False
        self._astray = False
        self._hold_ms = learned_ms * self._settings.head_hold_percent // 100
        self.feeder.feed_ms = learned_ms * self._settings.head_feed_percent // 100
        self.watch.begin(learned_ms, level, now)
        self.head.start(now)

    def _turn_head(self, now, level, elapsed_ms):
        head = self.head
        if head.again:
            # Turned back to its home it has put the tile down at the stop: all begins anew.
            # Anywhere else it still has it, or has laid it already.
            head.again = False
            if not level & HEAD_HOME:
                self._astray = True
            elif not head.never_left:
                if self._astray and self._took:
                    # in two goes, from so far that the tile may lie on the platform
                    self._lose_count(HEAD_JAM, now)
                    return
                if self._took and not level & TILE:
                    head.stop()  # the tile that it put down must be seen before it is lifted
                    return
                self.watch.again(level, now)
        if not head.held and head.phase != STEPPING:
            tells = self._look(elapsed_ms, level, now)
            if tells == TAKEN:
                self._take(now, elapsed_ms)
            elif tells == TAKEN_TWO:
                self._took_two(now)
                return
            elif tells == UNSURE and self.count < self.target:
                head.back(now)  # should it take one from here on, nobody could know
                return
        if self.pusher.busy:
            if not head.held and elapsed_ms >= self._hold_ms:
                head.hold(now)
        elif head.held:
            self.watch.go_on(level, now)
            head.resume(now)
        self._head_step(now)
        if head.done:
            if head.backwards:
                self._broke_off(now)
            else:
                self._turned(now, level)
        elif head.failed:
            self._jammed(now)

    def _jammed(self, now):
        # a head whose home never went off, and which took a tile all the same, did turn
        blind = self.head.early or self._took and not self.head.ever_left
        self._jams_row += 1
        self.uncounted = self.uncounted or blind or self._jams_row >= _JAMS_ROW
        self.fail((HEAD_SENSOR if blind else HEAD_JAM) + self.index, now)

    def _take(self, now, elapsed_ms):
        if not self.watch.takes(elapsed_ms, self.head.off_home_ms):
            if elapsed_ms <= self._hold_ms and self.count < self.target:
                self.head.back(now)
            return
        self._took = True
        self._stirred = True
        self.feeder.took()
        if self.count + 1 >= self.target:
            self.feeder.stop()

    def _took_two(self, now):
        # The next tile went as well and home was never seen: the head turns, its sensor is
        # blind. It stops with that tile in hand; the first one lies on the platform.
        self.feeder.took()
        self.count += 1
        self.stack_waits = not self.count & 1
        self._lose_count(HEAD_SENSOR, now)

    def _lose_count(self, code, now):
        self.head.stop()
        self.head.failed = self.uncounted = True
        self.fail(code + self.index, now)

    def _turned(self, now, level):
        self._stirred = True
        if self.watch.taken:
            self._empty_row = self._jams_row = 0
            self.count += 1
            if self.count >= self.target:
                self.feeder.close(now)  # a belt that went back before could take it along
            if not self.count & 1:
                self._push(now, level)
        elif self.count < self.target:
            # an eye that saw its tile all the way hides what the head took meanwhile
            self.empty_turns += 1
            self.unsure = self.uncounted = True
            self.fail(TILE_EYE_STUCK + self.index, now)
        if self.count < self.target and level & TILE and not self.failed:
            self._start_head(now, level)

    def _broke_off(self, now):
        self._stirred = self.unsure = True
        self.empty_turns += 1
        self._empty_row += 1
        if self._empty_row >= _EMPTY_ROW:
            self.fail(TILE_EYE_STUCK + self.index, now)

    def _push(self, now, level):
        self.stack_waits = not level & LIFT_DOWN
        if self.stack_waits:
            self.fail(TRAY_STUCK + self.index, now)
        else:
            self._start_pusher(now)

    def _start_pusher(self, now):
        self._was_out = False
        self.pusher.start(now)

    def fail(self, code, now):
        """This side stops; the others go on, and the build reports it when they are done."""
        self.failed = code
        self.hold(now)
