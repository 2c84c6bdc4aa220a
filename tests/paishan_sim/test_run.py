import json
from dataclasses import fields, replace

import pytest

from paishan_sim.lane_cpython import CPythonLane
from paishan_sim.lane_micropython import MicroPythonLane, available
from paishan_sim.player import press, wait
from paishan_sim.record import Recording, replay
from paishan_sim.run import KEYS, QUIET_MS, RunConfig, RunResult, run
from paishan_sim.switch import Switch

needs_micropython = pytest.mark.skipif(
    not available(), reason="MicroPython for a PC has no wheel for this platform"
)
A_CYCLE = RunConfig(chart="dip", selector=1, seed=3)


def test_a_cycle_of_136_builds_raises_and_builds_again():
    result = run(A_CYCLE)
    assert result.good
    assert result.walls == (17, 17, 17, 17)
    assert (result.state, result.faults, result.violation_list) == ("READY", [], [])
    assert len(result.builds) == 2
    assert result.build_ms == result.builds[-1].build_ms
    for build in result.builds:
        assert 0 < build.bound_ms <= build.build_ms
    assert result.cycle_ms is not None
    assert result.builds[0].build_ms < result.cycle_ms < 5 * result.scans


def test_a_result_is_one_json_object_with_what_scripts_need():
    data = json.loads(json.dumps(run(A_CYCLE).as_dict()))
    wanted = (
        "chart selector tiles walls state display faults build_ms bound_ms cycle_ms violations "
        "scans real_time_factor lane seed"
    )
    assert set(wanted.split()) <= data.keys()


def test_an_equal_seed_is_an_equal_run_and_another_is_another():
    def outcome(seed):
        result = run(replace(A_CYCLE, seed=seed))
        return result.scans, result.builds

    assert outcome(3) == outcome(3)
    assert outcome(3) != outcome(4)


def test_a_watcher_sees_every_scan():
    seen = []
    result = run(A_CYCLE, lambda playing: seen.append(playing.plant.now_ms))
    assert len(seen) == result.scans
    assert seen[:3] == [0, 5, 10]


def test_a_gear_that_the_tray_cannot_hold_ends_when_nothing_happens_any_more():
    result = run(replace(A_CYCLE, selector=12))
    assert not result.good
    assert (result.display, result.faults, result.walls) == ("94", [94], (0, 0, 0, 0))
    assert result.scans * 5 < 2 * QUIET_MS


def test_a_script_may_replace_proper_use():
    result = run(replace(A_CYCLE, script=[wait(3000), press("DICE_E"), wait(3000)]))
    assert result.finished
    assert (result.scans, result.builds) == (6200 // 5 + 1, [])


def test_a_chart_and_a_switch_of_ones_own():
    own = RunConfig(
        chart="parlour",
        selector=3,
        rows=[(3, 84, (11, 10, 11, 10), "84")],
        switch=Switch("dip", 4, False, False, 1),
        settings={"tray_capacity": 17},
        cycles=1,
    )
    result = run(own)
    assert result.good
    assert (result.tiles, result.walls) == (84, (11, 10, 11, 10))


def test_any_run_can_be_recorded_and_replayed(tmp_path):
    path = tmp_path / "run.rec"
    result = run(replace(A_CYCLE, record=path))
    recording = Recording.load(path)
    assert len(recording) == result.scans
    assert recording.header.run is not None
    assert recording.header.run["seed"] == 3
    assert replay(recording, CPythonLane(recording.header.profile)) is None


@needs_micropython
def test_no_scan_of_a_cycle_of_a_worn_machine_allocates():
    config = replace(A_CYCLE, selector=2, machine="worn", lane="micropython")
    with MicroPythonLane({**config.profile(), "heap_lock": True}) as lane:
        result = run(config, lane=lane)
    assert result.good
    assert result.walls == (18, 18, 18, 18)


def test_every_key_of_a_result_is_explained_once():
    explained = " ".join(keys for keys, _ in KEYS).split()
    assert sorted(explained) == sorted(one.name for one in fields(RunResult))
