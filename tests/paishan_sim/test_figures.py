import pytest

from paishan_sim.figures import MACHINES, NORMAL, WORN, describe


def test_every_figure_has_unit_and_source():
    rows = describe(NORMAL)
    assert len(rows) > 30
    for name, value, unit, source in rows:
        assert unit, name
        assert source, name
        assert value > 0, name


@pytest.mark.parametrize("machine", MACHINES.values(), ids=MACHINES)
def test_phases_come_in_the_order_of_a_turn(machine):
    marks = [machine.head_home, machine.head_takes, machine.head_clears, machine.head_lays]
    assert marks == sorted(marks)
    assert machine.pusher_home < 0.5 - machine.pusher_home < machine.pusher_pushes < 0.5


@pytest.mark.parametrize("machine", MACHINES.values(), ids=MACHINES)
def test_the_pusher_is_back_before_the_next_tile_is_laid(machine):
    start_and_turn = machine.start_ms + machine.pusher_rev_ms * (1 - machine.pusher_home)
    from_home_to_laying = machine.head_turn_ms * (machine.head_home + machine.head_lays)
    assert start_and_turn < 0.85 * from_home_to_laying


def test_heads_keep_the_sourced_rate():
    assert 0.9 <= 1000 / NORMAL.head_turn_ms <= 2.0
    assert 0.45 <= 1000 / WORN.head_turn_ms <= 0.9
