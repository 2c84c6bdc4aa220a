import pytest
from hypothesis import given
from hypothesis import strategies as st

from paishan.io.image import BUZZER, CENTRE, DICE, INPUT_BYTES, READY_LAMP, SELECTOR
from paishan.motion.wish import Wish
from paishan.table.selector import HALF_SEATED, UNREAD, Selector

SAMPLE_MS = 100
flags = st.booleans()
firsts = st.integers(0, 1)
levers = st.integers(4, 8)


def selector(*config):
    return Selector(bytearray(INPUT_BYTES), Wish(), config, SAMPLE_MS)


@given(levers, flags, flags, firsts)
def test_a_dip_switch_shows_every_position_in_every_wiring(bits, lowest_first, active_high, first):
    switch = selector("dip", bits, lowest_first, active_high, first)
    shown = {switch.encode(position) for position in range(first, first + (1 << bits))}
    assert len(shown) == 1 << bits
    for position in range(first, first + (1 << bits)):
        assert switch.decode(switch.encode(position)) == position
    for beyond in (first - 1, first + (1 << bits)):
        with pytest.raises(ValueError, match=f"no position {beyond}"):
            switch.encode(beyond)


@given(flags, flags, firsts)
def test_a_dial_shows_0_to_9(lowest_first, active_high, first):
    switch = selector("dial", 4, lowest_first, active_high, first)
    for digit in range(10):
        assert switch.decode(switch.encode(digit)) == digit
    with pytest.raises(ValueError, match="no position 10"):
        switch.encode(10)


@given(flags, flags, firsts)
def test_a_thumbwheel_shows_00_to_99(lowest_first, active_high, first):
    switch = selector("thumbwheel", 8, lowest_first, active_high, first)
    for number in range(100):
        assert switch.decode(switch.encode(number)) == number
    with pytest.raises(ValueError, match="no position 100"):
        switch.encode(100)


@pytest.mark.parametrize(
    ("config", "raw", "position"),
    [
        # by hand: what the switch's maker prints, not what `encode` does
        (("dip", 5, True, True, 0), 0b00001, 1),
        (("dip", 5, False, True, 0), 0b00001, 16),
        (("dip", 5, False, True, 0), 0b10000, 1),
        (("dip", 5, True, True, 1), 0b00000, 1),
        (("dip", 4, True, False, 0), 0b11111110, 1),
        (("dip", 4, True, False, 0), 0b11111111, 0),
        (("dip", 8, True, True, 0), 0b10010000, 144),
        (("dip", 4, True, True, 0), 0b11110010, 2),  # lines without a lever do not matter
        (("dial", 4, True, True, 0), 0x07, 7),
        (("dial", 4, True, False, 0), 0xF8, 7),
        (("dial", 4, True, True, 0), 0xF7, 7),
        (("thumbwheel", 8, True, True, 0), 0x50, 50),
        (("thumbwheel", 8, True, True, 0), 0x05, 5),
        (("thumbwheel", 8, True, True, 0), 0x16, 16),
        (("thumbwheel", 8, True, False, 0), 0xE9, 16),
    ],
)
def test_lines_mean_what_is_printed_on_the_switch(config, raw, position):
    assert selector(*config).decode(raw) == position


@pytest.mark.parametrize("raw", range(10, 16))
def test_a_dial_between_two_positions_is_half_seated(raw):
    assert selector("dial", 4, True, True, 0).decode(raw) == HALF_SEATED


@given(st.integers(0, 255))
def test_a_thumbwheel_with_a_digit_that_is_none_is_half_seated(raw):
    shown = selector("thumbwheel", 8, True, True, 0).decode(raw)
    is_bcd = raw >> 4 <= 9 and raw & 15 <= 9
    assert shown == (int(f"{raw:02x}") if is_bcd else HALF_SEATED)


