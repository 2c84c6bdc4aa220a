"""Drum and magnetic ring: they bring the tiles, and shake loose those that do not come.

Agitation is a ladder of steps, walked once per try: rest, run the drum back, rest, go on.
Where tiles leave the ring though a turn sensor is silent, it is the sensor that has failed: the
build goes on without it, and says so. It is believed again once it gives a pulse.
"""

from micropython import const

from paishan.io.image import (
    CENTRE,
    DRUM,
    DRUM_REV,
    DRUM_TURN,
    RING,
    RING_TILE,
    RING_TURN,
)
from paishan.io.ticks import TICKS_MASK, ticks_diff
from paishan.motion.run import Run
from paishan.table.faults import DRUM_STALL, RING_STALL, RUN_LIMIT

_REST = const(0)
_BACK = const(1)

# (what, which setting says how long); after the last step drum and ring run on
AGITATION = (
    (_REST, "agitate_pause_ms"),
    (_BACK, "agitate_reverse_ms"),
    (_REST, "agitate_pause_ms"),
)

_NOT_AGITATING = const(-1)

_FRESH_MS = const(500)  # a tile left the ring that lately: drum and ring do turn
_PROOFS = const(3)  # stalls of the ring in a row that tiles disprove: its sensor is silent
# A ring brings what it carries though the drum stands: so many tiles prove nothing of the drum,
# and it gets one more time to bring more.
_RING_HOLDS = const(16)
_GRACE = const(2)


class Drum:
    """`running`: drum and ring are wanted; `agitating`: a ladder is being walked; `tiles`: how
    many left the ring in this build."""

    def __init__(self, wish, edges, settings, alarm):
        self.drum = Run("drum", wish, CENTRE, DRUM, settings.run_limit_ms, DRUM_REV)
        self.ring = Run("ring", wish, CENTRE, RING, settings.run_limit_ms)
        fitted = settings.centre_fitted
        self.drum.watch_pulses(edges, CENTRE, DRUM_TURN & fitted, settings.drum_stall_ms)
        self.ring.watch_pulses(edges, CENTRE, RING_TURN & fitted, settings.ring_stall_ms)
        self.tiles = 0
        self._edges = edges
        self._tile_since = 0
        self._tiles_then = 0  # when the drum gave its last pulse
        self._disproved = 0
        self._alarm = alarm
        self._settings = settings
        self._rung = _NOT_AGITATING
        self._since = 0
        self._mix_ms = settings.mix_ms
        self._mixing = False
        self._drum_step = self.drum.step
        self._ring_step = self.ring.step

    def running(self):
        """Whether tiles are being brought, or are about to be again."""
        return self.ring.busy or self._rung != _NOT_AGITATING

    def agitating(self):
        """Whether a ladder is being walked."""
        return self._rung != _NOT_AGITATING

    def begin(self, now):
        """The start of a build: the drum mixes first, if it is set to; then the ring."""
        self.tiles = 0
        self._tiles_then = 0
        if self._mix_ms:
            self.stop()
            self._mixing = True
            self._since = now
            self.drum.start(now)
        else:
            self.start(now)

    def start(self, now):
        """Drum and ring on."""
        self._rung = _NOT_AGITATING
        self._mixing = False
        self.drum.start(now)
        self.ring.start(now)

    def stop(self):
        """Both off."""
        self._rung = _NOT_AGITATING
        self._mixing = False
        self.drum.stop()
        self.ring.stop()

    def agitate(self, now):
        """Walks the ladder once, then runs on."""
        self._rung = 0
        self._enter(now)

    def step(self, now):
        """One scan; reports stall and overrun."""
        if self._rung != _NOT_AGITATING:
            self._climb(now)
        elif self._mixing and ticks_diff(now, self._since) >= self._mix_ms:
            self.start(now)
        rose = self._edges[CENTRE]
        if rose:
            self._note(rose, now)
        # most steps are those of a pulse of one of the two
        drum = self.drum
        ring = self.ring
        turned = (self._edges[CENTRE] | self._edges[8 + CENTRE]) & (DRUM_TURN | RING_TURN)
        if turned != RING_TURN:
            self._drum_step(now)
        if turned != DRUM_TURN:
            self._ring_step(now)
        if drum.stalled:
            self._judge(drum, DRUM_STALL, now)
        elif ring.stalled:
            self._judge(ring, RING_STALL, now)
        elif drum.overran or ring.overran:
            self._alarm.report(RUN_LIMIT)

    def _note(self, rose, now):
        if rose & RING_TILE:
            self.tiles += 1
            self._tile_since = now
        if rose & DRUM_TURN:
            self._tiles_then = self.tiles
            self.drum.silent = False
        if rose & RING_TURN:
            self.ring.silent = False

    def _judge(self, run, code, now):
        stands = not self.tiles or now - self._tile_since & TICKS_MASK > _FRESH_MS
        held = run is self.drum and self.tiles - self._tiles_then <= _RING_HOLDS
        self._disproved += 1
        if stands or held and self._disproved >= _GRACE:
            self._disproved = 0
            run.jams += 1
            self._alarm.report(code)
            return
        if not held and (run is self.drum or self._disproved >= _PROOFS):
            self._disproved = 0
            run.silent = True
        run.start(now)

    def _climb(self, now):
        if ticks_diff(now, self._since) < getattr(self._settings, AGITATION[self._rung][1]):
            return
        self._rung += 1
        if self._rung == len(AGITATION):
            self.start(now)
        else:
            self._enter(now)

    def _enter(self, now):
        self._since = now
        self.drum.stop()
        self.ring.stop()
        if AGITATION[self._rung][0] == _BACK:
            self.drum.start(now, True)
