import pytest

from paishan_sim import wiring as w

from .bench import EXACT, Bench

TURN = EXACT.head_turn_ms


@pytest.fixture
def loaded() -> Bench:
    """Six tiles wait at the head."""
    bench = Bench()
    bench.switch(w.BELT)
    bench.run(300)
    bench.feed(*range(6))
    bench.run(500)
    return bench


def turn(bench: Bench) -> None:
    """One turn with the belt on, from home to home."""
    bench.switch(w.BELT | w.HEAD)
    bench.run_until(w.HEAD_HOME, on=False)
    bench.run_until(w.HEAD_HOME)
    bench.switch(w.BELT)
    bench.run(150)


def test_a_turn_lays_one_tile_on_the_platform(loaded):
    turn(loaded)
    assert loaded.side.platform.tiles == [0]
    assert loaded.side.belt.tiles == [1, 2, 3, 4, 5]
    assert loaded.side.head.turns == 1


def test_tile_is_gone_in_the_turn_and_renewed_before_home(loaded):
    loaded.switch(w.BELT | w.HEAD)
    loaded.run_until(w.TILE, on=False)
    loaded.run_until(w.TILE)
    assert not loaded.sees(w.HEAD_HOME)


def test_a_turn_at_full_speed_takes_its_time(loaded):
    loaded.switch(w.BELT | w.HEAD)
    loaded.run_until(w.HEAD_HOME, on=False)
    first = loaded.run_until(w.HEAD_HOME) + loaded.run_until(w.HEAD_HOME, on=False)
    assert first == pytest.approx(TURN, abs=25), "the first one still gathers speed"


def test_a_turn_without_a_tile_moves_nothing():
    bench = Bench()
    turn(bench)
    assert bench.side.platform.tiles == []
    assert bench.side.head.turns == 1
    assert bench.collisions == []


def test_a_tile_that_arrives_too_late_waits_for_the_next_turn():
    bench = Bench()
    bench.switch(w.BELT)
    bench.run(300)
    bench.feed(1)
    bench.run(300)  # not there yet
    turn(bench)
    assert bench.sees(w.TILE)
    assert bench.side.platform.tiles == []


def test_a_third_tile_is_a_collision_and_stalls_the_head(loaded):
    turn(loaded)
    turn(loaded)
    loaded.switch(w.BELT | w.HEAD)
    loaded.run(3 * TURN)
    assert loaded.collisions == ["head E lays on to a full platform"]
    assert not loaded.sees(w.HEAD_HOME)
    assert loaded.side.head.motor.at(loaded.now) % 1 == pytest.approx(EXACT.head_lays, abs=0.001)


def test_a_stalled_head_reversed_puts_its_tile_back_and_works_again(loaded):
    turn(loaded)
    turn(loaded)
    loaded.switch(w.BELT | w.HEAD)
    loaded.run(2 * TURN)
    loaded.switch(w.BELT)
    loaded.run(100)
    loaded.switch(w.BELT | w.HEAD_REV)
    loaded.run_until(w.HEAD_HOME)
    loaded.switch(w.BELT)
    loaded.run(200)
    assert loaded.sees(w.TILE)
    assert loaded.side.head.held is None
    assert loaded.side.belt.tiles[0] == 2
    loaded.switch(w.PUSHER)
    loaded.run_until(w.PUSHER_HOME, on=False)
    loaded.run_until(w.PUSHER_HOME)
    turn(loaded)
    assert loaded.side.platform.tiles == [2]


def test_laying_on_to_the_pusher_is_a_collision(loaded):
    loaded.side.platform.pusher_home = False
    loaded.switch(w.BELT | w.HEAD)
    loaded.run(2 * TURN)
    assert loaded.collisions == ["head E lays on to the pusher"]


def test_a_head_that_came_home_backwards_after_laying_takes_the_next_tile(loaded):
    loaded.switch(w.BELT | w.HEAD)
    while not loaded.side.platform.tiles:
        loaded.run(1)
    loaded.switch(w.BELT)
    loaded.run(100)
    loaded.switch(w.BELT | w.HEAD_REV)
    loaded.run_until(w.HEAD_HOME)
    loaded.switch(w.BELT)
    loaded.run(100)
    turn(loaded)
    assert loaded.side.platform.tiles == [0, 1]
