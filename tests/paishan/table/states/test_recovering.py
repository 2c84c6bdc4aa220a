"""After a build that the power cut: the machine is emptied by keys, nothing is called ready."""

import pytest

from paishan.io import image as io
from paishan.table.faults import (
    COVER_OPEN,
    HEAD_JAM,
    INTERRUPTED,
    OUTPUT_STUCK,
    PUSHER_STUCK,
    RING_STALL,
    SETTINGS_CORRUPT,
    TURN_SENSOR,
)


def test_an_interrupted_build_is_named_and_nothing_moves_by_itself(cut):
    assert cut.fault == INTERRUPTED
    cut.forget()
    cut.run(60_000)
    assert not any(cut.seen[byte] & io.SIDE_MOTORS for byte in range(4))
    assert not cut.saw(io.CENTRE, io.CENTRE_MOTORS)


@pytest.mark.parametrize("keys", ["A", "both"])
def test_a_key_brings_up_what_was_built_and_then_opens_the_dome(cut, keys):
    built = list(cut.trays)
    cut.press(keys)
    assert cut.state == "RECOVERING"
    cut.until("RAISING", 20_000)
    cut.until("LOADING", 20_000)
    cut.until(lambda: cut.dome == 1000)
    assert all(wall >= tray for wall, tray in zip(cut.walls, built, strict=True))
    assert cut.trays == [0, 0, 0, 0]
    assert cut.platforms == [0, 0, 0, 0]
    assert cut.waiting == [False] * 4
    assert cut.lifts == [0, 0, 0, 0]


def test_the_ring_turns_without_the_drum_until_it_holds_no_tile(cut):
    cut.press()
    cut.until(lambda: cut.drives(io.CENTRE, io.RING), 20_000)
    cut.forget()
    cut.run(2900)
    assert not cut.saw(io.CENTRE, io.DRUM | io.DRUM_REV)
    assert all(cut.seen[side] & io.BELT and not cut.seen[side] & io.HEAD for side in range(4))
    cut.until(lambda: cut.drives(0, io.BELT_REV), 1000)
    assert not cut.drives(io.CENTRE, io.RING)


def test_a_cover_that_was_open_meanwhile_asks_for_a_key(cut):
    cut.pushers[0] = 300  # nothing that the cover forbids moves before it is home
    cut.press()
    cut.run(20)
    cut.off[io.CENTRE] = io.COVER_CLOSED
    cut.until("FAULT", 1000)
    assert cut.fault == COVER_OPEN
    cut.off[io.CENTRE] = 0
    cut.forget()
    cut.run(5000)
    assert not cut.motors_run()
    cut.press()
    cut.until("LOADING", 40_000)


def test_heads_go_home_backwards_so_that_a_full_platform_takes_no_third_tile(cut):
    cut.heads[0], cut.platforms[0], cut._lifted[0] = 150, 2, 1
    cut.forget()
    cut.press()
    cut.until("RAISING", 20_000)
    assert cut.saw(0, io.HEAD_REV)
    assert not cut.saw(0, io.HEAD)
    assert cut.heads[0] < 20
    assert (cut.platforms[0], cut._lifted[0]) == (0, 0)


def test_a_head_that_cannot_reverse_goes_home_forwards(new_machine, tmp_path):
    machine = new_machine(folder=str(tmp_path), jam_reverse_ms=0)
    machine.until("READY", 2000)
    machine.open_dome()
    machine.drum = 16
    machine.press()
    machine.until(lambda: machine.counts[0] == 1 and 60 < machine.heads[0] < 250, 20_000)
    machine.power_on()
    machine.until("FAULT", 1500)
    machine.forget()
    machine.press()
    machine.until("LOADING", 40_000)
    assert machine.saw(0, io.HEAD)
    assert not machine.saw(0, io.HEAD_REV)


