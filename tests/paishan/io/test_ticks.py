import pytest
from hypothesis import given
from hypothesis import strategies as st

from paishan.io.ticks import TICKS_MASK, ticks_diff

TICKS = 1 << 30
HALF = 1 << 29
times = st.integers(0, TICKS - 1)


@given(times, st.integers(-HALF, HALF - 1))
def test_a_difference_is_right_wherever_the_clock_stands(earlier, passed_ms):
    assert ticks_diff((earlier + passed_ms) % TICKS, earlier) == passed_ms


@given(times, times)
def test_the_way_back_is_the_same_length(one, other):
    assert (ticks_diff(one, other) + ticks_diff(other, one)) % TICKS == 0


@given(times, times)
def test_no_difference_leaves_the_small_integers_of_a_board(later, earlier):
    assert -HALF <= ticks_diff(later, earlier) < HALF


@pytest.mark.parametrize(
    ("later", "earlier", "difference"),
    [
        (0, TICKS_MASK, 1),
        (TICKS_MASK, 0, -1),
        (2, TICKS - 3, 5),
        (HALF - 1, 0, HALF - 1),
        (HALF, 0, -HALF),
        (0, HALF, -HALF),
    ],
)
def test_the_clock_wraps_at_two_to_the_thirty(later, earlier, difference):
    assert ticks_diff(later, earlier) == difference
