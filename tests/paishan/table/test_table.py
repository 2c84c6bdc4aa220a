"""What each key does in each state, as one table; and the table as a whole."""

import pytest

from paishan.io import image as io
from paishan.table import faults


def moving(low, high):
    return lambda machine: low < machine.dome < high


def at_the_top(machine):
    return machine.dome == 1000


# how a machine that is ready is brought into a situation: presses and what is waited for
SITUATIONS = {
    "ready": [],
    "dome opening": ["A", moving(200, 800)],
    "dome open": ["A", at_the_top],
    "dome closing": ["A", at_the_top, "A", moving(200, 800)],
    "building": ["A", at_the_top, "A", "BUILDING"],
    "adding tiles": ["A", at_the_top, "A", "BUILDING", "both", at_the_top],
    "closing again": ["A", at_the_top, "A", "BUILDING", "both", at_the_top, "A", moving(200, 800)],
}

# domain notes 1.7: (situation, key, state afterwards, a motor runs)
KEYS = (
    ("ready", "A", "LOADING", True),
    ("ready", "B", "LOADING", True),
    ("ready", "both", "LOADING", True),
    ("ready", "dice", "READY", True),
    ("dome opening", "A", "LOADING", False),
    ("dome opening", "B", "LOADING", False),
    ("dome opening", "both", "LOADING", False),
    ("dome open", "A", "CLOSING", True),
    ("dome open", "B", "CLOSING", True),
    ("dome open", "both", "CLOSING", True),
    ("dome open", "dice", "LOADING", True),
    ("dome closing", "A", "LOADING", False),
    ("dome closing", "B", "LOADING", False),
    ("dome closing", "both", "LOADING", False),
    ("building", "A", "BUILDING", True),
    ("building", "B", "BUILDING", True),
    ("building", "both", "ADD_TILES", True),
    ("building", "dice", "BUILDING", True),
    ("adding tiles", "A", "CLOSING", True),
    ("adding tiles", "both", "CLOSING", True),
    ("closing again", "A", "ADD_TILES", False),
    ("closing again", "both", "ADD_TILES", False),
)


def bring(machine, situation):
    for step in SITUATIONS[situation]:
        if step in ("A", "both"):
            machine.run(50)
            machine.hold(step)
            machine.run(400)
            machine.release()
            machine.run(50)
        else:
            machine.until(step if isinstance(step, str) else lambda step=step: step(machine))
            machine.run(600 if step is at_the_top else 50)


@pytest.mark.parametrize(("situation", "key", "state", "moves"), KEYS)
def test_what_a_key_does(ready, situation, key, state, moves):
    bring(ready, situation)
    ready.hold(key)
    ready.run(400)
    ready.release()
    ready.run(400)
    assert ready.state == state
    assert ready.motors_run() is moves


HELD = {
    "ready": "LOADING",
    "dome opening": "LOADING",
    "dome open": "BUILDING",
    "dome closing": "LOADING",
    "adding tiles": "BUILDING",
    "closing again": "ADD_TILES",
}


@pytest.mark.parametrize(("situation", "state"), HELD.items())
def test_a_key_held_for_long_does_what_one_press_does(ready, situation, state):
    bring(ready, situation)
    ready.hold("A")
    ready.run(9000)
    assert ready.state == state


@pytest.mark.parametrize("situation", SITUATIONS)
def test_a_key_that_stays_pressed_starts_nothing_after_it_is_released(ready, situation):
    bring(ready, situation)
    ready.hold("both")
    ready.run(9000)
    state = ready.state
    ready.release()
    ready.run(1000)
    assert ready.state == state


@pytest.mark.parametrize(
    ("raw", "problem"),
    [
        (0, faults.GEAR_SELF_TEST),
        (1, 0),
        (2, 0),
        (4, faults.GEAR_REFUSED),
        (9, faults.GEAR_UNKNOWN),
        (15, faults.GEAR_HALF_SEATED),
    ],
)
def test_why_no_build_may_start(ready, raw, problem):
    ready.turn_switch_to(raw)
    ready.run(500)
    assert ready.table.gear_problem() == problem


def test_before_three_reads_the_gear_is_unread_and_no_build_may_start(machine):
    machine.scan()
    assert machine.table.gear_problem() == -1


def test_every_motor_lamp_and_digit_has_an_owner(machine):
    for byte in range(io.OUTPUT_BYTES):
        for bit in range(8):
            with pytest.raises(ValueError, match="taken"):
                machine.table.wish.claim(byte, 1 << bit, "a second owner")


def test_two_sets_alternate_for_ever(built):
    for _ in range(3):
        built.take_tiles_off_the_table()
        built.press()
        built.until(lambda: at_the_top(built))
        built.drum = 16
        built.run(1000)
        built.press()
        built.until("RAISING")
        built.until("BUILDING")
        assert built.walls == [2, 2, 2, 2]
        built.until("READY", 20_000)
        assert built.trays == [2, 2, 2, 2]
        built.run(5_500)
    assert built.fault == 0


def test_a_dropped_set_waits_while_the_other_is_still_played(built):
    built.run(3_600_000 // 60)
    assert built.state == "READY"
    assert not built.motors_run()
