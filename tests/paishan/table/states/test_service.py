"""One motor at a time, by a lease that lapses; the interlocks have the last word all the same."""

import pytest

from paishan.io import image as io
from paishan.table.faults import (
    DOME_OPEN_RUNNING,
    INTERRUPTED,
    MOTION_CONFLICT,
    MOTOR_HOT,
    PUSHER_NO_TRAY,
)
from paishan.table.selftest import PASSED, TESTS


@pytest.fixture
def service(ready):
    """A technician has the table."""
    ready.table.go(ready.table.service, ready.now)
    ready.run(50)
    assert ready.state == "SERVICE"
    return ready


def jog(machine, byte, mask, lease_ms=500):
    return machine.table.service.jog(byte, mask, lease_ms, machine.now)


NUMBERS = {name: number for number, (name, *_rest) in enumerate(TESTS, 1)}
EVERY_MOTOR = [(0, 1 << bit) for bit in range(7)] + [(io.CENTRE, 1 << bit) for bit in range(6)]


def test_in_service_nothing_moves_by_itself_and_the_lamp_is_dark(service):
    service.run(60_000)
    assert not service.motors_run()
    assert not service.drives(io.CENTRE, io.READY_LAMP)
    assert service.state == "SERVICE"


@pytest.mark.parametrize(("byte", "mask"), EVERY_MOTOR)
def test_each_motor_runs_for_its_lease_and_no_longer(service, byte, mask):
    if mask == io.LIFT_LOWER and byte < io.CENTRE:
        service.lifts[byte] = 800
    if mask == io.DOME_LOWER and byte == io.CENTRE:
        service.dome = 800
    service.run(50)
    assert jog(service, byte, mask, 300) is None
    service.run(290)
    assert service.outputs[byte] & 0x7F & (0x3F if byte == io.CENTRE else 0x7F) == mask
    service.run(20)
    assert not service.motors_run()


def test_a_renewed_lease_lets_it_run_on(service):
    for _ in range(10):
        assert jog(service, io.CENTRE, io.DRUM, 300) is None
        service.run(200)
        assert service.drives(io.CENTRE, io.DRUM)
    service.run(400)
    assert not service.motors_run()


@pytest.mark.parametrize("lease_ms", [0, -1, 1001, 10_000])
def test_no_lease_is_longer_than_a_second(service, lease_ms):
    assert "1 to 1000 ms" in jog(service, io.CENTRE, io.DRUM, lease_ms)
    service.run(50)
    assert not service.motors_run()


@pytest.mark.parametrize(
    ("byte", "mask"),
    [(0, io.SEAT_LAMP), (io.CENTRE, io.READY_LAMP), (io.CENTRE, io.BUZZER), (0, 0), (5, 1),
     (7, 1), (-1, 1), (0, io.BELT | io.HEAD)],
)  # fmt: skip
def test_what_is_no_single_motor_is_refused(service, byte, mask):
    assert jog(service, byte, mask) == "there is no such motor"
    service.run(50)
    assert not service.motors_run()


def test_another_motor_takes_the_place_of_the_one_before(service):
    jog(service, io.CENTRE, io.DRUM, 1000)
    service.run(100)
    jog(service, 2, io.BELT, 1000)
    service.run(100)
    assert service.drives(2, io.BELT)
    assert not service.drives(io.CENTRE, io.DRUM)


@pytest.mark.parametrize("keys", ["A", "B", "both"])
def test_a_lift_key_ends_a_jog_at_once_and_means_nothing_more(service, keys):
    jog(service, 1, io.LIFT_RAISE, 1000)
    service.run(200)
    service.hold(keys)
    service.run(40)
    assert not service.motors_run()
    service.run(2000)
    service.release()
    service.run(500)
    assert service.state == "SERVICE"


