"""What nobody else notices while nothing moves: that the table is cut off."""

import pytest

from paishan.io.image import CENTRE, CHAIN, MAINS_OK, READY_LAMP
from paishan.table.faults import CHAIN_BROKEN, MAINS_LOST


@pytest.mark.parametrize(
    ("station", "mask", "code"), [(CENTRE, MAINS_OK, MAINS_LOST), (CHAIN, 0x01, CHAIN_BROKEN)]
)
@pytest.mark.parametrize("situation", ["ready", "loading"])
def test_a_resting_table_says_that_it_is_cut_off(request, situation, station, mask, code):
    machine = request.getfixturevalue(situation)
    machine.off[station] = mask
    machine.until(lambda: machine.fault == code, 600)
    assert not machine.drives(CENTRE, READY_LAMP)
    machine.off[station] = 0
    machine.run(100)
    before = "READY" if situation == "ready" else "LOADING"
    if code == CHAIN_BROKEN or situation == "loading":
        machine.press()
    machine.until(before)


def test_a_chain_that_stutters_at_rest_is_no_fault(ready):
    for _ in range(20):
        ready.off[CHAIN] = 0x01
        ready.run(100)
        ready.off[CHAIN] = 0
        ready.run(100)
    assert (ready.state, ready.fault) == ("READY", 0)


def test_a_table_in_service_shows_its_inputs_and_no_fault(ready):
    ready.table.go(ready.table.service, ready.now)
    ready.off[CENTRE] = MAINS_OK
    ready.run(1000)
    assert (ready.state, ready.fault) == ("SERVICE", 0)
