from itertools import groupby

import pytest

from paishan.io.image import BUZZER, CENTRE
from paishan.motion.lamp import (
    BEEP_DONE,
    BEEP_FAULT,
    BEEP_NOT_NOW,
    BEEP_REFUSED,
    FAST,
    SLOW,
    Lamp,
)


@pytest.fixture
def lamp(shaft):
    shaft.motion = Lamp("buzzer", shaft.wish, CENTRE, BUZZER)
    return shaft.motion


def phases(shaft, ms):
    """Times lit and dark in turn, lit first; the last one is cut off by the end."""
    trace = [byte & BUZZER != 0 for byte in shaft.trace(ms, CENTRE)]
    return [5 * len(list(scans)) for _, scans in groupby(trace)]


def test_on_and_off_are_steady(shaft, lamp):
    lamp.on()
    assert set(shaft.trace(3000, CENTRE)) == {BUZZER}
    lamp.off()
    assert set(shaft.trace(3000, CENTRE)) == {0}


@pytest.mark.parametrize(
    ("pattern", "times_ms"),
    [
        (BEEP_DONE, [500]),
        (BEEP_NOT_NOW, [60]),
        (BEEP_REFUSED, [100, 100, 100]),
        (BEEP_FAULT, [300, 200, 300, 200, 300]),
    ],
)
def test_a_beep_sounds_once_and_ends(shaft, lamp, pattern, times_ms):
    lamp.follow(pattern, False)
    assert phases(shaft, 5000)[:-1] == times_ms
    assert not shaft.drives(CENTRE, BUZZER)


@pytest.mark.parametrize(("pattern", "half_ms"), [(SLOW, 500), (FAST, 150)])
def test_a_blinking_lamp_blinks_for_ever(shaft, lamp, pattern, half_ms):
    lamp.follow(pattern, True)
    assert set(phases(shaft, 10_000)[:-1]) == {half_ms}


def test_asked_to_blink_while_it_blinks_it_keeps_its_rhythm(shaft, lamp):
    lamp.follow(SLOW, True)
    shaft.run(400)
    lamp.follow(SLOW, True)
    assert phases(shaft, 2000)[0] == 100


def test_a_beep_asked_for_again_begins_again(shaft, lamp):
    lamp.follow(BEEP_DONE, False)
    shaft.run(400)
    lamp.follow(BEEP_DONE, False)
    assert phases(shaft, 2000)[0] == 500


def test_off_ends_a_pattern(shaft, lamp):
    lamp.follow(FAST, True)
    shaft.run(100)
    lamp.off()
    assert set(shaft.trace(2000, CENTRE)) == {0}


def test_only_its_own_bit_is_touched(shaft, lamp):
    shaft.wish.bytes[CENTRE] = 0x7F
    lamp.follow(FAST, True)
    assert set(shaft.trace(2000, CENTRE)) == {0x7F, 0xFF}