@pytest.mark.parametrize(("byte", "mask"), EVERY_MOTOR)
def test_a_fault_ends_a_jog_and_its_permit(service, byte, mask):
    if mask == io.LIFT_LOWER and byte < io.CENTRE:
        service.lifts[byte] = 800
    if mask == io.DOME_LOWER and byte == io.CENTRE:
        service.dome = 800
    service.run(50)
    assert jog(service, byte, mask, 1000) is None
    service.run(100)
    assert service.motors_run()
    service.table.alarm.report(MOTOR_HOT)
    service.run(10)
    assert (service.state, service.fault) == ("FAULT", MOTOR_HOT)
    assert not service.motors_run()
    assert not service.app.interlocks.leased
    service.run(30_000)
    assert not service.motors_run()
    service.press()
    assert not service.app.interlocks.leased


def test_a_fault_ends_a_test_that_a_command_runs(service):
    service.table.service.run_test(NUMBERS["lifts"], service.now)
    service.run(300)
    assert service.motors_run()
    service.table.alarm.report(MOTOR_HOT)
    service.run(10)
    assert not service.motors_run()
    assert not service.app.interlocks.leased


@pytest.mark.parametrize(
    ("byte", "motor", "place"),
    [(3, io.LIFT_RAISE, 900), (3, io.LIFT_LOWER, 100), (io.CENTRE, io.DOME_RAISE, 900),
     (io.CENTRE, io.DOME_LOWER, 100)],
)  # fmt: skip
def test_lifts_and_dome_end_at_their_ends(service, byte, motor, place):
    if byte == io.CENTRE:
        service.dome = place
    else:
        service.lifts[byte] = place
    service.run(50)
    jog(service, byte, motor, 1000)
    service.run(200)
    assert not service.motors_run()
    assert "at its end already" in jog(service, byte, motor)


@pytest.mark.parametrize(
    ("spoil", "byte", "mask", "code"),
    [
        (lambda machine: setattr(machine, "dome", 500), io.CENTRE, io.DRUM, DOME_OPEN_RUNNING),
        (lambda machine: setattr(machine, "dome", 500), 0, io.HEAD, DOME_OPEN_RUNNING),
        (lambda machine: setattr(machine, "dome", 500), 3, io.BELT_REV, DOME_OPEN_RUNNING),
        (lambda machine: machine.lifts.__setitem__(1, 500), 1, io.PUSHER, PUSHER_NO_TRAY),
    ],
)
def test_an_interlock_ends_the_jog_and_is_no_fault_of_the_table(service, spoil, byte, mask, code):
    spoil(service)
    service.run(50)
    service.forget()
    jog(service, byte, mask)
    service.run(50)
    assert not service.saw(byte, mask)
    assert service.table.service.refused == code
    assert not service.table.service.leased
    assert (service.state, service.fault) == ("SERVICE", 0)


def test_lift_and_dome_never_run_together_even_for_a_technician(service):
    """One jog takes the other's place, so only a hand on the wish could do it."""
    jog(service, 0, io.LIFT_RAISE, 1000)
    service.run(50)
    service.table.wish.bytes[io.CENTRE] |= io.DOME_RAISE
    service.scan()
    assert not service.drives(0, io.LIFT_RAISE)
    assert service.table.service.refused == MOTION_CONFLICT
    service.scan()
    assert not service.motors_run()


def test_without_a_lease_the_permit_is_gone_within_a_scan(service):
    jog(service, 0, io.LIFT_RAISE, 100)
    service.run(200)
    service.table.wish.bytes[0] |= io.LIFT_RAISE
    service.run(10)
    assert not service.drives(0, io.LIFT_RAISE)


def test_a_lost_supply_ends_a_jog_like_everything_else(service):
    jog(service, io.CENTRE, io.RING, 1000)
    service.run(100)
    service.off[io.CENTRE] = io.MAINS_OK
    service.run(30)
    assert not service.motors_run()


def leave(machine):
    machine.table.service.stop()
    machine.table.go(machine.table.homing, machine.now)


def test_leaving_homes_the_table_without_a_power_cycle(service):
    jog(service, io.CENTRE, io.DRUM, 1000)
    service.run(100)
    leave(service)
    service.run(50)
    assert not service.motors_run()
    service.until("READY", 3000)


def test_what_was_moved_by_hand_is_brought_home_after_a_key(service):
    jog(service, 2, io.LIFT_RAISE, 1000)
    service.run(500)
    leave(service)
    service.run(5000)
    assert service.state == "HOMING"
    assert service.lifts[2] > 0
    service.press()
    service.until("READY", 5000)
    assert service.lifts == [0, 0, 0, 0]


