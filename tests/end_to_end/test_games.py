"""The game at the table: electronic dice, the opening that they stand for, the turn clock."""

from paishan.table.events import THROWN
from paishan_sim.lane import open_lane
from paishan_sim.player import cycle_script, press, wait
from paishan_sim.run import Run, RunConfig


def play(*script, **settings):
    config = RunConfig(
        chart="thumbwheel",
        selector=16,  # Taiwan: three dice, one throw
        settings=settings,
        script=[*cycle_script(1), *script],
    )
    displays = []
    with open_lane("cpython", config.profile()) as lane:
        playing = Run(config, lane)
        playing.play(lambda now: displays.append((bytes(now.outputs[:4]), now.player.display)))
        table = lane.app.table
        events = table.events
        thrown = [
            number
            for number in range(events.oldest(), events.count)
            if events.field(number, 1) == THROWN
        ]
        return playing.result(), displays, table, thrown


def test_electronic_dice_are_shown_told_and_open_the_wall_that_they_stand_for():
    result, displays, table, thrown = play(press("DICE_E"), wait(8_000), electronic_dice=True)

    opening = table.guide.opening
    faces = [face for face in table.guide.roll.faces if face]
    assert len(thrown) == 1
    assert len(faces) == 3
    assert opening.wall == (sum(faces) - 1) % 4
    lit = displays[-1][0]
    assert [bool(byte & 0x80) for byte in lit].index(True) == opening.wall
    assert int(displays[-1][1]) == opening.count
    assert (result.state, result.faults, result.violations) == ("READY", [], 0)


def test_dice_of_bone_leave_the_display_to_the_gear():
    _result, displays, _table, thrown = play(press("DICE_E"), wait(8_000))

    assert thrown == []
    assert displays[-1][1].strip() == "16"


def test_the_turn_clock_counts_down_on_the_seat_that_pressed():
    _result, displays, table, _thrown = play(
        press("DICE_E"),
        wait(10_000),
        press("DICE_E"),
        wait(5_000),
        electronic_dice=True,
        turn_clock=True,
    )

    assert 20 <= table.guide.clock.seconds < 30  # thirty for the first discard
    assert int(displays[-1][1]) == table.guide.clock.seconds
