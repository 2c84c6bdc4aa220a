"""The bytes that wait to be sent: a ring of fixed size, filled a line at a time."""

import micropython


@micropython.viper
def put(ring_bytes, size: int, at: int, source_bytes, count: int) -> int:
    """Copies into the ring from `at` on; returns the place behind the last byte."""
    ring = ptr8(ring_bytes)  # noqa: F821
    source = ptr8(source_bytes)  # noqa: F821
    i = 0
    while i < count:
        ring[at] = source[i]
        at += 1
        if at == size:
            at = 0
        i += 1
    return at


@micropython.viper
def get(ring_bytes, size: int, at: int, target_bytes, count: int):
    """Copies `count` bytes out of the ring from `at` on."""
    ring = ptr8(ring_bytes)  # noqa: F821
    target = ptr8(target_bytes)  # noqa: F821
    i = 0
    while i < count:
        target[i] = ring[at]
        at += 1
        if at == size:
            at = 0
        i += 1


class Queue:
    """`used`: bytes that wait; `room`: bytes that still fit."""

    def __init__(self, size):
        self._ring = bytearray(size)
        self._size = size
        self._first = 0
        self._next = 0
        self.used = 0
        self.room = size

    def push(self, source, count):
        """Takes `count` bytes; the caller has looked at `room`."""
        self._next = put(self._ring, self._size, self._next, source, count)
        self.used += count
        self.room -= count

    def peek(self, target):
        """Copies the oldest bytes into `target`; returns how many."""
        count = min(self.used, len(target))
        get(self._ring, self._size, self._first, target, count)
        return count

    def drop(self, count):
        """The oldest `count` bytes have left."""
        self._first = (self._first + count) % self._size
        self.used -= count
        self.room += count

    def clear(self):
        """Forgets all of them."""
        self.drop(self.used)
