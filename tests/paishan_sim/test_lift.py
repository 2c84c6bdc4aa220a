import pytest

from paishan_sim import wiring as w

from .bench import EXACT, Bench


def test_a_lift_goes_from_switch_to_switch():
    bench = Bench()
    assert bench.sees(w.LIFT_DOWN)
    bench.switch(w.LIFT_RAISE)
    bench.run_until(w.LIFT_DOWN, on=False)
    travelled = bench.run_until(w.LIFT_UP)
    assert travelled == pytest.approx(EXACT.lift_ms * (1 - 2 * EXACT.end_switch), rel=0.02)
    bench.switch(0)
    bench.run(100)
    bench.switch(w.LIFT_LOWER)
    bench.run_until(w.LIFT_UP, on=False)
    bench.run_until(w.LIFT_DOWN)


def test_the_ends_are_hard_stops():
    bench = Bench()
    bench.switch(w.LIFT_RAISE)
    bench.run(3 * EXACT.lift_ms)
    assert bench.side.lift.motor.at(bench.now) == 1.0
    assert bench.sees(w.LIFT_UP)


def test_a_wall_comes_on_to_the_table_after_the_dwell():
    bench = Bench()
    bench.side.tray.receive((1, 2))
    bench.switch(w.LIFT_RAISE)
    bench.run_until(w.LIFT_UP)
    bench.switch(0)
    bench.run(EXACT.dwell_ms - 50)
    assert bench.side.tray.wall == []
    bench.run(100)
    assert bench.side.tray.wall == [(1, 2)]


def test_a_lift_that_leaves_too_soon_takes_the_wall_down_again():
    bench = Bench()
    bench.side.tray.receive((1, 2))
    bench.switch(w.LIFT_RAISE)
    bench.run_until(w.LIFT_UP)
    bench.switch(0)
    bench.run(300)
    bench.switch(w.LIFT_LOWER)
    bench.run(2 * EXACT.lift_ms)
    assert bench.side.tray.stacks == [(1, 2)]
    assert bench.side.tray.wall == []


def test_clearing_the_table_lets_a_raised_wall_follow():
    bench = Bench()
    bench.side.tray.receive((1, 2))
    bench.side.tray.draw_on_to_table()
    bench.side.tray.receive((3, 4))
    bench.switch(w.LIFT_RAISE)
    bench.run(2 * EXACT.lift_ms)
    assert bench.side.tray.wall == [(1, 2)]
    bench.side.tray.sweep()
    bench.side.lift.look_again(bench.now)
    bench.run(EXACT.dwell_ms + 1)
    assert bench.side.tray.wall == [(3, 4)]
