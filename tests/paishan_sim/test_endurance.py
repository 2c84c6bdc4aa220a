"""Hours of play, a short one: nothing grows, nothing comes late, the time wraps in a build."""

import pytest

from paishan_sim.endurance import FIRST_BUILDS, Endurance, endure
from paishan_sim.lane_micropython import available

needs_micropython = pytest.mark.skipif(
    not available(), reason="MicroPython for a PC has no wheel for this platform"
)


def assert_nothing_happened(found):
    assert (found.faults, found.findings, found.advice) == ([], [], 0)
    assert (found.late_scans, found.unanswered, found.crashes) == (0, 0, 0)
    assert found.wraps == 1


@needs_micropython
def test_a_quarter_of_an_hour_under_micropython_leaves_the_heap_as_it_was():
    seen = []
    found = endure(0.25, on_build=lambda found, now_ms: seen.append(now_ms))
    assert_nothing_happened(found)
    assert found.ran_ms >= 900_000
    assert found.cycles == len(seen) == len(found.heaps) > FIRST_BUILDS + 1
    assert found.growth == 0


def test_half_an_hour_in_this_process():
    found = endure(0.5, lane="cpython", seed=3)
    assert_nothing_happened(found)
    assert found.cycles > 15


def test_growth_is_counted_from_where_everything_was_met():
    assert Endurance(heaps=list(range(20))).growth == 19 - FIRST_BUILDS
    assert Endurance(heaps=[1, 2]).growth == 0
