"""The table of ends: every fault is shown, answered and survived as its row says."""

import gc
import zlib
from dataclasses import replace

import pytest

from paishan.table.faults import SEVERITIES, find
from paishan_sim.ends import ANEW, ENDS, KEPT, NONE, OFF, RUNS, SIDE
from paishan_sim.faults import SCENARIOS, parse
from paishan_sim.inject.injector import any_motor
from paishan_sim.lane_micropython import available
from paishan_sim.run import RunConfig, run
from paishan_sim.switch import Switch

WALLS = (17, 17, 17, 17)
OTHER_SET = {"selector-turned"}  # people have no tiles for the gear that somebody chose
A_SCAN_MS = 5

each_row = pytest.mark.parametrize("row", ENDS, ids=[row.fault for row in ENDS])


@pytest.fixture(autouse=True, scope="module")
def _frozen():
    gc.freeze()  # the firmware collects its own heap at rest, not that of the tests


class Watch:
    """What the states went through, and what was counted when it stopped first."""

    def __init__(self):
        self.states = []
        self.full = None
        self.ran_on_ms = 0

    def look(self, playing):
        table = playing.lane.app.table
        name = table.state.name
        if not self.states or self.states[-1] != name:
            self.states.append(name)
            if name == "FAULT" and self.full is None:
                self.full = [side.count == side.target for side in table.sides]
        elif name == "FAULT" and any_motor(playing.outputs):
            self.ran_on_ms += A_SCAN_MS


def played(row):
    watch = Watch()
    config = RunConfig(seed=1, cycles=row.cycles, inject=[parse(row.fault)])
    return run(config, watch.look), watch


@each_row
def test_a_fault_ends_as_its_row_says(row):
    result, watch = played(row)
    assert tuple(code for _, code in result.codes) == row.codes
    assert tuple(code for _, code in result.advices) == row.advices
    assert tuple(act["remedy"] for act in result.acts) == row.acts
    assert (result.finished, result.state, result.audit) == (True, "READY", [])
    assert result.violation_list == []
    assert result.walls == WALLS or row.name in OTHER_SET
    # within a scan of a stop everything is off, whatever stopped
    assert watch.ran_on_ms == 0
    assert ("RECOVERING" in watch.states) is (row.tiles == ANEW)
    if row.outputs == SIDE:
        assert sum(watch.full) == 3
    assert (watch.full is None) is (row.outputs == RUNS)


def test_every_scenario_has_its_row():
    assert [row.name for row in ENDS] == [scenario.name for scenario in SCENARIOS]


@each_row
def test_a_row_fits_the_catalogue(row):
    for code in row.codes:
        assert SEVERITIES[find(code)[2]] in ("stop", "refusal")
    for code in row.advices:
        assert SEVERITIES[find(code)[2]] == "advice"
    assert (row.outputs == RUNS) is (row.codes == ())
    assert row.outputs in (RUNS, SIDE, OFF)
    assert row.tiles in (NONE, KEPT, ANEW)


class Outputs:
    """A sum over every scan's outputs; the first of them as they were."""

    def __init__(self):
        self.sum = 0
        self.scans = 0

    def look(self, playing):
        self.sum = zlib.crc32(playing.outputs, self.sum)
        self.scans += 1


# A third of the rows, with small walls. scan-fails acts inside lane 1 alone.
SMALL = ((1, 32, (4, 4, 4, 4), "four a side", None),)
DIAL = Switch("dial", 4, True, True, 0)
IN_LANE_2 = [row for row in ENDS if row.name != "scan-fails"][::3]


@pytest.mark.parametrize("row", IN_LANE_2, ids=[row.fault for row in IN_LANE_2])
def test_micropython_gives_the_same_outputs_in_every_scan(row):
    if not available():
        pytest.skip("MicroPython for a PC has no wheel for this platform")
    config = RunConfig(rows=SMALL, switch=DIAL, seed=1, inject=[parse(row.fault)])
    seen = {}
    for lane in ("cpython", "micropython"):
        outputs = Outputs()
        result = run(replace(config, lane=lane), outputs.look)
        assert (result.finished, result.audit) == (True, [])
        seen[lane] = (outputs.scans, outputs.sum, result.codes, result.advices)
    assert seen["cpython"] == seen["micropython"]
