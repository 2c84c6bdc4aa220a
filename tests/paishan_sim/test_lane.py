import random

import pytest

from paishan_sim.lane import Lane, LaneError, open_lane
from paishan_sim.lane_cpython import CPythonLane
from paishan_sim.lane_micropython import MicroPythonLane, available

needs_micropython = pytest.mark.skipif(
    not available(), reason="MicroPython for a PC has no wheel for this platform"
)
PROFILE = {"chart": "dip", "selector": ["dip", 5, True, True, 0], "settings": {}}
AT_REST = bytes([0x16, 0x16, 0x16, 0x16, 0x32, 0x40, 1, 0xA5])


def any_inputs(seed: int, scans: int) -> list[bytes]:
    """Inputs that mostly stay, as a machine's do, but go anywhere a machine never would."""
    chance = random.Random(seed)
    inputs = bytearray(AT_REST)
    frames = []
    for scan in range(scans):
        if scan > 300:
            for _ in range(chance.choice((0, 0, 0, 1, 3))):
                inputs[chance.randrange(7)] ^= 1 << chance.randrange(8)
        frames.append(bytes(inputs))
    return frames


def trace(lane: Lane, frames: list[bytes], start_ms: int = 0) -> list[bytes]:
    with lane:
        return [bytes(lane.scan(start_ms + 5 * k, inputs)) for k, inputs in enumerate(frames)]


def test_an_unknown_lane_names_the_known_ones():
    with pytest.raises(LaneError, match="use cpython or micropython"):
        open_lane("pypy", PROFILE)


def test_the_first_scan_moves_nothing():
    outputs = open_lane("cpython", PROFILE).scan(0, AT_REST)
    assert not any(byte & 0x7F for byte in outputs[:4])
    assert not outputs[4] & 0x3F


@needs_micropython
@pytest.mark.parametrize("seed", range(3))
def test_both_lanes_answer_any_inputs_alike(seed):
    frames = any_inputs(seed, 4000)
    assert trace(MicroPythonLane(PROFILE), frames) == trace(CPythonLane(PROFILE), frames)


@needs_micropython
def test_both_lanes_agree_across_the_wrap_of_time():
    frames, start_ms = any_inputs(9, 2000), (1 << 30) - 3000
    assert trace(MicroPythonLane(PROFILE), frames, start_ms) == trace(
        CPythonLane(PROFILE), frames, start_ms
    )


@needs_micropython
def test_the_status_is_the_same_in_both_lanes_and_measured_in_one():
    with MicroPythonLane(PROFILE) as there, CPythonLane(PROFILE) as here:
        for k in range(200):
            there.scan(5 * k, AT_REST)
            here.scan(5 * k, AT_REST)
        status = there.status()
        bench = status.pop("bench")
        assert status == here.status()
    assert bench["scans"] >= 199
    assert 0 < bench["boot_heap"] <= bench["heap"] + 1024


@needs_micropython
def test_the_end_of_the_firmware_says_why():
    with (
        pytest.raises(LaneError, match="'none'"),
        MicroPythonLane({"chart": "none"}) as lane,
    ):
        lane.scan(0, AT_REST)


@needs_micropython
def test_closing_twice_ends_the_child_once():
    lane = MicroPythonLane(PROFILE)
    lane.close()
    lane.close()
    with pytest.raises(LaneError, match="closed"):
        lane.scan(0, AT_REST)
