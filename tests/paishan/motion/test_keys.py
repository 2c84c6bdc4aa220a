import pytest

from paishan.io.image import KEY_A, KEY_B, PANEL
from paishan.motion.keys import BOTH, LONG, NONE, PRESS, Keys

EVENTS = {PRESS: "press", BOTH: "both", LONG: "long"}


class Fingers:
    """Two keys whose levels and edges the test sets; collects the events with their times."""

    def __init__(self, shaft):
        self.shaft = shaft
        self.keys = shaft.motion = Keys(shaft.inputs, shaft.edges, shaft.settings)
        self.started = shaft.now
        self.events = []

    def down(self, keys):
        self.shaft.edges[PANEL] |= keys & ~self.shaft.inputs[PANEL]
        self.shaft.set(PANEL, keys, True)

    def up(self, keys):
        self.shaft.set(PANEL, keys, False)

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
