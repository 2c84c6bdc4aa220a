"""The fifteen self-tests as a technician runs them: dice key steps, lift key runs, both leave."""

import pytest

from paishan.io import image as io
from paishan.table import selftest
from paishan.table.faults import PUSHER_NO_TRAY, TRAY_STUCK
from paishan.table.selftest import FAILED, PASSED, RUNNING, SHOWN, STOPPED, TESTS

NUMBERS = {name: number for number, (name, _kind, _bits, _what) in enumerate(TESTS, 1)}
MOVING = ["heads", "pushers", "lifts", "dome", "drum", "belts", "dice"]


@pytest.fixture
def service(ready):
    """The gear switch was turned to the self-test."""
    ready.turn_switch_to(0)
    ready.until("SERVICE", 1000)
    ready.run(400)
    return ready


def step_to(machine, name):
    for _ in range(NUMBERS[name] - 1):
        machine.on[io.PANEL] = 0x04
        machine.run(60)
        machine.on[io.PANEL] = 0
        machine.run(60)
    assert machine.table.service.tests().number == NUMBERS[name]


def verdict(machine):
    return machine.table.service.tests().verdict


def run_it(machine, name, within_ms=40_000):
    step_to(machine, name)
    machine.press()
    if verdict(machine) == RUNNING:
        machine.until(lambda: verdict(machine) != RUNNING, within_ms)
    return verdict(machine)


def lamps(machine):
    return [machine.drives(side, io.SEAT_LAMP) for side in range(4)]


def test_each_has_a_name_of_its_own_and_says_what_it_does():
    assert len(NUMBERS) == len(TESTS) == 15  # what four lamps can show
    assert all(len(what) > 10 for _name, _kind, _bits, what in TESTS)
    assert len(selftest.VERDICTS) == 6


@pytest.mark.parametrize("name", list(NUMBERS))
def test_the_number_stands_on_the_display_and_in_binary_on_the_lamps(service, name):
    step_to(service, name)
    number = NUMBERS[name]
    assert service.display == f"{number:2d}"
    assert lamps(service) == [bool(number & bit) for bit in (8, 4, 2, 1)]


def test_after_the_last_comes_the_first(service):
    step_to(service, "dice")
    service.on[io.PANEL] = 0x20
    service.run(60)
    service.on[io.PANEL] = 0
    service.run(60)
    assert service.table.service.tests().number == 1


@pytest.mark.parametrize("name", MOVING)
def test_a_sound_machine_passes_or_shows_it_and_stands_again(service, name):
    assert run_it(service, name) == (SHOWN if name in ("belts", "dice") else PASSED)
    service.run(500)
    assert not service.motors_run()
    assert (service.state, service.fault) == ("SERVICE", 0)


@pytest.mark.parametrize(
    ("name", "stuck"),
    [
        ("heads", {(2, io.HEAD), (2, io.HEAD_REV)}),
        ("pushers", {(3, io.PUSHER)}),
        ("lifts", {(1, io.LIFT_RAISE)}),
        ("dome", {(io.CENTRE, io.DOME_RAISE)}),
        ("drum", {(io.CENTRE, io.RING)}),
    ],
)
def test_a_motor_that_does_not_turn_fails_its_test_and_is_no_fault_of_the_table(
    service, name, stuck
):
    service.stuck = stuck
    assert run_it(service, name, 60_000) == FAILED
    service.run(500)
    assert not service.motors_run()
    assert (service.state, service.fault) == ("SERVICE", 0)


def times(machine):
    return list(machine.table.service.tests().times_ms)


def test_the_times_of_four_heads_and_pushers_are_figures(service):
    run_it(service, "heads")
    assert all(250 <= ms <= 350 for ms in times(service))


