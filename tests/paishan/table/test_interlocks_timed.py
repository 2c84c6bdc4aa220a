"""The interlocks that need a clock: dead time, starts in a scan, supply current, permit."""

import pytest

from paishan.io import image as io
from paishan.table.faults import COVER_OPEN, NO_PERMIT

EAST, SOUTH, WEST, CENTRE = 0, 1, 2, io.CENTRE
QUICK = {"dome_first_ms": 2000, "lift_first_ms": 2000, "lift_dwell_limit_ms": 5000}


# dead time


@pytest.mark.parametrize(
    ("byte", "one", "other"),
    [
        (SOUTH, io.BELT, io.BELT_REV),
        (SOUTH, io.HEAD, io.HEAD_REV),
        (SOUTH, io.LIFT_RAISE, io.LIFT_LOWER),
        (CENTRE, io.DRUM, io.DRUM_REV),
        (CENTRE, io.DOME_RAISE, io.DOME_LOWER),
    ],
)
@pytest.mark.parametrize("turned", [False, True])
def test_the_way_back_waits_for_the_dead_time(gates, byte, one, other, turned):
    first, second = (other, one) if turned else (one, other)
    gate = gates(dead_time_ms=100)
    gate.press()
    gate.want(byte, first)
    assert gate.step(3)[byte] == first
    gate.want(byte, second)
    outputs = [gate.step()[byte] for _ in range(30)]
    assert outputs == [0] * 20 + [second] * 10
    assert gate.interlocks.fault == 0


def test_the_same_direction_again_needs_no_dead_time(gates):
    gate = gates()
    gate.want(EAST, io.HEAD)
    gate.step()
    gate.want(EAST, 0)
    gate.step()
    gate.want(EAST, io.HEAD)
    assert gate.step()[EAST] == io.HEAD


def test_a_rest_counts_towards_the_dead_time(gates):
    gate = gates(dead_time_ms=100)
    gate.want(EAST, io.BELT)
    gate.step()
    gate.want(EAST, 0)
    gate.step(15)
    gate.want(EAST, io.BELT_REV)
    assert [gate.step()[EAST] for _ in range(7)] == [0] * 5 + [io.BELT_REV] * 2


def test_the_dead_time_of_one_motor_holds_up_no_other_direction(gates):
    gate = gates()
    gate.want(EAST, io.BELT)
    gate.step()
    gate.want(EAST, io.HEAD)
    gate.want(SOUTH, io.BELT_REV)
    outputs = gate.step()
    assert outputs[EAST] == io.HEAD
    assert outputs[SOUTH] == io.BELT_REV


def test_a_motor_stopped_by_an_interlock_rests_too(gates):
    gate = gates()
    gate.want(EAST, io.BELT)
    gate.step()
    gate.inputs[io.CENTRE] ^= io.COVER_CLOSED
    gate.step(1, True)
    gate.inputs[io.CENTRE] ^= io.COVER_CLOSED
    gate.want(EAST, io.BELT_REV)
    assert gate.step(10, True)[EAST] == 0
    assert gate.step(15)[EAST] == io.BELT_REV


# inrush and supply


def running(outputs):
    sides = sum((byte & io.SIDE_MOTORS).bit_count() for byte in outputs[:4])
    return sides + (outputs[CENTRE] & io.CENTRE_MOTORS).bit_count()


@pytest.mark.parametrize("starts", [1, 2, 3])
def test_only_so_many_motors_start_in_one_scan(gates, starts):
    gate = gates(starts_per_scan=starts)
    for side in range(4):
        gate.want(side, io.BELT | io.HEAD)
    gate.want(CENTRE, io.DRUM | io.RING)
    assert [running(gate.step()) for _ in range(11)] == [
        min(10, starts * scan) for scan in range(1, 12)
    ]


def test_lamps_do_not_count_as_starts(gates):
    gate = gates(starts_per_scan=1)
    for side in range(4):
        gate.want(side, io.SEAT_LAMP | io.BELT)
    outputs = gate.step()
    assert all(outputs[side] & io.SEAT_LAMP for side in range(4))
    assert running(outputs) == 1


