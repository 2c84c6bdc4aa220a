"""A new version over the line, with the real tool, the real firmware and real flash."""

import pytest
from tests.rescue import machines

from paishan_host.client import Table
from paishan_host.install import upload
from paishan_sim.lane_micropython import available

pytestmark = pytest.mark.skipif(
    not available(), reason="MicroPython for a PC has no wheel for this platform"
)


def test_smoke(tmp_path):
    import time

    t = time.time()
    with machines.controller(tmp_path) as line:
        line.until("READY")
        table = Table(line)
        print(table.about)
        new = machines.of(files={"paishan/app/extra.mpy": b"x"})
        table.login()
        up = upload.Upload(table, new, print)
        up.send()
        print(up.sent, table.session.counts, time.time() - t, line.run.plant.now_ms)
        up.apply()
        upload.wait_for_restart(table)
        print(table.about)
        assert upload.settled(table, new.about.build)
        print(table.update(), time.time() - t)
        print(table.update_lines("verify"))
