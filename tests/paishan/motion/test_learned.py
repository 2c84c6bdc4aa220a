from hypothesis import given
from hypothesis import strategies as st

from paishan.motion.learned import LONGEST_MEMORY, Learned

times = st.integers(1, 3_600_000)


def test_the_first_time_is_an_assumption():
    learned = Learned(6000)
    assert learned.mean_ms == 6000
    assert learned.runs == 0


def test_the_first_run_replaces_the_assumption():
    learned = Learned(6000)
    learned.add(2500)
    assert learned.mean_ms == 2500
    assert learned.runs == 1


@given(st.lists(times, min_size=1, max_size=50))
def test_the_mean_is_the_mean_but_for_rounding(runs):
    learned = Learned(1)
    for elapsed_ms in runs:
        learned.add(elapsed_ms)
    assert abs(learned.mean_ms - sum(runs) / len(runs)) <= 2


@given(st.lists(times, min_size=1, max_size=300))
def test_no_intermediate_needs_more_than_thirty_bits(runs):
    learned = Learned(1)
    for elapsed_ms in runs:
        learned.add(elapsed_ms)
        assert (elapsed_ms << 4).bit_length() <= 30
        assert min(runs) - 1 <= learned.mean_ms <= max(runs)


def test_old_runs_fade_once_the_memory_is_full():
    learned = Learned(1)
    for _ in range(LONGEST_MEMORY):
        learned.add(1000)
    for _ in range(3 * LONGEST_MEMORY):
        learned.add(2000)
    assert learned.runs == LONGEST_MEMORY
    assert learned.mean_ms > 1900
