"""An event as a line: `!<n> <name> key=value … time=<ms>`, written without the heap."""

from micropython import const

from paishan.store.schema import SETTINGS
from paishan.table.events import (
    EVENTS,
    KEY,
    KEY_EVENTS,
    RECORD,
    RECORDS,
    SETTING,
    STATE,
    STATES,
)

_BANG = const(0x21)
_SPACE = const(0x20)
_EQUALS = const(0x3D)

_TIME = const(0)
_EVENT = const(1)
_FIRST_VALUE = const(2)

_WORDS: dict[int, tuple[str, ...]] = {STATE: STATES, KEY: KEY_EVENTS, RECORD: RECORDS}


def _word(kind, value):
    """The word that a value stands for, or None where it is a number."""
    if kind == SETTING:
        return SETTINGS[value][0] if value < len(SETTINGS) else None
    words = _WORDS.get(kind)
    return words[value] if words and value < len(words) else None


def write_event(line, events, number):
    """The line of an event, but for its CRC."""
    event = EVENTS[events.field(number, _EVENT)]
    line.start()
    line.char(_BANG)
    line.number(number)
    line.char(_SPACE)
    line.text(event[0])
    field = _FIRST_VALUE
    for key, kind in event[1]:
        line.char(_SPACE)
        line.text(key)
        line.char(_EQUALS)
        value = events.field(number, field)
        word = _word(kind, value)
        if word is None:
            line.number(value)
        else:
            line.quoted(word)
        field += 1
    line.text(" time=")
    line.number(events.field(number, _TIME))


def pairs(events, number):
    """The same as a list of (key, value), the name first."""
    event = EVENTS[events.field(number, _EVENT)]
    found = [("name", event[0])]
    for at, (key, kind) in enumerate(event[1]):
        value = events.field(number, _FIRST_VALUE + at)
        found.append((key, _word(kind, value) or value))
    found.append(("time", events.field(number, _TIME)))
    return found
