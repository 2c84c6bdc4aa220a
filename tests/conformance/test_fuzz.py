"""Whatever comes over the line: nothing moves, nothing changes, no scan is late, hello answers."""

from itertools import pairwise

import pytest
from tests import emulated
from tests.conformance.fuzz import (
    BREAK,
    CTRL_C,
    SILENCE_MS,
    Watched,
    every_length,
    pieces,
)

from paishan.link.errors import INTERNAL
from paishan.link.link import LINES
from paishan_host.emulated import pico as emulated_pico
from paishan_sim.lane_micropython import available
from paishan_sim.run import RunConfig

PERIOD_US = 5000
PICO_LINES = 2500
WATCHDOG_US = 8_000_000
GROWTH_BYTES = 4096  # of the heap after a collection: interned words of the first requests


@pytest.fixture
def table():
    watched = Watched()
    yield watched
    watched.check()
    # a busy host's interrupts are booked on whoever runs; alone, there is not one
    assert len(watched.late) <= 2 + watched.scans // 10_000, watched.late
    watched.close()


@pytest.fixture
def micropython():
    if not available():
        pytest.skip("MicroPython for a PC has no wheel for this platform")
    watched = Watched("micropython")
    yield watched
    watched.close()


@pytest.mark.parametrize("seed", range(4))
def test_a_million_random_and_mutated_bytes(table, seed):
    table.fire(pieces(seed, 9000))

    assert table.sent > 250_000
    # much of it was read, and refused in order; nothing of it found a flaw
    assert table.lane.app.link.counts[LINES] > 2000
    assert table.answers["err"] > 500
    assert table.answers[str(INTERNAL)] == 0


def test_lines_of_every_length(table):
    table.fire(every_length())


def test_half_a_line_and_half_a_minute_of_silence(table):
    table.fire([b"#1 pi"])
    table.scan(SILENCE_MS // 5)
    table.fire([b"ng *00000000", BREAK, CTRL_C])
    table.scan(SILENCE_MS // 5)


def test_a_host_that_never_reads(table):
    table.reads = False
    table.fire(pieces(77, 2000))
    table.scan(SILENCE_MS // 5)


def test_nothing_but_breaks_and_ctrl_c(table):
    table.fire([BREAK * 5000, CTRL_C * 5000, (BREAK + CTRL_C + b"\n") * 2000])


def test_micropython_under_fire_keeps_its_heap_and_its_period(micropython):
    table = micropython
    table.fire(pieces(5, 6000))  # code that is loaded when it is first asked for
    table.check()
    before = table.lane.status()["bench"]

    table.fire(pieces(6, 3000))
    table.fire(every_length())
    table.fire([b"#1 pi"])
    table.scan(SILENCE_MS // 5)
    table.reads = False
    table.fire(pieces(7, 1000))
    table.reads = True
    table.check()

    after = table.lane.status()["bench"]
    print("heap before and after, worst scan in us:", before["heap"], after["heap"], after)
    assert after["heap"] - before["heap"] <= GROWTH_BYTES
    assert after["scan_us"] / after["scans"] < PERIOD_US / 10


@emulated.needs_pico
def test_the_emulated_usb_port_under_fire(capsys):
    # The chip's own clock. How many scans are late is for `paishan bench --lane pico` to judge.
    lane = emulated_pico({**RunConfig().profile(), "serial": True})
    scans = []
    lane.on_scan = scans.append
    watched = Watched("pico", lane)
    began = len(scans)
    watched.fire(pieces(11, PICO_LINES))
    watched.check()
    fired = scans[began:]
    gaps_us = [b.begin_us - a.begin_us for a, b in pairwise(fired)]
    late = sum(gap > 2 * PERIOD_US for gap in gaps_us)
    with capsys.disabled():
        print(
            f"\n{PICO_LINES} lines, {watched.sent} bytes, {len(fired)} scans on an emulated Pico: "
            f"{late} later than two periods, the longest gap {max(gaps_us) / 1000:.1f} ms"
        )
    resets = lane.report.resets
    watched.close()

    assert watched.sent > 50_000
    # With its code on the heap the chip may find no room under this and restart, outputs off;
    # with the code frozen it does not.
    assert resets <= 1
    assert max(gaps_us) < WATCHDOG_US / 10
    assert watched.answers["err"] > 100
    assert watched.answers[str(INTERNAL)] == 0
