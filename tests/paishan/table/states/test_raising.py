import pytest

from paishan.io import image as io
from paishan.table.faults import INTERRUPTED, LIFT_SENSORS, PUSHER_STUCK, TRAY_EYE, TRAY_STUCK
from paishan.table.progress import IN_BUILD, LOADED


def lifts_driven(machine, mask):
    return sum(machine.drives(side, mask) for side in range(4))


def test_four_lifts_go_up_together(raising):
    raising.run(100)
    assert lifts_driven(raising, io.LIFT_RAISE) == 4
    assert raising.display == "--"
    assert not raising.drives(io.CENTRE, io.READY_LAMP)


def test_the_walls_come_on_to_the_table_and_the_trays_go_down_for_the_build(raising):
    raising.drum = 16
    raising.until("BUILDING")
    assert raising.walls == [2, 2, 2, 2]
    assert raising.trays == [0, 0, 0, 0]
    assert raising.lifts == [0, 0, 0, 0]
    raising.until("READY", 20_000)
    assert raising.trays == [2, 2, 2, 2]


def test_they_wait_at_the_top(raising):
    raising.until(lambda: raising.lifts == [1000] * 4)
    raising.run(1400)
    assert raising.lifts == [1000] * 4
    assert not raising.motors_run()


def test_drum_and_heads_stand_still_while_the_lifts_move(raising):
    while raising.state == "RAISING":
        assert raising.outputs[io.CENTRE] & io.CENTRE_MOTORS == 0
        raising.scan()


def test_the_slowest_lift_is_waited_for(raising):
    raising.stuck = {(1, io.LIFT_RAISE)}
    raising.run(3000)
    assert raising.state == "RAISING"
    raising.stuck = set()
    raising.until("BUILDING")


@pytest.mark.parametrize("keys", ["A", "B", "both"])
@pytest.mark.parametrize("way", ["up", "down"])
def test_a_key_stops_all_lifts_and_the_next_goes_on(raising, keys, way):
    if way == "down":
        raising.until(lambda: raising.walls == [2, 2, 2, 2])
    raising.until(lambda: 200 < raising.lifts[0] < 800)
    raising.hold(keys)
    raising.run(40)
    assert not raising.motors_run()
    stand_at = list(raising.lifts)
    raising.release()
    raising.run(5000)
    assert raising.lifts == stand_at
    raising.press()
    raising.until("BUILDING", 20_000)
    assert raising.walls == [2, 2, 2, 2]


@pytest.mark.parametrize("keys", ["A", "B", "both"])
def test_walls_that_wait_stay_up_while_a_key_is_held_and_a_whole_wait_longer(raising, keys):
    raising.until(lambda: raising.lifts == [1000] * 4)
    raising.run(500)
    raising.hold(keys)
    raising.run(6000)
    raising.release()
    raising.run(raising.app.settings.lift_dwell_ms - 100)
    assert (raising.state, raising.lifts) == ("RAISING", [1000] * 4)
    raising.until("BUILDING", 20_000)
    assert raising.walls == [2, 2, 2, 2]


def test_the_lifts_do_not_go_down_while_the_key_that_raised_them_is_held(raising):
    raising.press()
    raising.hold("A")
    raising.until(lambda: raising.lifts == [1000] * 4)
    raising.run(6000)
    assert (raising.state, raising.lifts) == ("RAISING", [1000] * 4)
    raising.release()
    raising.until("BUILDING")


def test_a_key_that_came_too_late_to_stop_the_walls_keeps_them_up_until_the_next(raising):
    raising.until(lambda: min(raising.lifts) > 990)
    raising.hold("A")
    raising.run(300)
    raising.release()
    raising.take_tiles_off_the_table()
    raising.run(20_000)
    assert raising.lifts == [1000] * 4
    raising.press()
    raising.until("BUILDING", 20_000)


def test_a_key_that_is_stuck_keeps_no_wall_up(raising):
    raising.press()
    raising.hold("A")
    raising.until("BUILDING", 15_000)


def test_the_dome_does_not_open_while_the_key_that_lowered_the_lifts_is_held(raising):
    raising.table.emptying = True
    raising.until(lambda: raising.walls == [2, 2, 2, 2])
    raising.until(lambda: 0 < raising.lifts[0] < 800)
    raising.press()
    raising.hold("A")
    raising.until(lambda: raising.lifts == [0] * 4)
    raising.run(1000)
    assert (raising.state, raising.dome) == ("RAISING", 0)
    raising.release()
    raising.until(lambda: raising.dome == 1000)


