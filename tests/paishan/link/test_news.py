"""Events as lines."""

import pytest

from paishan.link.line import Line
from paishan.link.news import pairs, write_event
from paishan.store.schema import SETTINGS
from paishan.table.events import EVENTS, SETTING_CHANGED, Events


@pytest.mark.parametrize("number", range(len(EVENTS)))
def test_every_event_is_a_line_and_the_same_as_pairs(number):
    events = Events()
    events.now = 12345
    events.add(number, 1, 1, 3)
    line = Line()
    write_event(line, events, 0)
    text = bytes(line.bytes[: line.length]).decode()
    assert not line.full
    name, *rest = [value for _, value in pairs(events, 0)]
    words = text.split(" ")
    assert words[:2] == ["!0", name]
    assert [word.split("=")[1].strip('"') for word in words[2:]] == [str(one) for one in rest]
    assert words[-1] == "time=12345"


def test_values_out_of_their_table_stay_numbers():
    events = Events()
    events.add(1, 99, 0)
    assert dict(pairs(events, 0))["from"] == 99
    events.add(SETTING_CHANGED, len(SETTINGS))
    assert dict(pairs(events, 1))["setting"] == len(SETTINGS)
