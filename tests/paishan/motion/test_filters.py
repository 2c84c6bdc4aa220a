import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from paishan.io.image import INPUT_BYTES
from paishan.motion.filters import LONGEST_PERSISTENCE, Debouncer

bits = st.integers(0, 8 * INPUT_BYTES - 1)
images = st.binary(min_size=INPUT_BYTES, max_size=INPUT_BYTES)


class OneInput:
    """The reference: one input, one counter, as anyone would write it."""

    def __init__(self, scans, fitted, inverted):
        self.scans, self.fitted, self.inverted = scans, fitted, inverted
        self.level = False
        self.differing = 0
        self.rose = self.fell = False

    def step(self, raw):
        level = self.fitted and raw != self.inverted
        self.differing = self.differing + 1 if level != self.level else 0
        self.rose = self.fell = False
        if self.differing == self.scans:
            self.level, self.differing = level, 0
            self.rose, self.fell = level, not level


def mask(levels):
    return bytes(
        sum(levels[8 * byte + bit] << bit for bit in range(8)) for byte in range(INPUT_BYTES)
    )


@st.composite
def bouncing_images(draw):
    """Images of which a few bits change a scan, as inputs do when they bounce."""
    image = bytearray(draw(images))
    scans = []
    for flips in draw(st.lists(st.lists(bits, max_size=4), min_size=1, max_size=60)):
        for bit in flips:
            image[bit // 8] ^= 1 << bit % 8
        scans.append(bytes(image))
    return scans


@examples(max_examples=150)
@given(
    bouncing_images(),
    st.lists(st.integers(1, LONGEST_PERSISTENCE), min_size=64, max_size=64),
    images,
    images,
)
def test_every_bit_behaves_as_if_it_were_alone(scans, persistence, fitted, inverted):
    debouncer = Debouncer()
    inputs = []
    for bit, needed in enumerate(persistence):
        byte, one = bit // 8, 1 << bit % 8
        debouncer.set_persistence(byte, one, needed)
        is_fitted = fitted[byte] & one != 0
        inputs.append(OneInput(needed, is_fitted, inverted[byte] & one != 0))
    for byte in range(INPUT_BYTES):
        debouncer.set_fitted(byte, fitted[byte], inverted[byte])
    for raw in scans:
        debouncer.step(raw)
        for bit, one in enumerate(inputs):
            one.step(raw[bit // 8] >> bit % 8 & 1 == 1)
        assert debouncer.stable == mask([one.level for one in inputs])
        assert debouncer.edges[:8] == mask([one.rose for one in inputs])
        assert debouncer.edges[8:16] == mask([one.fell for one in inputs])


@pytest.mark.parametrize("scans", range(1, LONGEST_PERSISTENCE + 1))
def test_an_input_rises_after_exactly_its_persistence(scans):
    debouncer = Debouncer()
    debouncer.set_persistence(3, 0x10, scans)
    high = b"\0\0\0\x10\0\0\0\0"
    for _ in range(scans - 1):
        debouncer.step(high)
        assert debouncer.stable[3] == 0
    debouncer.step(high)
    assert debouncer.stable[3] == 0x10
    assert debouncer.edges[3] == 0x10


def test_one_scan_of_noise_starts_the_count_again():
    debouncer = Debouncer()
    debouncer.set_persistence(0, 0x01, 3)
    for level in (1, 1, 0, 1, 1):
        debouncer.step(bytes([level]) + bytes(7))
        assert debouncer.stable[0] == 0
    debouncer.step(b"\x01" + bytes(7))
    assert debouncer.stable[0] == 1


def test_an_edge_lasts_one_scan_even_when_nothing_else_changes():
    debouncer = Debouncer()
    high = b"\x01" + bytes(7)
    debouncer.step(high)
    assert debouncer.edges[0] == 1
    debouncer.step(high)
    assert debouncer.edges == bytes(24)
    debouncer.step(high)
    assert debouncer.edges == bytes(24)


def test_a_fall_is_an_edge_of_its_own():
    debouncer = Debouncer()
    debouncer.step(b"\x81" + bytes(7))
    debouncer.step(b"\x01" + bytes(7))
    assert debouncer.edges[0] == 0
    assert debouncer.edges[8] == 0x80


def test_quiet_inputs_cost_nothing_and_say_so():
    debouncer = Debouncer()
    same = bytes(8)
    assert debouncer.step(same)  # the first scan settles what was there before
    assert not debouncer.step(same)
    assert debouncer.step(b"\x01" + bytes(7))
    assert debouncer.step(b"\x01" + bytes(7))
    assert not debouncer.step(b"\x01" + bytes(7))


def test_more_scans_than_the_counters_hold_become_the_most_they_hold():
    debouncer = Debouncer()
    debouncer.set_persistence(0, 0x01, 99)
    debouncer.set_persistence(1, 0x01, 0)
    for _ in range(LONGEST_PERSISTENCE):
        assert debouncer.stable[0] == 0
        debouncer.step(b"\x01\x01" + bytes(6))
        assert debouncer.stable[1] == 1
    assert debouncer.stable[0] == 1
