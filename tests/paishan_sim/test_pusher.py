from paishan_sim import wiring as w

from .bench import EXACT, Bench


def revolution(bench: Bench) -> None:
    bench.switch(w.PUSHER)
    bench.run_until(w.PUSHER_HOME, on=False)
    bench.run_until(w.PUSHER_HOME)
    bench.switch(0)
    bench.run(150)


def test_two_tiles_become_one_stack():
    bench = Bench()
    bench.side.platform.tiles += [1, 2]
    revolution(bench)
    assert bench.side.tray.stacks == [(1, 2)]
    assert bench.side.platform.tiles == []
    assert bench.sees(w.TRAY_TILE)
    assert len(bench.came_home) == 1


def test_out_is_seen_on_the_way():
    bench = Bench()
    bench.switch(w.PUSHER)
    bench.run_until(w.PUSHER_OUT)
    assert not bench.sees(w.PUSHER_HOME)
    bench.run_until(w.PUSHER_OUT, on=False)
    bench.run_until(w.PUSHER_HOME)


def test_an_empty_stroke_pushes_nothing():
    bench = Bench()
    revolution(bench)
    assert bench.side.tray.stacks == []
    assert bench.came_home == []


def test_a_single_tile_becomes_a_half_stack():
    bench = Bench()
    bench.side.platform.tiles.append(1)
    revolution(bench)
    assert bench.side.tray.stacks == [(1,)]


def test_pushing_below_a_raised_tray_is_a_collision():
    bench = Bench()
    bench.switch(w.LIFT_RAISE)
    bench.run(500)
    bench.switch(0)
    revolution(bench)
    assert bench.collisions == ["pusher E meets a raised tray"]


def test_leaving_home_below_the_head_s_arm_is_a_collision():
    bench = Bench()
    bench.side.platform.arm_over = True
    revolution(bench)
    assert bench.collisions == ["pusher E meets the head's arm"]


def test_a_full_tray_takes_no_more():
    bench = Bench()
    for n in range(EXACT.tray_stacks):
        bench.side.tray.receive((2 * n, 2 * n + 1))
    bench.side.platform.tiles += [98, 99]
    revolution(bench)
    assert bench.collisions == ["pusher E meets a full tray"]
    assert bench.side.platform.tiles == [98, 99]
    assert len(bench.side.tray.stacks) == EXACT.tray_stacks
