import pytest

from paishan.io import image as io
from paishan.table.faults import (
    CHAIN_BROKEN,
    COVER_OPEN,
    CRASHED,
    DOME_OPEN_RUNNING,
    DRUM_STALL,
    GEAR_HALF_SEATED,
    GEAR_REFUSED,
    GEAR_SELF_TEST,
    GEAR_UNKNOWN,
    HEAD_JAM,
    MAINS_LOST,
    PUSHER_STUCK,
    RING_STALL,
)

INPUT_FAULTS = pytest.mark.parametrize(
    ("byte", "mask", "code"),
    [
        (io.CENTRE, io.COVER_CLOSED, COVER_OPEN),
        (io.CENTRE, io.MAINS_OK, MAINS_LOST),
        (io.CHAIN, 0x01, CHAIN_BROKEN),
        (io.CHAIN, 0x80, CHAIN_BROKEN),
    ],
)


@pytest.fixture
def halfway(building):
    """A build with some tiles counted and more on their way."""
    building.until(lambda: sum(building.counts) >= 5)
    return building


@INPUT_FAULTS
def test_a_lost_input_stops_everything_within_the_filter_time(halfway, byte, mask, code):
    halfway.off[byte] = mask
    halfway.run(20)
    assert not halfway.motors_run()
    assert halfway.fault == code


@INPUT_FAULTS
def test_no_key_clears_it_while_the_cause_lasts(halfway, byte, mask, code):
    halfway.off[byte] = mask
    halfway.run(1000)
    for keys in ("A", "both", "B"):
        halfway.press(keys)
        assert halfway.state == "FAULT"
        assert halfway.fault == code


@INPUT_FAULTS
def test_once_it_is_mended_a_key_goes_on_with_the_build(halfway, byte, mask, code):
    halfway.off[byte] = mask
    halfway.run(1000)
    halfway.off[byte] = 0
    halfway.run(60_000)
    assert halfway.state == "FAULT"
    assert not halfway.motors_run()
    halfway.press()
    halfway.until("READY", 20_000)
    assert halfway.counts == [4, 4, 4, 4]
    assert halfway.trays == [2, 2, 2, 2]
    assert halfway.fault == 0


@pytest.mark.parametrize("lines", [0, 2, 4, 5, 15])
def test_a_crash_is_cleared_at_any_gear(ready, lines):
    ready.turn_switch_to(lines)  # the self-test, a good one, refused, unknown, half seated
    ready.run(2000)
    ready.table.alarm.report(CRASHED)
    ready.run(1000)
    assert (ready.state, ready.fault) == ("FAULT", CRASHED)
    ready.press()
    ready.run(100)
    assert ready.fault != CRASHED


@pytest.mark.parametrize(
    ("lines", "code"),
    [(0, GEAR_SELF_TEST), (4, GEAR_REFUSED), (5, GEAR_UNKNOWN), (15, GEAR_HALF_SEATED)],
)
def test_a_gear_of_no_use_lasts_until_the_switch_is_turned(ready, lines, code):
    ready.turn_switch_to(lines)
    ready.run(2000)
    assert ready.table.gear_problem() == code
    ready.table.alarm.report(code)
    ready.run(1000)
    ready.press()
    assert (ready.state, ready.fault) == ("FAULT", code)
    ready.turn_switch_to(1)
    ready.run(2000)
    ready.press()
    assert ready.state != "FAULT"


def test_it_never_goes_on_by_itself(halfway):
    halfway.off[io.CENTRE] = io.COVER_CLOSED
    halfway.run(100)
    halfway.off[io.CENTRE] = 0
    halfway.run(120_000)
    assert halfway.state == "FAULT"


def test_the_code_blinks_and_the_buzzer_calls_three_times(halfway):
    halfway.off[io.CENTRE] = io.COVER_CLOSED
    halfway.until("FAULT", 100)
    beeps, sounding, seen = 0, False, set()
    for _ in range(1000):
        halfway.scan()
        beeps += halfway.drives(io.CENTRE, io.BUZZER) and not sounding
        sounding = halfway.drives(io.CENTRE, io.BUZZER)
        seen.add(halfway.display)
    assert beeps <= 3
    assert seen == {"83", "  "}
    assert not halfway.drives(io.CENTRE, io.READY_LAMP)


def test_the_code_is_read_for_its_whole_page_first(halfway):
    halfway.off[io.CENTRE] = io.COVER_CLOSED
    halfway.until("FAULT", 100)
    for _ in range(90):
        assert halfway.display == "83"
        halfway.scan()


def test_a_refused_key_is_answered_by_a_beep(halfway):
    halfway.off[io.CENTRE] = io.COVER_CLOSED
    halfway.run(3000)
    halfway.forget()
    halfway.press()
    assert halfway.saw(io.CENTRE, io.BUZZER)