def test_both_keys_leave(service):
    service.press("both")
    service.until("READY", 5000)


@pytest.fixture
def switched(ready):
    """Somebody set the gear switch to the self-test."""
    ready.turn_switch_to(0)
    ready.until("SERVICE", 1000)
    ready.run(200)
    return ready


def test_set_back_to_a_gear_the_switch_ends_what_it_began(switched):
    switched.turn_switch_to(1)
    switched.until("READY", 3000)
    assert switched.display == " 1"
    assert switched.drives(io.CENTRE, io.READY_LAMP)


def test_but_not_before_what_runs_has_ended(switched):
    switched.press("dice")
    while switched.table.service.tests().number != NUMBERS["lifts"]:
        switched.press("dice")
    switched.press()
    assert switched.motors_run()
    switched.turn_switch_to(1)
    switched.until("HOMING", 5000)
    assert switched.table.service.tests().verdict == PASSED
    switched.until("READY", 3000)


def test_a_test_that_only_looks_ends_with_it(switched):
    switched.table.service.tests().choose(NUMBERS["tile_eyes"])
    switched.press()
    switched.turn_switch_to(1)
    switched.until("READY", 3000)
    assert not any(switched.drives(side, io.SEAT_LAMP) for side in range(4))


def test_a_switch_that_shows_no_position_ends_nothing(switched):
    switched.turn_switch_to(15)
    switched.run(2000)
    assert switched.state == "SERVICE"


def test_what_a_technician_began_no_switch_ends(service):
    service.turn_switch_to(0)
    service.run(1000)
    service.turn_switch_to(1)
    service.run(2000)
    assert service.state == "SERVICE"


def test_a_changed_setting_does_not_keep_the_switch_from_ending_it(switched):
    switched.app.rebuild()
    switched.run(500)
    switched.turn_switch_to(1)
    switched.until("READY", 3000)


def test_a_build_under_way_cannot_be_taken_over(building):
    assert not building.table.may_serve()


def take_over(machine):
    """The cover was opened in mid-build; a technician takes over from the fault."""
    machine.off[io.CENTRE] = io.COVER_CLOSED
    machine.until("FAULT", 200)
    machine.off[io.CENTRE] = 0
    machine.run(100)
    assert machine.table.may_serve()
    machine.table.go(machine.table.service, machine.now)
    machine.run(100)


def test_a_fault_can_be_taken_over_by_a_technician(building):
    take_over(building)
    assert building.state == "SERVICE"


@pytest.mark.parametrize("tiles", [1, 3, 6])
def test_walls_of_a_build_that_service_broke_off_are_never_called_ready(building, tiles):
    building.until(lambda: sum(building.counts) >= tiles)
    take_over(building)
    if building.state == "FAULT":
        building.press()
    assert building.state == "SERVICE"
    leave(building)
    building.run(2000)
    assert (building.state, building.fault) == ("FAULT", INTERRUPTED)
    assert not building.drives(io.CENTRE, io.READY_LAMP)


def test_walls_below_are_still_known_after_service(built):
    built.table.go(built.table.service, built.now)
    built.run(100)
    leave(built)
    built.until("READY", 3000)
    assert built.table.set_below
    assert built.fault == 0


@pytest.mark.parametrize("taken_over", ["jog", "test"])
def test_what_a_command_has_taken_over_the_switch_ends_no_more(switched, taken_over):
    if taken_over == "jog":
        jog(switched, 0, io.BELT, 100)
    else:
        switched.table.service.run_test(NUMBERS["tile_eyes"], switched.now)
    switched.run(2000)
    switched.turn_switch_to(1)
    switched.run(3000)
    assert switched.state == "SERVICE"


def test_a_self_test_does_not_say_again_what_held_back_the_one_before(service):
    service.lifts[1] = 500
    service.run(50)
    jog(service, 1, io.PUSHER)
    service.run(50)
    assert service.table.service.refused == PUSHER_NO_TRAY
    service.lifts[1] = 0
    service.run(50)
    service.table.service.run_test(NUMBERS["drum"], service.now)
    assert service.table.service.refused == 0
