import pytest

from paishan.io.image import (
    BELT,
    BELT_FULL,
    BELT_REV,
    HEAD,
    HEAD_HOME,
    HEAD_REV,
    LIFT_DOWN,
    PUSHER,
    PUSHER_HOME,
    PUSHER_OUT,
    TILE,
)
from paishan.table.faults import HEAD_JAM, PUSHER_STUCK, RUN_LIMIT, TRAY_STUCK
from paishan.table.side import Side

WEST = 2
HEAD_MS = 400


class Post:
    """The west side with the test's hand on every sensor."""

    def __init__(self, lines):
        self.lines = lines
        self.alarm = lines.alarm
        self.side = Side(
            WEST, "west", lines.wish, lines.inputs, lines.edges, lines.settings, lines.alarm
        )
        self.show(HEAD_HOME | PUSHER_HOME | LIFT_DOWN)

    @property
    def now(self):
        return self.lines.now

    def show(self, mask):
        was = self.lines.inputs[WEST]
        self.lines.inputs[WEST] = was | mask
        self.lines.edges[WEST] |= mask & ~was

    def hide(self, mask):
        was = self.lines.inputs[WEST]
        self.lines.inputs[WEST] = was & ~mask & 0xFF
        self.lines.edges[8 + WEST] |= mask & was

    def run(self, ms):
        """Steps the side; a fault holds it, as the table does."""
        for _ in range(ms // 5):
            if self.alarm.code:
                self.side.hold(self.now)
                return
            self.lines.run(5, self.side)

    def drives(self, mask):
        return self.lines.drives(WEST, mask)

    def begin(self, tiles):
        self.side.begin(tiles)
        self.side.go_on(self.now)
        self.run(5)

    def tile_enters(self):
        self.show(BELT_FULL)
        self.run(20)
        self.hide(BELT_FULL)
        self.run(20)

    def tile_arrives(self):
        self.tile_enters()
        self.show(TILE)
        self.run(10)

    def head_turns(self, takes=True):
        """One turn of the head, which must have been started."""
        assert self.drives(HEAD)
        self.run(30)
        self.hide(HEAD_HOME)
        self.run(50)
        if takes:
            self.hide(TILE)
        self.run(HEAD_MS - 100)
        self.show(HEAD_HOME)
        self.run(10)

    def pusher_turns(self):
        assert self.drives(PUSHER)
        self.hide(PUSHER_HOME)
        self.run(60)
        self.show(PUSHER_OUT)
        self.run(60)
        self.hide(PUSHER_OUT)
        self.run(60)
        self.show(PUSHER_HOME)
        self.run(10)

    def stack(self):
        """Two tiles, one push."""
        for _ in range(2):
            self.tile_arrives()
            self.head_turns()
        self.pusher_turns()


@pytest.fixture
def west(lines):
    return Post(lines)


def test_the_belt_brings_tiles_as_long_as_some_are_wanted(west):
    west.begin(4)
    assert west.drives(BELT)
    west.run(3000)
    assert west.drives(BELT)


def test_a_side_that_wants_none_does_nothing(west):
    west.begin(0)
    assert west.side.full
    west.show(TILE)
    west.run(2000)
    assert not west.drives(BELT | BELT_REV | HEAD | PUSHER)


def test_a_tile_at_the_head_starts_it(west):
    west.begin(4)
    assert not west.drives(HEAD)
    west.tile_arrives()
    assert west.drives(HEAD)


def test_a_tile_is_counted_when_the_head_is_home_again(west):
    west.begin(4)
    west.tile_arrives()
    west.run(30)
    west.hide(HEAD_HOME)
    west.run(50)
    west.hide(TILE)
    west.run(200)
    assert west.side.count == 0
    west.show(HEAD_HOME)
    west.run(10)
    assert west.side.count == 1


def test_a_tile_that_rebounds_at_the_stop_is_counted_once(west):
    west.begin(4)
    west.tile_arrives()
    west.run(30)
    west.hide(HEAD_HOME)
    for _ in range(3):
        west.hide(TILE)
        west.run(20)
        west.show(TILE)
        west.run(20)
    west.hide(TILE)
    west.show(HEAD_HOME)
    west.run(10)
    assert west.side.count == 1


def test_a_turn_that_takes_no_tile_counts_none(west):
    west.begin(4)
    west.tile_arrives()
    west.head_turns(takes=False)
    assert west.side.count == 0
    assert west.side.empty_turns == 1


def test_the_next_tile_starts_the_head_without_a_stop(west):
    west.begin(8)
    west.tile_arrives()
    west.run(30)
    west.hide(HEAD_HOME)
    west.run(50)
    west.hide(TILE)
    west.run(100)
    west.show(TILE)
    west.run(100)
    west.show(HEAD_HOME)
    west.run(5)
    assert west.side.count == 1
    assert west.drives(HEAD)


def test_two_tiles_make_a_stack_and_the_pusher_takes_it_away(west):
    west.begin(4)
    west.tile_arrives()
    west.head_turns()
    assert not west.drives(PUSHER)
    west.tile_arrives()
    west.head_turns()
    assert west.drives(PUSHER)
    west.pusher_turns()
    assert not west.drives(PUSHER)
    assert west.alarm.code == 0


def test_the_first_head_turns_wait_for_a_pusher_that_is_out(west):
    west.begin(8)
    for _ in range(2):
        west.tile_arrives()
        west.head_turns()
    west.tile_arrives()
    assert west.drives(PUSHER)
    held_ms = 0
    while west.side.pusher.busy and held_ms < 1000:
        west.hide(PUSHER_HOME)
        west.run(100)
        held_ms += 100
        west.show(PUSHER_OUT)
        if held_ms >= 800:
            west.hide(PUSHER_OUT)
            west.show(PUSHER_HOME)
            west.run(10)
    assert west.side.count == 2
    assert west.drives(HEAD)


def test_a_side_is_full_once_the_last_stack_is_pushed(west):
    west.begin(2)
    west.tile_arrives()
    west.head_turns()
    west.tile_arrives()
    west.head_turns()
    assert west.side.count == 2
    assert not west.side.full
    west.pusher_turns()
    assert west.side.full


def test_a_full_side_starts_its_head_no_more(west):
    west.begin(2)
    west.stack()
    west.show(TILE)
    west.run(3000)
    assert not west.drives(HEAD)
    assert west.side.count == 2


def test_what_came_too_much_is_given_back(west):
    west.begin(2)
    west.tile_arrives()
    west.head_turns()
    west.tile_arrives()
    west.tile_enters()
    west.run(30)
    west.hide(HEAD_HOME)
    west.run(50)
    west.hide(TILE)
    west.run(200)
    assert west.drives(BELT_REV)
    west.show(HEAD_HOME)
    west.run(1600)
    assert not west.drives(BELT | BELT_REV)


def test_near_the_target_the_belt_takes_in_no_more_than_is_wanted(west):
    west.begin(2)
    west.tile_arrives()
    west.tile_enters()
    assert west.drives(HEAD)
    west.run(50)
    assert not west.drives(BELT_REV)
    assert west.side.coming == 2


def test_a_miscount_at_the_entry_does_not_stop_the_belt_for_ever(west):
    west.begin(2)
    for _ in range(2):
        west.tile_enters()  # they fell off again: nothing comes to the head
    west.run(5000)
    assert west.drives(BELT)


def test_a_head_that_does_not_turn_is_a_jam_with_its_side(west):
    west.begin(4)
    west.tile_arrives()
    west.run(10_000)
    assert west.alarm.code == HEAD_JAM + WEST
    assert not west.drives(HEAD | HEAD_REV)


def test_a_pusher_that_does_not_turn_is_stuck_with_its_side(west):
    west.begin(2)
    for _ in range(2):
        west.tile_arrives()
        west.head_turns()
    west.run(10_000)
    assert west.alarm.code == PUSHER_STUCK + WEST
    west.alarm.clear()
    west.side.go_on(west.now)
    assert west.drives(PUSHER)
    assert not west.side.full


def lose_the_stack(west):
    west.begin(4)
    for _ in range(2):
        west.tile_arrives()
        west.head_turns()
    west.hide(PUSHER_HOME)  # leaves home and comes back, but was never out
    west.run(100)
    west.show(PUSHER_HOME)
    west.run(10)


def test_a_pusher_that_never_was_out_has_not_pushed(west):
    lose_the_stack(west)
    assert west.alarm.code == PUSHER_STUCK + WEST


def test_a_stack_that_was_not_pushed_is_pushed_when_the_fault_is_cleared(west):
    lose_the_stack(west)
    west.alarm.clear()
    west.side.go_on(west.now)
    west.run(10)
    assert west.drives(PUSHER)


def test_a_pusher_found_off_its_home_is_turned_once_the_fault_is_cleared(west):
    west.begin(4)
    west.tile_arrives()
    west.head_turns()
    west.tile_arrives()
    west.hide(PUSHER_HOME)
    west.head_turns()
    assert west.alarm.code == PUSHER_STUCK + WEST
    west.alarm.clear()
    west.side.go_on(west.now)
    west.run(10)
    assert west.drives(PUSHER)


def tray_in_the_way(west):
    west.begin(4)
    west.tile_arrives()
    west.head_turns()
    west.tile_arrives()
    west.hide(LIFT_DOWN)
    west.head_turns()


def test_nothing_is_pushed_on_to_a_tray_that_is_not_down(west):
    tray_in_the_way(west)
    assert west.alarm.code == TRAY_STUCK + WEST
    assert not west.drives(PUSHER)


def test_the_stack_is_pushed_once_the_tray_is_down_and_the_fault_cleared(west):
    tray_in_the_way(west)
    west.alarm.clear()
    west.show(LIFT_DOWN)
    west.side.go_on(west.now)
    west.run(10)
    assert west.drives(PUSHER)
    west.pusher_turns()
    assert west.side.count == 2


def test_a_jammed_tile_is_not_counted_until_its_turn_is_done(west):
    west.begin(4)
    west.tile_arrives()
    west.run(30)
    west.hide(HEAD_HOME)
    west.run(50)
    west.hide(TILE)
    west.run(10_000)
    assert west.alarm.code == HEAD_JAM + WEST
    assert west.side.count == 0
    west.alarm.clear()
    west.side.go_on(west.now)
    west.run(50)
    west.show(HEAD_HOME)
    west.run(10)
    assert west.side.count == 1


def test_held_everything_stands_and_goes_on_from_there(west):
    west.begin(4)
    west.tile_arrives()
    west.run(30)
    west.hide(HEAD_HOME)
    west.run(50)
    west.hide(TILE)
    west.run(20)
    west.side.hold(west.now)
    assert not west.drives(0x7F)
    west.lines.now = (west.now + 60_000) % (1 << 30)
    west.side.go_on(west.now)
    assert west.drives(HEAD)
    assert west.drives(BELT)
    west.run(200)
    west.show(HEAD_HOME)
    west.run(10)
    assert west.side.count == 1
    assert west.alarm.code == 0


def test_a_new_build_counts_from_nothing(west):
    west.begin(2)
    west.stack()
    west.begin(4)
    assert west.side.count == 0
    assert not west.side.full


def test_a_belt_that_runs_ten_minutes_is_switched_off_and_named(west):
    west.begin(4)
    west.run(600_100)
    assert west.alarm.code == RUN_LIMIT
    assert west.alarm.sides == 1 << WEST
    assert not west.drives(BELT)


def test_at_home_means_head_and_pusher(west):
    assert west.side.at_home()
    for sensor in (HEAD_HOME, PUSHER_HOME):
        west.hide(sensor)
        assert not west.side.at_home()
        west.show(sensor)