def sets_a_setting(machine):
    table = machine.table
    machine.app.staging().set("guide_ms", 21_000, machine.now, "tool", "technician")
    machine.run(200)
    assert machine.table is not table  # put together anew


@pytest.mark.parametrize("way", ["up", "down"])
def test_a_setting_moves_no_lift_that_a_key_has_stopped(raising, way):
    if way == "down":
        raising.until(lambda: raising.walls == [2, 2, 2, 2])
    raising.until(lambda: 200 < raising.lifts[0] < 800)
    raising.press()
    raising.forget()
    sets_a_setting(raising)
    raising.run(5000)
    assert not any(raising.saw(side, io.LIFT_RAISE | io.LIFT_LOWER) for side in range(4))
    assert (raising.state, raising.display) == ("RAISING", "--")
    raising.press()
    drives = io.LIFT_LOWER if way == "down" else io.LIFT_RAISE
    assert lifts_driven(raising, drives) == 4
    raising.until("BUILDING", 20_000)


def test_after_a_setting_the_walls_wait_for_a_key(raising):
    raising.until(lambda: raising.lifts == [1000] * 4)
    raising.run(300)
    sets_a_setting(raising)
    raising.run(20_000)
    assert (raising.state, raising.lifts) == ("RAISING", [1000] * 4)
    raising.press()
    raising.until("BUILDING")
    assert raising.walls == [2, 2, 2, 2]


def test_after_a_fault_and_a_setting_they_go_on_the_same_way(raising):
    raising.until(lambda: raising.walls == [2, 2, 2, 2])
    raising.until(lambda: 200 < raising.lifts[0] < 800)
    raising.on[2] = io.LIFT_UP | io.LIFT_DOWN
    raising.until("FAULT", 200)
    raising.on[2] = 0
    raising.run(200)
    sets_a_setting(raising)
    raising.press()
    assert lifts_driven(raising, io.LIFT_LOWER) == 4


def test_a_lift_that_sticks_is_named_and_goes_on_after_a_key(raising):
    raising.stuck = {(3, io.LIFT_RAISE)}
    raising.until("FAULT", 30_000)
    assert raising.fault == TRAY_STUCK + 3
    assert not raising.motors_run()
    raising.stuck = set()
    raising.press()
    raising.until("BUILDING", 20_000)
    assert raising.walls == [2, 2, 2, 2]


def test_walls_that_do_not_leave_the_tray_are_a_fault_of_that_side(raising):
    raising.walls = [0, 0, 1, 0]  # tiles of the old wall lie in the way in the west
    raising.until("FAULT", 30_000)
    assert (raising.fault, raising.table.alarm.sides) == (TRAY_EYE, 0b0100)
    raising.walls[2] = 0
    raising.press()
    raising.until("BUILDING", 30_000)
    assert raising.walls == [2, 2, 2, 2]


def test_keys_pressed_meanwhile_hide_no_wall_that_does_not_leave_its_tray(raising):
    raising.walls = [0, 0, 1, 0]
    raising.until(lambda: raising.lifts == [1000] * 4)
    for _ in range(3):
        raising.run(2500)
        raising.press()
    raising.until("FAULT", 2000)
    assert raising.fault == TRAY_EYE


def test_after_the_next_build_the_other_set_lies_below(raising):
    raising.drum = 16
    raising.until("READY", 30_000)
    assert raising.table.set_below


def test_while_the_walls_wait_at_the_top_it_is_noted_that_a_build_begins(raising):
    raising.until(lambda: raising.walls == [2, 2, 2, 2])
    assert raising.noted == (LOADED, True)
    raising.until(lambda: raising.lifts[0] < 1000)
    assert raising.noted == (IN_BUILD, False)
    assert raising.table.saved


def test_a_flash_that_cannot_be_written_keeps_the_walls_up_two_seconds_at_most(
    raising, monkeypatch
):
    monkeypatch.setattr(raising.app.care, "step", lambda now: None)
    raising.until(lambda: raising.lifts == [1000] * 4)
    raising.run(1500 + 1900)
    assert raising.lifts == [1000] * 4
    raising.until(lambda: raising.lifts[0] < 1000, 300)


def test_something_under_a_wall_sends_it_down_and_up_again_by_itself(raising):
    raising.run(200)
    raising.stuck = {(1, io.LIFT_RAISE)}
    raising.until(lambda: all(lift == 0 for lift in raising.lifts), 15_000)
    raising.stuck = set()
    raising.until("BUILDING", 20_000)
    assert raising.fault == 0
    assert raising.walls == [2, 2, 2, 2]


