from tests.emulated import needs_pico

from paishan_host import measures_pico
from paishan_host.measures import Measure
from paishan_host.measures_pico import MEAN_US, WORST_US, Bench


def by_name(found):
    return {one.name: one for one in found}


def test_a_scan_is_judged_by_mean_and_worst_of_a_build():
    took_us = [500.0] * 998 + [900.0, 4000.0]
    found = by_name(measures_pico._spread("BUILDING", took_us))
    assert found["scan, BUILDING, mean"].value == 504
    assert found["scan, BUILDING, mean"].met is True
    assert found["scan, BUILDING, 99.9 %"].value == 4000
    worst = found["scan, BUILDING, worst"]
    assert (worst.budget, worst.met) == (WORST_US, False)
    assert worst.compared_with == "500 k cycles"
    assert MEAN_US < WORST_US


def test_at_rest_nothing_is_judged_since_flash_is_written_there():
    assert {one.met for one in measures_pico._spread("READY", [9000.0])} == {None}


def test_a_figure_that_could_not_be_had_is_missed():
    none = Measure("heap after boot", 0.0, "KB", 100.0, False, "MemoryError", failed=True)
    assert none.met is False


@needs_pico
def test_memory_and_start_are_the_chip_s_own():
    found = by_name(Bench(None).memory())
    assert 20 < found["heap after boot"].value < 245
    assert 0.5 < found["a collection"].value < 50
    assert found["application, .mpy"].value > 100


@needs_pico
def test_asyncio_takes_more_of_the_chip_than_one_loop():
    found = by_name(Bench(None).compared())
    loop, tasks = found["work as one loop"], found["work as 18 asyncio tasks"]
    assert 300 < loop.value < tasks.value
