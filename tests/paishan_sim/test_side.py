import pytest

from paishan_sim import wiring as w
from paishan_sim.side import way

from .bench import Bench


@pytest.mark.parametrize(
    ("byte", "direction"), [(0, 0), (w.BELT, 1), (w.BELT_REV, -1), (w.BELT | w.BELT_REV, 0)]
)
def test_both_directions_at_once_move_nothing(byte, direction):
    assert way(byte, w.BELT, w.BELT_REV) == direction


def test_a_resting_side_shows_its_home_sensors():
    bench = Bench()
    home = w.HEAD_HOME | w.PUSHER_HOME | w.LIFT_DOWN
    assert [bench.sees(1 << bit) for bit in range(8)] == [
        bool(home & 1 << bit) for bit in range(8)
    ]


def test_a_side_builds_a_wall_of_what_it_is_fed():
    bench = Bench()
    bench.switch(w.BELT)
    bench.run(300)
    bench.feed(*range(4))
    for _ in range(4):
        bench.run_until(w.TILE)
        bench.switch(w.BELT | w.HEAD)
        bench.run_until(w.HEAD_HOME, on=False)
        bench.run_until(w.HEAD_HOME)
        bench.switch(w.BELT)
        bench.run(150)
        if len(bench.side.platform.tiles) == 2:
            bench.switch(w.BELT | w.PUSHER)
            bench.run_until(w.PUSHER_HOME, on=False)
            bench.run_until(w.PUSHER_HOME)
            bench.switch(w.BELT)
    assert bench.side.tray.stacks == [(0, 1), (2, 3)]
    assert bench.side.count() == len(list(bench.side.tiles())) == 4
    assert bench.collisions == []
