"""The same firmware in both lanes: the same outputs, scan by scan, and no heap in the scan."""

import pytest

from paishan_sim.faults import parse
from paishan_sim.lane import open_lane
from paishan_sim.lane_micropython import available
from paishan_sim.player import cycle_script
from paishan_sim.run import Run, RunConfig

pytestmark = pytest.mark.skipif(
    not available(), reason="MicroPython for a PC has no wheel for this platform"
)


def trace(config, **bench):
    outputs = []
    with open_lane(config.lane, {**config.profile(), **bench}) as lane:
        playing = Run(config, lane)
        playing.play(lambda now: outputs.append(bytes(now.outputs)))
        return outputs, playing.result()


@pytest.mark.parametrize(("position", "tiles"), [(1, 136), (2, 144), (3, 108), (5, 120)])
def test_micropython_gives_the_outputs_of_cpython_scan_by_scan(position, tiles):
    one, first = trace(RunConfig(selector=position, seed=7))
    two, second = trace(RunConfig(selector=position, seed=7, lane="micropython"))

    assert first.tiles == tiles
    assert second.walls == RunConfig(selector=position).stacks()
    assert (second.faults, second.violations) == ([], 0)
    assert len(one) == len(two)
    assert next((k for k, (a, b) in enumerate(zip(one, two, strict=True)) if a != b), None) is None


def test_scan_allocates_nothing_from_power_on_to_the_second_ready():
    # The bench board locks the heap while the firmware has the frame: an allocation raises.
    config = RunConfig(selector=2, lane="micropython", script=cycle_script(1))

    _outputs, result = trace(config, heap_lock=True)

    assert result.finished
    assert (result.walls, result.state) == ((18, 18, 18, 18), "READY")
    assert result.status["bench"]["scans"] == result.scans


# what runs only when something is wrong: a turn broken off, a belt that asks, a slow lift, a stray
TROUBLES = (
    ("s1-drifting", "tile-rebounds"),
    ("s6-stuck", "tray-slow:at=raise"),
    ("output-stuck:output=LIFT_RAISE_S", "mains-dip:at=ready2+5s,for=3s"),
)


@pytest.mark.parametrize("faults", TROUBLES, ids=["+".join(faults) for faults in TROUBLES])
def test_scan_allocates_nothing_in_trouble(faults):
    config = RunConfig(lane="micropython", seed=13, inject=[parse(fault) for fault in faults])
    _outputs, result = trace(config, heap_lock=True)
    assert (result.finished, result.audit) == (True, [])
    assert 98 not in result.faults
