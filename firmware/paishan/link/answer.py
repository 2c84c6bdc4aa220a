"""What a verb's handler writes into: pairs of key and value, for the tool or for a person.

The tool gets `#12 ok key=value`, a person `key value, key value`. Handlers do not know which.
"""

from micropython import const

from paishan.link.errors import name_of
from paishan.link.line import Line

_SPACE = const(0x20)
_EQUALS = const(0x3D)
_COLON = const(0x3A)
_AT = const(0x40)
_HASH = const(0x23)
_QUOTE = const(0x22)

OK = "ok"
MORE = "+"


class Answer(Line):
    """A line of a reply. `id`: of the request, -1 for a person; `address`: -1 for none."""

    def __init__(self):
        super().__init__()
        self.id = -1
        self.address = bytearray(1)
        self.addressed = False
        self._first = True
        self._head = 0

    def begin(self, kind):
        """Starts a line: OK, MORE or the like."""
        self.start()
        if self.addressed:
            self.char(_AT)
            self.hex(self.address, 1)
        if self.id >= 0:
            self.char(_HASH)
            self.number(self.id)
            self.char(_SPACE)
            self.text(kind)
        self._first = True
        self._head = self.length

    @property
    def empty(self):
        """Whether nothing was put into this line yet."""
        return self.length == self._head and not self.full

    def key(self, key):
        """Starts a pair; one of the methods of a line writes the value."""
        if self.id >= 0:
            self.char(_SPACE)
            self.text(key)
            self.char(_EQUALS)
        else:
            if not self._first:
                self.text(", ")
            self.text(key)
            self.char(_SPACE)
        self._first = False

    def quote(self):
        """Around text that handlers write themselves."""
        if self.id >= 0:
            self.char(_QUOTE)

    def total(self, lines):
        """The end of an answer of many lines."""
        if self.id >= 0:
            self.put("n", lines)
        else:
            self.text("(")
            self.number(lines)
            self.text(" lines)")

    def put(self, key, value):
        """A pair. Returns whether it fitted."""
        length = self.length
        self.key(key)
        self.value(value)
        return not self.full or self._undo(length)

    def try_put(self, key, value):
        """A pair, or nothing at all when it does not fit any more."""
        if self.put(key, value):
            return True
        self.full = False
        return False

    def _undo(self, length):
        self.length = length
        return False

    def value(self, value):
        """As JSON for the tool; without quotes, and no sign for nothing, for a person."""
        if self.id < 0 and isinstance(value, str):
            for letter in value:
                self.char(ord(letter) if _SPACE <= ord(letter) < 0x7F else 0x3F)
        elif self.id < 0 and value is None:
            self.text("none")
        else:
            super().value(value)

    def refuse(self, code, details):
        """Makes it an error: `err 203 BUSY key=value`."""
        self.begin("err ")
        if self.id < 0:
            self.text("error ")
        self.number(code)
        self.char(_SPACE)
        self.text(name_of(code))
        if self.id < 0 and details:
            self.char(_COLON)
            self.char(_SPACE)
        for key, value in details:
            self.try_put(key, value)

    def close(self):
        """Ends the line."""
        if self.id >= 0:
            self.seal()
        else:
            if self.empty:
                self.text(OK)
            self.end()
