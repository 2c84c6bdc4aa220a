"""One line under construction in a preallocated buffer: words, numbers, hex and JSON values.

`text`, `number` and `hex` need no heap, so that the scan can write events and `watch` lines;
`value` may allocate. What does not fit is left out whole and `full` is set.
"""

import sys

import micropython

from paishan.link import MTU
from paishan.link.crc import DIGITS, Crc

_SPACE = 0x20
_QUOTE = 0x22
_STAR = 0x2A
_MINUS = 0x2D
_ZERO = 0x30
_BACKSLASH = 0x5C
_LF = 0x0A
_SEAL = 10  # a space, `*`, eight digits; the LF is the eleventh

# Compiled code reads the bytes of a str as it reads those of bytes; CPython's does not.
if sys.implementation.name == "micropython":

    def raw(text):
        """ASCII text as compiled code can read it."""
        return text

else:

    def raw(text):
        """ASCII text as compiled code can read it."""
        return text.encode() if isinstance(text, str) else text


@micropython.viper
def put(line_bytes, at: int, source_bytes, count: int):
    """Copies `count` bytes to `at`."""
    line = ptr8(line_bytes)  # noqa: F821
    source = ptr8(source_bytes)  # noqa: F821
    i = 0
    while i < count:
        line[at + i] = source[i]
        i += 1


@micropython.viper
def put_hex(line_bytes, at: int, source_bytes, count: int, digit_bytes):
    """Writes `count` bytes as two hex digits each to `at`."""
    line = ptr8(line_bytes)  # noqa: F821
    source = ptr8(source_bytes)  # noqa: F821
    digits = ptr8(digit_bytes)  # noqa: F821
    i = 0
    while i < count:
        line[at] = digits[source[i] >> 4]
        line[at + 1] = digits[source[i] & 15]
        at += 2
        i += 1


class Line:
    """`bytes` and `length`; `full` once something did not fit."""

    def __init__(self):
        self.bytes = bytearray(MTU)
        self.length = 0
        self.full = False
        self._most = MTU - _SEAL - 1
        self._crc = Crc()

    def start(self):
        """An empty line."""
        self.length = 0
        self.full = False

    def back(self, length):
        """Takes back what was written behind `length`."""
        self.length = length
        self.full = False

    def _claim(self, count):
        """Where `count` more bytes go, or -1."""
        at = self.length
        if self.full or at + count > self._most:
            self.full = True
            return -1
        self.length = at + count
        return at

    def char(self, code):
        """One byte."""
        at = self._claim(1)
        if at >= 0:
            self.bytes[at] = code

    def text(self, text):
        """ASCII text or bytes, as they are."""
        count = len(text)
        at = self._claim(count)
        if at >= 0:
            put(self.bytes, at, raw(text), count)

    def quoted(self, text):
        """ASCII text without quotes or backslashes in it, as a JSON string."""
        self.char(_QUOTE)
        self.text(text)
        self.char(_QUOTE)

    def number(self, value):
        """A whole number in decimal."""
        if value < 0:
            self.char(_MINUS)
            value = -value
        count = 1
        rest = value // 10
        while rest:
            count += 1
            rest //= 10
        at = self._claim(count)
        if at >= 0:
            while count:
                count -= 1
                self.bytes[at + count] = _ZERO + value % 10
                value //= 10

    def hex(self, source, count):
        """Bytes as hex digits."""
        at = self._claim(2 * count)
        if at >= 0:
            put_hex(self.bytes, at, source, count, DIGITS)

    def value(self, value):
        """A JSON value: None, bool, int, text, or lists and dicts of them."""
        if value is None:
            self.text("null")
        elif value is True:
            self.text("true")
        elif value is False:
            self.text("false")
        elif isinstance(value, int):
            self.number(value)
        elif isinstance(value, str):
            self._string(value)
        elif isinstance(value, dict):
            self._many(value, "{", "}")
        else:
            self._many(value, "[", "]")

    def _many(self, values, first, last):
        self.text(first)
        comma = False
        for each in values:
            if comma:
                self.text(",")
            comma = True
            self.value(each)
            if first == "{":
                self.text(":")
                self.value(values[each])
        self.text(last)

    def _string(self, text):
        # The line is ASCII: MicroPython's json would write the bytes of UTF-8 one by one.
        self.char(_QUOTE)
        for letter in text:
            code = ord(letter)
            if code in (_QUOTE, _BACKSLASH):
                self.char(_BACKSLASH)
                self.char(code)
            elif _SPACE <= code < 0x7F:
                self.char(code)
            elif code < 0x10000:
                self.text("\\u%04x" % code)
            else:
                code -= 0x10000
                self.text("\\u%04x\\u%04x" % (0xD800 + (code >> 10), 0xDC00 + (code & 0x3FF)))
        self.char(_QUOTE)

    def seal(self):
        """Closes a frame: `*`, its CRC, LF."""
        at = self.length
        line = self.bytes
        line[at] = _SPACE
        self._crc.of(line, at + 1)
        line[at + 1] = _STAR
        put(line, at + 2, self._crc.digits, 8)
        line[at + 10] = _LF
        self.length = at + 11

    def end(self):
        """Closes a line for people, who may have a terminal that wants both."""
        at = self.length
        self.bytes[at] = 0x0D
        self.bytes[at + 1] = _LF
        self.length = at + 2
