"""The safety monitor knows when a motor may not run, beside what keys have to do with it."""

import pytest
from tests.paishan_sim.conftest import on_each, press_key

from paishan_sim import wiring as w
from paishan_sim.monitor import DEAD_TIME_MS, GRACE_MS

SHUFFLING = [(w.CENTRE, mask) for mask in (w.DRUM, w.DRUM_REV, w.RING)] + [
    (side, mask) for side in range(4) for mask in (w.BELT, w.BELT_REV, w.HEAD, w.HEAD_REV)
]
ALL_MOTORS = [(station, mask) for _, station, mask in w.MOTORS]


@on_each(ALL_MOTORS)
def test_a_healthy_table_may_run_each_motor(watch, station, mask):
    press_key(watch)
    watch.outputs[station] = mask
    watch.run(1000)
    assert watch.rules() == []


@on_each(SHUFFLING)
@pytest.mark.parametrize(
    ("bit", "rule"), [(w.DOME_DOWN, "dome down"), (w.COVER_CLOSED, "cover closed")]
)
def test_nothing_shuffles_with_the_dome_or_the_cover_open(watch, station, mask, bit, rule):
    watch.inputs[w.CENTRE] &= ~bit
    watch.run(200)
    watch.outputs[station] = mask
    watch.run(10)
    assert watch.rules() == [rule]


@pytest.mark.parametrize("side", range(4))
def test_no_pusher_moves_below_a_raised_tray(watch, side):
    watch.inputs[side] &= ~w.LIFT_DOWN
    watch.run(200)
    watch.outputs[side ^ 1] = w.PUSHER
    watch.run(100)
    assert watch.rules() == []
    watch.outputs[side] = w.PUSHER
    watch.run(10)
    assert watch.rules() == [f"tray {w.SIDES[side]} down"]


@pytest.mark.parametrize("side", range(4))
def test_no_tray_rises_while_its_pusher_is_out(watch, side):
    press_key(watch)
    watch.stalled = True
    watch.inputs[side] &= ~w.PUSHER_HOME
    watch.run(200)
    watch.outputs[side] = w.LIFT_LOWER
    watch.outputs[side ^ 1] = w.LIFT_RAISE
    watch.run(100)
    assert watch.rules() == []
    watch.outputs[side] = 0
    watch.run(200)
    watch.outputs[side] = w.LIFT_RAISE
    watch.run(10)
    assert watch.rules() == [f"pusher {w.SIDES[side]} home"]


@on_each(ALL_MOTORS)
def test_no_motor_runs_on_a_lost_supply(watch, station, mask):
    press_key(watch)
    watch.inputs[w.CENTRE] &= ~w.MAINS_OK
    watch.run(200)
    watch.outputs[station] = mask
    watch.run(10)
    assert watch.rules() == ["mains present"]


@on_each(ALL_MOTORS)
def test_no_motor_runs_on_a_broken_chain(watch, station, mask):
    press_key(watch)
    watch.inputs[w.SIGNATURE] = 0xFF
    watch.run(200)
    watch.outputs[station] = mask
    watch.run(10)
    assert watch.rules() == ["chain intact"]


def test_a_controller_has_time_to_notice_a_lost_permission(watch):
    watch.outputs[w.CENTRE] = w.DRUM
    watch.run(1000)
    watch.inputs[w.CENTRE] &= ~w.DOME_DOWN
    watch.run(GRACE_MS)
    watch.outputs[w.CENTRE] = 0
    watch.run(1000)
    assert watch.rules() == []


def test_a_permission_lost_for_longer_is_reported_once(watch):
    watch.outputs[w.CENTRE] = w.DRUM
    watch.run(1000)
    watch.inputs[w.CENTRE] &= ~w.DOME_DOWN
    watch.run(GRACE_MS + 2000)
    assert watch.rules() == ["dome down"]
    assert watch.monitor.violations[0].detail == "DRUM"
    assert watch.monitor.violations[0].now_ms <= 1100 + GRACE_MS + 2 * w.SCAN_MS


