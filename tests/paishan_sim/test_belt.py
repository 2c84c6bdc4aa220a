import pytest

from paishan_sim import wiring as w

from .bench import EXACT, Bench


@pytest.fixture
def running() -> Bench:
    bench = Bench()
    bench.switch(w.BELT)
    bench.run(300)
    return bench


def fill(bench: Bench) -> None:
    bench.feed(*range(6))
    bench.run(500)


def test_a_standing_belt_takes_no_tile():
    bench = Bench()
    assert not bench.side.belt.accept(0, 1)


def test_a_belt_that_is_not_up_to_speed_takes_no_tile():
    bench = Bench()
    bench.switch(w.BELT)
    bench.run(80)
    assert not bench.side.belt.accept(bench.now, 1)
    bench.run(20)
    assert bench.side.belt.accept(bench.now, 1)


def test_a_tile_travels_to_the_head_at_belt_speed(running):
    running.feed(1)
    way = EXACT.belt_mm - EXACT.tile_mm - EXACT.tile_seen_mm
    assert running.run_until(w.TILE) == pytest.approx(1000 * way / EXACT.belt_mm_s, abs=2)


def test_the_entry_must_be_free_for_the_next_tile(running):
    running.feed(1)
    assert not running.side.belt.accept(running.now, 2)
    running.run(EXACT.tile_mm / EXACT.belt_mm_s * 1000 + 0.1)
    assert running.side.belt.accept(running.now, 2)


def test_s6_rises_and_falls_once_for_each_tile_that_passes(running):
    rises = 0
    for tile in range(3):
        running.feed(tile)
        assert running.sees(w.BELT_FULL)
        rises += 1
        running.run_until(w.BELT_FULL, on=False, limit_ms=100)
    assert rises == 3


def test_six_tiles_fill_the_belt(running):
    fill(running)
    assert running.sees(w.BELT_FULL)
    assert running.sees(w.TILE)
    assert not running.side.belt.accept(running.now, 99)


def test_a_full_running_belt_slips_and_asks_for_nothing(running):
    fill(running)
    assert running.asks_nothing()


def test_the_row_keeps_its_place_while_the_cam_is_in_the_way(running):
    fill(running)
    assert running.side.belt.take(running.now) == 0
    running.run(500)
    assert not running.sees(w.TILE)
    assert running.sees(w.BELT_FULL)
    assert not running.side.belt.accept(running.now, 99)
    running.side.belt.clear(running.now)
    running.run(100)
    assert running.sees(w.TILE)
    assert running.side.belt.accept(running.now, 99)


def test_only_tiles_behind_the_first_gap_move(running):
    running.feed(1)
    running.run_until(w.TILE)
    running.feed(2)
    running.run(50)
    running.switch(0)
    running.run(500)
    assert running.sees(w.TILE), "the front tile stands"
    assert running.side.belt.tiles == [1, 2]
    assert not running.sees(w.BELT_FULL)


def test_in_reverse_the_last_tile_falls_off_first(running):
    fill(running)
    running.switch(0)
    running.run(200)
    running.switch(w.BELT_REV)
    running.run(1000)
    assert running.given_back == [5, 4, 3, 2, 1, 0]
    assert not running.sees(w.TILE)
    assert not running.sees(w.BELT_FULL)


def test_a_short_reverse_gives_back_only_the_last(running):
    fill(running)
    running.switch(0)
    running.run(200)
    running.switch(w.BELT_REV)
    while not running.given_back:
        running.run(1)
    running.switch(0)
    running.run(500)
    assert running.given_back == [5]
    assert running.side.belt.tiles == [0, 1, 2, 3, 4]


def test_a_cam_that_comes_back_pushes_the_row(running):
    fill(running)
    held = running.side.belt.take(running.now)
    running.side.belt.clear(running.now)
    running.run(100)
    running.feed(99)
    running.run(100)
    running.side.belt.block(running.now)
    running.side.belt.put_back(running.now, held)
    assert running.side.belt.tiles == [0, 1, 2, 3, 4, 5]
    assert running.given_back == [99], "no room: the last one falls off the entry"
    assert running.sees(w.TILE)
