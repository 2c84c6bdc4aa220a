"""Capture: the inputs of every scan, as changes, so that a run can be replayed bit for bit.

An entry is four bytes: scans since the entry before (two bytes, low first), station, new
value. A run of 65535 scans without a change gets an entry that changes nothing. The ring
holds 1024 entries, some 15 s of a build: a reader that keeps up misses none, and `count`
tells one that did not.
"""

from micropython import const

from paishan.io.image import INPUT_BYTES, copy

ENTRIES = const(1024)
_BYTES = const(4)
_LONGEST = const(65535)


class Capture:
    """`running`; `scans` since the start; `count` entries since the start."""

    def __init__(self):
        self.running = False
        self.scans = 0
        self.count = 0
        self._ring = bytearray(0)
        self._last = bytearray(INPUT_BYTES)
        self._gap = 0

    def start(self):
        """Begins with the next scan; before it all stations count as 0. Takes 4 KB the first
        time."""
        if not self._ring:
            self._ring = bytearray(ENTRIES * _BYTES)
        for station in range(INPUT_BYTES):
            self._last[station] = 0
        self.scans = 0
        self.count = 0
        self._gap = 0
        self.running = True

    def stop(self):
        """Ends; what was captured can still be read."""
        self.running = False

    def oldest(self):
        """Number of the oldest entry that is still kept."""
        return max(0, self.count - ENTRIES)

    def entry(self, number):
        """(scans since the entry before, station, value) of the entry with that number."""
        at = number % ENTRIES * _BYTES
        ring = self._ring
        return ring[at] | ring[at + 1] << 8, ring[at + 2], ring[at + 3]

    def scan(self, inputs):
        """Takes in the raw inputs of one scan."""
        self.scans += 1
        if inputs != self._last:
            for station in range(INPUT_BYTES):
                if inputs[station] != self._last[station]:
                    self._add(station, inputs[station])
            copy(self._last, inputs, INPUT_BYTES)
        elif self._gap == _LONGEST:
            self._add(0, inputs[0])
        self._gap += 1

    def _add(self, station, value):
        at = self.count % ENTRIES * _BYTES
        ring = self._ring
        ring[at] = self._gap & 0xFF
        ring[at + 1] = self._gap >> 8
        ring[at + 2] = station
        ring[at + 3] = value
        self.count += 1
        self._gap = 0
