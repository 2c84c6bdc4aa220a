"""What the table makes at power-on of what its record says of the two sets."""

import pytest

from paishan.io import image as io
from paishan.table.faults import DOME_SENSORS, INTERRUPTED, PUSHER_STUCK


def after_a_cut(machine, ms=1500):
    machine.power_on()
    machine.forget()
    machine.run(ms)
    assert not any(machine.seen[byte] & io.SIDE_MOTORS for byte in range(4))
    assert not machine.saw(io.CENTRE, io.CENTRE_MOTORS)
    return machine.state, machine.fault


def test_complete_walls_are_ready_at_once(stacked):
    assert after_a_cut(stacked) == ("READY", 0)
    assert stacked.table.set_below


def test_a_dome_left_open_is_loading_again_and_goes_on_to_the_walls(stacked):
    stacked.open_dome()
    stacked.drum = 16
    assert after_a_cut(stacked) == ("LOADING", 0)
    stacked.run(600)
    stacked.press()
    stacked.until("RAISING", 20_000)
    stacked.until("READY", 40_000)
    assert stacked.walls == stacked.trays == [2, 2, 2, 2]


def test_a_first_set_under_a_closed_dome_was_never_counted(flashed):
    flashed.open_dome()
    flashed.drum = 16
    flashed.press()
    flashed.until(lambda: flashed.dome == 0)
    assert after_a_cut(flashed) == ("FAULT", INTERRUPTED)


def test_stacks_that_nobody_noted_below_an_open_dome_are_an_interrupted_build(flashed):
    flashed.open_dome()
    flashed.run(1000)
    flashed.trays[1] = 1  # tiles were added to a first build whose record was not written yet
    assert after_a_cut(flashed) == ("FAULT", INTERRUPTED)


def test_a_first_build_is_noted_before_it_moves_a_tile(flashed):
    flashed.open_dome()
    flashed.press()
    flashed.until("BUILDING")
    flashed.run(100)
    flashed.press("both")
    flashed.until(lambda: flashed.dome == 1000)  # for more tiles; platforms may hold some
    assert after_a_cut(flashed) == ("FAULT", INTERRUPTED)


def test_a_second_set_in_the_drum_waits_for_a_key_and_goes_on_as_after_closing(stacked):
    stacked.open_dome()
    stacked.drum = 16
    stacked.press()
    stacked.until(lambda: stacked.dome == 0)
    assert after_a_cut(stacked) == ("HOMING", 0)
    stacked.press()
    stacked.until("RAISING", 20_000)
    stacked.until("READY", 40_000)
    assert stacked.walls == stacked.trays == [2, 2, 2, 2]


@pytest.mark.parametrize("key_moment_ms", [300, 900])
def test_a_key_stops_dome_or_lifts_on_the_way_on(stacked, key_moment_ms):
    stacked.open_dome()
    stacked.drum = 16
    stacked.press()
    stacked.until(lambda: stacked.dome < 500)
    assert after_a_cut(stacked) == ("HOMING", 0)
    stacked.press()
    stacked.run(key_moment_ms - 350)
    stacked.hold("B")
    stacked.run(40)
    assert not stacked.motors_run()


def test_walls_on_the_table_and_tiles_in_the_drum_are_an_interrupted_build(stacked):
    stacked.open_dome()
    stacked.drum = 16
    stacked.press()
    stacked.until(lambda: stacked.state == "BUILDING", 20_000)
    assert after_a_cut(stacked) == ("FAULT", INTERRUPTED)


def test_walls_half_way_up_are_raised_after_a_key(stacked):
    stacked.open_dome()
    stacked.drum = 16
    stacked.press()
    stacked.until(lambda: stacked.lifts[0] > 300, 20_000)
    assert after_a_cut(stacked) == ("HOMING", 0)
    stacked.press()
    stacked.until("READY", 60_000)
    assert stacked.walls == stacked.trays == [2, 2, 2, 2]


def test_both_ends_of_the_dome_at_once_are_named(machine):
    machine.on[io.CENTRE] = io.DOME_UP
    machine.until("FAULT", 1200)
    assert machine.fault == DOME_SENSORS
    machine.on[io.CENTRE] = 0
    machine.press()
    machine.until("READY", 3000)


def test_tiles_in_a_tray_of_which_no_record_knows_are_believed_complete_once(machine):
    """A table that gets this firmware while walls lie below has no record yet."""
    machine.trays = [2, 2, 2, 2]
    machine.until("READY", 1200)
    assert machine.table.set_below


def test_walls_that_someone_took_out_while_the_power_was_off_are_not_raised(stacked):
    stacked.trays = [0, 0, 0, 0]
    assert after_a_cut(stacked) == ("READY", 0)
    assert not stacked.table.set_below
    stacked.open_dome()
    stacked.drum = 16
    stacked.forget()
    stacked.press()
    stacked.until("READY", 30_000)
    assert not any(stacked.saw(side, io.LIFT_RAISE) for side in range(4))


def left_below(machine):
    """The power went when the second set lay in the drum and the dome was closed."""
    machine.open_dome()
    machine.drum = 16
    machine.press()
    machine.until(lambda: machine.dome == 0)


@pytest.mark.parametrize("side", range(4))
def test_no_wall_rises_before_the_pushers_are_home(stacked, side):
    left_below(stacked)
    stacked.pushers[side] = 60
    assert after_a_cut(stacked) == ("HOMING", 0)
    stacked.press()
    stacked.until(lambda: any(stacked.saw(each, io.LIFT_RAISE) for each in range(4)))
    assert stacked.saw(side, io.PUSHER)
    assert all(level & io.PUSHER_HOME for level in stacked.inputs[:4])
    stacked.until("READY", 60_000)
    assert stacked.walls == stacked.trays == [2, 2, 2, 2]


def test_walls_below_wait_for_a_pusher_that_never_comes_home(stacked):
    left_below(stacked)
    stacked.off[1] = io.PUSHER_HOME
    assert after_a_cut(stacked) == ("HOMING", 0)
    stacked.press()
    stacked.until("FAULT", 20_000)
    assert stacked.fault == PUSHER_STUCK + 1
    assert not any(stacked.saw(side, io.LIFT_RAISE) for side in range(4))
    stacked.off[1] = 0
    stacked.press()
    stacked.run(1500)
    assert stacked.state == "HOMING"
    stacked.press()
    stacked.until("READY", 60_000)
    assert stacked.walls == stacked.trays == [2, 2, 2, 2]
