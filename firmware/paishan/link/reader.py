"""From bytes to lines: one preallocated line, filled as bytes come, a bounded number a scan.

CR is ignored, but it ends a bare command: many terminals send nothing else for Enter. A line
of more than MTU bytes is dropped to its end.
"""

import micropython
from micropython import const

from paishan.link import MTU

# in the state bytes
_LENGTH = const(0)
_TOO_LONG = const(1)
_ENDED = const(2)


@micropython.viper
def collect(chunk_bytes, at: int, count: int, line_bytes, most: int, state_bytes) -> int:
    """Moves bytes from the chunk to the line, to the line's end at most; returns the place
    behind the last one taken."""
    chunk = ptr8(chunk_bytes)  # noqa: F821
    line = ptr8(line_bytes)  # noqa: F821
    state = ptr8(state_bytes)  # noqa: F821
    length = int(state[0])
    while at < count:
        byte = chunk[at]
        at += 1
        if byte == 13 and length > 0 and line[0] >= 97 and line[0] <= 122:
            byte = 10
        if byte == 10:
            state[2] = 1
            break
        if byte != 13:
            if length < most:
                line[length] = byte
                length += 1
            else:
                state[1] = 1
    state[0] = length
    return at


class Reader:
    """`line` and `length`: the last whole line, valid until the next call of `next`.

    `chunk`: bytes that came in one scan and are not used up yet.
    """

    def __init__(self, bytes_per_scan):
        self.line = bytearray(MTU)
        self.length = 0
        self.too_long = False
        self._chunk = bytearray(bytes_per_scan)
        self._at = 0
        self._count = 0
        self._state = bytearray(3)

    def fill(self, readinto):
        """Takes what the serial line has, unless bytes of an earlier scan are left; returns how
        many there are now. `readinto`: the line's."""
        if self._at == self._count:
            self._at = 0
            self._count = readinto(self._chunk)
        return self._count - self._at

    def next(self):
        """Whether a line has come to its end; the rest of the chunk waits for the next call."""
        state = self._state
        self._at = collect(self._chunk, self._at, self._count, self.line, MTU, state)
        if not state[_ENDED]:
            return False
        self.length = state[_LENGTH]
        self.too_long = state[_TOO_LONG] != 0
        state[_LENGTH] = 0
        state[_TOO_LONG] = 0
        state[_ENDED] = 0
        return True
