from paishan.io.image import (
    BELT,
    BELT_REV,
    HEAD,
    HEAD_HOME,
    PUSHER,
    PUSHER_HOME,
    PUSHER_OUT,
    TILE,
)


def test_the_belt_brings_tiles_as_long_as_some_are_wanted(west):
    west.begin(4)
    assert west.drives(BELT)
    west.run(3000)
    assert west.drives(BELT)


def test_a_side_that_wants_none_does_nothing(west):
    west.begin(0)
    assert west.side.is_full()
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
    west.run(100)
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
    assert west.side.failed == 0


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
    assert not west.side.is_full()
    west.pusher_turns()
    assert west.side.is_full()


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
    assert not west.drives(BELT | BELT_REV)
    west.show(HEAD_HOME)
    west.run(10)
    assert west.drives(BELT_REV)
    west.run(1600)
    assert not west.drives(BELT | BELT_REV)


def test_near_the_target_the_belt_takes_in_no_more_than_is_wanted(west):
    west.begin(2)
    west.tile_arrives()
    west.tile_enters()
    assert west.drives(HEAD)
    west.run(50)
    assert not west.drives(BELT_REV)
    assert west.side.feeder.coming == 2


def test_a_miscount_at_the_entry_does_not_stop_the_belt_for_ever(west):
    west.begin(2)
    for _ in range(2):
        west.tile_enters()  # they fell off again: nothing comes to the head
    west.run(5000)
    assert west.drives(BELT)
