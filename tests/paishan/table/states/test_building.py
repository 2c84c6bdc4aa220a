import pytest

from paishan.io import image as io
from paishan.table.faults import (
    COVER_OPEN,
    DOME_OPEN_RUNNING,
    GEAR_UNKNOWN,
    SHORT,
    SLOW_BUILD,
    TILE_EYE_STUCK,
)


def test_the_gear_is_latched_and_what_is_left_is_shown_in_stacks(building):
    assert building.table.gear.position == 1
    assert building.display == " 8"
    building.until(lambda: sum(building.counts) == 4)
    building.until(lambda: building.display == " 6", 100)
    assert not building.drives(io.CENTRE, io.READY_LAMP)


def test_the_walls_become_what_the_chart_says(building):
    building.until("READY", 20_000)
    assert building.trays == [2, 2, 2, 2]
    assert building.counts == [4, 4, 4, 4]
    assert building.drum == 0


def test_sides_without_a_wall_stay_out_of_it(ready):
    ready.turn_switch_to(3)
    ready.run(500)
    ready.open_dome()
    ready.drum = 8
    ready.forget()
    ready.press()
    ready.until("READY", 20_000)
    assert ready.trays == [2, 2, 0, 0]
    assert not ready.saw(2, io.HEAD)
    assert not ready.saw(3, io.HEAD)


@pytest.mark.parametrize("key", ["A", "B"])
def test_one_key_does_nothing_but_a_short_beep(building, key):
    building.drum = 0
    building.run(1000)
    building.forget()
    building.press(key)
    assert building.state == "BUILDING"
    assert building.saw(io.CENTRE, io.BUZZER)
    assert building.drives(io.CENTRE, io.DRUM)


def test_a_key_held_for_long_gives_the_build_up_and_empties_the_machine(building):
    building.drum = 0
    building.hold("A")
    building.until("RECOVERING", 4000)
    assert not building.outputs[io.CENTRE] & (io.DRUM | io.RING)


def test_drum_and_ring_stand_before_the_last_pusher_is_home(building):
    building.until(lambda: building.table.building.counted == 16, 20_000)
    building.run(50)
    assert any(building.outputs[side] & io.PUSHER for side in range(4))
    assert not building.outputs[io.CENTRE] & (io.DRUM | io.RING)
    building.until("READY", 2_000)


@pytest.mark.parametrize(
    ("mask", "code"), [(io.COVER_CLOSED, COVER_OPEN), (io.DOME_DOWN, DOME_OPEN_RUNNING)]
)
def test_what_opens_while_the_last_pusher_runs_stops_it_too(building, mask, code):
    building.until(lambda: building.table.building.counted == 16, 20_000)
    building.run(50)
    building.off[io.CENTRE] = mask
    building.until("FAULT", 100)
    assert building.fault == code
    assert not building.motors_run()
    building.off[io.CENTRE] = 0
    building.run(100)
    building.press()
    building.until("READY", 5_000)
    assert building.trays == [2, 2, 2, 2]


def test_both_keys_stop_everything_and_open_the_dome(building):
    building.press("both")
    building.until("ADD_TILES", 100)
    assert not building.motors_run() or building.drives(io.CENTRE, io.DOME_RAISE)
    building.until(lambda: building.dome == 1000)


@pytest.fixture
def lost(building):
    """The south's head took a tile that its stuck eye did not see leave; the others go on."""
    building.on[1] = io.TILE
    building.until(building.table.lost_count, 20_000)
    building.on[1] = 0
    assert building.state == "BUILDING"
    return building


def test_both_keys_do_not_go_on_with_a_side_that_lost_count_but_name_it(lost):
    lost.press("both")
    assert (lost.state, lost.fault) == ("FAULT", TILE_EYE_STUCK + 1)
    assert lost.table.alarm.sides == 0b0010
    lost.press("both")
    assert lost.state == "RECOVERING"
    lost.until("LOADING", 40_000)
    assert not lost.table.lost_count()


def test_a_dome_that_closes_on_a_side_that_lost_count_empties_the_machine(building):
    building.until(lambda: sum(building.counts) >= 5)
    building.press("both")
    building.until(lambda: building.dome == 1000)
    building.run(100)
    building.table.sides[1].uncounted = True  # its output ran on while a fault was shown
    building.press()
    building.until("RECOVERING")
    building.until("LOADING", 40_000)


def test_dice_rattle_during_a_build(building):
    building.press("dice")
    assert building.drives(io.CENTRE, io.DICE)
    building.until("READY", 20_000)
    assert building.trays == [2, 2, 2, 2]


@pytest.fixture
def changed(building):
    """The gear was turned from 1 to 2 in mid-build."""
    building.run(500)
    building.turn_switch_to(2)
    building.run(1000)
    assert building.state == "BUILDING"
    return building


def test_a_gear_changed_in_mid_build_is_pending_and_shown_with_a_point(changed):
    seen = set()
    for _ in range(240):
        changed.scan()
        seen.add(changed.display)
    assert "02." in seen


def test_it_changes_nothing_in_this_build_and_counts_in_the_next(changed):
    changed.until("READY", 20_000)
    assert changed.trays == [2, 2, 2, 2]
    changed.run(6_000)
    assert changed.display == " 2"
    changed.open_dome()
    changed.drum = 24
    changed.press()
    changed.until("BUILDING", 20_000)
    changed.until("READY", 20_000)
    assert changed.trays == [3, 3, 3, 3]