def test_a_bouncing_sensor_is_no_violation(watch):
    watch.outputs[0] = w.PUSHER
    for _ in range(50):
        watch.inputs[0] ^= w.LIFT_DOWN
        watch.run(10)
    assert watch.rules() == []


@pytest.mark.parametrize(
    "lifting", [(1, w.LIFT_RAISE), (1, w.LIFT_LOWER), (4, w.DOME_RAISE), (4, w.DOME_LOWER)]
)
@pytest.mark.parametrize("turning", [(4, w.DRUM), (4, w.DRUM_REV), (3, w.HEAD), (3, w.HEAD_REV)])
def test_lifts_and_dome_only_move_while_drum_and_heads_rest(watch, lifting, turning):
    press_key(watch)
    watch.outputs[turning[0]] |= turning[1]
    watch.run(100)
    watch.outputs[lifting[0]] |= lifting[1]
    watch.run(100)
    what = "dome" if lifting[0] == w.CENTRE else "lifts"
    assert watch.rules() == [f"{what} only while drum and heads rest"]


def test_lifts_and_dome_never_move_together(watch):
    press_key(watch)
    watch.outputs[2] = w.LIFT_LOWER
    watch.outputs[w.CENTRE] = w.DOME_LOWER
    watch.run(100)
    assert watch.rules() == ["lifts and dome never both"]


REVERSIBLE = [
    (0, w.BELT, w.BELT_REV),
    (1, w.HEAD, w.HEAD_REV),
    (2, w.LIFT_RAISE, w.LIFT_LOWER),
    (w.CENTRE, w.DRUM, w.DRUM_REV),
    (w.CENTRE, w.DOME_RAISE, w.DOME_LOWER),
]


@pytest.mark.parametrize(("station", "forward", "backward"), REVERSIBLE)
def test_both_directions_are_never_on_together(watch, station, forward, backward):
    press_key(watch)
    watch.outputs[station] = forward | backward
    watch.run(100)
    assert "one direction at a time" in watch.rules()


@pytest.mark.parametrize(("station", "forward", "backward"), REVERSIBLE)
def test_a_direction_waits_for_the_dead_time(watch, station, forward, backward):
    press_key(watch)
    for first, second in ((forward, backward), (backward, forward)):
        watch.outputs[station] = first
        watch.run(500)
        watch.outputs[station] = 0
        watch.run(DEAD_TIME_MS)
        watch.outputs[station] = second
        watch.run(500)
        watch.outputs[station] = 0
        watch.run(500)
    assert watch.rules() == []
    watch.outputs[station] = forward
    watch.run(500)
    watch.outputs[station] = 0
    watch.run(DEAD_TIME_MS - w.SCAN_MS)
    watch.outputs[station] = backward
    watch.run(500)
    assert watch.rules() == ["dead time between directions"]


def test_three_motors_may_start_in_a_scan_and_four_may_not(watch):
    watch.outputs[:3] = [w.BELT] * 3
    watch.run(50)
    assert watch.rules() == []
    watch.outputs[:4] = [w.BELT | w.HEAD] * 4
    watch.run(50)
    assert watch.rules() == ["at most three motors start in a scan"]


def test_lamps_do_not_count_as_motors(watch):
    watch.outputs[:4] = [w.SEAT_LAMP] * 4
    watch.outputs[w.CENTRE] = w.READY_LAMP | w.BUZZER
    watch.inputs[w.CENTRE] = 0
    watch.run(1000)
    assert watch.rules() == []


def test_a_whole_build_stays_below_the_supply_and_a_dome_beside_it_does_not(watch):
    everything = [w.BELT, w.HEAD, w.PUSHER]
    for mask in everything:
        for side in range(4):
            watch.outputs[side] |= mask
            watch.run(20)
    watch.run(100)
    watch.outputs[w.CENTRE] = w.DRUM | w.RING
    watch.run(100)
    assert watch.rules() == []
    watch.outputs[w.CENTRE] |= w.DOME_RAISE
    press_key(watch)
    watch.run(100)
    assert "current below the supply's" in watch.rules()


