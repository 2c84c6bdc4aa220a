"""The two-digit display: numbers, signs, blinking, pages in turn, a code of eight digits.

A page is two glyphs, tens and units; segment a is bit 0 … g bit 6, the point bit 7.
"""

from micropython import const

from paishan.io.image import TENS, UNITS
from paishan.io.ticks import ticks_diff

DIGITS = b"\x3f\x06\x5b\x4f\x66\x6d\x7d\x07\x7f\x6f"  # 0 to 9
BLANK = const(0x00)
DASH = const(0x40)
OPEN = const(0x5C)  # o, the dome is open
POINT = const(0x80)

_GLYPHS = {DIGITS[digit]: str(digit) for digit in range(10)}
_GLYPHS[BLANK] = " "
_GLYPHS[DASH] = "-"
_GLYPHS[OPEN] = "o"


_PAIRS = const(4)
_TWICE = const(8)  # pages
_PAIR_MS = const(1500)


class Display:
    """One page, steady or blinking, or up to three in turn; above them for a while a code."""

    def __init__(self, wish, settings):
        wish.claim(TENS, 0xFF, "display")
        wish.claim(UNITS, 0xFF, "display")
        self._outputs = wish.bytes
        self._patterns = wish.patterns
        self._page_ms = settings.display_page_ms
        self._pages = bytearray(6)
        self._next = bytearray(6)
        self._count = 1  # of them that are shown in turn
        self._page = 0
        self._fresh = False  # the pages were set since the last scan
        self._since = 0
        self._spelled = bytearray(2 * _PAIRS)
        self._left = 0  # pages of the code that are still to come

    def show(self, tens, units):
        """One steady page of two glyphs."""
        self._set(0, tens, units)
        self._turn_to(1)

    def blink(self, tens, units):
        """One blinking page."""
        self._set(0, tens, units)
        self._set(1, BLANK, BLANK)
        self._turn_to(2)

    def number(self, value):
        """A number 0 to 99, steady; larger ones show as 99."""
        value = min(value, 99)
        tens = DIGITS[value // 10] if value >= 10 else BLANK
        self.show(tens, DIGITS[value % 10])

    def blink_number(self, value):
        """A number 0 to 99, blinking."""
        self.blink(DIGITS[value // 10] if value >= 10 else BLANK, DIGITS[value % 10])

    def code(self, code, number=-1):
        """A fault code in two digits: blinking, or in turn with a number 0 to 99 behind a dash.
        From 10 on, when it could be another code, the dashes are a page of their own."""
        tens = DIGITS[code // 10]
        units = DIGITS[code % 10]
        number = min(number, 99)
        if number < 0:
            self.blink(tens, units)
            return
        self._set(0, tens, units)
        if number < 10:
            self._set(1, DASH, DIGITS[number])
            self._turn_to(2)
        else:
            self._set(1, DASH, DASH)
            self._set(2, DIGITS[number // 10], DIGITS[number % 10] | POINT)
            self._turn_to(3)

    def in_turn(self, value, other):
        """Two numbers 0 to 99 in turn, the second with a point (a pending gear)."""
        value = min(value, 99)
        other = min(other, 99)
        self._set(0, DIGITS[value // 10] if value >= 10 else BLANK, DIGITS[value % 10])
        self._set(1, DIGITS[other // 10], DIGITS[other % 10] | POINT)
        self._turn_to(2)

    def step(self, now):
        """One scan: turns the page when it is time; returns whether there is another one."""
        if self._fresh:
            self._fresh = False
            self._since = now
        elif self._left:
            if ticks_diff(now, self._since) >= _PAIR_MS:
                self._since = now
                self._left -= 1
                self._put()
        elif self._count > 1 and ticks_diff(now, self._since) >= self._page_ms:
            self._since = now
            self._page += 1
            if self._page >= self._count:
                self._page = 0
            self._put()
        return self._count > 1 or self._left > 0

    def spell(self, code):
        """Eight digits as four pages, twice, a point on the first; then what was there before."""
        for at in range(2 * _PAIRS):
            self._spelled[at] = DIGITS[int(code[at])]
        self._spelled[1] |= POINT
        self._left = _TWICE
        self._fresh = True
        self._patterns[0] = 1
        self._put()

    def text(self):
        """What stands on the display now, as a string (for people, not in the scan)."""
        text = ""
        for byte in (TENS, UNITS):
            glyph = self._outputs[byte]
            text += _GLYPHS.get(glyph & 0x7F, "?") + ("." if glyph & POINT else "")
        return text

    def position(self, value):
        """A gear 0 to 255: above 99 its last two digits, a point on the tens for one hundred
        more, on the units for two."""
        tens = DIGITS[value // 10 % 10] if value >= 10 else BLANK
        units = DIGITS[value % 10]
        if value >= 200:
            units |= POINT
        elif value >= 100:
            tens |= POINT
        self.show(tens, units)

    def _set(self, page, tens, units):
        self._next[2 * page] = tens
        self._next[2 * page + 1] = units

    def _turn_to(self, count):
        # so many pages are shown in turn
        same = self._count == count
        for at in range(2 * count):
            same = same and self._pages[at] == self._next[at]
        if same:
            return
        self._pages, self._next = self._next, self._pages
        turned = self._count > 1
        self._count = count
        if not (turned and count > 1):  # a new number keeps the pages turning
            self._page = 0
            self._fresh = True
            self._patterns[0] = 1
        elif self._page >= count:
            self._page = 0
        self._put()

    def _put(self):
        pages = self._pages
        at = 2 * self._page
        if self._left:
            pages = self._spelled
            at = 2 * ((_TWICE - self._left) % _PAIRS)
        self._outputs[TENS] = pages[at]
        self._outputs[UNITS] = pages[at + 1]
