"""The chain against shift registers that are modelled bit by bit."""

import pytest

from paishan.io.chain import Chain
from paishan_host.boards.ring import Line, Ring, Spi

SIGNATURE = 0xA5
INVERTED = b"\xff\xff\xff\xff\xff\xff\x00\x00"


class Bench:
    def __init__(self, polarity=0, phase=0):
        self.ring = Ring()
        self.chain = Chain(
            Spi(self.ring, polarity, phase),
            Line(lambda level, _before: self.ring.latch(level), 1),
            Line(self.ring.alive, 0),
            INVERTED,
        )
        self.inputs = bytearray(8)
        self.outputs = bytearray(7)

    def scan(self, outputs=None, feeds=True):
        """One scan; what the machine gets at its end."""
        self.ring.now_ms += 5
        self.chain.read(self.inputs)
        if outputs is not None:
            self.outputs[:] = outputs
        self.chain.write(self.outputs)
        if feeds:
            self.chain.feed()
        return self.ring.outputs


@pytest.fixture
def bench():
    return Bench()


EACH = b"\x01\x02\x04\x08\x10\x20\x40"


def test_each_station_and_bit_arrives_where_it_belongs(bench):
    for station in range(7):
        for bit in range(8):
            image = bytearray(7)
            image[station] = 1 << bit
            assert bench.scan(image) == bytes(image)


def test_each_input_is_read_where_it_belongs_and_active_high(bench):
    bench.ring.levels[:7] = b"\xff\xff\xff\xff\xff\xff\x00"
    for station in range(7):
        for bit in range(8):
            bench.ring.levels[station] ^= 1 << bit
            bench.scan()
            wanted = bytearray(8)
            wanted[7] = SIGNATURE
            wanted[station] = 1 << bit
            assert bench.inputs == wanted
            bench.ring.levels[station] ^= 1 << bit


def test_outputs_stay_disabled_until_a_scan_was_good(bench):
    bench.ring.break_at = 12
    for _ in range(20):
        assert bench.scan(EACH) == bytes(7)
    bench.ring.break_at = None
    bench.scan(EACH)
    bench.scan(EACH)
    assert bench.scan(EACH) == EACH


def test_a_signature_that_is_not_there_enables_no_output(bench):
    bench.ring.levels[7] = 0xA4
    for _ in range(20):
        assert bench.scan(EACH) == bytes(7)
    bench.ring.levels[7] = 0xA5
    assert bench.scan(EACH) == EACH


def test_what_the_registers_woke_up_with_is_gone_before_the_first_scan(bench):
    assert bytes(bench.ring.shown) == bytes(7)


def test_an_exchange_is_one_a_scan_and_a_second_one_when_outputs_change(bench):
    bench.scan(EACH)
    bench.scan()
    bench.ring.exchanges.clear()
    for _ in range(5):
        bench.scan()
    bench.scan(bytes(7))
    bench.scan()
    assert bench.ring.exchanges == [16] * 6 + [7] + [16]


@pytest.mark.parametrize("stuck", [0, 1])
@pytest.mark.parametrize("register", range(16))
def test_a_ring_that_is_open_anywhere_is_seen_with_the_next_scan(bench, register, stuck):
    bench.scan(EACH)
    bench.ring.break_at, bench.ring.stuck = register, stuck
    bench.scan()
    assert not bench.chain.good
    assert bench.inputs[7] != SIGNATURE


@pytest.mark.parametrize(("register", "told"), [(0, {0x5A}), (6, {0x5A}), (9, {0x00, 0xFF})])
def test_a_ring_open_on_the_way_out_is_told_from_one_open_on_the_way_in(bench, register, told):
    bench.scan(EACH)
    bench.ring.break_at = register
    for _ in range(40):
        bench.scan()
    assert bench.inputs[7] in told


@pytest.mark.parametrize("bit", range(56))
def test_a_bit_that_fell_over_in_a_register_is_put_right_within_the_scan(bench, bit):
    bench.scan(EACH)
    bench.ring.bits[bit] ^= 1
    assert bench.scan() == EACH
    assert bench.inputs[7] == SIGNATURE
    assert bench.chain.disturbed == 1
    assert bench.ring.exchanges[-3:] == [16, 16, 16]
    assert bench.scan() == EACH
    assert bench.chain.disturbed == 1


@pytest.mark.parametrize("stuck", [0, 1])
@pytest.mark.parametrize("register", range(15))
def test_a_bad_ring_lets_go_of_all_outputs_and_shows_nothing_else_before(bench, register, stuck):
    assert bench.scan(EACH) == EACH
    bench.ring.break_at, bench.ring.stuck = register, stuck
    for _ in range(9):
        assert bench.scan(bytes(7)) == EACH
    assert bench.scan(bytes(7)) == bytes(7)


def test_a_ring_that_is_whole_again_shows_what_is_wanted_now(bench):
    bench.scan(EACH)
    bench.ring.break_at = 4
    for _ in range(20):
        bench.scan(EACH)
    bench.ring.break_at = None
    bench.scan(b"\x03" * 7)
    bench.scan()
    assert bench.scan() == b"\x03" * 7
    assert bench.inputs[7] == SIGNATURE


def test_outputs_go_when_scans_are_no_longer_complete(bench):
    assert bench.scan(EACH) == EACH
    for _ in range(9):
        assert bench.scan(feeds=False) == EACH
    assert bench.scan(feeds=False) == bytes(7)


@pytest.mark.parametrize(("mode", "fits"), [((0, 0), True), ((0, 1), False), ((1, 1), True)])
def test_the_controller_reads_before_the_registers_shift(mode, fits):
    bench = Bench(*mode)
    bench.ring.levels[:7] = b"\x12\x34\x56\x78\x9a\xbc\xde"
    bench.scan(EACH)
    bench.scan()
    whole = bench.chain.good and bytes(bench.ring.shown) == EACH and bench.inputs[6] == 0xDE
    assert whole is fits
