"""Run: a motor that turns while it is wanted (drum, ring, belt, dice).

Its deadline is an absolute limit a run. Where a turn sensor is fitted, no pulse for
`stall_ms` is a stall. Either switches the motor off.
"""

from paishan.io.ticks import ticks_diff


class Run:
    """`busy` while it is wanted; `stalled`, `overran` once its own limits stopped it; `pulses`
    of its turn sensor since power-on; `silent`: that sensor is not believed any more; `jams`:
    how often it stalled, counted by its owner, who knows whether to believe it."""

    def __init__(self, name, wish, byte, on, limit_ms, reverse=0):
        wish.claim(byte, on | reverse, name)
        self.name = name
        self.busy = False
        self.stalled = False
        self.overran = False
        self.pulses = 0
        self.silent = False
        self.jams = 0
        self._outputs = wish.bytes
        self._waits = wish.waits
        self._byte = byte
        self._on = on
        self._reverse = reverse
        self._off = ~(on | reverse) & 0xFF
        self._limit_ms = limit_ms
        self._since = 0
        self._edges = bytearray(0)
        self._pulse_byte = 0
        self._pulse = 0
        self._stall_ms = 0
        self._pulse_seen = 0

    def watch_pulses(self, edges, byte, pulse, stall_ms):
        """Fits a turn sensor: an edge of `pulse` at least every `stall_ms`."""
        self._edges = edges
        self._pulse_byte = byte
        self._pulse = pulse
        self._stall_ms = stall_ms

    def start(self, now, backwards=False):
        """Starts, or turns the other way; going on in the same direction changes nothing."""
        on = self._reverse if backwards else self._on
        if self.busy and self._outputs[self._byte] & on:
            return
        self._outputs[self._byte] = self._outputs[self._byte] & self._off | on
        self.busy = True
        self.stalled = False
        self.overran = False
        self._since = now
        self._pulse_seen = now

    def stop(self):
        """Motor off."""
        self._outputs[self._byte] &= self._off
        self.busy = False

    def step(self, now):
        """One scan of a running motor."""
        if not self.busy:
            return
        if ticks_diff(now, self._since) > self._limit_ms:
            self.stop()
            self.overran = True
        elif self._pulse and not self.silent:
            edges = self._edges
            byte = self._pulse_byte
            pulse = (edges[byte] | edges[8 + byte]) & self._pulse
            if pulse:
                self._pulse_seen = now
                self.pulses += 1
            elif self._waits[self._byte] & (self._on | self._reverse):
                self._pulse_seen = now  # the interlocks hold it: it has not begun to turn
            elif ticks_diff(now, self._pulse_seen) > self._stall_ms:
                self.stop()
                self.stalled = True
