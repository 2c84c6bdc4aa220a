"""A lamp or the buzzer: off, on, or a pattern of on and off times."""

from paishan.io.ticks import ticks_diff

# patterns: times in units of 10 ms, on first, then off, and so on
STEADY = b""
SLOW = b"\x32\x32"  # 0.5 s on, 0.5 s off
FAST = b"\x0f\x0f"  # 0.15 s
BEEP_DONE = b"\x32"  # half a second, once
BEEP_NOT_NOW = b"\x06"  # short: not now
BEEP_REFUSED = b"\x0a\x0a\x0a"  # two short ones
BEEP_FAULT = b"\x1e\x14\x1e\x14\x1e"  # three long ones


class Lamp:
    """One output that follows a pattern, once or over and over."""

    def __init__(self, name, wish, byte, mask):
        wish.claim(byte, mask, name)
        self._outputs = wish.bytes
        self._byte = byte
        self._mask = mask
        self._off = ~mask & 0xFF
        self._patterns = wish.patterns
        self._pattern = STEADY
        self._repeats = False
        self._at = -1  # place in the pattern, -1 = none under way
        self._started = False
        self._since = 0

    def off(self):
        """Dark, silent."""
        self._pattern = STEADY
        self._at = -1
        self._outputs[self._byte] &= self._off

    def on(self):
        """Steady light."""
        self._pattern = STEADY
        self._at = -1
        self._outputs[self._byte] |= self._mask

    def follow(self, pattern, repeats):
        """Starts a pattern; one that repeats and is under way already just goes on."""
        if repeats and self._at >= 0 and self._pattern is pattern:
            return
        self._pattern = pattern
        self._repeats = repeats
        self._at = 0
        self._started = False
        self._patterns[0] = 1
        self._outputs[self._byte] |= self._mask

    def step(self, now):
        """One scan; returns whether a pattern is under way."""
        at = self._at
        if at < 0:
            return False
        if not self._started:
            self._started = True
            self._since = now
            return True
        if ticks_diff(now, self._since) < self._pattern[at] * 10:
            return True
        self._since = now
        at += 1
        if at == len(self._pattern):
            if not self._repeats:
                self.off()
                return False
            at = 0
        self._at = at
        if at & 1:
            self._outputs[self._byte] &= self._off
        else:
            self._outputs[self._byte] |= self._mask
        return True
