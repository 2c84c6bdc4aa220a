"""From a fault to safe outputs: what the figures count, and that they keep their limits."""

import pytest

from paishan_host.measures_faults import REACTIONS, reaction_ms, reactions
from paishan_sim.faults import parse

BY_FAULT = {one.fault: one for one in REACTIONS}
each = pytest.mark.parametrize("reaction", REACTIONS, ids=list(BY_FAULT))


@each
def test_every_row_is_a_fault_that_there_is(reaction):
    assert parse(reaction.fault)
    assert reaction.moment[1] < reaction.moment[2]
    assert reaction.source


@pytest.mark.parametrize(
    "fault", ["cover-open", "station-gone", "power-cut:for=2s", "head-jam:frees=hand"]
)
def test_a_stop_keeps_its_limit(fault):
    reaction = BY_FAULT[fault]
    times = [reaction_ms(reaction, seed) for seed in (1, 2)]
    assert all(0 < took <= reaction.limit_ms for took in times)
    assert reaction_ms(reaction, 1) == times[0]


def test_the_worst_stands_beside_the_limit_and_the_median(monkeypatch):
    took = {1: 10, 2: 40, 3: 20}
    monkeypatch.setattr("paishan_host.measures_faults.REACTIONS", (BY_FAULT["cover-open"],))
    monkeypatch.setattr("paishan_host.measures_faults.reaction_ms", lambda _one, seed: took[seed])
    (row,) = reactions(3)
    assert (row.value, row.budget, row.met) == (40, 30, False)
    assert "median 20 ms, worst of 3" in row.compared_with