def test_a_gear_turned_to_nothing_before_the_build_begins_is_refused(loading):
    loading.turn_switch_to(9)
    loading.run(1000)
    loading.press()
    loading.until("FAULT")
    assert loading.fault == GEAR_UNKNOWN
    assert not loading.motors_run()
    loading.press()
    assert loading.state == "FAULT"
    loading.turn_switch_to(1)
    loading.run(1000)
    loading.press()
    loading.until("BUILDING")
    loading.drum = 16
    loading.until("READY", 20_000)


def test_when_no_tile_comes_the_drum_is_shaken_three_times(building):
    building.drum = 14
    shakes = 0
    was_back = False
    while building.state == "BUILDING":
        building.scan()
        is_back = building.drives(io.CENTRE, io.DRUM_REV)
        shakes += is_back and not was_back
        was_back = is_back
    assert shakes == 3
    assert building.fault == SHORT


@pytest.fixture
def short(reach, building):
    """Two tiles were forgotten."""

    def bring():
        building.drum = 14
        building.until("FAULT", 120_000)
        return building

    return reach("short", bring)


def test_missing_tiles_are_named_with_number_and_sides(short):
    alarm = short.table.alarm
    assert (alarm.code, alarm.number) == (SHORT, 2)
    missing = [4 - count for count in short.counts]
    assert sum(missing) == 2
    assert alarm.sides == sum(1 << side for side in range(4) if missing[side])
    seen = set()
    for _ in range(300):
        short.scan()
        seen.add(short.display)
    assert seen == {"05", "-2"}


def test_the_seats_that_are_short_blink(short):
    short.forget()
    short.run(400)
    for side in range(4):
        assert short.saw(side, io.SEAT_LAMP) == (short.counts[side] < 4)


def test_both_keys_and_the_missing_tiles_finish_the_build(short):
    short.press("both")
    short.until(lambda: short.dome == 1000)
    short.drum += 2
    short.run(1000)
    short.press()
    short.until("READY", 30_000)
    assert short.trays == [2, 2, 2, 2]


def test_finding_the_tiles_may_take_minutes(short):
    short.run(200_000)
    short.press("both")
    short.until(lambda: short.dome == 1000)
    short.run(200_000)
    short.drum += 2
    short.press()
    short.until("READY", 30_000)
    assert short.fault == 0


def test_one_key_alone_tries_again(short):
    short.press()
    assert short.state == "BUILDING"
    short.until("FAULT", 120_000)
    assert short.table.alarm.number == 2


def test_one_key_still_tries_again_after_minutes(short):
    short.run(200_000)
    short.press()
    short.run(5000)
    assert short.state == "BUILDING"


def test_an_odd_tile_is_counted_and_missed_as_one(building):
    building.drum = 15
    building.until("FAULT", 120_000)
    assert building.table.alarm.number == 1
    assert sorted(building.counts) == [3, 4, 4, 4]


def test_a_build_that_drags_on_is_an_advice_after_80_seconds(building):
    building.drum = 0
    for _ in range(85):
        building.run(1000)
        if sum(building.counts) < 15:
            building.drum += building.elapsed_ms // 1000 % 8 == 0
    assert building.state == "BUILDING"
    assert building.table.advice.latest == SLOW_BUILD


def test_no_build_lasts_longer_than_180_seconds(building):
    building.drum = 0
    began_ms = building.elapsed_ms
    while building.state == "BUILDING" and building.elapsed_ms - began_ms < 200_000:
        building.run(1000)
        building.drum += building.elapsed_ms // 1000 % 14 == 0 and sum(building.counts) < 14
    assert building.fault == SHORT
    assert 179_000 <= building.elapsed_ms - began_ms <= 182_000


def test_a_head_that_is_never_seen_home_again_does_not_shuffle_for_ever(building):
    building.until(lambda: building.counts == [4, 4, 4, 4], 20_000)
    building.off[1] = io.HEAD_HOME
    building.until("FAULT", 180_000)
    assert not building.motors_run()


def test_when_all_four_want_every_scan_each_gets_every_second(building):
    stepped = []

    def step_of(index):
        def step(now):
            stepped.append(index)
            building.table.dues[index] = now

        return step

    building.table.building._side_steps = tuple(map(step_of, range(4)))
    building.run(100)  # 20 scans
    assert all(9 <= stepped.count(index) <= 12 for index in range(4))  # the first ones wait


def test_what_came_on_while_a_side_was_put_off_is_counted(building):
    side = building.table.sides[3]
    before = side.feeder.coming
    side.feeder.phase = 1
    building.table.edges[3] = io.BELT_FULL
    side.put_off(building.now)
    building.table.edges[3] = 0
    side.step(building.now + 5)
    assert side.feeder.coming == before + 1


def test_a_tile_that_a_full_side_could_not_give_back_goes_back_once_a_key_was_pressed(building):
    building.drum = 15
    building.until(lambda: building.counts[1] == 4)
    building.run(2_000)
    building.stuck = {(1, io.BELT_REV)}
    building.waiting[1] = True
    building.until("FAULT", 60_000)
    assert building.fault == SHORT
    building.stuck = set()
    building.press()
    building.until("READY", 20_000)
    assert building.trays == [2, 2, 2, 2]
