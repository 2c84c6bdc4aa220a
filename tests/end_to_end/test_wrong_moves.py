"""What people do wrong, and what the table makes of it (domain notes, faults 3, 16, 35, 36)."""

import pytest

from paishan_sim.faults import parse
from paishan_sim.player import (
    cycle_script,
    drop,
    drop_forgotten,
    load,
    press,
    take_out,
    turn_selector,
    until,
    wait,
    wait_dome_open,
    wait_ready,
)
from paishan_sim.run import RunConfig, run
from paishan_sim.wiring import CENTRE, DOME_RAISE, READY_LAMP

BOTH = ("KEY_A", "KEY_B")


def play(script, **config):
    return run(RunConfig(script=script, **config))


def clear_the_table():
    """Everything that stands on the table is taken in hand."""

    def act(player):
        player.plant.sweep_table()
        yield

    return act


def wait_shown(text):
    """A person waits until the display says so."""
    return until(lambda player: player.display == text)


@pytest.mark.parametrize("missing", [1, 2])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_short_set_is_named_with_its_number_and_sides(missing, seed):
    result = play([*load("A", forget=missing), wait_shown("05")], seed=seed)

    status = result.status
    assert (result.state, status["fault"], status["missing"]) == ("FAULT", 5, missing)
    short = [
        target - count for target, count in zip(status["targets"], status["counts"], strict=True)
    ]
    assert sum(short) == missing
    assert result.violations == 0


@pytest.mark.parametrize("missing", [1, 2])
def test_tiles_added_with_both_keys_finish_the_walls_with_the_counts_kept(missing):
    script = [
        *load("A", forget=missing),
        wait_shown("05"),
        press(*BOTH, apart_ms=100),
        wait_dome_open(),
        drop_forgotten("A"),
        press("KEY_A"),
        wait_ready(),
    ]

    result = play(script)

    assert (result.state, result.faults) == ("READY", [5])
    assert result.status["counts"] == [34, 34, 34, 34]
    assert result.finished
    assert result.violations == 0


def test_tiles_forgotten_are_added_in_mid_build_before_anyone_misses_them():
    script = [
        *load("A", forget=4),
        wait(8_000),
        press(*BOTH, apart_ms=200),
        wait_dome_open(),
        drop_forgotten("A"),
        press("KEY_B"),
        wait_ready(),
    ]

    result = play(script)

    assert (result.state, result.faults, result.violations) == ("READY", [], 0)
    assert result.status["counts"] == [34, 34, 34, 34]


@pytest.mark.parametrize("seed", [1, 2, 3, 4, 5, 6])
def test_one_tile_too_many_is_surplus_and_the_walls_are_right_all_the_same(seed):
    result = play([*load("A", extra=1), wait_shown("06")], seed=seed)

    assert (result.state, result.status["fault"]) == ("FAULT", 6)
    assert result.status["counts"] == [34, 34, 34, 34]
    assert result.violations == 0


def test_surplus_tile_taken_out_with_both_keys_makes_the_table_ready():
    script = [
        *load("A", extra=1),
        wait_shown("06"),
        press(*BOTH),
        wait_dome_open(),
        take_out(1),
        press("KEY_A"),
        wait_ready(),
        wait(25_000),
    ]

    result = play(script)

    assert (result.state, result.faults, result.violations) == ("READY", [6], 0)


def test_both_keys_while_a_side_holds_a_tile_that_nobody_counted_empty_the_machine():
    """Its eye is stuck, the others go on; with the eye cleaned the counts would still be wrong."""
    script = [
        *load("A"),
        wait(7_000),
        press(*BOTH),
        wait_shown("62"),
        wait(1_000),
        press("KEY_A"),
        wait_dome_open(),
        clear_the_table(),
        drop("A"),
        press("KEY_A"),
        wait_ready(),
    ]

    result = play(script, inject=[parse("s1-stuck:side=south,reads=on,at=build+3s,for=4s")])

    assert (result.state, result.faults, result.violations) == ("READY", [62], 0)
    assert result.status["counts"] == [34, 34, 34, 34]
    assert (result.finished, result.audit) == (True, [])


def test_one_key_during_a_build_beeps_and_changes_nothing():
    undisturbed = play([*load("A"), wait_ready()])
    disturbed = play([*load("A"), wait(6_000), press("KEY_B"), wait_ready()])

    assert disturbed.builds == undisturbed.builds
    assert (disturbed.state, disturbed.faults) == ("READY", [])


@pytest.mark.parametrize("apart_ms", [0, 100, 280])
def test_both_keys_within_300_ms_stop_the_build_and_open_the_dome(apart_ms):
    result = play([*load("A"), wait(6_000), press(*BOTH, apart_ms=apart_ms), wait_dome_open()])

    assert result.state == "ADD_TILES"
    assert result.violations == 0


def test_two_keys_half_a_second_apart_are_two_single_presses():
    result = play([*load("A"), wait(6_000), press(*BOTH, apart_ms=500), wait_ready()])

    assert (result.state, result.faults) == ("READY", [])


def test_key_while_the_dome_opens_stops_it_at_once():
    moving = until(lambda player: bool(player.outputs[CENTRE] & DOME_RAISE), 300)

    result = play([wait_ready(), press("KEY_A"), moving, press("KEY_B"), wait(3_000)])

    assert result.state == "LOADING"
    assert result.status["fault"] == 0
    assert not result.finished or result.violations == 0


def test_dome_that_was_stopped_opens_at_the_next_press():
    moving = until(lambda player: bool(player.outputs[CENTRE] & DOME_RAISE), 300)
    script = [wait_ready(), press("KEY_A"), moving, press("KEY_B"), wait(1_000), press("KEY_A")]

    result = play([*script, wait_dome_open(), drop("A"), press("KEY_A"), wait(2500), wait_ready()])

    assert (result.state, result.faults, result.violations) == ("READY", [], 0)


