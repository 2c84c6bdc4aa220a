from math import inf

import pytest

from paishan_sim import wiring as w
from paishan_sim.inject import arguments as a


@pytest.mark.parametrize(
    ("text", "ms"), [("80ms", 80), ("5s", 5_000), ("0.3s", 300), ("2min", 120_000)]
)
def test_times_have_a_unit(text, ms):
    assert a.TIME.parse(text) == pytest.approx(ms)


@pytest.mark.parametrize("text", ["5", "s", "-1s", "5 s", "1h", "always"])
def test_a_time_without_its_unit_says_how_it_is_written(text):
    with pytest.raises(ValueError, match="80ms, 5s, 2min"):
        a.TIME.parse(text)


def test_a_time_that_no_scan_sees_is_refused():
    assert a.TIME.parse("5ms") == 5
    assert a.LASTING.parse("0.005s") == 5
    assert a.time(0).parse("0ms") == 0
    for text in ("0ms", "4.9ms", "0min"):
        with pytest.raises(ValueError, match="give at least 5ms: less is not seen"):
            a.TIME.parse(text)
    with pytest.raises(ValueError, match="give at least 10ms"):
        a.time(10).parse("9ms")


def test_what_lasts_may_last_for_ever():
    assert a.LASTING.parse("always") == inf
    assert a.LASTING.parse("10s") == 10_000


@pytest.mark.parametrize(
    ("text", "anchor", "nth", "after_ms"),
    [
        ("5s", "power", 1, 5_000),
        ("build", "build", 1, 0),
        ("build+3s", "build", 1, 3_000),
        ("raise2", "raise", 2, 0),
        ("open12+80ms", "open", 12, 80),
    ],
)
def test_moments_are_times_or_follow_something(text, anchor, nth, after_ms):
    assert a.MOMENT.parse(text) == a.Moment(anchor, nth, after_ms)


@pytest.mark.parametrize("text", ["", "bild", "build0", "build+3", "+", "build-3s", "3"])
def test_a_moment_that_is_none_lists_those_that_are(text):
    with pytest.raises(ValueError, match=r"power, open, close|80ms, 5s"):
        a.MOMENT.parse(text)


@pytest.mark.parametrize(("text", "side"), [("east", 0), ("S", 1), ("w", 2), ("North", 3)])
def test_sides_have_names_and_letters(text, side):
    assert a.SIDE.parse(text) == side


def test_stations_are_sides_and_three_more():
    assert [a.STATION.parse(text) for text in ("n", "centre", "panel", "selector")] == [3, 4, 5, 6]
    with pytest.raises(ValueError, match="centre, panel or selector"):
        a.STATION.parse("middle")


def test_bits_go_by_their_names():
    assert a.INPUT.parse("tile_s") == (1, w.TILE)
    assert a.INPUT.parse("DOME_UP") == (w.CENTRE, w.DOME_UP)
    assert a.OUTPUT.parse("HEAD_REV_N") == (3, w.HEAD_REV)
    with pytest.raises(ValueError, match="HEAD_S, DRUM"):
        a.OUTPUT.parse("HEAD")


def test_words_may_be_written_large_or_small():
    assert a.KEY.parse("DICE_E") == a.KEY.parse("dice_e") == "dice_e"
    assert a.choice("MemoryError").parse("memoryerror") == "MemoryError"


def test_numbers_and_words_keep_their_bounds():
    assert a.SHARE.parse("0.3") == 0.3
    assert a.count(1, 9).parse("3") == 3
    for kind, text in (
        (a.SHARE, "1.5"),
        (a.SHARE, "nan"),
        (a.count(1, 9), "0"),
        (a.LEVEL, "high"),
    ):
        with pytest.raises(ValueError, match="give"):
            kind.parse(text)
