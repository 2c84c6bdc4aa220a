"""What nobody else notices while nothing moves: that the table is cut off."""

import pytest

from paishan.io.image import (
    CENTRE,
    CHAIN,
    ENABLE,
    LIFT_DOWN,
    LIFT_UP,
    MAINS_OK,
    PANEL,
    READY_LAMP,
)
from paishan.table.faults import CHAIN_BROKEN, INTERRUPTED, MAINS_LOST, TRAY_STUCK
from paishan.table.progress import BUILT, IN_BUILD

SOUTH = 1
TRAVEL_MS = 1000  # of the machine of bytes, lifts and dome


@pytest.mark.parametrize(
    ("station", "mask", "code"), [(CENTRE, MAINS_OK, MAINS_LOST), (CHAIN, 0x01, CHAIN_BROKEN)]
)
@pytest.mark.parametrize("situation", ["ready", "loading"])
def test_a_resting_table_says_that_it_is_cut_off(request, situation, station, mask, code):
    machine = request.getfixturevalue(situation)
    machine.off[station] = mask
    machine.until(lambda: machine.fault == code, 600)
    assert not machine.drives(CENTRE, READY_LAMP)
    machine.off[station] = 0
    machine.run(100)
    before = "READY" if situation == "ready" else "LOADING"
    if code == CHAIN_BROKEN or situation == "loading":
        machine.press()
    machine.until(before)


def test_a_chain_that_stutters_at_rest_is_no_fault(ready):
    for _ in range(20):
        ready.off[CHAIN] = 0x01
        ready.run(100)
        ready.off[CHAIN] = 0
        ready.run(100)
    assert (ready.state, ready.fault) == ("READY", 0)


def test_a_table_in_service_shows_its_inputs_and_no_fault(ready):
    ready.table.go(ready.table.service, ready.now)
    ready.off[CENTRE] = MAINS_OK
    ready.run(1000)
    assert (ready.state, ready.fault) == ("SERVICE", 0)


@pytest.mark.parametrize("situation", ["ready", "built"])
def test_a_lift_that_left_its_lower_end_at_rest_is_named_and_comes_down_again(request, situation):
    machine = request.getfixturevalue(situation)
    machine.lifts[SOUTH] = TRAVEL_MS // 2
    machine.until("FAULT", 6_000)
    assert machine.fault == TRAY_STUCK + SOUTH
    assert not machine.drives(CENTRE, READY_LAMP)
    machine.press()
    machine.until("HOMING")
    machine.run(1_100)
    machine.press()
    machine.until("READY", 5_000)
    assert machine.lifts[SOUTH] == 0
    assert machine.table.progress == BUILT


def test_a_tray_that_somebody_knocks_at_is_nothing(built):
    for _ in range(5):
        built.off[SOUTH] = LIFT_DOWN
        built.run(4_000)
        built.off[SOUTH] = 0
        built.run(400)
    assert (built.state, built.fault) == ("READY", 0)


def up_and_down(machine):
    machine.lifts[SOUTH] = TRAVEL_MS
    machine.run(3_000)
    assert machine.walls[SOUTH] == 2
    machine.lifts[SOUTH] = 0
    machine.run(600)


def test_a_wall_that_a_technician_lifted_is_never_called_ready(built):
    built.table.go(built.table.service, built.now)
    up_and_down(built)
    assert built.noted == (IN_BUILD, False)
    built.press("both")
    built.until("FAULT", 3_000)
    assert built.fault == INTERRUPTED


def test_nor_one_that_came_up_while_the_table_was_disabled(built):
    built.off[PANEL] = ENABLE
    built.until("DISABLED", 1_000)
    built.lifts[SOUTH] = TRAVEL_MS
    built.run(3_000)
    built.off[PANEL] = 0
    built.until("FAULT", 1_000)
    built.press()
    built.until(lambda: built.fault == INTERRUPTED, 3_000)


def test_nor_one_that_came_up_with_the_power_off(new_machine, built, tmp_path):
    machine = new_machine(folder=str(tmp_path))
    machine.table.be_at(BUILT, True)
    machine.until("READY", 2_000)
    machine.trays = [2, 2, 2, 2]
    machine.run(1_000)
    machine.lifts[SOUTH] = TRAVEL_MS
    machine.power_on()
    machine.run(2_000)
    machine.press()
    machine.until("FAULT", 5_000)
    assert machine.fault == INTERRUPTED


def test_without_an_upper_switch_a_lift_that_is_not_down_may_be_up(new_machine):
    machine = new_machine(side_fitted=0xFF ^ LIFT_UP)
    machine.until("READY", 2_000)
    machine.table.be_at(BUILT, True)
    machine.trays = [2, 2, 2, 2]
    machine.lifts[SOUTH] = TRAVEL_MS // 2
    machine.until("FAULT", 6_000)
    assert machine.table.progress == IN_BUILD
