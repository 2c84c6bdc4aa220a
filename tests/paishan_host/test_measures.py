import pytest

from paishan_host import measures
from paishan_sim.lane_micropython import available


def named(found):
    return {one.name: one for one in found}


def test_builds_are_compared_with_the_bound():
    found = named(measures.builds(2))
    assert 0 <= found["build of 144"].value <= found["build of 144, worst"].value
    assert found["safety violations"].met
    assert found["lane 1, whole cycle"].value > 1


def test_the_scan_is_measured_apart_from_the_plant():
    assert 0 < named(measures.scan_here())["scan, lane 1"].value < 5000


@pytest.mark.skipif(not available(), reason="MicroPython for a PC has no wheel here")
def test_the_heap_under_micropython_stays_as_it_is():
    found = named(measures.under_micropython())
    assert found["heap after boot, code frozen"].value > 0
    assert found["heap growth"].met


def test_a_longer_time_in_the_drum_is_a_better_shuffle():
    found = measures.shuffles(40)
    assert [one.name for one in found][:2] == ["shuffle, 0 s alone", "shuffle, 2 s alone"]
    assert found[0].value > 2 * found[-1].value
    assert "large" in found[0].compared_with


def test_the_cold_start_is_beside_pythons_own():
    (start,) = measures.cold_start()
    assert start.budget == 250
    assert "python -c pass takes" in start.compared_with
