"""A side whose parts jam, stick, are held, or are not where they should be."""

import pytest

from paishan.io.image import (
    BELT,
    HEAD,
    HEAD_HOME,
    HEAD_REV,
    LIFT_DOWN,
    PUSHER,
    PUSHER_HOME,
    TILE,
)
from paishan.table.faults import HEAD_JAM, HEAD_SENSOR, PUSHER_STUCK, RUN_LIMIT, TRAY_STUCK

WEST = 2


def test_a_head_that_does_not_turn_is_a_jam_with_its_side(west):
    west.begin(4)
    west.tile_arrives()
    west.run(10_000)
    assert west.side.failed == HEAD_JAM + WEST
    assert not west.drives(HEAD | HEAD_REV)


def test_a_pusher_that_does_not_turn_is_stuck_with_its_side(west):
    west.begin(2)
    for _ in range(2):
        west.tile_arrives()
        west.head_turns()
    west.run(10_000)
    assert west.side.failed == PUSHER_STUCK + WEST
    west.side.go_on(west.now)
    assert west.drives(PUSHER)
    assert not west.side.is_full()


def lose_the_stack(west):
    west.begin(4)
    for _ in range(2):
        west.tile_arrives()
        west.head_turns()
    west.hide(PUSHER_HOME)  # leaves home and comes back, but was never out
    west.run(100)
    west.show(PUSHER_HOME)
    west.run(10)


def test_a_pusher_that_never_was_out_has_not_pushed(west):
    lose_the_stack(west)
    assert west.side.failed == PUSHER_STUCK + WEST


def test_a_stack_that_was_not_pushed_is_pushed_when_the_fault_is_cleared(west):
    lose_the_stack(west)
    west.side.go_on(west.now)
    west.run(10)
    assert west.drives(PUSHER)


def test_a_pusher_found_off_its_home_is_turned_and_named_if_it_never_comes_home(west):
    west.begin(4)
    west.tile_arrives()
    west.head_turns()
    west.tile_arrives()
    west.hide(PUSHER_HOME)
    west.head_turns()
    assert west.drives(PUSHER)
    west.run(10_000)
    assert west.side.failed == PUSHER_STUCK + WEST
    assert not west.drives(PUSHER)


def test_a_pusher_that_is_not_home_never_takes_half_a_stack(west):
    west.begin(4)
    west.tile_arrives()
    west.head_turns()
    west.hide(PUSHER_HOME)
    west.tile_arrives()
    west.run(100)
    assert not west.drives(PUSHER | HEAD)
    assert west.side.failed == PUSHER_STUCK + WEST
    assert west.side.uncounted  # the machine is emptied, whatever stands where


def tray_in_the_way(west):
    west.begin(4)
    west.tile_arrives()
    west.head_turns()
    west.tile_arrives()
    west.hide(LIFT_DOWN)
    west.head_turns()


def test_nothing_is_pushed_on_to_a_tray_that_is_not_down(west):
    tray_in_the_way(west)
    assert west.side.failed == TRAY_STUCK + WEST
    assert not west.drives(PUSHER)


def test_the_stack_is_pushed_once_the_tray_is_down_and_the_fault_cleared(west):
    tray_in_the_way(west)
    west.show(LIFT_DOWN)
    west.side.go_on(west.now)
    west.run(10)
    assert west.drives(PUSHER)
    west.pusher_turns()
    assert west.side.count == 2


def test_a_jammed_tile_is_not_counted_until_its_turn_is_done(west):
    west.begin(4)
    west.tile_arrives()
    west.run(30)
    west.hide(HEAD_HOME)
    west.run(50)
    west.hide(TILE)
    west.run(10_000)
    assert west.side.failed == HEAD_JAM + WEST
    assert west.side.count == 0
    west.side.go_on(west.now)
    west.run(50)
    west.show(HEAD_HOME)
    west.run(10)
    assert west.side.count == 1


def test_held_everything_stands_and_goes_on_from_there(west):
    west.begin(4)
    west.tile_arrives()
    west.run(30)
    west.hide(HEAD_HOME)
    west.run(50)
    west.hide(TILE)
    west.run(20)
    west.side.hold(west.now)
    assert not west.drives(0x7F)
    west.lines.now = (west.now + 60_000) % (1 << 30)
    west.side.go_on(west.now)
    assert west.drives(HEAD)
    assert west.drives(BELT)
    west.run(200)
    west.show(HEAD_HOME)
    west.run(10)
    assert west.side.count == 1
    assert west.side.failed == 0


def test_a_new_build_counts_from_nothing(west):
    west.begin(2)
    west.stack()
    west.begin(4)
    assert west.side.count == 0
    assert not west.side.is_full()


def test_a_belt_that_runs_ten_minutes_is_switched_off_and_named(west):
    west.begin(4)
    west.run(600_100)
    assert west.side.failed == RUN_LIMIT
    assert not west.drives(BELT)


def test_at_home_means_head_and_pusher(west):
    assert west.side.at_home()
    for sensor in (HEAD_HOME, PUSHER_HOME):
        west.hide(sensor)
        assert not west.side.at_home()
        west.show(sensor)


