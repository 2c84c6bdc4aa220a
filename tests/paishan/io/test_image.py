import pytest
from hypothesis import given
from hypothesis import strategies as st

from paishan.io import image as io

# design.md, stations and bits: bit 0 first
SIDE_IN = "TILE HEAD_HOME PUSHER_HOME PUSHER_OUT LIFT_DOWN LIFT_UP BELT_FULL TRAY_TILE"
SIDE_OUT = "BELT BELT_REV HEAD HEAD_REV PUSHER LIFT_RAISE LIFT_LOWER SEAT_LAMP"
CENTRE_IN = "DOME_UP DOME_DOWN DRUM_TURN RING_TURN COVER_CLOSED MAINS_OK RING_TILE"
CENTRE_OUT = "DRUM DRUM_REV RING DOME_RAISE DOME_LOWER DICE READY_LAMP BUZZER"


@pytest.mark.parametrize("names", [SIDE_IN, SIDE_OUT, CENTRE_IN, CENTRE_OUT])
def test_every_bit_has_its_place(names):
    assert [getattr(io, name) for name in names.split()] == [
        1 << bit for bit in range(len(names.split()))
    ]


def test_the_panel_has_two_lift_keys_four_dice_keys_a_relay_and_a_jumper():
    assert (io.KEY_A, io.KEY_B, io.DICE_KEYS, io.ENABLE, io.SERVICE) == (1, 2, 0x3C, 64, 128)


def test_the_stations_stand_in_the_order_of_the_chain():
    assert (io.SIDES, io.CENTRE, io.PANEL, io.SELECTOR, io.CHAIN) == (4, 4, 5, 6, 7)
    assert (io.TENS, io.UNITS) == (5, 6)
    assert (io.INPUT_BYTES, io.OUTPUT_BYTES, io.CHAIN_SIGNATURE) == (8, 7, 0xA5)
    assert io.SIDE_NAMES == ("east", "south", "west", "north")


@given(st.binary(min_size=8, max_size=8), st.integers(0, 8))
def test_copy_takes_the_first_bytes_and_leaves_the_rest(source, count):
    target = bytearray(b"\xaa" * 8)
    io.copy(target, source, count)
    assert target == source[:count] + b"\xaa" * (8 - count)


@pytest.mark.parametrize("byte", range(5))
@pytest.mark.parametrize("bit", range(8))
def test_only_motors_count_as_running(byte, bit):
    outputs = bytearray(io.OUTPUT_BYTES)
    outputs[byte] = 1 << bit
    lamps = {(io.CENTRE, 6), (io.CENTRE, 7)} | {(side, 7) for side in range(4)}
    assert io.motors_run(outputs) is ((byte, bit) not in lamps)


def test_digits_are_no_motors():
    assert not io.motors_run(b"\x00\x00\x00\x00\x00\xff\xff")
