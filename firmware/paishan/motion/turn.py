"""Turn: one revolution of a cam or crank, from home to home (head, side pusher).

Ends when the home sensor was seen to leave and to return. The deadline does not depend on
the sensor: learned time x factor, and an absolute limit until enough runs are learned.
What happens past the deadline is a ladder of steps, walked once per retry:
stop - reverse (where the drive can) - stop - turn again; then `failed`. One that coasts home
while it stops is done: it was slow.
"""

from micropython import const

from paishan.io.ticks import TICKS_MASK, ticks_diff
from paishan.motion.learned import Learned

IDLE = const(0)
LEAVING = const(1)  # home not yet seen to leave
TURNING = const(2)  # left, waiting for home to return
STEPPING = const(3)  # on the ladder after a missed deadline

# ladder after a missed deadline: (direction, which setting says how long)
_STOP = const(0)
_REVERSE = const(1)
LADDER = (
    (_STOP, "jam_pause_ms"),
    (_REVERSE, "jam_reverse_ms"),
    (_STOP, "jam_pause_ms"),
)

_RUNS_TO_TRUST = const(3)
_LEAST_PERCENT = const(40)  # of the learned time: what was learned at half the voltage, and a bit
_EARLY_ROW = const(2)  # early ones in a row: it is the learned time that is wrong, after a repair


# what one that is held must still know once its owner is put together anew
CARRIED = (
    "busy", "failed", "never_left", "ever_left", "held", "again", "backwards", "phase",
    "patience_ms", "off_home_ms", "_since", "_held_since", "_from_home", "_deadline_ms",
    "_least_ms", "_rung", "_tries",
)  # fmt: skip


