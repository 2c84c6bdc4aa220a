from dataclasses import replace

from paishan_host import summary
from paishan_sim.run import BuildTimes, RunResult

GOOD = RunResult(
    chart="dip",
    selector=2,
    tiles=144,
    walls=(18, 18, 18, 18),
    state="READY",
    display=" 2",
    faults=[],
    build_ms=27_000,
    bound_ms=25_000,
    cycle_ms=41_000,
    violations=0,
    scans=1000,
    real_time_factor=250.0,
    lane="cpython",
    seed=1,
    machine="normal",
    cycles=1,
    finished=True,
    builds=[BuildTimes(27_000, 25_000)],
    violation_list=[],
    verdict="safe",
    status={},
)


def test_a_build_is_compared_with_the_least_possible():
    text = "\n".join(summary.lines(GOOD))
    assert "build 1   27.0 s; no controller needs less than 25.0 s (+8.0 %)" in text
    assert "fault" not in text


def test_a_fault_comes_with_what_to_do():
    text = "\n".join(summary.lines(replace(GOOD, faults=[5])))
    assert "fault     05 The walls cannot be finished" in text
    assert "press both keys" in text


def test_an_unknown_code_is_shown_as_it_is():
    assert summary.fault_text(77) == "77"


def test_every_violation_is_named():
    found = replace(GOOD, violations=1, violation_list=["15 ms: ring only with the dome down"])
    assert "violation 15 ms: ring only" in "\n".join(summary.lines(found))


def test_a_script_that_stuck_is_said():
    stuck = replace(GOOD, finished=False)
    assert "did not come to its end" in "\n".join(summary.lines(stuck))
