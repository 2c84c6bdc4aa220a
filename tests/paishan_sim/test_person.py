"""A person plays on a real table (the firmware in lane 1) and deals with what comes."""

import pytest

from paishan_sim.faults import parse
from paishan_sim.run import RunConfig, run


def played(*faults: str, **config):
    return run(RunConfig(inject=[parse(fault) for fault in faults], **config))


def remedies(result) -> list[str]:
    return [act["remedy"] for act in result.acts]


def test_without_trouble_a_person_plays_cycles_like_anybody():
    result = played("ring-eye-stuck", cycles=2)
    assert (result.finished, result.acts, result.walls) == (True, [], (17, 17, 17, 17))
    assert len(result.builds) == 3
    assert result.good


def test_missing_tiles_are_looked_for_and_added():
    result = played("short:tiles=2")
    assert remedies(result) == ["add tiles"]
    assert result.acts[0]["code"] == "05"
    assert result.walls == (17, 17, 17, 17)
    assert result.good


def test_tiles_too_many_are_taken_out():
    result = played("surplus:tiles=1")
    assert remedies(result) == ["take tiles out"]
    assert result.good


def test_a_key_goes_on_after_the_mains_were_gone():
    result = played("mains-dip")
    assert remedies(result) == ["key"]
    assert result.good


def test_what_a_key_cannot_clear_is_mended():
    result = played("turn-stalled")
    assert remedies(result) == ["key", "mend"]
    assert result.injected[0]["mended_ms"] is not None
    assert result.good


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_cut_in_mid_build_is_survived_by_keys(seed):
    result = played("power-cut:at=build+8s", seed=seed)
    assert result.finished
    assert "empty" not in remedies(result)
    assert result.walls == (17, 17, 17, 17)
    assert result.audit == []


def test_keys_that_do_not_close_the_dome_are_mended():
    result = played("station-gone:station=panel,reads=off,at=open+330ms")
    assert remedies(result) == ["key", "mend"]
    assert result.good


def test_who_has_too_many_tiles_again_and_again_looks_at_the_gear_switch():
    result = played("selector-turned:to=4,at=raise+2911ms", chart="dip", selector=8, cycles=2)
    assert remedies(result)[:3] == ["take tiles out", "take tiles out", "mend"]
    assert result.finished


def test_a_gear_that_waits_is_no_code():
    result = played("selector-half", selector=3, seed=1957327715)
    assert result.finished
    assert "wait" not in remedies(result)