@pytest.mark.parametrize(
    ("name", "motors"), [("heads", io.HEAD | io.HEAD_REV), ("pushers", io.PUSHER)]
)
def test_one_that_fails_lets_the_others_have_their_turn(service, name, motors):
    service.stuck = {(side, 1 << bit) for side in (0, 2) for bit in range(7) if motors >> bit & 1}
    assert run_it(service, name, 60_000) == FAILED
    east, south, west, north = times(service)
    assert (east, west) == (-1, -1)
    assert 100 < south < 650
    assert 100 < north < 650


def test_a_pusher_that_is_held_back_below_a_raised_tray_lets_the_others_have_theirs(service):
    service.off[1] = io.LIFT_DOWN
    service.run(200)
    assert run_it(service, "pushers") == FAILED
    east, south, west, north = times(service)
    assert south == -1
    assert min(east, west, north) > 100
    assert service.table.service.refused == PUSHER_NO_TRAY
    service.run(500)
    assert not service.motors_run()


def test_what_holds_all_of_them_back_ends_the_test(service):
    step_to(service, "heads")
    service.press()
    service.run(100)
    service.off[io.CENTRE] = io.COVER_CLOSED
    service.run(300)
    service.off[io.CENTRE] = 0
    service.forget()
    service.run(3000)
    assert (verdict(service), times(service)) == (FAILED, [-1, 0, 0, 0])
    assert not any(service.saw(side, io.SIDE_MOTORS) for side in range(io.SIDES))


def test_a_dome_that_does_not_open_is_not_told_to_close(service):
    service.stuck = {(io.CENTRE, io.DOME_RAISE)}
    assert run_it(service, "dome", 60_000) == FAILED
    assert times(service) == [-1, 0, 0, 0]


def test_the_lift_that_fails_is_named_by_its_fault(service):
    service.stuck = {(1, io.LIFT_RAISE)}
    assert run_it(service, "lifts", 60_000) == FAILED
    assert service.table.service.tests().fault == TRAY_STUCK + 1
    assert run_again(service) == FAILED


def run_again(machine):
    machine.press()
    machine.until(lambda: verdict(machine) != RUNNING, 60_000)
    return verdict(machine)


def test_an_eye_that_sees_a_tile_move_knows_that_its_belt_ran(service):
    step_to(service, "belts")
    service.press()
    for side in range(4):
        for motor in (io.BELT, io.BELT_REV):
            service.until(lambda motor=motor, side=side: service.drives(side, motor), 2000)
            service.run(300)
            service.on[side] = io.TILE if motor == io.BELT else 0
    service.until(lambda: verdict(service) != RUNNING, 3000)
    assert verdict(service) == PASSED
    assert all(0 < ms < 1000 for ms in times(service))


def test_a_belt_whose_eyes_saw_nothing_is_for_a_person_to_judge(service):
    step_to(service, "belts")
    service.press()
    service.until(lambda: service.drives(2, io.BELT), 20_000)
    service.run(100)
    service.on[2] = io.BELT_FULL
    service.until(lambda: verdict(service) != RUNNING, 20_000)
    assert verdict(service) == SHOWN
    assert [ms > 0 for ms in times(service)] == [False, False, True, False]


def without(new_machine, **fitted):
    """A machine in SERVICE that lacks sensors."""
    machine = new_machine(**fitted)
    machine.until("READY", 2000)
    machine.run(400)
    machine.turn_switch_to(0)
    machine.until("SERVICE", 1000)
    machine.run(400)
    return machine


@pytest.mark.parametrize(
    ("name", "setting", "bits"),
    [
        ("lifts", "side_fitted", io.LIFT_UP),
        ("dome", "centre_fitted", io.DOME_UP),
        ("drum", "centre_fitted", io.RING_TURN),
        ("drum", "centre_fitted", io.RING_TURN | io.DRUM_TURN),
        ("tray_eyes", "side_fitted", io.TRAY_TILE),
    ],
)
def test_what_no_fitted_sensor_sees_is_not_called_passed(new_machine, name, setting, bits):
    machine = without(new_machine, **{setting: 0xFF & ~bits})
    assert run_it(machine, name) == SHOWN


