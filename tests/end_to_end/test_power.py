"""Off and on again: the whole firmware under MicroPython, its records on a flash that stays."""

import re

import pytest

from paishan_sim.figures import NORMAL
from paishan_sim.lane import LaneError
from paishan_sim.lane_micropython import MicroPythonLane, available
from paishan_sim.plant import Plant

SCAN_MS = 5
LONG_ENOUGH_MS = 8000  # homing, and the records have waited for company

pytestmark = pytest.mark.skipif(
    not available(), reason="MicroPython for a PC has no wheel for this platform"
)


@pytest.fixture
def flash(tmp_path):
    return tmp_path / "flash.img"


def power_on(flash, **cut):
    """A table that is switched on, comes to rest and is switched off; its last status."""
    plant = Plant(NORMAL, seed=1, selector=1)
    profile = {"chart": "decade-dial", "flash": {"file": str(flash), **cut}}
    with MicroPythonLane(profile) as lane:
        for _ in range(LONG_ENOUGH_MS // SCAN_MS):
            plant.step(lane.scan(plant.now_ms, plant.inputs))
        return lane.status()


def power_ons(flash):
    """What the newest copy of the counters says."""
    copy = rb'paishan counters 1 (\w{8}) [^\n]*\n[^\n]*"boots": (\d+)'
    copies = re.findall(copy, flash.read_bytes())
    return max((int(generation, 16), int(boots)) for generation, boots in copies)[1]


def test_a_table_counts_how_often_it_was_switched_on(flash):
    for boots in (1, 2, 3):
        assert power_on(flash)["state"] == "READY"
        assert power_ons(flash) == boots


@pytest.mark.parametrize("torn", [False, True], ids=["whole", "torn"])
def test_a_table_is_ready_after_a_power_cut_in_any_of_its_saves(flash, torn):
    """The first start formats and saves; cut it off at each operation, then let it be."""
    for cut in range(1, 100):
        flash.unlink(missing_ok=True)
        try:
            power_on(flash, cut=cut, torn=torn)
        except LaneError as error:
            said = str(error)
        else:
            break
        assert "PowerCut" in said
        status = power_on(flash)
        assert (status["state"], status["fault"]) == ("READY", 0)
        assert power_ons(flash) in (1, 2)
    assert cut > 4  # the format alone is four
