"""Verbs that need no heap and are always at hand: they are polled while motors run."""

from paishan.io.image import INPUT_BYTES, OUTPUT_BYTES, TENS, UNITS
from paishan.motion.display import BLANK, DASH, DIGITS, OPEN

_COMMA = 0x2C

_GLYPHS = {DIGITS[digit]: 0x30 + digit for digit in range(10)}
_GLYPHS[BLANK] = 0x20
_GLYPHS[DASH] = 0x2D
_GLYPHS[OPEN] = 0x6F
_UNKNOWN = 0x3F


def ping(session, answer, arguments):
    """Nothing but a reply. Needs no heap."""


def watch(session, answer, arguments):
    """Everything that moves, on one line. Needs no heap: it is polled while motors run."""
    app = session.app
    table = app.table
    outputs = app.interlocks.outputs
    answer.key("time")
    answer.number(session.now)
    answer.key("state")
    answer.quote()
    answer.text(table.state.name)
    answer.quote()
    answer.key("gear")
    answer.number(table.gear.position if table.gear else -1)
    answer.key("fault")
    answer.number(table.alarm.code)
    answer.key("counts")
    first = 0x5B
    for side in table.sides:
        answer.char(first)
        answer.number(side.count)
        first = _COMMA
    answer.char(0x5D)
    answer.key("display")
    answer.quote()
    answer.char(_GLYPHS.get(outputs[TENS] & 0x7F, _UNKNOWN))
    answer.char(_GLYPHS.get(outputs[UNITS] & 0x7F, _UNKNOWN))
    answer.quote()
    answer.key("in")
    answer.quote()
    answer.hex(table.inputs, INPUT_BYTES)
    answer.quote()
    answer.key("out")
    answer.quote()
    answer.hex(outputs, OUTPUT_BYTES)
    answer.quote()
