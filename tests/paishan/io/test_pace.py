"""The wait for the next scan, on a clock of the test's."""

import itertools
from types import SimpleNamespace

import pytest
from tests.paishan.io.clock import HALF, Clock

from paishan.io import pace


@pytest.fixture
def port():
    return SimpleNamespace(period_ms=5)


def paced(monkeypatch, port, us=0, restless=None):
    clock = Clock(us)
    monkeypatch.setattr(pace, "time", clock)
    return clock, pace.Pace(port, restless)


def starts(clock, one, works_us):
    """When the scans began whose work took so long, in us since the first wait."""
    found = []
    for us in works_us:
        one.wait()
        found.append(clock.us)
        clock.us += us
    return [later - found[0] for later in found]


def test_scans_begin_at_an_even_pace_whatever_their_work_takes(monkeypatch, port):
    clock, one = paced(monkeypatch, port)
    found = starts(clock, one, [900, 2500, 300, 4000, 900, 900])
    for number, us in enumerate(found):
        assert abs(us - 5000 * number) <= 20


def test_the_pace_crosses_the_wrap_of_the_clock(monkeypatch, port):
    clock, one = paced(monkeypatch, port, us=2 * HALF - 12_000)
    found = starts(clock, one, [900] * 8)
    assert all(abs(us - 5000 * number) <= 20 for number, us in enumerate(found))


def test_most_of_the_wait_is_slept_and_its_end_is_spun(monkeypatch, port):
    clock, one = paced(monkeypatch, port)
    starts(clock, one, [500] * 11)
    assert 3 * 11 <= clock.slept_ms <= 4 * 11
    assert clock.looks > 11 * 20


def test_a_late_scan_moves_all_that_follow_and_none_comes_in_a_hurry(monkeypatch, port):
    clock, one = paced(monkeypatch, port)
    found = starts(clock, one, [500, 23_000, 500, 500])
    gaps = [later - earlier for earlier, later in itertools.pairwise(found)]
    assert gaps[1] >= 23_000
    assert all(abs(gap - 5000) <= 30 for gap in gaps[2:])


def test_the_period_follows_the_setting_at_once(monkeypatch, port):
    clock, one = paced(monkeypatch, port)
    starts(clock, one, [500] * 3)
    port.period_ms = 2
    found = starts(clock, one, [500] * 4)
    assert abs(found[3] - found[2] - 2000) <= 20


def test_a_line_that_is_sending_is_looked_at_every_millisecond(monkeypatch, port):
    looks = []

    def sending():
        looks.append(clock.us)
        return len(looks) < 4

    clock, one = paced(monkeypatch, port, restless=sending)
    one.wait()
    looks.clear()
    one.wait()
    assert len(looks) == 4
    assert all(later - earlier <= 1100 for earlier, later in itertools.pairwise(looks))


def test_the_time_that_is_handed_out_is_in_milliseconds(monkeypatch, port):
    clock, one = paced(monkeypatch, port, us=7_000_000)
    assert one.wait() == clock.us // 1000
