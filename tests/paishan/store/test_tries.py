import builtins

import pytest

from paishan.store.record import RecordError
from paishan.store.store import Store
from paishan.store.tries import WAITS_MS


@pytest.fixture
def folder(tmp_path):
    return str(tmp_path)


def fail(tries, count, now=0):
    """So many failed tries in a row, each as soon as it may be made; the time after them."""
    for _ in range(count):
        now += tries.wait_ms(now)
        assert tries.wait_ms(now) == 0
        tries.begin(now)
    return now


def test_the_first_try_waits_for_nothing(folder):
    assert Store(folder).tries.wait_ms(0) == 0


def test_each_failed_try_makes_the_next_one_wait_longer(folder):
    tries = Store(folder).tries
    now = 0
    for count in range(1, len(WAITS_MS)):
        tries.begin(now)
        assert tries.count == count
        assert tries.wait_ms(now) == WAITS_MS[count]
        now += WAITS_MS[count]
        assert tries.wait_ms(now) == 0
    tries.begin(now)
    assert tries.wait_ms(now) == WAITS_MS[-1]
    assert sorted(WAITS_MS) == list(WAITS_MS)


def test_switching_off_and_on_does_not_shorten_the_wait(folder):
    fail(Store(folder).tries, 4)
    tries = Store(folder).tries
    assert tries.count == 4
    assert tries.wait_ms(0) == WAITS_MS[4]
    assert tries.wait_ms(10_000) == WAITS_MS[4] - 10_000
    assert tries.wait_ms(WAITS_MS[4]) == 0


def test_a_try_counts_before_it_is_looked_at(folder):
    Store(folder).tries.begin(0)
    assert Store(folder).tries.count == 1


def test_a_success_forgets_the_failures(folder):
    tries = Store(folder).tries
    now = fail(tries, 4)
    tries.succeeded()
    assert tries.wait_ms(now) == 0
    assert Store(folder).tries.wait_ms(0) == 0


def test_a_try_that_cannot_be_written_must_not_be_looked_at(folder, monkeypatch):
    tries = Store(folder).tries

    def full(path, mode):
        raise OSError(28, "no space")

    monkeypatch.setattr(builtins, "open", full)
    with pytest.raises(RecordError):
        tries.begin(0)


def test_a_lost_record_waits_longest_and_still_lets_the_right_one_in(folder, tmp_path):
    (tmp_path / "access.a").write_bytes(b"junk")
    tries = Store(folder).tries
    assert tries.wait_ms(0) == WAITS_MS[-1]
    tries.begin(WAITS_MS[-1])
    tries.succeeded()
    assert tries.wait_ms(WAITS_MS[-1]) == 0
    assert (tmp_path / "access.a").read_bytes() == b"junk"


def test_the_wait_runs_across_the_wrap_of_the_clock(folder):
    tries = Store(folder).tries
    now = fail(tries, 4, (1 << 30) - 40_000)
    assert tries.wait_ms((now + 20_000) % (1 << 30)) == WAITS_MS[4] - 20_000


@pytest.mark.parametrize("days", [1, 6.3, 12, 13])
def test_nobody_waits_for_a_failed_try_of_last_week(folder, days):
    tries = Store(folder).tries
    now = fail(tries, 4) + int(days * 24 * 3600 * 1000)
    assert tries.wait_ms(now % (1 << 30)) == 0
