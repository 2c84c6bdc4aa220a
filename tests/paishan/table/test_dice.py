import pytest

from paishan.io import image as io

DICE_KEYS = pytest.mark.parametrize("key", [0x04, 0x08, 0x10, 0x20])


def rattle(machine):
    return machine.drives(io.CENTRE, io.DICE)


def tap(machine, contact):
    machine.on[io.PANEL] = contact
    machine.run(100)
    machine.on[io.PANEL] = 0
    machine.run(100)


@DICE_KEYS
def test_any_of_the_four_keys_rattles_the_dice_for_four_seconds(ready, key):
    ready.on[io.PANEL] = key
    ready.until(lambda: rattle(ready), 50)
    ready.run(3990)
    assert rattle(ready)
    ready.run(20)
    assert not rattle(ready)


def test_a_key_that_is_held_is_one_throw(ready):
    ready.on[io.PANEL] = 0x04
    ready.run(5000)
    for _ in range(2000):
        ready.scan()
        assert not rattle(ready)


def test_a_key_let_go_is_no_press(ready):
    ready.on[io.PANEL] = 0x04
    ready.run(5000)
    ready.on[io.PANEL] = 0
    ready.run(100)
    assert not rattle(ready)


@pytest.mark.parametrize("contact", [io.KEY_A, io.KEY_B, io.SERVICE])
def test_no_other_contact_does(ready, contact):
    tap(ready, contact)
    ready.run(1000)
    assert not ready.saw(io.CENTRE, io.DICE)


def test_a_press_during_a_rattle_does_not_lengthen_it(ready):
    tap(ready, 0x04)
    ready.run(3000)
    tap(ready, 0x20)
    ready.run(800)
    assert not rattle(ready)


def test_a_press_after_it_is_a_new_throw(ready):
    tap(ready, 0x04)
    ready.run(4500)
    assert not rattle(ready)
    tap(ready, 0x04)
    assert rattle(ready)


def test_a_fault_silences_them(building):
    tap(building, 0x08)
    assert rattle(building)
    building.off[io.CENTRE] = io.COVER_CLOSED
    building.run(50)
    assert not rattle(building)


@DICE_KEYS
def test_no_throw_while_the_mains_dip(building, key):
    building.off[io.CENTRE] = io.MAINS_OK
    building.run(50)
    tap(building, key)
    assert not rattle(building)
