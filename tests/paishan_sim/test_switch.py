import pytest

from paishan.motion.wish import Wish
from paishan.table.selector import Selector
from paishan_sim.switch import Switch, lines

DIPS = [
    Switch("dip", bits, lowest_first, active_high, first)
    for bits in range(4, 9)
    for lowest_first in (True, False)
    for active_high in (True, False)
    for first in (0, 1)
]
DECADES = [
    Switch(kind, bits, True, active_high, 0)
    for kind, bits in (("dial", 4), ("thumbwheel", 8))
    for active_high in (True, False)
]


def test_a_dip_with_its_first_lever_on_closes_the_first_line():
    assert lines(Switch("dip", 5, True, True, 0), 1) == 0b00001
    assert lines(Switch("dip", 5, False, True, 0), 1) == 0b10000
    assert lines(Switch("dip", 5, True, True, 1), 2) == 0b00001


def test_an_active_low_switch_pulls_its_lines_down():
    assert lines(Switch("dip", 5, True, False, 0), 1) == 0b11111110


def test_a_thumbwheel_shows_tens_on_the_high_lines():
    assert lines(Switch("thumbwheel", 8, True, True, 0), 50) == 0x50


@pytest.mark.parametrize("switch", DIPS + DECADES, ids=str)
def test_the_firmware_reads_every_position_as_it_was_set(switch):
    selector = Selector(bytearray(8), Wish(), tuple(switch), 100)
    highest = {"dial": 9, "thumbwheel": 99}.get(switch.kind, switch.first + 2**switch.bits - 1)
    for position in range(switch.first, highest + 1):
        assert selector.decode(lines(switch, position)) == position


@pytest.mark.parametrize("switch", DIPS + DECADES, ids=str)
def test_a_position_that_the_switch_lacks_is_named_with_its_range(switch):
    highest = {"dial": 9, "thumbwheel": 99}.get(switch.kind, switch.first + 2**switch.bits - 1)
    for position in (switch.first - 1, highest + 1):
        with pytest.raises(
            ValueError, match=rf"position {position}: .* goes from \d+ to {highest}"
        ):
            lines(switch, position)
