import pytest

from paishan.io import image as io
from paishan.table.faults import DOME_NOT_DOWN


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
