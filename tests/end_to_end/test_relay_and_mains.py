"""The time-charge relay and the mains at every moment: finish or park, stop in order, go on.

The relay may open at any moment: what is under way is finished, then the table stands parked. The
mains may go at any moment: every motor is off within the filter's time, nothing starts by itself,
and a key goes on from where it stood.
"""

import pytest

from paishan_sim import person, wiring
from paishan_sim.faults import parse
from paishan_sim.inject.injector import any_motor
from paishan_sim.lane_micropython import available
from paishan_sim.player import load, press, wait, wait_ready
from paishan_sim.run import RunConfig, run
from paishan_sim.switch import Switch

ROWS = ((1, 32, (4, 4, 4, 4), "four a side", None),)
DIAL = Switch("dial", 4, True, True, 0)
WALLS = (4, 4, 4, 4)
HASTE = {"surplus_watch_ms": 4_000}
OFF_WITHIN_MS = 30
SAID_WITHIN_MS = 100
# every state from power-on to the second build, and its middle
MOMENTS = [
    f"{moment}+{after_ms}ms"
    for moment in (
        "power",
        "open",
        "close",
        "build",
        "ready2",
        "open2",
        "close2",
        "raise",
        "lower",
    )
    for after_ms in (5, 900)
] + ["build2+5ms", "build2+6000ms"]
at_every_moment = pytest.mark.parametrize("moment", MOMENTS)
HOME = wiring.HEAD_HOME | wiring.PUSHER_HOME | wiring.LIFT_DOWN


@pytest.fixture(autouse=True, scope="module")
def nobody_plays():
    """The next set is dropped as soon as the walls stand."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(person, "PLAY_MS", 6_000)
        yield


def play(fault, on_scan):
    config = RunConfig(rows=ROWS, switch=DIAL, seed=5, settings=HASTE, inject=[parse(fault)])
    return run(config, on_scan)


class Parked:
    """How the machine stood when the table said that it was out of use."""

    def __init__(self):
        self.stood = None

    def look(self, playing):
        if self.stood is None and playing.lane.app.table.state.name == "DISABLED":
            plant = playing.plant
            self.stood = (
                [side & HOME for side in plant.inputs[:4]],
                plant.inputs[wiring.CENTRE] & wiring.DOME_DOWN != 0,
                plant.trays() in ((0, 0, 0, 0), WALLS),
                any_motor(playing.outputs),
            )


@at_every_moment
def test_the_relay_opens_what_is_under_way_is_finished_and_the_table_parked(moment):
    parked = Parked()
    result = play(f"enable-off:at={moment},for=always", parked.look)
    assert parked.stood == ([HOME] * 4, True, True, False)
    assert (result.faults, result.violation_list, result.audit) == ([], [], [])
    assert (result.finished, result.state, result.walls) == (True, "READY", WALLS)
    assert {act["remedy"] for act in result.acts} <= {"key", "mend"}


class Lost:
    """How long a motor ran once the mains had gone, whether one did again before a key, and how
    long the ready lamp was lit meanwhile."""

    def __init__(self):
        self.since = None
        self.ran_ms = 0
        self.lit_ms = 0
        self.presses = None
        self.by_itself = False

    def look(self, playing):
        now_ms, player = playing.plant.now_ms, playing.player
        runs = any_motor(playing.outputs)
        gone = not playing.plant.inputs[wiring.CENTRE] & wiring.MAINS_OK
        if gone and self.since is None:
            self.since, self.presses = now_ms, len(player.presses)
        if gone and playing.outputs[wiring.CENTRE] & wiring.READY_LAMP:
            self.lit_ms = now_ms - self.since
        if gone and runs:
            self.ran_ms = now_ms - self.since
        if self.since is not None and not gone:
            self.by_itself |= runs and len(player.presses) == self.presses


@at_every_moment
def test_the_mains_go_everything_stops_in_order_and_a_key_goes_on(moment):
    lost = Lost()
    result = play(f"mains-dip:at={moment},for=1500ms", lost.look)
    assert lost.since is not None
    assert lost.ran_ms <= OFF_WITHIN_MS
    assert lost.lit_ms <= SAID_WITHIN_MS
    assert not lost.by_itself
    assert result.violation_list == result.audit == []
    assert set(result.faults) <= {82}
    assert (result.finished, result.state, result.walls) == (True, "READY", WALLS)
    assert {act["remedy"] for act in result.acts} <= {"key", "mend"}


class Said:
    """What lamp, display and buzzer said while the mains were gone."""

    def __init__(self):
        self.gone_ms = 0
        self.lit = False
        self.shown = set()
        self.refused = False

    def look(self, playing):
        gone = not playing.plant.inputs[wiring.CENTRE] & wiring.MAINS_OK
        self.gone_ms = self.gone_ms + wiring.SCAN_MS if gone else 0
        if self.gone_ms > SAID_WITHIN_MS:
            centre = playing.outputs[wiring.CENTRE]
            self.lit |= centre & wiring.READY_LAMP != 0
            self.shown.add(playing.player.display)
            # long after the beep of the fault
            self.refused |= self.gone_ms > 2_500 and centre & wiring.BUZZER != 0


@pytest.mark.parametrize("lane", ["cpython", "micropython"])
def test_a_table_that_stands_ready_says_that_the_mains_are_gone_and_refuses_keys(lane):
    if lane == "micropython" and not available():
        pytest.skip("MicroPython for a PC has no wheel for this platform")
    said = Said()
    script = [*load("A"), wait_ready(), wait(8_000), press("KEY_A"), wait(4_000), wait_ready()]
    result = run(
        RunConfig(
            rows=ROWS, switch=DIAL, seed=5, settings=HASTE, lane=lane, script=script,
            inject=[parse("mains-dip:at=ready2+5s,for=5s")],
        ),
        said.look,
    )  # fmt: skip
    assert (said.lit, said.shown, said.refused) == (False, {"82", "  "}, True)
    assert (result.finished, result.state) == (True, "READY")
    assert result.status["set_below"]
    assert result.violation_list == result.audit == []
