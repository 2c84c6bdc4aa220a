import pytest
from hypothesis import given
from hypothesis import strategies as st

from paishan.io.image import TENS, UNITS
from paishan.motion.display import DASH, DIGITS, OPEN, Display
from paishan.motion.wish import Wish
from paishan.store.settings import Settings

PAGE_MS = 500
# segments of the digits 0 to 9 as they are drawn: a on top, clockwise, g in the middle
SEGMENTS = (
    *("abcdef", "bc", "abdeg", "abcdg", "bcfg"),
    *("acdfg", "acdefg", "abc", "abcdefg", "abcdfg"),
)


@pytest.fixture
def display(shaft):
    shaft.motion = Display(shaft.wish, shaft.settings)
    return shaft.motion


def pages(shaft, display, ms):
    """What is read in that time, without repetitions, with how long it stood."""
    read = []
    for _ in range(ms // 5):
        shaft.run(5)
        text = display.text()
        if not read or read[-1][0] != text:
            read.append([text, 0])
        read[-1][1] += 5
    return [tuple(page) for page in read]


@pytest.mark.parametrize("digit", range(10))
def test_a_digit_has_the_segments_it_is_drawn_with(digit):
    assert DIGITS[digit] == sum(1 << "abcdefg".index(one) for one in SEGMENTS[digit])


@given(st.integers(0, 99))
def test_every_number_can_be_read_back(number):
    display = Display(Wish(), Settings())
    display.number(number)
    assert display.text() == f"{number:2d}"


def test_a_number_too_large_shows_as_ninety_nine(display):
    display.number(144)
    assert display.text() == "99"


def test_signs_have_their_own_glyphs(shaft, display):
    display.show(DASH, DASH)
    assert display.text() == "--"
    display.show(OPEN, OPEN)
    assert display.text() == "oo"
    assert shaft.wish.bytes[TENS] == shaft.wish.bytes[UNITS] == OPEN


def test_a_steady_page_stands(shaft, display):
    display.number(17)
    assert pages(shaft, display, 5000) == [("17", 5000)]


def test_a_code_blinks(shaft, display):
    display.code(91)
    read = pages(shaft, display, 4000)
    assert {text for text, _ in read} == {"91", "  "}
    assert {stood_ms for _, stood_ms in read[1:-1]} == {PAGE_MS}


@pytest.mark.parametrize(("number", "page"), [(0, "-0"), (1, "-1"), (9, "-9")])
def test_a_code_with_a_number_alternates_with_it(shaft, display, number, page):
    display.code(5, number)
    assert [text for text, _ in pages(shaft, display, 1900)] == ["05", page] * 2


@pytest.mark.parametrize(("number", "page"), [(10, "10."), (36, "36."), (143, "99.")])
def test_a_number_that_could_be_a_code_follows_dashes(shaft, display, number, page):
    display.code(5, number)
    assert [text for text, _ in pages(shaft, display, 2900)] == ["05", "--", page] * 2


def test_a_number_that_gets_small_needs_no_dashes_any_more(shaft, display):
    display.code(88, 10)
    shaft.run(2 * PAGE_MS + 100)
    display.code(88, 9)
    assert {text for text, _ in pages(shaft, display, 1900)} == {"88", "-9"}


def test_a_pending_gear_alternates_with_a_point(shaft, display):
    display.in_turn(36, 2)
    assert {text for text, _ in pages(shaft, display, 1900)} == {"36", "02."}


def test_a_pending_gear_is_seen_even_while_the_count_changes_quickly(shaft, display):
    seen = set()
    for left in range(30, 0, -1):  # three stacks a second, as four good heads build them
        display.in_turn(left, 2)
        seen |= {text for text, _ in pages(shaft, display, 330)}
    assert "02." in seen


def test_a_new_page_is_read_for_its_whole_time_whenever_it_comes(shaft, display):
    shaft.run(730)
    display.code(5, 2)
    assert pages(shaft, display, 1500)[0] == ("05", PAGE_MS)


def test_a_page_turns_however_long_the_display_was_steady(new_shaft):
    shaft = new_shaft((1 << 29) + 1000)  # six days after power-on
    display = shaft.motion = Display(shaft.wish, shaft.settings)
    display.code(5, 2)
    assert len(pages(shaft, display, 2000)) >= 4


def test_showing_the_same_again_does_not_restart_the_pages(shaft, display):
    display.code(71)
    read = set()
    for _ in range(2 * PAGE_MS // 5 + 10):
        display.code(71)
        shaft.run(5)
        read.add(display.text())
    assert read == {"71", "  "}


def test_a_steady_page_after_a_blinking_one_stands_at_once(shaft, display):
    display.code(71)
    shaft.run(PAGE_MS + 50)
    display.number(4)
    assert pages(shaft, display, 2000) == [(" 4", 2000)]


def test_no_other_output_may_use_the_digits(shaft, display):
    with pytest.raises(ValueError, match="taken"):
        shaft.wish.claim(TENS, 0x80, "lamp")


def test_a_code_of_eight_digits_is_spelled_twice_and_then_gone(shaft, display):
    display.number(7)
    display.spell("12345678")
    display.number(9)  # what a state shows meanwhile
    read = pages(shaft, display, 13_000)
    assert [text for text, _ms in read] == [*("12.", "34", "56", "78") * 2, " 9"]
    assert all(1495 <= ms <= 1505 for _text, ms in read[1:-1])


def test_a_blinking_code_blinks_on_after_the_spelling(shaft, display):
    display.code(43)
    display.spell("12345678")
    assert pages(shaft, display, 13_500)[8:] == [("43", PAGE_MS), ("  ", PAGE_MS), ("43", 500)]
