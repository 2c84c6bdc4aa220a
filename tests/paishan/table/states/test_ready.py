import pytest

from paishan.io import image as io
from paishan.table.faults import GEAR_REFUSED, GEAR_UNKNOWN, MAINS_LOST, SURPLUS
from paishan.table.progress import BUILT

PROBLEMS = pytest.mark.parametrize(
    ("lines", "code"), [(4, GEAR_REFUSED), (9, GEAR_UNKNOWN), (15, 93)]
)


def test_the_lamp_is_lit_and_the_gear_is_shown(ready):
    assert ready.drives(io.CENTRE, io.READY_LAMP)
    assert ready.display == " 1"


def test_it_stays_ready_for_as_long_as_a_game_lasts(ready):
    ready.run(15 * 60_000)
    assert (ready.state, ready.fault) == ("READY", 0)


@pytest.mark.parametrize("keys", ["A", "B", "both"])
def test_a_key_opens_the_dome(ready, keys):
    ready.press(keys)
    ready.until("LOADING")
    assert not ready.drives(io.CENTRE, io.READY_LAMP)
    ready.until(lambda: ready.dome == 1000)


def test_dice_open_nothing(ready):
    ready.press("dice")
    assert ready.drives(io.CENTRE, io.DICE)
    ready.run(2000)
    assert ready.state == "READY"
    assert ready.dome == 0


def test_another_gear_is_shown_at_once(ready):
    ready.turn_switch_to(2)
    ready.run(500)
    assert ready.display == " 2"
    assert ready.drives(io.CENTRE, io.READY_LAMP)


@PROBLEMS
def test_a_gear_that_cannot_be_built_is_shown_with_its_code(ready, lines, code):
    ready.turn_switch_to(lines)
    ready.run(500)
    assert not ready.drives(io.CENTRE, io.READY_LAMP)
    seen = set()
    for _ in range(400):
        ready.scan()
        seen.add(ready.display)
    assert seen == {str(code), "  "}
    assert ready.state == "READY"


@PROBLEMS
def test_no_build_starts_from_such_a_gear(ready, lines, code):
    ready.turn_switch_to(lines)
    ready.run(500)
    ready.forget()
    ready.press()
    assert ready.state == "READY"
    assert ready.saw(io.CENTRE, io.BUZZER)
    ready.run(5000)
    assert ready.dome == 0


def test_the_self_test_position_is_service(ready):
    ready.turn_switch_to(0)
    ready.until("SERVICE", 1000)
    assert not ready.drives(io.CENTRE, io.READY_LAMP)
    assert not ready.motors_run()


def test_set_right_again_it_is_ready_without_a_key(ready):
    ready.turn_switch_to(9)
    ready.run(500)
    ready.turn_switch_to(3)
    ready.run(500)
    assert ready.drives(io.CENTRE, io.READY_LAMP)
    assert ready.display == " 3"


def test_a_half_seated_switch_is_never_taken_for_a_position(ready):
    ready.turn_switch_to(15)
    ready.run(500)
    assert ready.table.gear_problem() == 93
    assert ready.table.selector.position not in ready.table.chart.gears


def test_a_finished_build_beeps_once(building):
    building.until("READY", 20_000)
    building.forget()
    building.run(800)
    assert building.saw(io.CENTRE, io.BUZZER)
    building.forget()
    building.run(3000)
    assert not building.saw(io.CENTRE, io.BUZZER)


def test_at_rest_after_the_watch_everything_stands(built):
    assert built.state == "READY"
    assert not built.motors_run()
    assert built.fault == 0


def test_a_key_ends_the_watch_at_once(building):
    building.until("READY", 20_000)
    building.run(1000)
    assert building.motors_run()
    building.press()
    building.until("LOADING", 100)
    building.run(50)
    assert not building.drives(io.CENTRE, io.DRUM | io.RING)


@pytest.fixture
def surplus(building):
    """A seventeenth tile was dropped."""
    building.drum = 17
    building.until("FAULT", 30_000)
    return building


def test_a_tile_too_many_is_noticed_after_the_build(surplus):
    assert surplus.fault == SURPLUS
    assert surplus.counts == [4, 4, 4, 4]
    assert surplus.trays == [2, 2, 2, 2]


def test_it_lies_in_the_drum_where_hands_can_reach_it(surplus):
    assert surplus.waiting == [False] * 4
    assert surplus.drum == 1


@pytest.mark.parametrize("meanwhile", ["relay", "key"])
def test_what_happens_while_it_goes_back_does_not_hide_it(building, meanwhile):
    building.drum = 17
    building.until(lambda: building.drives(0, io.BELT_REV) and building.state == "READY", 30_000)
    if meanwhile == "relay":
        building.off[io.PANEL] = io.ENABLE
    else:
        building.press()
    building.until("FAULT", 2000)
    assert building.fault == SURPLUS
    assert building.waiting == [False] * 4
    building.press()
    building.until("DISABLED" if meanwhile == "relay" else "READY", 500)


def test_acknowledged_it_is_not_looked_for_again(surplus):
    surplus.press()
    surplus.run(30_000)
    assert surplus.state == "READY"
    assert surplus.fault == 0
    assert not surplus.motors_run()


