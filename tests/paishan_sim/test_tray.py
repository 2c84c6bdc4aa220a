from paishan_sim import wiring as w

from .bench import Bench


def test_stacks_stand_in_the_order_in_which_they_were_pushed():
    tray = Bench().side.tray
    tray.receive((1, 2))
    tray.receive((3, 4))
    tray.draw_on_to_table()
    assert tray.wall == [(1, 2), (3, 4)]
    assert tray.stacks == []


def test_tray_tile_shows_stacks_below_only():
    bench = Bench()
    bench.side.tray.receive((1, 2))
    assert bench.sees(w.TRAY_TILE)
    bench.side.tray.draw_on_to_table()
    assert not bench.sees(w.TRAY_TILE)


def test_a_wall_on_the_table_keeps_the_next_one_below():
    tray = Bench().side.tray
    tray.receive((1, 2))
    tray.draw_on_to_table()
    tray.receive((3, 4))
    tray.draw_on_to_table()
    assert tray.wall == [(1, 2)]
    assert tray.stacks == [(3, 4)]


def test_sweeping_takes_the_wall_and_counts_what_stays():
    tray = Bench().side.tray
    tray.receive((1, 2))
    tray.draw_on_to_table()
    tray.receive((3,))
    assert tray.tiles == 3
    assert tray.sweep() == [1, 2]
    assert tray.tiles == 1