def test_gear_changed_in_mid_build_counts_from_the_next_build_and_is_shown_as_pending():
    seen = set()
    script = [*load("A"), wait(4_000), turn_selector(2), wait_ready(), wait(25_000)]

    result = run(
        RunConfig(script=script), lambda playing: seen.add(playing.player.display.strip())
    )

    assert result.status["counts"] == [34, 34, 34, 34]
    assert "02" in seen  # with a leading nought, in turn with the stacks that are left
    assert (result.state, result.status["position"], result.faults) == ("READY", 2, [])


def test_changed_gear_builds_its_own_walls_at_the_next_build():
    script = [*load("A"), wait(4_000), turn_selector(3), *load("B", forget=28), wait_ready()]

    result = play(script)

    assert result.walls == (17, 17, 17, 17)
    assert (result.state, result.status["counts"]) == ("READY", [28, 26, 28, 26])


@pytest.mark.parametrize(
    ("chart", "raw", "code"),
    [
        ("thumbwheel", 0x03, 91),  # the chart has no gear 03
        ("thumbwheel", 0x0B, 93),  # eleven on the units wheel: between two clicks
        ("decade-dial", 0x0C, 93),
        ("thumbwheel", 0x46, 94),  # 146 tiles do not fit
    ],
)
def test_selector_that_means_no_gear_is_an_error_on_display_and_lamps_and_moves_nothing(
    chart, raw, code
):
    lamps = set()
    script = [turn_selector(raw), wait(3_000), press("KEY_A"), wait(5_000)]

    result = run(
        RunConfig(chart=chart, selector=5, script=script),
        lambda playing: lamps.add(tuple(byte & 0x80 for byte in playing.outputs[:4])),
    )

    assert result.state == "READY"
    assert result.display.strip() in (str(code), "")
    assert (128, 128, 128, 128) in lamps
    assert not result.status["set_below"]
    assert result.builds == []


def test_gear_0_is_the_self_test_and_left_without_a_power_cycle():
    script = [turn_selector(0x00), wait(3_000)]
    served = play(script)
    left = play([*script, turn_selector(0x01), wait(1_000), press(*BOTH), wait_ready()])

    assert (served.state, served.builds) == ("SERVICE", [])
    assert (left.state, left.display) == ("READY", " 1")


def test_selector_turned_to_nowhere_while_the_dome_is_open_stops_before_the_shuffle():
    script = [
        wait_ready(),
        press("KEY_A"),
        wait_dome_open(),
        drop("A"),
        turn_selector(0x0C),
        wait(1_000),
        press("KEY_A"),
        wait(6_000),
    ]

    result = play(script)

    assert (result.state, result.status["fault"], result.builds) == ("FAULT", 93, [])


def test_selector_put_right_lets_a_key_start_the_build():
    script = [
        wait_ready(),
        press("KEY_A"),
        wait_dome_open(),
        drop("A"),
        turn_selector(0x0C),
        wait(1_000),
        press("KEY_A"),
        wait(6_000),
        turn_selector(0x01),
        wait(1_000),
        press("KEY_A"),
        wait_ready(),
    ]

    result = play(script)

    assert (result.state, result.faults) == ("READY", [93])
    assert result.status["counts"] == [34, 34, 34, 34]


def test_dice_rattle_three_to_five_seconds_also_while_building():
    dice = []
    script = [*load("A"), wait(5_000), press("DICE_S"), wait_ready()]

    result = run(
        RunConfig(script=script),
        lambda playing: dice.append(bool(playing.outputs[CENTRE] & 0x20)),
    )

    assert 3_000 <= 5 * sum(dice) <= 5_000
    assert (result.state, result.faults, result.violations) == ("READY", [], 0)


def test_cover_opened_in_mid_build_stops_everything_and_a_key_goes_on_once_it_is_closed():
    def cover(closed):
        def act(player):
            player.plant.set_cover(closed)
            yield

        return act

    script = [*load("A"), wait(5_000), cover(False), wait(2_000), press("KEY_A"), wait(1_000)]
    opened = play(script)
    mended = play([*script, cover(True), wait(1_000), press("KEY_A"), wait_ready()])

    assert (opened.state, opened.status["fault"], opened.violations) == ("FAULT", 83, 0)
    assert (mended.state, mended.faults, mended.violations) == ("READY", [83], 0)


def test_ready_lamp_is_dark_from_the_key_to_the_end_of_the_build():
    lamps = []

    run(
        RunConfig(script=cycle_script(1)),
        lambda playing: lamps.append(
            (playing.plant.now_ms, bool(playing.outputs[CENTRE] & READY_LAMP))
        ),
    )

    changes = [
        now for (now, lamp), (_, before) in zip(lamps[1:], lamps, strict=False) if lamp != before
    ]
    assert len(changes) == 5  # on after power-on, then off and on for each of the two builds


def test_build_that_cannot_be_finished_is_given_up_with_a_long_press_and_built_anew():
    script = [
        *load("A", forget=20),
        wait_shown("05"),
        press("KEY_A"),
        wait(2_000),
        press("KEY_A", hold_ms=3_500),
        wait_dome_open(),
        clear_the_table(),
        drop("A"),
        press("KEY_A"),
        wait(3_000),
        wait_ready(),
    ]

    result = play(script)

    assert (result.state, result.faults, result.violations) == ("READY", [5], 0)
    assert result.status["counts"] == [34, 34, 34, 34]
    assert result.audit == []
