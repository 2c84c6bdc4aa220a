import pytest

from paishan.io import image as io
from paishan.table.faults import DOME_NOT_UP
from paishan.table.progress import IN_BUILD, LOADED


@pytest.fixture
def opening(ready):
    """The dome is on its way up."""
    ready.press()
    ready.until(lambda: 200 < ready.dome < 800)
    return ready


def test_the_motors_run_out_before_the_dome_moves(building):
    building.hold("both")
    building.until("ADD_TILES", 100)
    building.run(290)
    assert building.dome == 0
    building.until(lambda: building.dome > 0, 100)


def test_the_open_dome_is_shown_and_stands(loading):
    assert loading.display == "oo"
    loading.run(120_000)
    assert loading.dome == 1000
    assert not loading.motors_run()
    assert loading.fault == 0


@pytest.mark.parametrize("keys", ["A", "B", "both"])
def test_a_key_closes_it(loading, keys):
    loading.press(keys)
    loading.until("CLOSING", 500)
    loading.until(lambda: loading.dome == 0)


@pytest.mark.parametrize("keys", ["A", "B", "both"])
def test_a_key_stops_a_moving_dome_within_the_filter_time(opening, keys):
    opening.hold(keys)
    opening.run(40)
    assert not opening.motors_run()
    opening.release()
    stands_at = opening.dome
    opening.run(10_000)
    assert opening.dome == stands_at
    assert opening.state == "LOADING"


def test_the_next_press_opens_it_further(opening):
    opening.press()
    opening.run(500)
    opening.press()
    opening.until(lambda: opening.dome == 1000)


def test_a_key_that_came_too_late_to_stop_the_opening_dome_does_not_close_it(opening):
    opening.until(lambda: opening.dome > 990)
    opening.hold("A")
    opening.run(500)
    opening.release()
    opening.run(5000)
    assert (opening.state, opening.dome) == ("LOADING", 1000)
    opening.press()
    assert opening.state == "CLOSING"


def test_a_key_before_it_moves_keeps_it_shut_and_the_next_opens_it(ready):
    ready.press()
    ready.until("LOADING")
    ready.hold("B")
    ready.run(1000)
    ready.release()
    ready.run(5000)
    assert (ready.state, ready.dome) == ("LOADING", 0)
    ready.press()
    ready.until(lambda: ready.dome == 1000)


@pytest.mark.parametrize("keys", ["A", "both"])
def test_keys_held_down_for_long_open_the_dome_and_do_not_close_it_again(ready, keys):
    ready.hold(keys)
    ready.run(10_000)
    assert ready.state == "LOADING"
    assert ready.dome == 1000


def test_a_dome_that_does_not_reach_the_top_is_named(ready):
    ready.stuck = {(io.CENTRE, io.DOME_RAISE)}
    ready.press()
    ready.until("FAULT", 30_000)
    assert ready.fault == DOME_NOT_UP
    assert not ready.motors_run()
    ready.stuck = set()
    ready.press()
    ready.until(lambda: ready.dome == 1000)
    assert ready.state == "LOADING"


def test_dice_rattle_under_the_open_dome(loading):
    loading.press("dice")
    assert loading.drives(io.CENTRE, io.DICE)
    assert loading.state == "LOADING"


@pytest.fixture
def adding(building):
    """Both keys in mid-build: the dome stands open again."""
    building.until(lambda: sum(building.counts) >= 5)
    building.press("both")
    building.until(lambda: building.dome == 1000)
    building.run(50)
    assert building.state == "ADD_TILES"
    return building


def test_adding_tiles_keeps_what_was_counted(adding):
    counts = adding.counts
    assert sum(counts) >= 5
    adding.run(10_000)
    assert adding.counts == counts
    assert not adding.motors_run()


def test_after_adding_one_key_closes_the_dome_and_the_build_goes_on(adding):
    counted = sum(adding.counts)
    adding.press()
    adding.until("CLOSING", 500)
    adding.until("BUILDING")
    assert sum(adding.counts) == counted
    adding.until("READY", 20_000)
    assert adding.counts == [4, 4, 4, 4]
    assert adding.trays == [2, 2, 2, 2]


def test_nothing_is_raised_after_adding(adding):
    adding.forget()
    adding.press()
    adding.until("READY", 30_000)
    assert not any(adding.saw(side, io.LIFT_RAISE) for side in range(4))


def test_adding_may_take_as_long_as_it_takes(adding):
    adding.run(200_000)
    adding.press()
    adding.until("READY", 30_000)
    assert adding.fault == 0


def test_a_gear_changed_while_tiles_are_added_is_shown_as_pending(adding):
    adding.turn_switch_to(2)
    adding.run(1000)
    adding.drum = 0  # nothing comes: the display has time
    adding.press()
    adding.until("BUILDING")
    seen = set()
    for _ in range(300):
        adding.scan()
        seen.add(adding.display)
    assert "02." in seen
    assert adding.table.gear.tiles == 16


def test_a_press_before_the_flash_knows_of_the_tiles_means_not_now(ready, monkeypatch):
    monkeypatch.setattr(ready.app.care, "step", lambda now: None)
    ready.press()
    ready.until(lambda: ready.dome == 1000)
    ready.run(100)
    ready.forget()
    ready.press()
    assert ready.state == "LOADING"
    assert ready.saw(io.CENTRE, io.BUZZER)
    monkeypatch.undo()
    ready.run(600)
    assert ready.table.saved
    ready.press()
    ready.until("CLOSING", 500)


def test_a_flash_that_cannot_be_written_keeps_nobody_from_playing(ready, monkeypatch):
    monkeypatch.setattr(ready.app.care, "step", lambda now: None)
    ready.press()
    ready.until(lambda: ready.dome == 1000)
    ready.run(1600)
    ready.press()
    assert ready.state == "LOADING"
    ready.run(200)
    ready.press()
    ready.until("CLOSING", 500)


def test_with_the_dome_open_it_is_known_that_tiles_may_lie_in_the_drum(loading):
    assert loading.noted == (LOADED, False)


def test_adding_tiles_is_no_new_set(adding):
    assert adding.table.progress == IN_BUILD