@pytest.mark.parametrize(
    ("station", "mask", "longest_ms"),
    [(4, w.DICE, 8_000), (0, w.PUSHER, 10_000), (1, w.HEAD, 120_000), (4, w.DRUM, 600_000)],
)
def test_no_motor_stays_on_for_ever(watch, station, mask, longest_ms):
    watch.outputs[station] = mask
    watch.run(longest_ms)
    assert watch.rules() == []
    watch.run(1_100)
    assert watch.rules() == ["longest time on"]


def test_the_verdict_counts_by_rule(watch):
    assert watch.monitor.verdict() == "safe: no rule violated in 20 scans"
    watch.outputs[w.CENTRE] = w.DOME_RAISE | w.DOME_LOWER
    watch.run(100)
    assert watch.monitor.verdict().startswith("UNSAFE: 3 violations: ")
    assert "one direction at a time (1)" in watch.monitor.verdict()


def test_a_violation_that_comes_back_is_reported_again(watch):
    for _ in range(3):
        watch.outputs[w.CENTRE] = w.DOME_RAISE
        watch.run(100)
        watch.outputs[w.CENTRE] = 0
        watch.run(100)
    assert len(watch.rules()) == 3


ENDS = [
    (2, w.LIFT_RAISE, w.LIFT_UP, "lift W stops at its end"),
    (0, w.LIFT_LOWER, w.LIFT_DOWN, "lift E stops at its end"),
    (w.CENTRE, w.DOME_RAISE, w.DOME_UP, "dome stops at its end"),
    (w.CENTRE, w.DOME_LOWER, w.DOME_DOWN, "dome stops at its end"),
]


@pytest.mark.parametrize(("station", "output", "end", "rule"), ENDS)
def test_a_drive_stops_at_its_end(watch, station, output, end, rule):
    press_key(watch)
    watch.inputs[station] &= ~end
    watch.outputs[station] = output
    watch.run(3_000)
    watch.inputs[station] |= end
    watch.run(GRACE_MS)
    assert watch.ends() == []
    watch.run(20)
    assert watch.ends() == [rule]


@pytest.mark.parametrize(
    ("station", "mask"), [(0, w.HEAD), (3, w.PUSHER), (w.CENTRE, w.DRUM), (w.CENTRE, w.RING)]
)
def test_a_motor_that_stands_under_current_is_reported(watch, station, mask):
    watch.stalled = True
    watch.outputs[station] = mask
    watch.run(3_500)
    assert watch.rules() == []
    watch.run(3_500)
    assert watch.rules() == ["no motor runs against a standstill"]


def test_four_lifts_and_a_dome_at_once_are_beyond_the_supply_s_peak(watch):
    press_key(watch)
    for side in range(4):
        watch.outputs[side] = w.LIFT_RAISE
        watch.run(5)
    assert watch.rules() == []
    watch.outputs[w.CENTRE] = w.DOME_RAISE
    watch.run(5)
    assert "inrush below the supply's peak" in watch.rules()


def test_a_dome_that_goes_up_and_down_for_minutes_is_too_hot(watch):
    for _ in range(100):
        press_key(watch)
        watch.outputs[w.CENTRE] = w.DOME_RAISE
        watch.run(2_000)
        watch.outputs[w.CENTRE] = 0
        watch.run(200)
    assert "no motor too hot" in watch.rules()


def test_shuffling_without_anybody_there_ends(watch):
    for _ in range(20):
        watch.outputs[0] = w.BELT
        watch.run(50_000)
        watch.outputs[0] = 0
        watch.run(5_000)
    assert set(watch.rules()) == {"no shuffling for ever"}


def test_what_a_silent_sensor_watches_cannot_be_seen_to_stand(watch):
    watch.stalled = True
    watch.monitor.blind(w.CENTRE, w.RING_TURN)
    watch.outputs[w.CENTRE] = w.RING
    watch.run(7_000)
    assert watch.rules() == []
