import pytest

from paishan.io import image as io
from paishan.table.faults import DOME_NOT_DOWN, DOME_SENSORS


@pytest.fixture
def closing(loading):
    """The dome is on its way down."""
    loading.press()
    loading.until(lambda: 200 < loading.dome < 800)
    assert loading.state == "CLOSING"
    return loading


def test_nothing_else_moves_while_the_dome_does(closing):
    while closing.dome > 0:
        assert closing.outputs[io.CENTRE] & io.CENTRE_MOTORS == io.DOME_LOWER
        assert not any(closing.outputs[side] & io.SIDE_MOTORS for side in range(4))
        closing.scan()


def test_the_first_set_ever_is_built_without_raising(closing):
    closing.forget()
    closing.until("BUILDING")
    assert not any(closing.saw(side, io.LIFT_RAISE) for side in range(4))


def test_with_walls_below_they_are_raised_first(raising):
    assert raising.dome == 0


@pytest.mark.parametrize("keys", ["A", "B", "both"])
def test_a_key_stops_the_dome_within_the_filter_time_and_the_next_opens_it(closing, keys):
    closing.hold(keys)
    closing.run(40)
    assert not closing.motors_run()
    stands_at = closing.dome
    closing.release()
    closing.run(5000)
    assert closing.dome == stands_at
    closing.press()
    closing.until(lambda: closing.dome == 1000)
    assert closing.state == "LOADING"


def test_the_walls_do_not_rise_while_the_key_that_closed_the_dome_is_held(built):
    built.open_dome()
    built.hold("A")
    built.until(lambda: built.dome < 1000)
    built.until(lambda: built.dome == 0)
    built.run(2000)
    assert (built.state, built.lifts) == ("CLOSING", [0] * 4)
    built.release()
    built.until("RAISING", 100)


def test_a_dome_that_does_not_close_is_named_and_a_key_tries_again(loading):
    loading.stuck = {(io.CENTRE, io.DOME_LOWER)}
    loading.press()
    loading.until("FAULT", 30_000)
    assert loading.fault == DOME_NOT_DOWN
    loading.stuck = set()
    loading.press()
    loading.until("BUILDING")


def test_a_dome_that_says_closed_too_soon_is_not_believed_until_it_was_seen_open(loading):
    loading.on[io.CENTRE] = 0
    loading.press()
    loading.until(lambda: loading.dome < 900)
    loading.on[io.CENTRE] = io.DOME_DOWN
    loading.until("FAULT", 200)
    assert loading.fault == DOME_SENSORS
    loading.press()
    loading.run(3000)  # it opens, and reports both ends
    assert (loading.state, loading.fault) == ("FAULT", DOME_SENSORS)
    assert not loading.saw(io.CENTRE, io.DRUM)
    loading.on[io.CENTRE] = 0
    loading.run(300)
    loading.press()
    loading.until("LOADING")
    loading.run(3000)
    loading.press()
    loading.until("BUILDING", 5000)


def test_the_press_that_closed_the_dome_over_a_waiting_build_gives_nothing_up(building):
    building.drum = 0
    building.press("both")
    building.until(lambda: building.dome == 1000)
    building.run(3000)
    building.hold("A")
    building.until("BUILDING", 5000)
    building.run(4000)
    assert building.state == "BUILDING"
