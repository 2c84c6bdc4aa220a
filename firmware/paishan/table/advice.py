"""Advice: what a technician should look at though nothing stops, each told once a build."""

from micropython import const

from paishan.table.events import ADVICE

_BYTES = const(13)  # a bit for each code of two digits


class Advice:
    """`latest`: the code that was told last, 0 = nothing."""

    def __init__(self, events):
        self.latest = 0
        self._events = events
        self._told = bytearray(_BYTES)

    def tell(self, code):
        """Tells an advice, unless it was told since the last `begin`."""
        bit = 1 << (code & 7)
        if not self._told[code >> 3] & bit:
            self._told[code >> 3] |= bit
            self.latest = code
            self._events.add(ADVICE, code)

    def begin(self):
        """A build begins: what still holds is told anew."""
        self.latest = 0
        for at in range(_BYTES):
            self._told[at] = 0

    def adopt(self, before):
        """Takes up what a table that is put together anew has told."""
        self.latest = before.latest
        for at in range(_BYTES):
            self._told[at] = before._told[at]

    def codes(self):
        """All that was told since the last `begin`."""
        return [code for code in range(8 * _BYTES) if self._told[code >> 3] >> (code & 7) & 1]
