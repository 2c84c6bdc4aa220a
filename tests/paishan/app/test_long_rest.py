"""A table that stays switched on over the holidays.

A difference of ticks is good to 6.2 days; after 12.4 days the clock has come round.
"""

import pytest

from paishan.io import image as io
from paishan.table.faults import SHORT

DAY_MS = 24 * 3600 * 1000


def stand(machine, days):
    """A day after the other passes; of each only a second is scanned."""
    left_ms = int(days * DAY_MS)
    while left_ms > 0:
        machine.now = (machine.now + min(left_ms, DAY_MS)) % (1 << 30)
        machine.run(1000)
        left_ms -= DAY_MS


def homing(new_machine):
    machine = new_machine()
    machine.dome = 500
    machine.run(2000)
    return machine


def stopped_dome(new_machine):
    machine = ready(new_machine)
    machine.press()
    machine.until(lambda: machine.dome > 400)
    machine.press()
    return machine


def ready(new_machine):
    machine = new_machine()
    machine.until("READY", 2000)
    machine.run(1000)
    return machine


def loading(new_machine):
    machine = ready(new_machine)
    machine.open_dome()
    return machine


def building(new_machine):
    machine = loading(new_machine)
    machine.drum = 16
    machine.press()
    machine.until("BUILDING")
    machine.until(lambda: sum(machine.counts) >= 6)
    return machine


def add_tiles(new_machine):
    machine = building(new_machine)
    machine.press("both")
    machine.until("ADD_TILES")
    machine.run(3000)
    return machine


def fault(new_machine):
    machine = building(new_machine)
    machine.off[io.CENTRE] = io.COVER_CLOSED
    machine.until("FAULT")
    machine.off[io.CENTRE] = 0
    return machine


def given_up(new_machine):
    machine = loading(new_machine)
    machine.drum = 6
    machine.press()
    machine.until("BUILDING")
    machine.run(100)
    machine.press(ms=3500)
    machine.until("RECOVERING")
    machine.until("LOADING", 60_000)
    machine.take_tiles_off_the_table()
    return machine


def raising(new_machine):
    machine = building(new_machine)
    machine.until("READY", 30_000)
    machine.run(6000)
    machine.open_dome()
    machine.drum = 16
    machine.press()
    machine.until("RAISING")
    machine.run(400)
    machine.press()
    assert not machine.motors_run()
    return machine


def recovering(new_machine):
    machine = ready(new_machine)
    machine.dome = 500
    machine.trays[0] = 2
    machine.run(100)
    machine.table.go(machine.table.recovering, machine.now)
    machine.run(200)
    machine.press()  # nothing moves without one
    machine.press()
    assert machine.state == "RECOVERING"
    assert not machine.motors_run()
    return machine


def config_fault(new_machine):
    machine = ready(new_machine)
    machine.table.go(machine.table.config_fault, machine.now)
    return machine


def disabled(new_machine):
    machine = ready(new_machine)
    machine.off[io.PANEL] = io.ENABLE
    machine.until("DISABLED", 1000)
    return machine


def service(new_machine):
    machine = ready(new_machine)
    machine.table.go(machine.table.service, machine.now)
    machine.run(1000)
    return machine


PLACES = (
    homing,
    ready,
    loading,
    stopped_dome,
    add_tiles,
    fault,
    given_up,
    raising,
    recovering,
    disabled,
    config_fault,
    service,
)


def to_ready(machine):
    """What anybody would do."""
    machine.off[:] = bytes(io.INPUT_BYTES)
    if machine.state == "SERVICE":
        machine.table.go(machine.table.homing, machine.now)
        machine.run(2000)
    machine.table.config_fault.mended(machine.now)
    for _ in range(12):
        if machine.state == "READY":
            return
        if machine.state == "LOADING":
            machine.run(3000)
            if not machine.drum and not any(machine.trays):
                machine.drum = 16
        machine.press()
        machine.run(8000)
        if machine.state == "BUILDING":
            machine.until("READY", 20_000)
    raise AssertionError(f"{machine.state} and fault {machine.fault}")


@pytest.mark.parametrize("days", [1, 6.3, 13])
@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.__name__)
def test_a_table_left_standing_goes_on_as_if_it_were_a_minute_later(new_machine, place, days):
    machine = place(new_machine)
    stand(machine, days)
    machine.app.store.mark("settings")
    machine.run(1000)
    assert machine.app.store.settings.dirty is not machine.table.resting()
    to_ready(machine)
    machine.run(6000)
    machine.off[io.PANEL] = io.ENABLE
    machine.until("DISABLED", 1000)
    machine.off[io.PANEL] = 0
    machine.until("READY", 1000)
    machine.take_tiles_off_the_table()
    machine.open_dome()
    machine.drum = 15
    machine.press()
    machine.until("BUILDING", 20_000)
    machine.until(lambda: machine.fault == SHORT, 80_000)