def test_taken_out_through_the_open_dome_the_walls_are_right(surplus):
    surplus.press("both")
    surplus.until(lambda: surplus.dome == 1000)
    surplus.run(50)
    assert surplus.state == "ADD_TILES"
    surplus.drum = 0
    surplus.press()
    surplus.until("READY", 20_000)
    surplus.run(7_000)
    assert surplus.state == "READY"
    assert surplus.counts == [4, 4, 4, 4]
    assert surplus.trays == [2, 2, 2, 2]


def test_a_gear_changed_while_the_ready_lamp_is_lit_counts_for_the_next_build(building):
    building.until("READY", 20_000)
    building.run(1000)
    building.turn_switch_to(2)
    building.run(1000)
    building.press()
    building.until(lambda: building.dome == 1000)
    building.drum = 24
    building.run(1000)
    building.press()
    building.until("BUILDING", 20_000)
    assert building.table.gear.tiles == 24


def test_complete_walls_are_in_flash_before_the_drum_goes_on_once_more(building):
    building.until("READY", 20_000)
    assert not building.table.saved
    assert not building.motors_run()
    building.until(building.motors_run, 1000)
    assert building.noted == (BUILT, True)


def test_the_lamp_says_that_the_walls_are_in_flash(building):
    building.until("READY", 20_000)
    building.forget()
    building.until(lambda: building.table.saved, 300)
    assert not building.saw(io.CENTRE, io.READY_LAMP | io.BUZZER)
    building.run(10)
    assert building.drives(io.CENTRE, io.READY_LAMP)
    assert building.noted == (BUILT, True)
    assert building.display == " 1"


def test_a_flash_that_cannot_be_written_puts_lamp_and_watch_off_by_two_seconds(
    building, monkeypatch
):
    monkeypatch.setattr(building.app.care, "step", lambda now: None)
    building.until("READY", 20_000)
    building.run(1900)
    assert not building.motors_run()
    assert not building.drives(io.CENTRE, io.READY_LAMP)
    building.run(200)
    assert building.drives(io.CENTRE, io.DRUM)
    assert building.drives(io.CENTRE, io.READY_LAMP)


def test_a_cover_that_opens_before_that_ends_the_watch_and_not_the_lamp(building):
    building.until("READY", 20_000)
    building.off[io.CENTRE] = io.COVER_CLOSED
    building.run(100)
    building.off[io.CENTRE] = 0
    building.forget()
    building.run(3_000)
    assert building.drives(io.CENTRE, io.READY_LAMP)
    assert not building.saw(io.CENTRE, io.DRUM)


def lose_mains(machine):
    machine.off[io.CENTRE] |= io.MAINS_OK
    machine.run(100)


def test_without_mains_it_is_not_ready_and_says_why(ready):
    lose_mains(ready)
    assert (ready.state, ready.fault) == ("FAULT", MAINS_LOST)
    assert not ready.drives(io.CENTRE, io.READY_LAMP)


def test_a_key_pressed_without_mains_is_refused_with_a_beep_and_opens_nothing_later(ready):
    lose_mains(ready)
    ready.run(2_000)
    ready.forget()
    ready.press()
    assert ready.saw(io.CENTRE, io.BUZZER)
    assert ready.state == "FAULT"
    ready.off[io.CENTRE] = 0
    ready.run(3_000)
    assert ready.state == "READY"
    assert ready.dome == 0


def test_it_is_ready_again_by_itself_when_the_mains_are_back(ready):
    lose_mains(ready)
    ready.off[io.CENTRE] = 0
    ready.run(100)
    assert (ready.state, ready.fault) == ("READY", 0)
    assert ready.drives(io.CENTRE, io.READY_LAMP)
    ready.run(30_000)
    assert not ready.motors_run()


def test_what_ran_when_the_mains_went_waits_for_a_key(building):
    building.until("READY", 20_000)
    building.run(1_000)
    assert building.motors_run()  # whether a tile too many comes
    lose_mains(building)
    assert not building.motors_run()
    building.off[io.CENTRE] = 0
    building.run(5_000)
    assert building.fault == MAINS_LOST
    building.press()
    assert building.state == "READY"


def test_an_open_dome_without_mains_says_so_and_stays_until_a_key(loading):
    lose_mains(loading)
    assert loading.fault == MAINS_LOST
    loading.off[io.CENTRE] = 0
    loading.run(5_000)
    assert loading.fault == MAINS_LOST
    loading.press()
    loading.run(1_000)
    assert loading.state == "LOADING"
    loading.press()
    loading.until("CLOSING", 1_000)


@pytest.mark.parametrize(
    ("station", "mask"),
    [(io.CENTRE, io.COVER_CLOSED), (io.CENTRE, io.MAINS_OK), (io.CHAIN, 0x01)],
)
def test_after_a_short_loss_it_does_not_watch_for_tiles_by_itself(building, station, mask):
    building.until(lambda: building.state == "READY", 30_000)
    building.off[station] = mask
    building.run(60)
    building.off[station] = 0
    building.forget()
    building.run(20_000)
    assert (building.state, building.fault) == ("READY", 0)
    assert not building.saw(io.CENTRE, io.DRUM | io.RING)
