"""What each function of an .mpy file needs for its locals and operands while it runs."""

BYTECODE, NATIVE = 0, 1  # kinds of code; the others are viper and assembler
_INT, _STR, _BYTES, _TUPLE = 7, 5, 6, 10  # kinds of objects
_HEADER = 4
_EXCEPTION_WORDS = 3  # that each nested handler of exceptions takes


class _Reader:
    def __init__(self, data):
        self.data = data
        self.at = _HEADER

    def take(self, count):
        self.at += count
        return self.data[self.at - count : self.at]

    def number(self):
        value = 0
        while True:
            byte = self.take(1)[0]
            value = value << 7 | byte & 0x7F
            if not byte & 0x80:
                return value

    def skip_name(self):
        length = self.number()
        if not length & 1:  # not one that MicroPython itself has
            self.take((length >> 1) + 1)

    def skip_object(self):
        kind = self.take(1)[0]
        if kind == _TUPLE:
            for _ in range(self.number()):
                self.skip_object()
        elif kind >= _STR:
            self.take(self.number() + (kind in (_STR, _BYTES)))

    def states(self):
        kind_and_length = self.number()
        kind = kind_and_length & 3
        code = self.take(kind_and_length >> 3)
        if kind != BYTECODE:
            self.number()  # where the prelude is, or flags
        yield _words(code) if kind == BYTECODE else 0
        if kind_and_length & 4:
            for _ in range(self.number()):
                yield from self.states()


def _words(code):
    # xSSSSEAA, then as long as x is 1 xFSSKAED: S state less one, E exceptions
    state, handlers = code[0] >> 3 & 0xF, code[0] >> 2 & 1
    at, bits = 0, 0
    while code[at] & 0x80:
        at += 1
        state |= (code[at] & 0x30) << 2 * bits
        handlers |= (code[at] & 2) << bits
        bits += 1
    return state + 1 + handlers * _EXCEPTION_WORDS


def words(data):
    """Of each function of an .mpy file, in the order of its source, the module itself first.
    What is machine code has its state on the stack and counts as 0."""
    reader = _Reader(data)
    names, objects = reader.number(), reader.number()
    for _ in range(names):
        reader.skip_name()
    for _ in range(objects):
        reader.skip_object()
    return list(reader.states())