def test_a_lift_that_stands_at_both_ends_is_named(raising):
    raising.run(200)
    raising.on[2] = io.LIFT_UP | io.LIFT_DOWN
    raising.until("FAULT", 200)
    assert raising.fault == LIFT_SENSORS + 2
    assert not raising.motors_run()
    raising.on[2] = 0
    raising.press()
    raising.until("BUILDING", 20_000)
    assert raising.walls == [2, 2, 2, 2]


def test_a_tray_that_is_up_and_still_reports_tiles_is_named_by_its_lamp(raising):
    raising.on[1] |= io.TRAY_TILE
    raising.until("FAULT", 30_000)
    assert (raising.fault, raising.table.alarm.sides) == (TRAY_EYE, 0b0010)
    raising.on[1] = 0
    raising.drum = 16
    raising.press()
    raising.until("BUILDING", 10_000)


def test_both_keys_go_on_without_its_eye(raising):
    raising.drum = 16
    raising.on[1] |= io.TRAY_TILE
    raising.until("FAULT", 30_000)
    raising.press("both")
    raising.until("BUILDING", 10_000)
    assert raising.lifts == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("byte", "mask", "code"), [(io.CHAIN, 0x01, 84), (io.CENTRE, io.MAINS_OK, 82)]
)
def test_what_is_lost_while_the_walls_wait_is_told_and_asks_for_a_key(raising, byte, mask, code):
    raising.until(lambda: raising.lifts == [1000] * 4)
    raising.run(300)
    raising.off[byte] = mask
    raising.run(100)
    raising.off[byte] = 0
    raising.forget()
    raising.run(5000)
    assert (raising.state, raising.fault) == ("FAULT", code)
    assert not any(raising.seen[side] & io.LIFT_LOWER for side in range(4))
    raising.press()
    raising.until("BUILDING", 20_000)


@pytest.fixture
def pushed_out(raising):
    """A pusher comes out while the walls rise."""
    raising.until(lambda: raising.lifts[0] > 300)
    raising.pushers[2] = 60
    raising.run(60)
    return raising


def test_a_pusher_that_is_out_stops_the_walls_and_is_named(pushed_out):
    assert (pushed_out.fault, pushed_out.table.alarm.sides) == (PUSHER_STUCK + 2, 0b0100)
    assert not pushed_out.motors_run()


def test_it_is_brought_home_below_the_walls_before_they_rise_again(pushed_out):
    pushed_out.press()
    pushed_out.run(1500)
    assert pushed_out.state == "HOMING"
    assert not pushed_out.motors_run()
    pushed_out.press()
    pushed_out.until(lambda: pushed_out.drives(2, io.PUSHER))
    assert pushed_out.lifts == [0, 0, 0, 0]
    pushed_out.until("BUILDING", 20_000)
    assert pushed_out.walls == [2, 2, 2, 2]


def test_a_pusher_put_back_by_hand_lets_the_walls_rise_on(pushed_out):
    pushed_out.pushers[2] = 0
    pushed_out.press()
    pushed_out.until("BUILDING", 20_000)
    assert pushed_out.walls == [2, 2, 2, 2]


def test_a_dead_home_sensor_lets_the_walls_down_and_no_further(raising):
    raising.until(lambda: raising.lifts[0] > 300)
    raising.off[2] = io.PUSHER_HOME
    for _ in range(3):
        raising.until("FAULT", 20_000)
        assert raising.fault == PUSHER_STUCK + 2
        raising.press()
        raising.run(1500)
        assert raising.state == "HOMING"
        raising.forget()
        raising.press()
    assert not any(raising.saw(side, io.LIFT_RAISE) for side in range(4))
    raising.until("FAULT", 20_000)
    assert raising.lifts == [0, 0, 0, 0]
    raising.off[2] = 0
    raising.press()
    raising.run(1500)
    raising.press()
    raising.until("BUILDING", 20_000)
    assert raising.walls == [2, 2, 2, 2]


def test_the_part_built_walls_of_an_emptying_rise_after_another_emptying(raising):
    raising.until(lambda: raising.lifts[0] > 300)
    raising.table.be_at(IN_BUILD, False)
    raising.table.emptying = True
    raising.pushers[2] = 60
    raising.until("FAULT", 200)
    raising.press()
    raising.until(lambda: raising.fault == INTERRUPTED, 3000)
    raising.press()
    raising.until("LOADING", 60_000)
    assert raising.walls == [2, 2, 2, 2]
