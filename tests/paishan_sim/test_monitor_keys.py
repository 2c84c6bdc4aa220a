"""The monitor knows that a lift key lends a motion, stops one, and lets all start after a loss."""

import pytest
from tests.paishan_sim.conftest import Watch, on_each, press_key

from paishan_sim import wiring as w
from paishan_sim.monitor import KEY_LEASE_MS, KEY_STOP_MS


@on_each([(0, w.LIFT_RAISE), (3, w.LIFT_LOWER), (4, w.DOME_RAISE), (4, w.DOME_LOWER)])
def test_lifts_and_dome_need_a_lift_key(watch, station, mask):
    watch.outputs[station] = mask
    watch.run(100)
    assert watch.rules() == ["lifts and dome only on a lift key"]


@pytest.mark.parametrize("key", [w.KEY_A, w.KEY_B])
def test_a_lift_key_lends_its_time_and_no_more(watch, key):
    watch.inputs[w.PANEL] |= key
    watch.run(KEY_LEASE_MS - 2000)
    watch.outputs[w.CENTRE] = w.DOME_RAISE
    watch.run(1900)
    assert watch.rules() == []
    watch.run(500)
    assert watch.rules() == ["lifts and dome only on a lift key"]


def test_a_dice_key_lends_no_lift(watch):
    watch.inputs[w.PANEL] |= w.DICE_E
    watch.outputs[w.CENTRE] = w.DOME_RAISE
    watch.run(100)
    assert watch.rules() == ["lifts and dome only on a lift key"]


def begin_raising(watch: Watch) -> None:
    press_key(watch)
    watch.run(300)
    watch.inputs[w.CENTRE] &= ~w.DOME_DOWN
    watch.outputs[w.CENTRE] = w.DOME_RAISE
    watch.run(500)


def test_a_key_stops_a_moving_dome_within_its_filter_time(watch):
    begin_raising(watch)
    watch.inputs[w.PANEL] |= w.KEY_B
    watch.run(KEY_STOP_MS)
    watch.outputs[w.CENTRE] = 0
    watch.run(2_000)
    assert watch.rules() == []


def test_a_dome_that_moves_on_under_a_key_is_reported(watch):
    begin_raising(watch)
    watch.inputs[w.PANEL] |= w.KEY_B
    watch.run(KEY_STOP_MS + 20)
    assert "a key stops a moving dome or lift" in watch.rules()


def test_a_key_s_bounce_stops_nothing(watch):
    begin_raising(watch)
    watch.inputs[w.PANEL] |= w.KEY_B
    watch.run(15)
    watch.inputs[w.PANEL] &= ~w.KEY_B
    watch.run(1_000)
    assert watch.rules() == []


def test_a_held_key_that_bounces_is_not_pressed_anew(watch):
    watch.inputs[w.PANEL] |= w.KEY_A
    watch.run(400)
    watch.outputs[w.CENTRE] = w.DOME_RAISE
    watch.inputs[w.CENTRE] &= ~w.DOME_DOWN
    watch.run(500)
    for _ in range(3):
        watch.inputs[w.PANEL] ^= w.KEY_A
        watch.run(10)
    watch.inputs[w.PANEL] |= w.KEY_A
    watch.run(1_000)
    assert watch.rules() == []


def test_a_press_that_bounces_still_stops_a_dome(watch):
    begin_raising(watch)
    for _ in range(3):
        watch.inputs[w.PANEL] ^= w.KEY_B
        watch.run(5)
    watch.inputs[w.PANEL] |= w.KEY_B
    watch.run(KEY_STOP_MS)
    assert "a key stops a moving dome or lift" in watch.rules()


def test_the_press_that_stopped_a_dome_moves_nothing_again(watch):
    begin_raising(watch)
    watch.inputs[w.PANEL] |= w.KEY_B
    watch.run(40)
    watch.outputs[w.CENTRE] = 0
    watch.run(200)
    watch.inputs[w.PANEL] &= ~w.KEY_B
    watch.run(200)
    watch.outputs[w.CENTRE] = w.DOME_LOWER
    watch.run(50)
    assert watch.rules() == ["lifts and dome only on a lift key"]