@pytest.mark.parametrize(
    ("config", "complaint"),
    [
        (("rotary", 4, True, True, 0), "one of dip, dial, thumbwheel"),
        (("dip", 3, True, True, 0), "has 4 to 8"),
        (("dip", 9, True, True, 0), "has 4 to 8"),
        (("dip", 5, True, True, 2), "it is 0 or 1"),
    ],
)
def test_a_switch_that_does_not_exist_is_refused(config, complaint):
    with pytest.raises(ValueError, match=complaint):
        selector(*config)


class Switch:
    """A dial on the selector's station, and the time."""

    def __init__(self, lines):
        self.lines = lines
        self.selector = Selector(lines.inputs, lines.wish, ("dial", 4, True, True, 0), SAMPLE_MS)
        lines.now = 0

    def turn_to(self, raw, ms):
        self.lines.inputs[SELECTOR] = raw
        self.lines.run(ms, self.selector)

    def motors(self, outputs):
        self.lines.wish.bytes[CENTRE] = outputs


@pytest.fixture
def switch(lines):
    return Switch(lines)


def test_a_position_counts_after_three_equal_reads(switch):
    switch.turn_to(3, 2 * SAMPLE_MS)
    assert switch.selector.position == UNREAD
    switch.turn_to(3, SAMPLE_MS)
    assert switch.selector.position == 3


def test_a_read_in_between_starts_the_three_again(switch):
    for raw in (3, 3, 4, 3, 3):
        switch.turn_to(raw, SAMPLE_MS)
        assert switch.selector.position == UNREAD
    switch.turn_to(3, SAMPLE_MS)
    assert switch.selector.position == 3


def test_a_switch_passing_through_positions_is_not_followed(switch):
    switch.turn_to(1, 500)
    for raw in (2, 3, 4, 5, 6, 7):
        switch.turn_to(raw, 2 * SAMPLE_MS)
        assert switch.selector.position == 1


def test_nothing_counts_while_a_motor_runs(switch):
    switch.turn_to(1, 500)
    switch.motors(DICE)
    switch.turn_to(2, 10_000)
    assert switch.selector.position == 1
    assert switch.selector.pending == 2


def test_what_is_pending_counts_three_reads_after_the_motors_stopped(switch):
    switch.turn_to(1, 500)
    switch.motors(DICE)
    switch.turn_to(2, 1000)
    switch.motors(0)
    switch.turn_to(2, 2 * SAMPLE_MS)
    assert switch.selector.position == 1
    switch.turn_to(2, SAMPLE_MS)
    assert switch.selector.position == 2
    assert switch.selector.pending == UNREAD


def test_turned_back_in_time_nothing_is_pending(switch):
    switch.turn_to(1, 500)
    switch.motors(DICE)
    switch.turn_to(2, 500)
    switch.turn_to(1, 500)
    assert switch.selector.pending == UNREAD


def test_half_seated_is_accepted_like_a_position_so_that_it_is_shown(switch):
    switch.turn_to(1, 500)
    switch.turn_to(0x0F, 500)
    assert switch.selector.position == HALF_SEATED


def test_lamps_and_buzzer_are_no_motion(switch):
    switch.motors(READY_LAMP | BUZZER)
    switch.turn_to(4, 400)
    assert switch.selector.position == 4


def test_a_switch_that_goes_to_and_fro_is_half_seated_until_it_is_steady(switch):
    switch.turn_to(1, 500)
    for raw in (3, 1, 3, 1):
        switch.turn_to(raw, 4 * SAMPLE_MS)
    assert switch.selector.position == HALF_SEATED
    switch.turn_to(1, 2_000)
    assert switch.selector.position == HALF_SEATED
    switch.turn_to(1, 2_000)
    assert switch.selector.position == 1


def test_one_that_is_turned_by_mistake_and_back_is_not(switch):
    switch.turn_to(1, 500)
    switch.turn_to(2, 500)
    switch.turn_to(1, 500)
    assert switch.selector.position == 1
