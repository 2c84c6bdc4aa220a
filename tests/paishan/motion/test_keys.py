import pytest

from paishan.io.image import CENTRE, KEY_A, KEY_B, MAINS_OK, PANEL
from paishan.motion.keys import BOTH, LONG, NONE, PRESS, Keys

EVENTS = {PRESS: "press", BOTH: "both", LONG: "long"}


class Fingers:
    """Two keys whose levels and edges the test sets; collects the events with their times."""

    def __init__(self, shaft):
        self.shaft = shaft
        self.keys = shaft.motion = Keys(shaft.inputs, shaft.edges, shaft.settings)
        self.started = shaft.now
        shaft.set(CENTRE, MAINS_OK, True)
        self.events = []

    def down(self, keys):
        self.shaft.edges[PANEL] |= keys & ~self.shaft.inputs[PANEL]
        self.shaft.set(PANEL, keys, True)

    def up(self, keys):
        self.shaft.set(PANEL, keys, False)

    def tap(self, keys, ms=50, rest_ms=350):
        self.down(keys)
        self.wait(ms)
        self.up(keys)
        self.wait(rest_ms)

    def wait(self, ms):
        for _ in range(ms // 5):
            self.shaft.run(5)
            if self.keys.event != NONE:
                self.events.append(EVENTS[self.keys.event])


@pytest.fixture
def fingers(shaft):
    return Fingers(shaft)


@pytest.mark.parametrize("key", [KEY_A, KEY_B])
@pytest.mark.parametrize("held_ms", [50, 250, 1000])
def test_one_key_is_a_press_once_both_are_ruled_out(fingers, key, held_ms):
    fingers.down(key)
    fingers.wait(min(held_ms, 300))
    assert fingers.events == []
    fingers.wait(held_ms - min(held_ms, 300))
    fingers.up(key)
    fingers.wait(400)
    assert fingers.events == ["press"]


@pytest.mark.parametrize("apart_ms", [0, 5, 150, 300])
@pytest.mark.parametrize(("first", "second"), [(KEY_A, KEY_B), (KEY_B, KEY_A)])
def test_both_keys_within_the_window_are_one_event(fingers, first, second, apart_ms):
    fingers.down(first)
    fingers.wait(apart_ms)
    fingers.down(second)
    fingers.wait(5)
    assert fingers.events == ["both"]
    fingers.wait(5000)
    fingers.up(first)
    fingers.wait(100)
    fingers.up(second)
    fingers.wait(100)
    assert fingers.events == ["both"]


@pytest.mark.parametrize(("first", "second"), [(KEY_A, KEY_B), (KEY_B, KEY_A)])
def test_both_need_not_overlap_as_long_as_they_are_quick(fingers, first, second):
    fingers.down(first)
    fingers.wait(80)
    fingers.up(first)
    fingers.wait(80)
    fingers.down(second)
    fingers.wait(80)
    fingers.up(second)
    fingers.wait(1000)
    assert fingers.events == ["both"]


def test_the_same_key_twice_is_never_both(fingers):
    for _ in range(2):
        fingers.down(KEY_A)
        fingers.wait(80)
        fingers.up(KEY_A)
        fingers.wait(80)
    fingers.wait(1000)
    assert "both" not in fingers.events


def test_a_second_key_after_the_window_adds_nothing(fingers):
    fingers.down(KEY_A)
    fingers.wait(320)
    fingers.down(KEY_B)
    fingers.wait(1000)
    assert fingers.events == ["press"]


def test_one_after_the_other_are_two_presses(fingers):
    for key in (KEY_A, KEY_B):
        fingers.down(key)
        fingers.wait(50)
        fingers.up(key)
        fingers.wait(350)
    assert fingers.events == ["press", "press"]


def test_three_seconds_make_it_long_once(fingers):
    fingers.down(KEY_B)
    fingers.wait(3000)
    assert fingers.events == ["press"]
    fingers.wait(10)
    assert fingers.events == ["press", "long"]
    fingers.wait(10_000)
    fingers.up(KEY_B)
    fingers.wait(100)
    assert fingers.events == ["press", "long"]


def test_the_plain_edge_is_there_at_once(fingers):
    fingers.down(KEY_A)
    fingers.wait(5)
    assert fingers.keys.pressed
    fingers.wait(5)
    assert not fingers.keys.pressed


def test_the_edge_of_the_second_key_is_an_edge_too(fingers):
    fingers.down(KEY_A)
    fingers.wait(1000)
    fingers.down(KEY_B)
    fingers.wait(5)
    assert fingers.keys.pressed


def test_a_swallowed_press_means_nothing_until_it_is_released(fingers):
    fingers.down(KEY_A)
    fingers.wait(5)
    fingers.keys.swallow()
    fingers.wait(5000)
    fingers.up(KEY_A)
    fingers.wait(100)
    assert fingers.events == []
    fingers.down(KEY_A)
    fingers.wait(50)
    fingers.up(KEY_A)
    fingers.wait(350)
    assert fingers.events == ["press"]


def test_swallowing_nothing_costs_nothing(fingers):
    fingers.keys.swallow()
    fingers.down(KEY_A)
    fingers.wait(50)
    fingers.up(KEY_A)
    fingers.wait(350)
    assert fingers.events == ["press"]


@pytest.fixture
def stuck(fingers):
    """Key A has been down for more than ten seconds."""
    fingers.down(KEY_A)
    fingers.wait(10_100)
    assert fingers.events == ["press", "long"]
    fingers.events.clear()
    return fingers


def test_a_key_that_stays_down_ten_seconds_is_left_out(fingers):
    fingers.down(KEY_A)
    fingers.wait(10_000)
    assert fingers.keys.stuck == 0
    fingers.wait(20)
    assert fingers.keys.stuck == KEY_A


def test_the_other_key_works_alone_while_one_is_stuck(stuck):
    stuck.tap(KEY_B)
    stuck.tap(KEY_B)
    assert stuck.events == ["press", "press"]


def test_both_cannot_be_pressed_while_one_is_stuck(stuck):
    stuck.tap(KEY_B, 250)
    assert stuck.events == ["press"]


def test_a_stuck_key_that_comes_up_works_again_at_once(stuck):
    stuck.up(KEY_A)
    stuck.wait(100)
    assert stuck.keys.stuck == 0
    stuck.tap(KEY_A)
    assert stuck.events == ["press"]


def test_two_stuck_keys_are_both_left_out(fingers):
    fingers.down(KEY_A | KEY_B)
    fingers.wait(10_100)
    assert fingers.keys.stuck == KEY_A | KEY_B
    fingers.up(KEY_B)
    fingers.wait(50)
    assert fingers.keys.stuck == KEY_A
    fingers.events.clear()
    fingers.tap(KEY_B)
    assert fingers.events == ["press"]


def test_a_key_that_sticks_after_the_other_one_has_its_own_ten_seconds(stuck):
    stuck.down(KEY_B)
    stuck.wait(9_000)
    assert stuck.keys.stuck == KEY_A
    stuck.wait(1_100)
    assert stuck.keys.stuck == KEY_A | KEY_B


def rain(fingers, presses, every_ms=200):
    """Liquid on the panel."""
    for _ in range(presses):
        fingers.tap(KEY_A, 50, every_ms - 50)


def test_eight_presses_in_ten_seconds_are_a_person(fingers):
    rain(fingers, 8, 400)
    assert not fingers.keys.locked
    assert fingers.events == ["press"] * 8


def test_the_ninth_within_ten_seconds_locks_both_keys(fingers):
    rain(fingers, 9)
    assert fingers.keys.locked
    fingers.events.clear()
    fingers.tap(KEY_B)
    fingers.tap(KEY_A | KEY_B)
    assert fingers.events == []


def test_locked_keys_still_stop_what_moves(fingers):
    rain(fingers, 9)
    fingers.down(KEY_A)
    fingers.wait(5)
    assert fingers.keys.pressed


def test_ten_quiet_seconds_unlock_them(fingers):
    rain(fingers, 9)
    fingers.wait(9_500)
    assert fingers.keys.locked
    fingers.wait(600)
    assert not fingers.keys.locked
    fingers.events.clear()
    fingers.tap(KEY_A)
    assert fingers.events == ["press"]


def test_as_long_as_it_rains_they_stay_locked(fingers):
    rain(fingers, 9)
    rain(fingers, 100)
    assert fingers.keys.locked


def test_a_person_who_plays_all_evening_is_never_locked_out(fingers):
    for _ in range(100):
        fingers.tap(KEY_A, 100, 1300)
    assert not fingers.keys.locked
    assert fingers.events == ["press"] * 100


def test_a_press_while_the_mains_are_gone_means_nothing_even_when_they_are_back(fingers, shaft):
    shaft.set(CENTRE, MAINS_OK, False)
    fingers.down(KEY_A)
    fingers.wait(50)
    shaft.set(CENTRE, MAINS_OK, True)
    fingers.wait(100)
    fingers.up(KEY_A)
    fingers.wait(500)
    assert fingers.events == []
    fingers.tap(KEY_A)
    assert fingers.events == ["press"]


def test_a_key_is_stuck_though_the_other_one_is_tried_over_and_over(fingers):
    fingers.down(KEY_A)
    for _ in range(6):
        fingers.wait(2_000)
        fingers.tap(KEY_B)
    assert fingers.keys.stuck == KEY_A


@pytest.mark.parametrize("days", [6.3, 13])
def test_presses_of_last_week_are_not_counted_with_those_of_today(fingers, days):
    for _ in range(8):
        fingers.tap(KEY_A)
    fingers.shaft.now = (fingers.shaft.now + int(days * 24 * 3600 * 1000)) % (1 << 30)
    fingers.tap(KEY_A)
    assert not fingers.keys.locked
