"""The real tool's client and the emulated Pico: a setting is changed, and outlives a power cut."""

from tests.emulated import needs_pico
from tests.paishan_host.tables import LaneTransport

from paishan_host import emulated
from paishan_host.client import Table
from paishan_sim.run import Run, RunConfig

CONFIG = RunConfig(chart="dip", selector=2)
START_MS = 8000  # with an application that is loaded from files


@needs_pico
def test_a_setting_is_changed_and_outlives_a_power_cut():
    with emulated.pico({**CONFIG.profile(), "serial": True}) as lane:
        line = LaneTransport(Run(CONFIG, lane))
        line.run.plant.set_service(True)
        line.scan(START_MS)
        with Table(line) as table:
            table.login()
            assert table.about.board == "rpi_pico"
            assert table.set(dice_ms=3500) == 1
        # with the code on its heap the controller restarts to take it
        line.scan(START_MS)
        with Table(line) as table:
            assert table.get("dice_ms")["dice_ms"] == 3500
        line.scan(2000)

        lane.restart()
        line = LaneTransport(Run(CONFIG, lane))
        line.scan(START_MS)
        with Table(line) as table:
            assert table.get("dice_ms")["dice_ms"] == 3500
            assert table.about.reset == "power-on"