def test_a_sensor_of_the_centre_that_is_not_fitted_is_not_waited_for(new_machine):
    machine = without(new_machine, centre_fitted=0xFF & ~io.DOME_UP)
    step_to(machine, "centre")
    machine.press()
    for mask in (io.DOME_DOWN, io.COVER_CLOSED):
        machine.off[io.CENTRE] = mask
        machine.run(200)
        machine.off[io.CENTRE] = 0
        machine.run(200)
    assert verdict(machine) == PASSED


def test_a_test_that_a_key_ends_has_no_verdict(service):
    step_to(service, "heads")
    service.press()
    service.run(100)
    service.press()
    assert verdict(service) == STOPPED


@pytest.mark.parametrize("name", ["dome", "lifts"])
@pytest.mark.parametrize("keys", ["A", "B", "both"])
def test_a_key_stops_dome_and_lifts_at_once(service, name, keys):
    step_to(service, name)
    service.press()
    service.run(300)
    assert service.motors_run()
    service.hold(keys)
    service.run(40)
    assert not service.motors_run()
    service.run(1000)
    service.release()
    service.run(500)
    assert service.state == "SERVICE"


def show_and_hide(machine, station, mask):
    machine.on[station] |= mask
    machine.run(60)
    machine.on[station] &= ~mask & 0xFF
    machine.run(60)


def test_an_eye_test_passes_once_all_four_were_seen_on_and_off(service):
    step_to(service, "tile_eyes")
    service.press()
    for side in range(4):
        assert verdict(service) == RUNNING
        service.on[side] = io.TILE
        service.run(60)
        if side < 3:  # with the last one seen it is over, and shows its number again
            assert lamps(service) == [at == side for at in range(4)]
        service.on[side] = 0
        service.run(60)
    assert verdict(service) == PASSED


def test_the_jam_eyes_are_0111_as_on_other_makes():
    assert NUMBERS["jam_eyes"] == 0b0111


def test_the_keys_test_sees_six_keys(service):
    step_to(service, "keys")
    service.press()
    for mask in (0x04, 0x08, 0x10, 0x20):
        show_and_hide(service, io.PANEL, mask)
    for key in ("A", "B"):
        if verdict(service) == RUNNING:
            service.hold(key)
            service.run(60)
            service.release()
            service.run(60)
    assert verdict(service) == PASSED


def test_the_lamp_test_lights_everything_for_a_person_to_see(service):
    step_to(service, "lamps")
    service.press()
    assert lamps(service) == [True] * 4
    assert service.drives(io.CENTRE, io.READY_LAMP)
    assert service.display == "8.8."
    service.run(4000)
    assert verdict(service) == SHOWN


def test_both_keys_leave_without_a_power_cycle_once_the_gear_is_one(service):
    service.turn_switch_to(1)
    service.run(500)
    service.press("both")
    service.until("READY", 3000)


def test_both_keys_held_at_power_on_open_it(machine):
    machine.hold("both")
    machine.until("SERVICE", 1500)
    machine.run(3000)
    machine.release()
    machine.run(500)
    assert machine.state == "SERVICE"
    assert not machine.motors_run()


def test_a_test_by_command_ends_when_nobody_asks_for_it_any_more(service):
    service.table.service.run_test(NUMBERS["lifts"], service.now)
    service.run(900)
    assert verdict(service) == RUNNING
    service.run(200)
    assert verdict(service) == STOPPED
    assert not any(service.outputs[side] & io.SIDE_MOTORS for side in range(io.SIDES))


def test_a_test_by_command_goes_on_while_it_is_renewed(service):
    service.table.service.run_test(NUMBERS["lifts"], service.now)
    for _ in range(60):
        service.run(500)
        service.table.service.renew_test(service.now)
    assert verdict(service) == PASSED
