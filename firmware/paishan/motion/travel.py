"""Travel: a drive between two ends, each with a sensor that may be missing (dome, lift).

Ends at the sensor of the wanted end. Where that sensor is not fitted it ends by learned
time, that of the way back. The deadlines do not depend on the sensor: past learned time +
margin the run is `late` (a warning), past 3 x learned it stops and has `failed` (the 3T rule
of CN106540440B). In the direction in which it could close on a hand (`pinches`) it stops as
soon as it is late, unless the way back has just been as slow: then it is stiff, nothing holds it.
Who has seen it move for longer may say so too. It soon learns either.
"""

from micropython import const

from paishan.io.ticks import TICKS_MASK, ticks_diff
from paishan.motion.learned import Learned

DOWN = const(0)
UP = const(1)
_STOP_FACTOR = const(3)


class Travel:
    """One motor between a lower and an upper end.

    `busy` while it moves; `done` in the scan in which it arrived; `late`, `failed` as above;
    `early`: it came from the other end in less than two fifths of the time that the way back
    takes, so the sensor lies; `ran_ms`: how long the last run lasted; `ended`: when it arrived
    last; `jams`: how often it has failed, by direction.
    `learned[UP]` and `learned[DOWN]` are apart: gravity helps one way.
    """

    def __init__(self, name, wish, inputs, byte, drive, sensors, first_ms, settings):
        """`drive`: output masks (down, up); `sensors`: input masks (down, up), 0 = not
        fitted; `first_ms`: assumed time until the first run is learned, and the longest
        time that is ever learned."""
        wish.claim(byte, drive[DOWN] | drive[UP], name)
        self.name = name
        self.busy = False
        self.done = False
        self.late = False
        self.failed = False
        self.early = False
        self.ran_ms = 0
        self.ended = 0
        self.pinches = -1  # UP or DOWN where there is such a direction
        self.learned = (Learned(first_ms), Learned(first_ms))
        self.jams = [0, 0]
        self.direction = DOWN
        self._outputs = wish.bytes
        self._waits = wish.waits
        self._inputs = inputs
        self._byte = byte
        self._drive = drive
        self._sensors = sensors
        self._off = ~(drive[DOWN] | drive[UP]) & 0xFF
        self._first_ms = first_ms
        self._margin_ms = settings.travel_margin_ms
        self._scan_ms = settings.scan_ms
        self._since = 0
        self._from_end = False
        self._proved_ms = 0
        self._slowed_ms = 0  # the way that pinches, as slow as the way back just was; 0 = as ever

    def at(self, end):
        """Whether the sensor of that end is on."""
        return self._inputs[self._byte] & self._sensors[end] != 0

    def at_both(self):
        """Whether the sensors of both ends are on, which cannot be."""
        both = self._sensors[DOWN] | self._sensors[UP]
        two = self._sensors[DOWN] and self._sensors[UP]
        return bool(two) and self._inputs[self._byte] & both == both

    def start(self, direction, now, proved_ms=0):
        """Starts towards UP or DOWN; already there, it is done at the next step. `proved_ms`: it
        was seen to move that long without an end, 0 = not."""
        self.direction = direction
        self.early = False
        self._from_end = self.at(1 - direction)
        self._proved_ms = proved_ms
        if proved_ms:
            self._learn_anew(proved_ms)
        elif self._from_end and direction == self.pinches:
            self._proved_ms = self._slowed_ms
        self.late = False
        self.failed = False
        self.done = False
        self.busy = True
        self._since = now
        self._outputs[self._byte] &= self._off
        if not self.at(direction):
            self._outputs[self._byte] |= self._drive[direction]

    def stop(self):
        """Motor off, wherever it stands."""
        self._outputs[self._byte] &= self._off
        self.busy = False
        self.done = False

    def step(self, now):
        """One scan of a moving drive."""
        self.done = False
        if not self.busy:
            return
        if self._waits[self._byte] & self._drive[self.direction]:
            # the supply has no room for it yet, or no more: it does not move
            self._since = self._since + self._scan_ms & TICKS_MASK
        elapsed_ms = ticks_diff(now, self._since)
        mean_ms = self.learned[self.direction].mean_ms
        sensor = self._sensors[self.direction]
        if not sensor:
            if elapsed_ms >= self._blind_ms():
                self._arrive(now)
        elif self._inputs[self._byte] & sensor:
            self.ran_ms = elapsed_ms
            self._learn(elapsed_ms)
            self._arrive(now)
        elif elapsed_ms > mean_ms + self._margin_ms:
            self.late = True
            pinches = self.direction == self.pinches
            proved_ms = self._proved_ms + self._margin_ms if self._proved_ms else 0
            if pinches and elapsed_ms > proved_ms or elapsed_ms > mean_ms * _STOP_FACTOR:
                self.ran_ms = elapsed_ms
                self.stop()
                self.failed = True
                self.jams[self.direction] += 1

    def _note_slowness(self, elapsed_ms):
        # whether the way that does not pinch took a quarter longer than ever
        if self.direction == self.pinches or self.pinches < 0:
            return False
        learned = self.learned[self.direction]
        self._slowed_ms = 0
        if not learned.runs or 4 * elapsed_ms <= 5 * learned.mean_ms:
            return False
        back_ms = self.learned[1 - self.direction].mean_ms
        self._slowed_ms = min(back_ms * elapsed_ms // learned.mean_ms, self._first_ms)
        return True

    def _learn(self, elapsed_ms):
        # a run from half way, or none at all, says nothing about the whole way
        back = self.learned[1 - self.direction]
        self.early = self._from_end and 5 * elapsed_ms < 2 * back.mean_ms and back.runs > 0
        if self._from_end and not self.early:
            if self._proved_ms or self._note_slowness(elapsed_ms):
                self._learn_anew(elapsed_ms)
            else:
                self.learned[self.direction].add(min(elapsed_ms, self._first_ms))

    def _learn_anew(self, elapsed_ms):
        # it is another machine than it was: this weighs as much as all runs before
        learned = self.learned[self.direction]
        learned.runs = min(learned.runs, 1)
        learned.add(min(elapsed_ms, self._first_ms))

    def _blind_ms(self):
        # No sensor at this end: the time of the way back is the best that is known of it.
        other = self.learned[1 - self.direction]
        return other.mean_ms + self._margin_ms // 2 if other.runs else other.mean_ms

    def _arrive(self, now):
        self.stop()
        self.done = True
        self.ended = now
