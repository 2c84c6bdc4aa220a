import pytest

from paishan.io import image
from paishan_sim import wiring as w


@pytest.mark.parametrize("names", [w.SIDE_IN, w.SIDE_OUT, w.CENTRE_IN, w.CENTRE_OUT, w.PANEL_IN])
def test_the_name_of_a_bit_has_the_value_of_its_place(names):
    for bit, name in enumerate(names):
        if name:
            assert getattr(w, name) == 1 << bit


@pytest.mark.parametrize("names", [w.SIDE_IN, w.SIDE_OUT, w.CENTRE_IN, w.CENTRE_OUT, w.PANEL_IN])
def test_the_firmware_means_the_same_bits(names):
    for name in filter(None, names):
        if not name.startswith("DICE_"):
            assert getattr(image, name) == getattr(w, name)


def test_the_firmware_means_the_same_dice_keys():
    assert image.DICE_KEYS == w.DICE_E | w.DICE_S | w.DICE_W | w.DICE_N


def test_the_firmware_means_the_same_stations():
    assert (image.CHAIN, image.CHAIN_SIGNATURE) == (w.SIGNATURE, w.CHAIN_SIGNATURE)
    assert (image.TENS, image.UNITS) == (w.DIGIT_TENS, w.DIGIT_UNITS)
    assert (image.CENTRE, image.PANEL, image.SELECTOR) == (w.CENTRE, w.PANEL, w.SELECTOR)
    assert (image.INPUT_BYTES, image.OUTPUT_BYTES) == (w.INPUT_BYTES, w.OUTPUT_BYTES)


def test_running_motors_are_named_with_their_side():
    outputs = bytearray(w.OUTPUT_BYTES)
    outputs[1] = w.HEAD | w.SEAT_LAMP
    outputs[w.CENTRE] = w.DRUM | w.READY_LAMP
    assert w.motors_on(outputs) == ("HEAD_S", "DRUM")


def test_digits_are_read_as_a_person_reads_them():
    assert [w.digit_text(byte) for byte in w.DIGITS] == list("0123456789")
    assert (w.digit_text(0), w.digit_text(0x40), w.digit_text(0x76)) == (" ", "-", "?")
    assert w.digit_text(0x5C) == "o"
    assert w.digit_text(w.DIGITS[5] | 0x80) == "5", "the point does not matter"