def test_a_service_command_lends_as_long_as_it_says(watch):
    watch.monitor.lease(watch.now, 500)
    watch.outputs[w.CENTRE] = w.DOME_RAISE
    watch.run(500)
    assert watch.rules() == []
    watch.run(100)
    assert watch.rules() == ["lifts and dome only on a lift key"]


LOSSES = [(w.CENTRE, w.MAINS_OK), (w.CENTRE, w.COVER_CLOSED), (w.SIGNATURE, 0xFF)]


@pytest.mark.parametrize(("station", "mask"), LOSSES)
def test_nothing_starts_by_itself_after_a_loss(watch, station, mask):
    watch.outputs[0] = w.BELT
    watch.run(1_000)
    was = watch.inputs[station]
    watch.inputs[station] &= ~mask & 0xFF
    watch.outputs[0] = 0
    watch.run(1_000)
    watch.inputs[station] = was
    watch.run(1_000)
    assert watch.rules() == []
    watch.outputs[0] = w.BELT
    watch.run(20)
    assert watch.rules() == ["nothing starts by itself after a loss"]


@pytest.mark.parametrize(("station", "mask"), LOSSES)
def test_a_key_after_a_loss_lets_it_go_on(watch, station, mask):
    was = watch.inputs[station]
    watch.inputs[station] &= ~mask & 0xFF
    watch.run(1_000)
    watch.inputs[station] = was
    watch.run(1_000)
    press_key(watch)
    watch.outputs[0] = w.BELT
    watch.run(100)
    assert watch.rules() == []


def test_what_a_broken_chain_reads_of_keys_is_no_press_and_no_release(watch):
    watch.inputs[w.SIGNATURE] = watch.inputs[w.PANEL] = 0xFF
    watch.run(1_000)
    watch.inputs[w.SIGNATURE], watch.inputs[w.PANEL] = w.CHAIN_SIGNATURE, 0
    watch.run(10)
    press_key(watch)  # so soon after it that it would be the rebound of a key released then
    watch.outputs[0] = w.BELT
    watch.run(100)
    assert watch.rules() == []


@pytest.mark.parametrize(("before_ms", "counts"), [(10, True), (200, False)])
def test_a_key_counts_from_shortly_before_the_return_on(watch, before_ms, counts):
    watch.inputs[w.CENTRE] &= ~w.MAINS_OK & 0xFF
    watch.run(1_000)
    watch.inputs[w.PANEL] |= w.KEY_A
    watch.run(before_ms)
    watch.inputs[w.CENTRE] |= w.MAINS_OK
    watch.run(200)
    watch.inputs[w.PANEL] &= ~w.KEY_A & 0xFF
    watch.run(100)
    watch.outputs[0] = w.BELT
    watch.run(100)
    assert watch.rules() == ([] if counts else ["nothing starts by itself after a loss"])


def test_nothing_starts_by_itself_after_a_power_cut(watch):
    press_key(watch)
    watch.monitor.power_cut()
    watch.outputs[0] = w.HEAD
    watch.run(100)
    assert watch.rules() == ["nothing starts by itself after a loss"]


def test_dice_may_rattle_after_a_loss(watch):
    watch.monitor.power_cut()
    watch.outputs[w.CENTRE] = w.DICE
    watch.run(100)
    assert watch.rules() == []


def test_lifts_may_go_on_after_the_cover_was_open(watch):
    press_key(watch)
    watch.inputs[w.CENTRE] &= ~w.COVER_CLOSED
    watch.run(1_000)
    watch.inputs[w.CENTRE] |= w.COVER_CLOSED
    watch.inputs[2] &= ~w.LIFT_DOWN
    watch.outputs[2] = w.LIFT_RAISE
    watch.run(100)
    assert watch.rules() == []


@pytest.mark.parametrize(("up_ms", "counts"), [(25, False), (30, True)])
def test_a_key_that_was_up_for_as_long_as_keys_are_debounced_is_pressed_anew(watch, up_ms, counts):
    watch.inputs[w.PANEL] |= w.KEY_A
    watch.run(100)
    watch.inputs[w.PANEL] &= ~w.KEY_A & 0xFF
    watch.run(up_ms)
    watch.monitor.power_cut()
    watch.inputs[w.PANEL] |= w.KEY_A
    watch.run(50)
    watch.outputs[0] = w.BELT
    watch.run(50)
    assert watch.rules() == ([] if counts else ["nothing starts by itself after a loss"])