def jam_and_reverse_home(west):
    west.begin(4)
    west.tile_arrives()
    west.run(150)
    west.hide(HEAD_HOME)
    west.run(60)
    west.hide(TILE)
    while not west.drives(HEAD_REV):
        west.run(5)
    west.run(100)


def test_a_tile_that_the_reversed_head_put_down_is_seen_before_it_is_lifted_again(west):
    jam_and_reverse_home(west)
    west.show(HEAD_HOME)  # S1 is dusty: it does not see what stands there
    west.run(1_000)
    assert not west.drives(HEAD)
    assert west.side.failed == 0
    west.show(TILE)
    west.run(200)
    assert west.drives(HEAD)


def test_one_that_it_sees_is_lifted_again_at_once(west):
    jam_and_reverse_home(west)
    west.show(HEAD_HOME | TILE)
    west.run(300)
    assert west.drives(HEAD)


def test_a_head_that_turns_while_its_pusher_is_found_wrong_is_held_with_it(west):
    west.begin(8)
    for _ in range(2):
        west.tile_arrives()
        west.head_turns()
    west.tile_arrives()  # the next turn begins while the pusher is on its way
    west.hide(PUSHER_HOME)
    west.run(100)
    west.show(PUSHER_HOME)  # back, and never seen out
    west.run(10)
    assert west.side.failed == PUSHER_STUCK + WEST
    west.run(1_000)
    assert not west.drives(HEAD | HEAD_REV | PUSHER | BELT)


def test_a_head_that_does_not_leave_home_and_takes_no_tile_is_a_jam(west):
    west.begin(4)
    west.tile_arrives()
    west.run(20_000)
    assert west.side.failed == HEAD_JAM + WEST


def test_a_jam_that_two_keys_did_not_help_empties_the_machine(west):
    west.begin(4)
    west.tile_arrives()
    for uncounted in (False, False, True):
        west.run(20_000)
        assert west.side.failed == HEAD_JAM + WEST
        assert west.side.uncounted is uncounted
        west.side.go_on(west.now)


def test_a_head_that_takes_tiles_and_never_leaves_home_has_a_blind_sensor(west):
    west.begin(4)
    west.tile_arrives()
    west.run(100)
    west.hide(TILE)
    west.run(20_000)
    assert west.side.failed == HEAD_SENSOR + WEST


def test_a_head_that_left_home_and_never_comes_back_is_a_jam(west):
    west.begin(4)
    west.tile_arrives()
    west.run(30)
    west.hide(HEAD_HOME)
    west.run(60)
    west.hide(TILE)
    west.run(20_000)
    assert west.side.failed == HEAD_JAM + WEST


def test_a_jam_brings_no_lost_count_back(west):
    west.begin(4)
    west.side.uncounted = True
    west.tile_arrives()
    west.run(20_000)
    assert west.side.failed == HEAD_JAM + WEST
    assert west.side.uncounted


def test_a_pusher_that_failed_keeps_its_stack_for_the_next_try(west):
    west.begin(4)
    for _ in range(2):
        west.tile_arrives()
        west.head_turns()
    west.hide(PUSHER_HOME)
    west.run(20_000)
    assert west.side.failed == PUSHER_STUCK + WEST
    assert not west.side.is_full()
    west.side.go_on(west.now)
    west.run(5)
    assert west.drives(PUSHER)


# (what breaks on the east side, first code) on the machine of bytes: nothing else stops
BREAKS = {
    "head": (lambda machine: machine.stuck.update({(0, HEAD), (0, HEAD_REV)}), HEAD_JAM),
    "pusher": (lambda machine: machine.stuck.add((0, PUSHER)), PUSHER_STUCK),
}


@pytest.mark.parametrize("part", BREAKS)
def test_the_others_finish_first_then_the_side_is_named(building, part):
    breaks, code = BREAKS[part]
    breaks(building)
    building.until("FAULT", 60_000)
    assert building.fault == code
    assert building.counts[1:] == [4, 4, 4]
    assert building.trays[1:] == [2, 2, 2]
    assert building.table.alarm.sides == 0b0001
    assert building.table.alarm.number == 4 - building.counts[0] or part == "pusher"


def test_two_that_fail_are_told_by_the_first_and_both_go_on(building):
    building.stuck = {(3, PUSHER), (1, HEAD), (1, HEAD_REV)}
    building.until("FAULT", 60_000)
    assert building.fault == HEAD_JAM + 1
    building.stuck = set()
    building.press()
    building.until("READY", 30_000)
    assert building.trays == [2, 2, 2, 2]


def test_a_head_that_goes_round_once_more_for_its_home_counts_nothing(west):
    west.begin(2)
    for _ in range(2):
        west.tile_arrives()
        west.head_turns()
    west.run(20)
    west.hide(HEAD_HOME)  # it coasted past its home
    west.side.pusher.stop()
    west.side.settle(west.now)
    assert west.drives(HEAD)
    west.run(300)
    west.show(HEAD_HOME)
    west.run(10)
    assert west.side.count == 2