class Turn:
    """One motor with a home sensor.

    `busy` while a turn is under way; `done` in the scan in which it ended well; `failed`
    once the ladder is used up, `never_left` then says that home did not even go off in the
    last try, `ever_left` that it did in one of them, `early` that it came back sooner than the
    drive can turn; `held` while the owner pauses it. `jams` counts deadlines, `ran_ms` the time
    turned, until somebody takes it away.
    """

    def __init__(
        self, name, wish, inputs, byte, on, home, limit_ms, settings, reverse=0, least_ms=0
    ):
        """`limit_ms`, `least_ms`: what no turn exceeds, and what none falls below."""
        wish.claim(byte, on | reverse, name)
        self.name = name
        self.busy = False
        self.done = False
        self.failed = False
        self.never_left = False
        self.ever_left = False
        self.early = False
        self.held = False
        self.again = False  # the ladder has started the turn anew; its owner clears it
        self.backwards = False  # this is a `back`
        self.jams = 0
        self.ran_ms = 0
        self._early_row = 0
        self.learned = Learned(limit_ms)
        self._outputs = wish.bytes
        self._waits = wish.waits
        self._inputs = inputs
        self._byte = byte
        self._on = on
        self._reverse = reverse
        self._motor = on | reverse
        self._off = ~(on | reverse) & 0xFF
        self._home = home
        self._limit_ms = limit_ms
        self._never_below_ms = least_ms
        self._least_ms = least_ms
        self._scan_ms = settings.scan_ms
        self._settings = settings
        self.phase = IDLE
        self._since = 0  # start of the turn, or of the ladder's step
        self._held_since = 0
        self._from_home = False
        self._deadline_ms = limit_ms
        self.off_home_ms = 0  # when home went off in a turn from there without a pause
        self.patience_ms = 0  # what it may take from the start until home changes next
        self._rung = 0
        self._tries = 0

    def at_home(self):
        """Whether the home sensor is on."""
        return self._inputs[self._byte] & self._home != 0

    def elapsed_ms(self, now):
        """Time turned since the start, without the pauses."""
        return ticks_diff(now, self._since)

    def start(self, now):
        """Starts a turn. In the scan of `done` it goes on without stopping the motor."""
        self._tries = 0
        self.ever_left = False
        self.early = False
        self.again = False
        self.failed = False
        self.held = False
        self.busy = True
        self._turn(now)

    def stop(self):
        """Motor off and the turn forgotten, wherever the cam is."""
        self._outputs[self._byte] &= self._off
        self.busy = False
        self.held = False
        self.done = False
        self.phase = IDLE

    def back(self, now):
        """Backwards to its home: what it holds it puts back where it took it. `done` there,
        `failed` past the longest turn. In a turn that was not seen to leave home it goes back
        for as long as it went."""
        went_ms = ticks_diff(now, self._since) if self.phase == LEAVING else 0
        self.start(now)
        self._outputs[self._byte] &= self._off
        self.phase = STEPPING
        self.backwards = True
        self.patience_ms = self._least_ms = went_ms

    def hold(self, now):
        """Motor off, whoever switched it on; a turn under way pauses, and so does its deadline."""
        self._outputs[self._byte] &= self._off
        if self.busy and not self.held:
            self.held = True
            self._held_since = now

    def resume(self, now):
        """Goes on with a held turn from where the cam stands."""
        if self.held:
            self.held = False
            self.off_home_ms = 0
            self._since = self._since + ticks_diff(now, self._held_since) & TICKS_MASK
            if self.phase != STEPPING:
                self._outputs[self._byte] |= self._on

    def step(self, now):
        """One scan of a busy turn."""
        self.done = False
        if not self.busy or self.held:
            return
        if self._waits[self._byte] & self._motor:  # the supply has no room for it yet
            self._since = self._since + self._scan_ms & TICKS_MASK
        phase = self.phase
        if phase == STEPPING:
            self._climb(now)
            return
        if self._inputs[self._byte] & self._home:
            if phase == TURNING:
                took_ms = ticks_diff(now, self._since)
                self.ran_ms += took_ms
                self.early = self._from_home and took_ms < self._least_ms
                if self.early:
                    self._early_row += 1
                    if self._early_row == _EARLY_ROW:
                        self._early_row = 0
                        self.learned.runs = 0
                elif self._from_home:
                    self._early_row = 0
                    self.learned.add(took_ms)
                self.stop()
                self.failed = self.early  # where the cam stands, nobody knows
                self.done = not self.early
                return
        elif phase == LEAVING:
            self.phase = TURNING
            self.off_home_ms = ticks_diff(now, self._since)
            self.patience_ms = self._deadline_ms
            self.ever_left = True
        if ticks_diff(now, self._since) > self.patience_ms:
            self._missed(now)

    def _turn(self, now):
        byte = self._byte
        learned = self.learned
        self.backwards = False
        self.off_home_ms = 0
        self._since = now
        self._outputs[byte] = self._outputs[byte] & self._off | self._on
        limit_ms = self._limit_ms
        least_ms = self._never_below_ms
        if learned.runs >= _RUNS_TO_TRUST:
            percent = self._settings.turn_deadline_percent
            limit_ms = min(learned.mean_ms * percent // 100, limit_ms)
            least_ms = max(learned.mean_ms * _LEAST_PERCENT // 100, least_ms)
        self._deadline_ms = limit_ms
        self._least_ms = least_ms
        self._from_home = self._inputs[byte] & self._home != 0  # a part of a turn teaches nothing
        if self._from_home:
            # Home goes off in the first tenth of a turn: a third is ample for that.
            self.phase = LEAVING
            self.patience_ms = limit_ms // 3
        else:
            self.phase = TURNING
            self.patience_ms = limit_ms
            self.ever_left = True

    def _missed(self, now):
        self.jams += 1
        self.ran_ms += ticks_diff(now, self._since)
        self.never_left = self.phase == LEAVING
        self._outputs[self._byte] &= self._off
        self.phase = STEPPING
        self.patience_ms = 0
        self._rung = 0
        self._since = now

    def _climb(self, now):
        if self.backwards:
            home = self._inputs[self._byte] & self._home != 0
            went_ms = ticks_diff(now, self._since)
            if home and went_ms >= self._least_ms or went_ms > self._limit_ms:
                self.stop()
                self.done = home
                self.failed = not home
            else:
                self._outputs[self._byte] |= self._reverse
            return
        kind, name = LADDER[self._rung]
        lasts_ms = getattr(self._settings, name)
        if not self._rung and not self.never_left and self._inputs[self._byte] & self._home:
            # it was late, and coasted home: a turn all the same
            self.stop()
            self.done = True
            return
        if kind == _REVERSE:
            # back at home the jam is open: no need to turn on backwards
            if self._inputs[self._byte] & self._home:
                lasts_ms = 0
            else:
                self._outputs[self._byte] |= self._reverse
        if ticks_diff(now, self._since) < lasts_ms:
            return
        self._outputs[self._byte] &= self._off
        self._since = now
        if not self._rung:
            if self._tries >= self._settings.jam_retries:
                self.stop()
                self.failed = True
                return
            self._tries += 1
        self._rung += 1
        if self._rung == len(LADDER):
            self.again = True
            self._turn(now)
