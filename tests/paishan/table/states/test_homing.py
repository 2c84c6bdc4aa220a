import pytest

from paishan.io import image as io
from paishan.table.faults import CHAIN_BROKEN, COVER_OPEN, DOME_NOT_DOWN, HEAD_JAM, PUSHER_STUCK

SIDE_AT_REST = io.HEAD_HOME | io.PUSHER_HOME | io.LIFT_DOWN


def seats_blink(machine):
    machine.forget()
    machine.run(400)
    return all(machine.saw(side, io.SEAT_LAMP) for side in range(4))


@pytest.fixture
def half_open(machine):
    """The power came back with the dome half way."""
    machine.dome = 500
    machine.run(1100)
    return machine


def test_with_everything_at_home_it_is_ready_without_a_motion(machine):
    machine.until("READY", 1100)
    machine.run(500)
    assert not any(machine.seen[byte] & io.SIDE_MOTORS for byte in range(4))
    assert not machine.saw(io.CENTRE, io.CENTRE_MOTORS)
    assert machine.drives(io.CENTRE, io.READY_LAMP)


def test_no_motor_runs_in_the_first_second(machine):
    machine.dome = 500
    machine.hold("A")
    machine.run(1000)
    assert not machine.motors_run()
    assert machine.state == "HOMING"
    assert machine.display == "--"


@pytest.mark.parametrize("keys", ["dice", "A", "both"])
def test_no_key_moves_anything_in_the_first_second(machine, keys):
    machine.hold(keys)
    for _ in range(995 // 5):
        machine.scan()
        assert not machine.motors_run()


def test_a_dome_half_way_is_left_alone_until_a_key_is_pressed(half_open):
    half_open.run(60_000)
    assert half_open.state == "HOMING"
    assert half_open.dome == 500
    assert seats_blink(half_open)


def test_then_it_closes_and_is_ready(half_open):
    half_open.press()
    half_open.until("READY")
    assert half_open.dome == 0


def test_a_key_stops_the_homing_dome_at_once(half_open):
    half_open.press()
    half_open.until(lambda: half_open.dome < 400)
    half_open.hold("B")
    half_open.run(50)
    assert not half_open.motors_run()
    stands_at = half_open.dome
    half_open.release()
    half_open.run(5000)
    assert half_open.dome == stands_at
    half_open.press()
    half_open.until("READY")


def test_lifts_that_stand_up_come_down_after_the_dome(machine):
    machine.lifts = [1000, 300, 0, 0]
    machine.dome = 200
    machine.run(1100)
    machine.press()
    machine.until(lambda: machine.dome == 0)
    assert machine.lifts == [1000, 300, 0, 0]
    machine.until("READY")
    assert machine.lifts == [0, 0, 0, 0]


def test_a_key_stops_homing_lifts(machine):
    machine.lifts = [1000] * 4
    machine.run(1100)
    machine.press()
    machine.until(lambda: machine.lifts[0] < 800)
    machine.hold("A")
    machine.run(50)
    assert not machine.motors_run()
    assert machine.state == "HOMING"


@pytest.mark.parametrize("side", range(4))
def test_heads_and_pushers_turn_home_on_every_side(machine, side):
    machine.heads[side] = 150
    machine.pushers[side] = 60
    machine.run(1100)
    assert not machine.motors_run()
    machine.press()
    machine.until("READY")
    assert machine.inputs[side] & SIDE_AT_REST == SIDE_AT_REST


def test_an_open_dome_at_power_on_is_loading(machine):
    machine.dome = 1000
    machine.until("LOADING", 1100)
    machine.run(500)
    assert machine.display == "oo"


def test_a_chain_that_does_not_answer_is_named(machine):
    machine.off[io.CHAIN] = 0x80
    machine.until("FAULT", 1100)
    assert machine.fault == CHAIN_BROKEN
    machine.press()
    assert machine.state == "FAULT"
    machine.off[io.CHAIN] = 0
    machine.run(100)
    machine.press()
    machine.until("READY", 2000)


@pytest.mark.parametrize(
    ("part", "motor", "code"), [("heads", io.HEAD, HEAD_JAM), ("pushers", io.PUSHER, PUSHER_STUCK)]
)
def test_a_part_that_does_not_come_home_is_named_with_its_side(machine, part, motor, code):
    getattr(machine, part)[2] = 100
    machine.stuck = {(2, motor), (2, io.HEAD_REV)}
    machine.run(1100)
    machine.press()
    machine.until("FAULT", 20_000)
    assert machine.fault == code + 2
    machine.stuck = set()
    machine.press()
    machine.until(lambda: machine.state == "READY" or seats_blink(machine), 2000)
    machine.press()
    machine.until("READY")


def test_a_dome_that_does_not_close_is_named(half_open):
    half_open.stuck = {(io.CENTRE, io.DOME_LOWER)}
    half_open.press()
    half_open.until("FAULT", 20_000)
    assert half_open.fault == DOME_NOT_DOWN


def test_a_cover_opened_while_a_head_turns_home_does_not_end_the_homing_for_good(machine):
    machine.heads = [100, 100, 0, 0]
    machine.run(1100)
    machine.press()
    machine.until(lambda: machine.drives(0, io.HEAD))
    machine.off[io.CENTRE] = io.COVER_CLOSED
    machine.until("FAULT", 1000)
    assert machine.fault == COVER_OPEN
    machine.off[io.CENTRE] = 0
    machine.run(100)
    machine.press()
    machine.run(2000)
    assert machine.state == "HOMING"
    machine.press()
    machine.until("READY", 30_000)


@pytest.mark.parametrize("trays", [[2, 2, 2, 2], [0, 0, 0, 1]])
def test_walls_found_in_the_trays_are_known(machine, trays):
    machine.trays = trays
    machine.until("READY", 1100)
    assert machine.table.set_below
