"""Two faults at once: a sample of all pairs, the same every time; each is survived."""

import gc
from itertools import combinations

import pytest

from paishan_sim.chance import stream
from paishan_sim.faults import SCENARIOS, parse
from paishan_sim.run import RunConfig, run
from paishan_sim.switch import Switch

PAIRS = 72
SMALL = ((1, 32, (4, 4, 4, 4), "four a side", None),)
DIAL = Switch("dial", 4, True, True, 0)
NAMES = [scenario.name for scenario in SCENARIOS]
CHANCE = stream(2026, "pairs")
SAMPLE = CHANCE.sample(list(combinations(NAMES, 2)), PAIRS)
# what was found among all pairs and mended: (faults, seed), of the usual gear or the small one
FOUND = (
    (("s1-dirty", "head-jam"), 19),
    (("turn-stalled", "ring-slow"), 233),
    (("supply-overloaded", "scan-late"), 224),
    (("turn-stalled", "output-dead"), 323),
    (("s1-drifting", "tile-rebounds"), 13),
    (("eyes-dazzled:chance=0.3,at=build+5847ms",), 5142),
    (("output-stuck:output=LIFT_RAISE_E,at=ready2",), 1),
)
FOUND_SMALL = (
    (("liquid", "output-dead"), 726),
    (("pusher-out-stuck", "head-jam"), 1067),
)


@pytest.fixture(autouse=True, scope="module")
def _frozen():
    gc.freeze()  # the firmware collects its own heap at rest, not that of the tests


def survived(faults, **config):
    result = run(RunConfig(inject=[parse(fault) for fault in faults], **config))
    assert result.violation_list == []
    assert result.audit == []
    assert (result.finished, result.state) == (True, "READY")


@pytest.mark.parametrize("pair", SAMPLE, ids=["+".join(pair) for pair in SAMPLE])
def test_two_faults_at_once_are_survived(pair):
    survived(pair, rows=SMALL, switch=DIAL, seed=1 + SAMPLE.index(pair))


@pytest.mark.parametrize(("pair", "seed"), FOUND, ids=["+".join(pair) for pair, _ in FOUND])
def test_what_was_found_stays_mended(pair, seed):
    survived(pair, seed=seed)


@pytest.mark.parametrize(
    ("pair", "seed"), FOUND_SMALL, ids=["+".join(pair) for pair, _ in FOUND_SMALL]
)
def test_what_was_found_with_small_walls_stays_mended(pair, seed):
    survived(pair, rows=SMALL, switch=DIAL, seed=seed)


def test_the_sample_meets_nearly_every_scenario():
    met = {name for pair in SAMPLE for name in pair}
    assert len(met) >= 0.9 * len(NAMES)
