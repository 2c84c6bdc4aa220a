"""One side fails: the others finish, then code, side and seat lamp name it, and a key goes on."""

import pytest

from paishan_sim import wiring
from paishan_sim.faults import parse
from paishan_sim.inject.injector import any_motor
from paishan_sim.player import load, press, until, wait, wait_ready
from paishan_sim.run import RunConfig, run
from paishan_sim.switch import Switch

ROWS = ((1, 32, (4, 4, 4, 4), "four a side", None),)
DIAL = Switch("dial", 4, True, True, 0)
SIDES = ("east", "south", "west", "north")
TARGET = 8

each_side = pytest.mark.parametrize("side", range(4), ids=SIDES)

# (what is injected, first code of the family, the machine may collide whatever is done)
FAILURES = (
    ("head-jam:frees=hand", 11, False),
    ("output-dead:output=PUSHER_{side}", 21, False),
    ("s1-stuck:reads=off", 51, False),
    ("s1-stuck:reads=on", 61, False),
    ("pusher-out-stuck:reads=off", 21, False),
    ("head-home-stuck:reads=off", 11, True),
    ("head-home-stuck:reads=on", 15, True),
)
CERTAIN = FAILURES[:3]  # after which every tile is where the counts say


def each_of(failures):
    return pytest.mark.parametrize(
        ("fault", "code", "harms"), failures, ids=[failure[0] for failure in failures]
    )


def injected(fault, side, at="build+1s"):
    name, _, rest = fault.partition(":")
    given = [part for part in rest.split(",") if part]
    if "{side}" in fault:
        given = [part.format(side=wiring.SIDES[side]) for part in given]
    else:
        given.append(f"side={SIDES[side]}")
    return parse(f"{name}:{','.join([*given, f'at={at}'])}")


def stopped():
    """A person sees that nothing moves, and no ready lamp."""
    return until(lambda player: not any_motor(player.outputs) and not player.ready_lamp, 4_000)


class Running:
    """Which motors of which sides ran in the last scans before everything stopped."""

    def __init__(self):
        self.heads = [0, 0, 0, 0]
        self.lamps = set()

    def look(self, playing):
        now_ms, outputs = playing.plant.now_ms, playing.outputs
        for side in range(4):
            if outputs[side] & wiring.HEAD:
                self.heads[side] = now_ms
            if outputs[side] & wiring.SEAT_LAMP:
                self.lamps.add(side)


def play(fault, side, *then, watched=None, seed=3):
    script = [*load("A"), stopped(), wait(1_000), *then]
    config = RunConfig(
        rows=ROWS, switch=DIAL, seed=seed, script=script, inject=[injected(fault, side)]
    )
    return run(config, watched.look if watched else None)


def unsafe(result, harms=False):
    """What the monitor saw, and collisions unless the fault itself makes them."""
    return [seen for seen in result.violation_list if not (harms and seen.startswith("collision"))]


@each_side
@each_of(FAILURES)
def test_a_side_that_fails_is_named_and_the_others_have_their_walls(fault, code, harms, side):
    watched = Running()
    result = play(fault, side, watched=watched)
    assert (result.state, result.status["fault"]) == ("FAULT", code + side)
    others = [count for at, count in enumerate(result.status["counts"]) if at != side]
    assert others == [TARGET] * 3
    assert watched.lamps == {side}
    assert unsafe(result, harms) == []
    assert result.audit == []


def mend_and_go_on(fault, *then):
    """The person in charge mends it and presses a key; the run's result and its plant."""
    holder = []

    def mend(player):
        holder[0].injector.mend(player.now_ms)
        yield

    script = [*load("A"), stopped(), mend, wait(1_000), press("KEY_A"), *then]
    config = RunConfig(rows=ROWS, switch=DIAL, seed=3, script=script, inject=[injected(fault, 2)])
    result = run(config, lambda playing: holder.append(playing) if not holder else None)
    return result, holder[0].plant


@each_of(CERTAIN)
def test_mended_a_key_finishes_the_build_with_exact_walls(fault, code, harms):
    result, plant = mend_and_go_on(fault, wait_ready())
    assert (result.state, result.faults) == ("READY", [code + 2])
    assert result.status["counts"] == [TARGET] * 4
    assert plant.trays() == (4, 4, 4, 4)
    assert result.violation_list == result.audit == []


@each_of(FAILURES)
def test_whatever_failed_a_wrong_wall_is_never_called_ready(fault, code, harms):
    result, _plant = mend_and_go_on(fault, stopped(), press("KEY_B"), wait(60_000))
    assert result.audit == []
    assert unsafe(result, harms) == []


def test_two_sides_that_fail_are_told_one_after_the_other():
    holder = []

    def mend(player):
        holder[0].injector.mend(player.now_ms)
        yield

    faults = [injected("head-jam:frees=hand", 0), injected("output-dead:output=PUSHER_{side}", 3)]
    script = [*load("A"), stopped(), wait(1_000), press("KEY_A"), stopped()]
    result = run(RunConfig(rows=ROWS, switch=DIAL, seed=3, script=script, inject=faults))
    assert set(result.faults) <= {11, 24}
    script += [mend, press("KEY_A"), wait_ready()]
    result = run(
        RunConfig(rows=ROWS, switch=DIAL, seed=3, script=script, inject=faults),
        lambda playing: holder.append(playing) if not holder else None,
    )
    assert (result.state, result.status["counts"]) == ("READY", [TARGET] * 4)
    assert result.audit == []


@pytest.mark.parametrize("seed", range(1, 7))
def test_a_jam_that_the_head_frees_by_itself_is_no_fault(seed):
    config = RunConfig(
        rows=ROWS, switch=DIAL, seed=seed, script=[*load("A"), wait_ready()],
        inject=[injected("head-jam:frees=reverse", seed % 4)],
    )  # fmt: skip
    result = run(config)
    assert (result.state, result.faults) == ("READY", [])
    assert result.status["counts"] == [TARGET] * 4


RUN_ON = (
    ("HEAD_W", "west head"),
    ("HEAD_REV_W", "west head"),
    ("PUSHER_W", "west pusher"),
    ("LIFT_RAISE_W", "west lift"),
    ("DRUM", "drum"),
    ("DRUM_REV", "drum"),
    ("RING", "ring"),
    ("DOME_RAISE", "dome"),
)


@pytest.mark.parametrize(("output", "name"), RUN_ON, ids=[output for output, _ in RUN_ON])
def test_a_motor_that_runs_though_it_is_off_is_named(output, name):
    names = set()

    def look(playing):
        table = playing.lane.app.table
        if table.alarm.code == 79:
            names.add(table.health.strays.name)

    fault = parse(f"output-stuck:output={output},at=build+1s")
    result = run(RunConfig(rows=ROWS, switch=DIAL, seed=3, inject=[fault]), look)
    assert names == {name}
    assert (result.finished, result.state) == (True, "READY")
    assert result.violation_list == result.audit == []


@each_side
@pytest.mark.parametrize("at", ["open2", "raise", "raise+1s"])
def test_no_wall_rises_until_its_pusher_is_seen_at_home(at, side):
    fault = parse(f"pusher-home-stuck:side={SIDES[side]},reads=off,at={at}")
    result = run(RunConfig(rows=ROWS, switch=DIAL, cycles=2, seed=3, inject=[fault]))
    assert {code for _, code in result.codes} == {21 + side}
    assert (result.finished, result.state, result.walls) == (True, "READY", (4, 4, 4, 4))
    assert result.violation_list == result.audit == []
