"""The power goes at any instant of a cycle: keys alone lead back to exact walls.

A table with four stacks a side, so that a cycle is short; the same moments as with a big set.
"""

import random

import pytest

from paishan_sim import person, wiring
from paishan_sim.faults import parse
from paishan_sim.inject.injector import any_motor
from paishan_sim.lane import LaneError
from paishan_sim.lane_micropython import MicroPythonLane, available
from paishan_sim.run import RunConfig, run
from paishan_sim.switch import Switch

ROWS = ((1, 32, (4, 4, 4, 4), "four a side", None),)
DIAL = Switch("dial", 4, True, True, 0)
CUTS = 200
OFF_MS = 2_000
HASTE = {"surplus_watch_ms": 4_000}
# What a person does about it with the lift keys and two hands: nothing is broken, so that "mend"
# is a key too. Not among them: off and on again, and emptying the machine.
BY_KEYS = {"key", "mend", "clear table", "add tiles", "take tiles out"}
SHOWN = ("08", "--", "oo", "o", "1", "01")  # interrupted, press a key, drop tiles, a number


@pytest.fixture(autouse=True, scope="module")
def nobody_plays():
    """The next set is dropped as soon as the walls stand."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(person, "PLAY_MS", 6_000)
        yield


def play(*faults, on_scan=None, seed=5, lane=None):
    inject = [parse(fault) for fault in faults]
    config = RunConfig(rows=ROWS, switch=DIAL, seed=seed, settings=HASTE, inject=inject)
    return run(config, on_scan, lane(config.profile()) if lane else None)


@pytest.fixture(scope="module")
def cycle_ms():
    """How long an undisturbed cycle takes, a fault that never comes injected."""
    result = play("power-cut:at=3600s")
    assert result.good
    assert result.walls == (4, 4, 4, 4)
    return result.scans * wiring.SCAN_MS


class Return:
    """Watches a table from the moment at which the power is back."""

    def __init__(self):
        self.moved_by_itself = []
        self.asked = set()
        self._presses = None

    def look(self, playing):
        injector = playing.injector
        if injector.restarts != 1 or injector.dead:
            return
        player = playing.player
        if self._presses is None:
            self._presses = len(player.presses)
        if len(player.presses) == self._presses:
            if any_motor(playing.outputs):
                self.moved_by_itself.append(playing.plant.now_ms)
            self.asked.add(player.display.strip())


def assert_led_back(result, watched):
    assert watched.moved_by_itself == []
    assert watched.asked & set(SHOWN)
    assert {act["remedy"] for act in result.acts} <= BY_KEYS, result.acts
    assert result.audit == []
    assert result.violation_list == []
    assert result.finished, (result.state, result.status["fault"], result.acts)
    assert result.state == "READY"
    assert result.walls == (4, 4, 4, 4)
    assert result.status["set_below"]


@pytest.mark.parametrize("cut", range(CUTS))
def test_cut_at_a_random_instant_keys_alone_lead_back_to_exact_walls(cycle_ms, cut):
    # one instant in each of so many parts of the cycle, so that none is left out
    within = random.Random(cut).random()
    at_ms = 1_500 + int((cut + within) * (cycle_ms - 1_500 - OFF_MS) / CUTS)
    watched = Return()
    result = play(f"power-cut:at={at_ms}ms,for={OFF_MS}ms", on_scan=watched.look)
    assert_led_back(result, watched)


# the moments at which what the table knows of its sets changes, and what follows them
MOMENTS = (
    "open",
    "close",
    "build",
    "ready2",
    "open2",
    "close2",
    "raise",
    "lower",
    "build2",
)


@pytest.mark.parametrize("after_ms", [5, 400])
@pytest.mark.parametrize("moment", MOMENTS)
def test_cut_at_every_change_of_state_keys_alone_lead_back_to_exact_walls(moment, after_ms):
    watched = Return()
    result = play(f"power-cut:at={moment}+{after_ms}ms,for={OFF_MS}ms", on_scan=watched.look)
    assert_led_back(result, watched)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_cut_as_soon_as_the_lamp_is_lit_it_is_ready_again_without_a_hand(seed):
    result = play(f"power-cut:at=ready2,for={OFF_MS}ms", seed=seed)
    assert (result.acts, result.codes) == ([], [])
    assert (result.state, result.walls) == ("READY", (4, 4, 4, 4))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_cut_again_on_the_way_back_is_led_back_all_the_same(seed):
    """The second cut comes while the first one is being dealt with."""
    result = play(
        f"power-cut:at=build2+{2 * seed}s,for=1s",
        f"power-cut:at=power2+{4 * seed + 3}s,for=1s",
        f"power-cut:at=power3+{7 * seed + 3}s,for=1s",
        seed=seed,
    )
    assert {act["remedy"] for act in result.acts} <= BY_KEYS, result.acts
    assert result.audit == result.violation_list == []
    assert (result.state, result.walls) == ("READY", (4, 4, 4, 4))


# The same under real MicroPython, its records on the LittleFS that a board has.

in_lane_2 = pytest.mark.skipif(
    not available(), reason="MicroPython for a PC has no wheel for this platform"
)


@in_lane_2
@pytest.mark.parametrize("moment", ["close+5ms", "build+4s", "raise+5ms", "lower+5ms"])
def test_under_micropython_the_same_way_back(moment):
    watched = Return()
    cut = f"power-cut:at={moment},for={OFF_MS}ms"
    assert_led_back(play(cut, on_scan=watched.look, lane=MicroPythonLane), watched)


class DiesInSave(MicroPythonLane):
    """The power goes in the middle of a write to the flash, and is there again a second later."""

    def __init__(self, profile):
        super().__init__(profile)
        self.died = False

    def scan(self, now_ms, inputs):
        try:
            return super().scan(now_ms, inputs)
        except LaneError as error:
            if "PowerCut" not in str(error):
                raise
            self.died = True
            self._profile = {**self._profile, "flash": {}}
            raise OSError("the power went") from error  # the injector lets it start anew


@in_lane_2
@pytest.mark.parametrize(("operation", "torn"), [(9, True), (14, False), (21, True)])
def test_under_micropython_cut_in_the_middle_of_a_save(operation, torn):
    watched = Return()
    lanes = []

    def lane(profile):
        flash = {"cut": operation, "torn": torn}
        lanes.append(DiesInSave({**profile, "flash": flash}))
        return lanes[0]

    result = play("power-cut:at=3600s", on_scan=watched.look, lane=lane)
    assert lanes[0].died
    assert_led_back(result, watched)
