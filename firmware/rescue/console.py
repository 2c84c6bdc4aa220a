"""The serial line that MicroPython itself has on a board: USB, or the UART of its prompt.

Its bytes come through sys.stdin and go through sys.stdout. A byte is only asked for when one
is there and only given when there is room for it, since both would wait otherwise: a host
that opens the port and never reads would stop the table for half a second a scan.

Application and recovery shell both talk through it: it must work when the other one does not.
"""

import select
import sys

import micropython
from micropython import const

_MOVING = const(8)  # bytes a scan in each direction while a motor runs, 40 us each on an RP2040
_AT_REST = const(64)


class Console:
    """`readinto` and `write` as the link wants them; neither waits or allocates.

    From now on Ctrl-C is a byte like any other.
    """

    def __init__(self):
        micropython.kbd_intr(-1)
        self._most = _AT_REST
        self._came = select.poll()
        self._came.register(sys.stdin, select.POLLIN)
        self._room = select.poll()
        self._room.register(sys.stdout, select.POLLOUT)
        self._take = sys.stdin.buffer.readinto
        self._give = sys.stdout.buffer.write
        self._byte = bytearray(1)
        self._ready(self._came)  # the first call of each takes what it needs from the heap
        self._ready(self._room)

    def spare(self, moving):
        """Takes fewer bytes at once while a motor runs: they cost time that its scans need."""
        self._most = _MOVING if moving else _AT_REST

    def readinto(self, buffer):
        """Fills `buffer` from its start; how many bytes came."""
        for _ in self._came.ipoll(0):
            return self._taken(buffer)
        return 0

    def _taken(self, buffer):
        byte = self._byte
        most = min(self._most, len(buffer))
        count = 0
        while count < most:
            self._take(byte)
            buffer[count] = byte[0]
            count += 1
            if not self._ready(self._came):
                break
        return count

    def write(self, buffer, count):
        """Takes up to `count` bytes of `buffer`; how many it took."""
        byte = self._byte
        most = min(self._most, count)
        taken = 0
        while taken < most and self._ready(self._room):
            byte[0] = buffer[taken]
            self._give(byte)
            taken += 1
        return taken

    def _ready(self, poll):
        for _ in poll.ipoll(0):
            return True
        return False