def load_ma(outputs):
    """By the currents that the domain notes suggest, output by output."""
    side = {io.BELT: 150, io.HEAD: 450, io.PUSHER: 350, io.LIFT_RAISE: 900, io.LIFT_LOWER: 900}
    centre = {io.DRUM: 600, io.RING: 350, io.DOME_RAISE: 1200, io.DICE: 60}
    total = sum(ma for byte in outputs[:4] for mask, ma in side.items() if byte & mask)
    return total + sum(ma for mask, ma in centre.items() if outputs[CENTRE] & mask)


def test_a_whole_build_with_dice_fits_the_supply(gates):
    gate = gates(supply_ma=5000)
    for side in range(4):
        gate.want(side, io.BELT | io.HEAD | io.PUSHER)
    gate.want(CENTRE, io.DRUM | io.RING | io.DICE)
    assert running(gate.step(100)) == 15
    assert load_ma(gate.step()) == 4810


@pytest.mark.parametrize("supply_ma", [2000, 2300, 3000, 4000])
def test_the_sum_of_currents_stays_below_the_supply(gates, supply_ma):
    gate = gates(supply_ma=supply_ma)
    for side in range(4):
        gate.want(side, io.BELT | io.HEAD | io.PUSHER)
    gate.want(CENTRE, io.DRUM | io.RING)
    seen = [load_ma(gate.step()) for _ in range(30)]
    assert max(seen) <= supply_ma
    assert seen[-1] > supply_ma - 350  # less than the motor next in turn


