"""The last eight replies, so that a request that comes twice is done once.

A reply is found by its id and by the CRC of its request: an id that is used for something
else is an error of the host, never answered with another request's reply. All in preallocated
bytes: a reply is kept in every scan that gives one.
"""

from micropython import const

from paishan.link import MTU
from paishan.link.line import put

KEPT = const(8)
_CRC_BYTES = const(8)

NEW = const(0)  # never seen in this session
KNOWN = const(1)  # its reply is kept
OTHER = const(2)  # the id was used for another request
STALE = const(3)  # older than what is kept


class Replies:
    """`newest`: highest id of the session. Ids count up from 1."""

    def __init__(self):
        self.newest = 0
        self.line = bytearray(MTU)  # the reply that `ask` found KNOWN
        self.length = 0
        self._ids = [-1] * KEPT
        self._crcs = bytearray(KEPT * _CRC_BYTES)
        self._lengths = [0] * KEPT
        self._lines = [bytearray(MTU) for _ in range(KEPT)]
        self._next = 0

    def forget(self):
        """A new session begins: ids count from 1 again."""
        self.newest = 0
        for slot in range(KEPT):
            self._ids[slot] = -1

    def ask(self, number, digits):
        """What is known of a request: NEW, KNOWN, OTHER or STALE."""
        for slot in range(KEPT):
            if self._ids[slot] == number:
                for i in range(_CRC_BYTES):
                    if self._crcs[slot * _CRC_BYTES + i] != digits[i]:
                        return OTHER
                self.length = self._lengths[slot]
                self.line = self._lines[slot]
                return KNOWN if self.length else NEW
        return NEW if number > self.newest else STALE

    def take(self, number, digits):
        """Notes a request before it is done; `keep` adds its reply."""
        slot = self._next
        self._next = (slot + 1) % KEPT
        self._ids[slot] = number
        self._lengths[slot] = 0
        for i in range(_CRC_BYTES):
            self._crcs[slot * _CRC_BYTES + i] = digits[i]
        self.newest = max(self.newest, number)
        return slot

    def keep(self, slot, line, length):
        """The reply of a noted request."""
        put(self._lines[slot], 0, line, length)
        self._lengths[slot] = length
