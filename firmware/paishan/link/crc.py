"""CRC-32 of a line (that of zlib), in halves of 16 bits so that no number leaves 30 bits.

`binascii.crc32` would do, but its result needs the heap on a 32-bit board, and lines are
checked in the scan. Two table look-ups a byte; a line of 240 bytes takes as long as two scans'
worth of debouncing.
"""

import micropython

# (high byte first) remainder of each value of four bits
_TABLE = (
    b"\x00\x00\x00\x00\x1d\xb7\x10\x64\x3b\x6e\x20\xc8\x26\xd9\x30\xac"
    b"\x76\xdc\x41\x90\x6b\x6b\x51\xf4\x4d\xb2\x61\x58\x50\x05\x71\x3c"
    b"\xed\xb8\x83\x20\xf0\x0f\x93\x44\xd6\xd6\xa3\xe8\xcb\x61\xb3\x8c"
    b"\x9b\x64\xc2\xb0\x86\xd3\xd2\xd4\xa0\x0a\xe2\x78\xbd\xbd\xf2\x1c"
)
DIGITS = b"0123456789abcdef"


@micropython.viper
def digest(table_bytes, digit_bytes, line_bytes, count: int, result_bytes):
    """Writes the CRC of `count` bytes as eight hex digits."""
    table = ptr8(table_bytes)  # noqa: F821
    digits = ptr8(digit_bytes)  # noqa: F821
    line = ptr8(line_bytes)  # noqa: F821
    result = ptr8(result_bytes)  # noqa: F821
    high = 0xFFFF
    low = 0xFFFF
    i = 0
    while i < count:
        byte = line[i]
        nibble = 0
        while nibble < 2:
            at = ((low ^ byte) & 15) << 2
            low = (low >> 4 | (high & 15) << 12) ^ (table[at + 2] << 8 | table[at + 3])
            high = high >> 4 ^ (table[at] << 8 | table[at + 1])
            byte >>= 4
            nibble += 1
        i += 1
    high ^= 0xFFFF
    low ^= 0xFFFF
    i = 0
    while i < 4:
        result[i] = digits[high >> (12 - 4 * i) & 15]
        result[4 + i] = digits[low >> (12 - 4 * i) & 15]
        i += 1


@micropython.viper
def same(line_bytes, start: int, digit_bytes) -> int:
    """1 when the eight hex digits at `start`, in either case, are these."""
    line = ptr8(line_bytes)  # noqa: F821
    digits = ptr8(digit_bytes)  # noqa: F821
    i = 0
    while i < 8:
        byte = line[start + i]
        if byte >= 65:
            byte |= 0x20
        if byte != digits[i]:
            return 0
        i += 1
    return 1


class Crc:
    """`digits`: eight hex digits of the line last asked about."""

    def __init__(self):
        self.digits = bytearray(8)

    def of(self, line, count):
        """Works out the digits of the first `count` bytes."""
        digest(_TABLE, DIGITS, line, count, self.digits)

    def closes(self, line, count):
        """Whether a line of `count` bytes ends in `*` and the CRC of all before it."""
        end = count - 9
        if end < 1 or line[end] != 0x2A:
            return False
        self.of(line, end)
        return same(line, end + 1, self.digits) == 1