def test_motors_that_start_together_never_draw_more_than_the_supply_gives_for_a_moment(gates):
    """A motor draws 2.5 times its current for 100 ms; a supply gives twice its rating so long."""
    gate = gates(supply_ma=3000)
    for side in range(4):
        gate.want(side, io.BELT | io.HEAD | io.PUSHER)
    gate.want(CENTRE, io.DRUM | io.RING)
    started, before = [], bytes(7)
    for scan in range(200):
        outputs = gate.step()
        fresh = bytes(now & ~was for now, was in zip(outputs, before, strict=True))
        started.append((scan, load_ma(fresh)))
        before = outputs
        inrush_ma = sum(1.5 * ma for at, ma in started if scan - at < 100 // 5)
        assert load_ma(outputs) + inrush_ma <= 2 * 3000
    assert load_ma(before) > 3000 - 600


def test_what_was_held_back_starts_when_another_motor_stops(gates):
    gate = gates(supply_ma=2000)
    gate.press()
    for side in range(4):
        gate.want(side, io.LIFT_RAISE)
    assert running(gate.step(50)) == 2
    gate.want(EAST, 0)
    assert gate.step(2)[WEST] == io.LIFT_RAISE


def test_a_motion_is_told_what_waits_for_the_supply(gates):
    gate = gates(supply_ma=2000)
    gate.press()
    for side in range(4):
        gate.want(side, io.LIFT_RAISE | io.SEAT_LAMP)
    gate.step(50)
    assert list(gate.wish.waits) == [0, 0, io.LIFT_RAISE, io.LIFT_RAISE, 0, 0, 0]
    gate.want(EAST, 0)
    gate.step(2)
    assert list(gate.wish.waits) == [0, 0, 0, io.LIFT_RAISE, 0, 0, 0]
    gate.interlocks.all_off()
    assert gate.wish.waits == bytes(7)


def test_four_lifts_fit_the_supply(gates):
    gate = gates(supply_ma=5000)
    gate.press()
    for side in range(4):
        gate.want(side, io.LIFT_RAISE)
    assert running(gate.step(5)) == 4


# permit


@pytest.mark.parametrize("key", [io.KEY_A, io.KEY_B])
def test_a_lift_key_permits_dome_and_lifts(gates, key):
    gate = gates()
    gate.want(CENTRE, io.DOME_RAISE)
    assert gate.step(1, True)[CENTRE] == 0
    assert gate.interlocks.fault == NO_PERMIT
    gate.edges[io.PANEL] = key
    assert gate.step(1, True)[CENTRE] == io.DOME_RAISE
    assert gate.interlocks.fault == 0


@pytest.mark.parametrize("key", [0x04, 0x08, 0x10, 0x20, io.ENABLE, io.SERVICE])
def test_no_other_contact_permits_them(gates, key):
    gate = gates()
    gate.want(EAST, io.LIFT_RAISE)
    gate.edges[io.PANEL] = key
    assert gate.step(5, True)[EAST] == 0


def test_a_key_that_is_let_go_permits_nothing(gates):
    gate = gates()
    gate.want(EAST, io.LIFT_RAISE)
    gate.edges[8 + io.PANEL] = io.KEY_A
    assert gate.step(1, True)[EAST] == 0


def test_the_permit_ends_while_nothing_else_changes(gates):
    gate = gates(permit_ms=12_000, **QUICK)
    gate.press()
    gate.want(EAST, io.LIFT_RAISE)
    assert gate.step(2390)[EAST] == io.LIFT_RAISE
    assert gate.step(12)[EAST] == 0
    assert gate.interlocks.fault == NO_PERMIT


def test_another_press_extends_the_permit(gates):
    gate = gates(permit_ms=12_000, **QUICK)
    gate.press()
    gate.step(2300)
    gate.press()
    gate.want(EAST, io.LIFT_RAISE)
    assert gate.step(2300)[EAST] == io.LIFT_RAISE


def test_a_lease_permits_as_long_as_it_runs_and_not_a_scan_longer(gates):
    gate = gates()
    gate.interlocks.leased = True
    gate.want(EAST, io.LIFT_RAISE)
    assert gate.step(1000)[EAST] == io.LIFT_RAISE
    gate.interlocks.leased = False
    assert gate.step()[EAST] == 0
    assert gate.interlocks.fault == NO_PERMIT


# the rest


def test_all_off_is_off_in_the_outputs_and_in_the_wish(gates):
    gate = gates()
    gate.want(EAST, io.BELT | io.SEAT_LAMP)
    gate.want(io.TENS, 0x3F)
    gate.step()
    gate.interlocks.all_off()
    assert gate.interlocks.outputs == bytes(7)
    assert gate.wish.bytes == bytes(7)


def test_a_fault_lasts_as_long_as_its_cause(gates):
    gate = gates()
    gate.inputs[io.CENTRE] ^= io.COVER_CLOSED
    gate.want(EAST, io.HEAD)
    gate.step(3, True)
    assert gate.interlocks.fault == COVER_OPEN
    gate.inputs[io.CENTRE] ^= io.COVER_CLOSED
    gate.step(1, True)
    assert gate.interlocks.fault == 0
    assert gate.interlocks.outputs[EAST] == io.HEAD


def test_the_wish_itself_is_never_changed(gates):
    gate = gates()
    gate.inputs[io.CHAIN] = 0
    gate.want(EAST, io.HEAD)
    gate.step(5, True)
    assert gate.wish.bytes[EAST] == io.HEAD


def test_after_a_gap_without_scans_motors_start_as_from_rest(gates):
    gate = gates()
    for side in range(4):
        gate.want(side, io.BELT)
    gate.inputs[io.CENTRE] |= io.DOME_DOWN | io.COVER_CLOSED | io.MAINS_OK

    def running():
        return sum(gate.interlocks.outputs[side] & io.BELT for side in range(4))

    gate.step(8, True)
    assert running() == 4
    gate.interlocks.start_again()
    gate.step()
    assert 0 < running() < 4
    gate.step(3)
    assert running() == 4


@pytest.mark.parametrize("late", [False, True])
def test_motors_that_stood_still_for_a_while_turn_back_after_the_dead_time_too(gates, late):
    gate = gates(dead_time_ms=100)
    gate.want(EAST, io.BELT)
    gate.step(3)
    if late:
        gate.interlocks.start_again()
    gate.want(EAST, io.BELT_REV)
    outputs = [gate.step()[EAST] for _ in range(30)]
    assert outputs == [0] * 20 + [io.BELT_REV] * 10


def test_motors_that_stood_still_for_a_while_go_on_the_same_way_at_once(gates):
    gate = gates(dead_time_ms=100)
    gate.want(EAST, io.BELT)
    gate.step(3)
    gate.interlocks.start_again()
    assert gate.step()[EAST] == io.BELT
