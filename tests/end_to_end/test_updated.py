"""A new version over USB on the emulated Pico: its own LittleFS, its own arithmetic.

About two minutes; the same in lane 2, and all that may go wrong: tests/rescue/test_update.py.
"""

import pytest
from tests.emulated import needs_pico
from tests.paishan_host.tables import LaneTransport
from tests.rescue import machines

from paishan_host import emulated
from paishan_host.client import Table
from paishan_host.install import bundle, image, manifest, mpy, upload
from paishan_host.trouble import Refused
from paishan_sim.lane_pico import PicoLane
from paishan_sim.run import Run

UP_MS = 9000  # from power-on to rest
EXTRA = {"paishan/extra.mpy": b"x" * 3000}


def new_bundle(signed):
    slot = {**image.application("armv6m"), **EXTRA}
    about = manifest.About("0.2.0", ("rpi_pico",), mpy.number("armv6m"))
    text = manifest.made(about, slot, {}, machines.signer() if signed else None)
    return bundle.Bundle(text, manifest.parsed(text), slot)


@pytest.fixture
def line():
    signer = machines.signer()
    profile = {**machines.CONFIG.profile(), "serial": True}
    flash = emulated.new_flash(
        profile, emulated.micropython(), keys={signer.key_id: signer.public.text}, signer=signer
    )
    with PicoLane(profile, flash) as lane:
        run = Run(machines.CONFIG, lane)
        run.plant.set_service(True)
        transport = LaneTransport(run)
        transport.scan(UP_MS)
        yield transport


@needs_pico
def test_a_signed_version_is_taken_tried_kept_and_proved(line):
    table = Table(line)
    table.login()
    line.run.plant.set_service(False)  # from here on the signature counts
    line.scan(500)
    sending = upload.Upload(table, new_bundle(signed=False), lambda _done: None)
    sending.enter()
    with pytest.raises(Refused, match="not signed"):
        sending.send()
    new = new_bundle(signed=True)
    sending = upload.Upload(table, new, lambda _done: None)
    sending.send()
    assert sending.sent == len(new.text) + len(EXTRA["paishan/extra.mpy"])
    sending.apply()
    upload.wait_for_restart(table)
    assert (table.about.build, table.about.trial) == (new.about.build, True)
    line.run.plant.set_service(True)
    line.scan(UP_MS)
    assert upload.settled(table, new.about.build)
    *odd, last = table.update_lines("verify")
    assert (last["version"], last["key"], odd) == ("0.2.0", machines.signer().key_id, [])
