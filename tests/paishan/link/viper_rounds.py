"""Random bytes through every viper function of the link; prints one line of bytes a round.

Run by test_heap.py in CPython and in MicroPython: the lines must be the same.
"""

import binascii

from paishan.link.crc import DIGITS, Crc, same
from paishan.link.line import put as put_text
from paishan.link.line import put_hex
from paishan.link.queue import get, put
from paishan.link.reader import collect
from paishan.link.session import begins, printable

ROUNDS = 400
_state = 4711


def _number(below):
    global _state
    _state = (_state * 1103515245 + 12345) & 0x7FFFFFFF
    return (_state >> 8) % below


def _bytes(count, below=256):
    return bytearray([_number(below) for _ in range(count)])


def _hex(*images):
    return " ".join([binascii.hexlify(bytes(image)).decode() for image in images])


def lines():
    """One text a round."""
    crc = Crc()
    for _ in range(ROUNDS):
        data = _bytes(240)
        count = _number(241)
        crc.of(data, count)
        yield f"crc {crc.digits.decode()} {binascii.crc32(bytes(data[:count])):08x}"
        data[0:8] = crc.digits.upper()
        yield f"same {same(data, 0, crc.digits)} {same(data, 8, crc.digits)}"
        ring = _bytes(32)
        at = put(ring, 32, _number(32), data, _number(33))
        out = bytearray(32)
        get(ring, 32, at, out, _number(33))
        yield f"ring {at} {_hex(ring, out)}"
        line = _bytes(64)
        put_text(line, _number(32), data, _number(32))
        put_hex(line, _number(8), data, _number(24), DIGITS)
        yield f"line {_hex(line)}"
        chunk = _bytes(64, 20)
        chunk[_number(64)] = 97 + _number(26)
        line = _bytes(40)
        state = bytearray([_number(16), 0, 0])
        at = collect(chunk, _number(32), 32 + _number(32), line, 16 + _number(24), state)
        yield f"collect {at} {_hex(line, state)}"
        text = _bytes(20, 40)
        word = bytes(text[3:7])
        found = begins(text, 3, 7, word, 4), begins(text, 2 + _number(3), 12, word, 4)
        yield f"begins {found[0]} {found[1]}"
        yield f"printable {printable(data, _number(120), 120 + _number(120))}"


if __name__ == "__main__":
    for text in lines():
        print(text)
