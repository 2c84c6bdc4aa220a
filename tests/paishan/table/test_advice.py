"""What is told to a technician though nothing stops."""

import pytest

from paishan.table.advice import Advice
from paishan.table.events import ADVICE, Events
from paishan.table.faults import EYE_DIRTY, RING_EYE


@pytest.fixture
def events():
    return Events()


@pytest.fixture
def advice(events):
    return Advice(events)


def told(events):
    return [(events.field(n, 1), events.field(n, 2)) for n in range(events.count)]


def test_each_is_told_once_until_the_next_cycle(advice, events):
    for _ in range(3):
        advice.tell(RING_EYE)
        advice.tell(EYE_DIRTY + 1)
    assert told(events) == [(ADVICE, RING_EYE), (ADVICE, EYE_DIRTY + 1)]
    assert advice.latest == EYE_DIRTY + 1
    assert advice.codes() == [EYE_DIRTY + 1, RING_EYE]
    advice.begin()
    assert (advice.latest, advice.codes()) == (0, [])
    advice.tell(RING_EYE)
    assert events.count == 3


def test_the_table_that_follows_knows_what_was_told(advice, events):
    advice.tell(RING_EYE)
    after = Advice(events)
    after.adopt(advice)
    after.tell(RING_EYE)
    assert events.count == 1
    assert after.latest == RING_EYE
