"""One body for lanes 2 and 3: the installer's flash boots, says hello, builds and raises walls.

In lane 3 that is MicroPython's own image on an emulated Pico. 16 tiles are the test gear: two
stacks a side, a whole cycle in little more than a minute of the chip's time.
"""

from pathlib import Path

import pytest
from tests.emulated import needs_pico

from paishan_host import emulated
from paishan_host.install import image
from paishan_sim.lane_cpython import CPythonLane
from paishan_sim.lane_micropython import MicroPythonLane, available
from paishan_sim.lane_pico import ACTIVE_LOW
from paishan_sim.run import Run, RunConfig
from paishan_sim.switch import Switch

STACKS = (2, 2, 2, 2)
CONFIG = RunConfig(
    chart="sixteen",
    selector=1,
    rows=[(1, 16, STACKS, "sixteen", None)],
    switch=Switch("dip", 4, True, True, 0),
    cycles=1,
)
HELLO_SCANS = 2000  # within 10 s of power-on
LANES = [
    pytest.param(
        "micropython",
        marks=pytest.mark.skipif(
            not available(), reason="MicroPython for a PC has no wheel for this platform"
        ),
    ),
    pytest.param("pico", marks=needs_pico),
]


def installed(name, folder):
    """A lane whose flash was written by the installer and by nothing else."""
    profile = {**CONFIG.profile(), "serial": True}
    if name == "pico":
        return emulated.pico(profile)
    flash = Path(folder) / "flash.img"
    flash.write_bytes(image.build("bench", profile=CONFIG.profile()).filesystem)
    return MicroPythonLane({**profile, "installed": True, "flash": {"file": str(flash)}})


class Played:
    """A cycle from power-on to raised walls, and what the firmware saw and did in it."""

    def __init__(self, lane):
        self.lane = lane.name
        self.scans = []  # (now_ms, inputs, outputs) of the firmware's own scans
        if lane.name == "pico":
            lane.on_scan = self._take
        run = Run(CONFIG, lane)
        self.greeting = self._greeted(run)
        run.play(self._note if lane.name != "pico" else None)
        self.result = run.result()

    def _take(self, scan):
        inputs = bytes(a ^ b for a, b in zip(scan.inputs, ACTIVE_LOW, strict=True))
        self.scans.append((scan.now_ms, inputs, scan.outputs))

    def _note(self, run):
        self.scans.append((run.plant.now_ms, bytes(run.plant.inputs), bytes(run.outputs)))

    def _greeted(self, run):
        """Asks for `hello` until it is answered; the table homes meanwhile."""
        found = b""
        for scan in range(HELLO_SCANS):
            if scan % 200 == 100 and b"product" not in found:
                run.lane.serial.send(b"hello\n")
            inputs = bytes(run.plant.inputs)
            run.outputs = outputs = run.lane.scan(run.plant.now_ms, inputs)
            if run.lane.name != "pico":
                self.scans.append((run.plant.now_ms, inputs, bytes(outputs)))
            run.monitor.watch(run.plant.now_ms, inputs, outputs)
            run.plant.step(outputs)
            found += run.lane.serial.receive()
            if b"product" in found and found.endswith(b"\n"):
                return found.decode()
        raise AssertionError(f"no answer to hello: {found[-200:]}")


@pytest.fixture(scope="module", params=LANES)
def played(request, tmp_path_factory):
    with installed(request.param, tmp_path_factory.mktemp("flash")) as lane:
        return Played(lane)


def test_the_installed_table_says_hello(played):
    board = {"micropython": "bench", "pico": "rpi_pico"}[played.lane]
    assert "product paishan" in played.greeting
    assert f"board {board}" in played.greeting
    assert "reset power-on" in played.greeting


def test_it_builds_sixteen_tiles_and_raises_the_walls(played):
    result = played.result
    assert result.finished
    assert result.walls == STACKS
    assert (result.violation_list, result.audit) == ([], [])
    assert len(result.builds) == 2


def test_every_output_of_every_scan_is_that_of_lane_1(played, tmp_path):
    # The times are those that the firmware took from its own clock.
    profile = {**CONFIG.profile(), "folder": str(tmp_path)}
    with CPythonLane(profile) as lane:
        different = [
            (scan, now_ms, outputs.hex(), bytes(answer).hex())
            for scan, (now_ms, inputs, outputs) in enumerate(played.scans)
            if (answer := lane.scan(now_ms, inputs)) != outputs
        ]
    assert len(played.scans) > 12_000
    assert different == [], "an image with the application frozen must be of these sources"
