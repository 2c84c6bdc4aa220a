"""Power-on of boards without slots, and what is left when even the shell fails."""

import pytest
from tests.paishan_host.tables import LaneTransport
from tests.rescue import machines

from paishan_host.client import Table
from paishan_host.trouble import Refused
from paishan_sim.lane import LaneError
from paishan_sim.lane_micropython import MicroPythonLane, available
from paishan_sim.run import Run
from rescue.start import Start

needs_micropython = pytest.mark.skipif(
    not available(), reason="MicroPython for a PC has no wheel for this platform"
)


class Controller:
    """As much of a controller as the start asks for; `said` is what it was told, in order."""

    def __init__(self, root=None, forced=False):
        self.said = []
        self._root = root
        self._forced = forced

    def outputs_off(self):
        self.said.append("off")

    def root(self):
        return self._root

    def forced(self):
        return self._forced

    def folder(self):
        return None

    def identity(self):
        return {"board": "test", "reset_cause": "power-on"}

    def watchdog(self):
        self.said.append("watchdog")
        return lambda: None

    def serial(self):
        raise RuntimeError("not even that")

    def wait(self):
        return 0

    def leave(self, how):
        self.said.append(how)


def broken_slot(root):
    from tests.rescue.test_slots import fill

    fill(root, "a")


def test_outputs_are_off_before_the_watchdog_and_after_a_failure(tmp_path):
    broken_slot(tmp_path)
    controller = Controller(f"{tmp_path}/")
    Start(controller).run()  # the controller has no port: the application cannot be put together
    assert controller.said == ["watchdog", "off", "reboot"]


def test_a_shell_that_fails_leads_to_the_prompt_without_a_watchdog(tmp_path):
    broken_slot(tmp_path)
    controller = Controller(f"{tmp_path}/", forced=True)
    Start(controller).run()
    assert controller.said == ["watchdog", "off", "reboot"]
    controller = Controller(f"{tmp_path}/")
    Start(controller).run()
    assert controller.said == ["off"]
    controller = Controller(f"{tmp_path}/")
    Start(controller).run()
    assert "watchdog" in controller.said


def without_slots(**profile):
    profile = {**machines.CONFIG.profile(), "serial": True, "watchdog": 2.0, **profile}
    lane = MicroPythonLane(profile)
    transport = LaneTransport(Run(machines.CONFIG, lane))
    return lane, transport


@needs_micropython
def test_without_slots_an_application_that_fails_leaves_the_shell():
    lane, line = without_slots(chart="none")
    with lane:
        line.scan(500)
        table = Table(line)
        assert table.about.mode == "recovery"
        assert "SettingError: chart: 'none'" in str(table.log(9))
        with pytest.raises(Refused, match="no slots"):
            table.update("begin", size=10)


@needs_micropython
def test_without_slots_the_prompt_comes_without_a_watchdog_too():
    lane, line = without_slots()
    with lane:
        line.run.plant.set_service(True)
        line.until("READY")
        table = Table(line)
        table.login()
        table.request("repl")
        with pytest.raises(LaneError, match=r"ended|stopped|did not open"):
            line.scan(2000)
        assert not lane._watchdog.stat().st_size


@needs_micropython
def test_a_run_from_the_sources_without_a_watchdog_ends_with_its_traceback():
    with (
        pytest.raises(LaneError, match="'none'"),
        MicroPythonLane({"chart": "none"}) as lane,
    ):
        lane.scan(0, bytes(8))