def test_a_ring_whose_turn_sensor_is_silent_turns_its_whole_time_and_is_told(cut):
    cut.off[io.CENTRE] = io.RING_TURN
    cut.press()
    cut.until(lambda: cut.drives(io.CENTRE, io.RING), 20_000)
    for _ in range(2900 // 5):
        cut.scan()
        assert cut.drives(io.CENTRE, io.RING)
    cut.until("RAISING", 2000)
    assert cut.table.advice.codes() == [TURN_SENSOR]


def test_one_that_stands_is_named_by_the_next_build(cut):
    cut.stuck.add((io.CENTRE, io.RING))
    cut.press()
    cut.until(lambda: cut.dome == 1000, 40_000)
    cut.run(600)
    cut.drum = 16
    cut.press()
    cut.until("FAULT", 10_000)
    assert cut.fault == RING_STALL


def test_the_whole_set_dropped_again_is_built_and_ready(cut):
    cut.press()
    cut.until(lambda: cut.dome == 1000, 40_000)
    cut.run(600)
    cut.take_tiles_off_the_table()
    cut.drum = 16
    cut.press()
    cut.until("READY", 40_000)
    assert cut.trays == [2, 2, 2, 2]
    assert cut.walls == [0, 0, 0, 0]
    assert cut.fault == 0


def test_what_is_left_stays_interrupted_however_often_the_power_goes(cut):
    for _ in range(3):
        cut.press()
        cut.run(1000)
        cut.power_on()
        cut.run(1200)
        assert (cut.state, cut.fault) == ("FAULT", INTERRUPTED)


def test_a_key_stops_lifts_at_once_and_the_next_goes_on(cut):
    cut.lifts = [800, 0, 0, 0]
    cut.press()
    cut.until(lambda: cut.drives(0, io.LIFT_LOWER))
    cut.run(100)
    cut.hold("B")
    cut.run(40)
    assert not cut.motors_run()
    cut.release()
    stands_at = cut.lifts[0]
    cut.run(5000)
    assert cut.lifts[0] == stands_at
    cut.press()
    cut.until("LOADING", 40_000)


def test_the_lifts_move_no_sooner_than_the_key_that_closed_the_dome_is_released(cut):
    cut.dome, cut.lifts = 900, [800, 0, 0, 0]
    cut.hold("A")
    cut.until(lambda: cut.dome == 0)
    cut.run(2000)
    assert cut.lifts[0] == 800
    cut.release()
    cut.until("LOADING", 40_000)


def test_no_wall_rises_while_a_key_is_held(cut):
    cut.press()
    cut.until(lambda: any(cut.drives(side, io.BELT_REV) for side in range(4)))
    cut.hold("A")
    cut.run(4000)
    assert (cut.state, cut.lifts) == ("RECOVERING", [0] * 4)
    cut.release()
    cut.until("RAISING", 500)


def test_a_key_stops_the_dome_at_once(cut):
    cut.dome = 900
    cut.press()
    cut.until(lambda: cut.dome < 800)
    cut.hold("A")
    cut.run(40)
    assert not cut.motors_run()
    assert cut.state == "RECOVERING"


def test_without_a_tray_sensor_to_ask_the_record_alone_is_believed(flashed):
    flashed.open_dome()
    flashed.press()  # nothing was dropped, but who knows
    flashed.until("BUILDING")
    flashed.power_on()
    flashed.until("FAULT", 1500)
    assert flashed.fault == INTERRUPTED
    flashed.press()
    flashed.until("LOADING", 20_000)  # no tray holds a tile: no wall to bring up


def builds(machine):
    """A set is dropped through the open dome and built."""
    machine.until(lambda: machine.dome == 1000, 20_000)
    machine.run(600)
    machine.take_tiles_off_the_table()
    machine.drum = 16
    machine.press()
    machine.until("READY", 40_000)


def test_the_dome_does_not_open_by_itself_in_the_cycle_after_it(flashed):
    flashed.open_dome()
    flashed.press()  # nothing was dropped: no tray holds a tile
    flashed.until("BUILDING")
    flashed.run(100)
    flashed.hold("A")
    flashed.until("RECOVERING", 4000)
    flashed.release()
    builds(flashed)
    flashed.press()
    flashed.until(lambda: flashed.dome == 1000)
    flashed.run(600)
    flashed.press()
    flashed.until("RAISING")
    flashed.forget()
    flashed.until("BUILDING", 20_000)
    assert not flashed.saw(io.CENTRE, io.DOME_RAISE)


@pytest.mark.parametrize("keys", ["A", "both"])
def test_a_build_that_waited_for_tiles_is_over_once_the_machine_was_emptied(building, keys):
    building.until(lambda: sum(building.counts) >= 5)
    building.press("both")
    building.until(lambda: building.dome == 1000)
    building.table.sides[1].uncounted = True  # its output ran on under the open dome
    building.table.alarm.report(OUTPUT_STUCK, -1, 0b0010)
    building.until("FAULT", 100)
    building.run(4000)
    building.press(keys)
    building.until("RECOVERING", 500)
    building.until("LOADING", 40_000)
    builds(building)
    assert building.counts == [4, 4, 4, 4]
    assert building.trays == [2, 2, 2, 2]


def test_a_table_that_was_served_while_its_walls_came_up_opens_no_dome_by_itself(cut):
    cut.press()
    cut.until(lambda: cut.lifts == [1000] * 4, 40_000)
    cut.table.go(cut.table.homing, cut.now)  # as SERVICE is left
    cut.until("FAULT", 2000)  # nobody knows any more what came up and what did not
    assert cut.fault == INTERRUPTED
    cut.press()
    cut.until("LOADING", 40_000)
    builds(cut)
    cut.take_tiles_off_the_table()
    cut.press()
    cut.until(lambda: cut.dome == 1000)
    cut.run(600)
    cut.press()
    cut.until("RAISING")
    cut.forget()
    cut.until("BUILDING", 20_000)
    assert not cut.saw(io.CENTRE, io.DOME_RAISE)


def test_where_no_eye_tells_whether_walls_stand_below_the_lifts_go_up(new_machine):
    machine = new_machine(side_fitted=0xFF ^ io.TRAY_TILE)
    machine.until("READY", 2000)
    machine.open_dome()
    machine.drum = 8
    machine.press()
    machine.until(lambda: sum(machine.trays) >= 2, 20_000)
    machine.hold("A")
    machine.until("RECOVERING", 4000)
    machine.release()
    built = list(machine.trays)
    machine.until("RAISING", 20_000)
    machine.until("LOADING", 20_000)
    assert machine.walls == built
    assert machine.trays == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("part", "motor", "code"), [("heads", io.HEAD, HEAD_JAM), ("pushers", io.PUSHER, PUSHER_STUCK)]
)
def test_a_part_that_does_not_come_home_is_named_and_tried_again_by_a_key(cut, part, motor, code):
    getattr(cut, part)[3] = 100
    cut.stuck = {(3, motor), (3, io.HEAD_REV)}
    cut.press()
    cut.until("FAULT", 30_000)
    assert cut.fault == code + 3
    cut.stuck = set()
    cut.press()
    cut.until("LOADING", 60_000)


def test_a_cover_opened_meanwhile_stops_it_and_a_key_goes_on(cut):
    cut.press()
    cut.until(lambda: any(cut.drives(side, io.BELT_REV) for side in range(4)))
    cut.off[io.CENTRE] = io.COVER_CLOSED
    cut.until("FAULT", 100)
    assert not cut.motors_run()
    cut.off[io.CENTRE] = 0
    cut.run(100)
    cut.press()
    cut.until("LOADING", 60_000)


def test_a_state_record_that_is_gone_stops_everything_until_accepted(cut, tmp_path):
    for copy in "ab":
        (tmp_path / f"state.{copy}").write_bytes(b"rubbish")
    cut.power_on()
    cut.run(1200)
    assert (cut.state, cut.display) == ("CONFIG_FAULT", str(SETTINGS_CORRUPT))