def test_a_dome_pushed_open_in_mid_build_is_closed_before_it_goes_on(halfway):
    halfway.dome = 300
    halfway.until("FAULT", 100)
    assert halfway.fault == DOME_OPEN_RUNNING
    assert not halfway.motors_run()
    halfway.press()
    assert halfway.state == "CLOSING"
    halfway.until("BUILDING")
    halfway.until("READY", 20_000)
    assert halfway.trays == [2, 2, 2, 2]


@pytest.mark.parametrize(
    ("motors", "code"),
    [
        ({(io.CENTRE, io.DRUM)}, DRUM_STALL),
        ({(io.CENTRE, io.RING)}, RING_STALL),
        ({(2, io.HEAD), (2, io.HEAD_REV)}, HEAD_JAM + 2),
        ({(1, io.PUSHER)}, PUSHER_STUCK + 1),
    ],
)
def test_a_motor_that_does_not_turn_is_named_and_the_build_goes_on_after_a_key(
    halfway, motors, code
):
    halfway.stuck = motors
    halfway.until("FAULT", 60_000)
    assert halfway.fault == code
    assert not halfway.motors_run()
    halfway.stuck = set()
    halfway.press()
    halfway.until("READY", 30_000)
    assert halfway.trays == [2, 2, 2, 2]


def test_the_first_fault_is_the_one_that_is_shown(halfway):
    halfway.off[io.CENTRE] = io.COVER_CLOSED
    halfway.run(100)
    halfway.off[io.CENTRE] |= io.MAINS_OK
    halfway.run(100)
    assert halfway.fault == COVER_OPEN


def test_a_key_held_for_long_clears_a_fault_and_does_nothing_more(building):
    building.drum = 17
    building.until("FAULT", 30_000)
    building.hold("A")
    building.run(10_000)
    assert building.state == "READY"
    assert building.dome == 0


def test_a_fault_is_in_the_history_of_the_status(halfway):
    halfway.off[io.CENTRE] = io.COVER_CLOSED
    halfway.run(1000)
    halfway.off[io.CENTRE] = 0
    halfway.press()
    assert halfway.app.status()["faults"] == [COVER_OPEN]


def test_tiles_held_in_mid_turn_are_counted_once_after_the_fault(halfway):
    for _ in range(3):
        halfway.run(130)
        halfway.off[io.CENTRE] = io.COVER_CLOSED
        halfway.run(200)
        halfway.off[io.CENTRE] = 0
        halfway.run(100)
        halfway.press()
    halfway.until("READY", 20_000)
    assert halfway.trays == [2, 2, 2, 2]


def test_a_build_that_stops_again_and_again_is_given_up_by_a_long_press(halfway):
    halfway.table.alarm.report(PUSHER_STUCK)
    halfway.until("FAULT")
    halfway.run(500)
    halfway.hold("A")
    halfway.until("BUILDING", 1000)
    halfway.table.alarm.report(PUSHER_STUCK)  # the press went on in vain
    halfway.until("RECOVERING", 4000)
    assert halfway.fault == 0


@pytest.mark.parametrize("bits", [io.COVER_CLOSED, io.MAINS_OK])
def test_a_key_that_is_down_all_the_while_starts_nothing_when_a_loss_is_over(halfway, bits):
    halfway.off[io.CENTRE] = bits
    halfway.until("FAULT")
    halfway.hold("A")
    halfway.run(1000)
    halfway.off[io.CENTRE] = 0
    halfway.forget()
    halfway.run(8000)
    assert halfway.state == "FAULT"
    assert not halfway.motors_run()


def test_a_long_press_that_goes_on_gives_the_build_up(halfway):
    halfway.drum = 0
    halfway.off[io.CENTRE] = io.COVER_CLOSED
    halfway.until("FAULT")
    halfway.off[io.CENTRE] = 0
    halfway.run(500)
    halfway.hold("A")
    halfway.until("BUILDING", 1000)
    halfway.until("RECOVERING", 4000)


def test_a_long_press_gives_nothing_up_while_the_cause_lasts(halfway):
    halfway.off[io.CENTRE] = io.COVER_CLOSED
    halfway.until("FAULT")
    halfway.hold("A")
    halfway.run(5000)
    assert (halfway.state, halfway.fault) == ("FAULT", COVER_OPEN)


def test_a_long_press_at_a_table_that_stood_ready_gives_nothing_up(ready):
    ready.off[io.CHAIN] = 0x01
    ready.until("FAULT")
    ready.hold("A")
    ready.run(1000)
    ready.off[io.CHAIN] = 0
    ready.run(8000)
    assert ready.state == "READY"
