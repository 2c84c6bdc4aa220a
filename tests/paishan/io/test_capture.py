import pytest
from hypothesis import given
from hypothesis import strategies as st

from paishan.io.capture import ENTRIES, Capture
from paishan.io.image import INPUT_BYTES


def replayed(capture):
    """The inputs of every captured scan, from the entries alone."""
    image = bytearray(INPUT_BYTES)
    scans = []
    for number in range(capture.oldest(), capture.count):
        gap, station, value = capture.entry(number)
        scans += [bytes(image)] * gap
        image[station] = value
    return scans + [bytes(image)] * (capture.scans - len(scans))


@pytest.fixture
def capture():
    capture = Capture()
    capture.start()
    return capture


def test_before_it_starts_nothing_is_taken_and_no_memory_is_held():
    capture = Capture()
    assert not capture.running
    assert len(capture._ring) == 0


def test_a_scan_like_the_one_before_costs_no_entry(capture):
    for _ in range(1000):
        capture.scan(b"\x16\x00\x00\x00\x32\x40\x01\xa5")
    assert capture.scans == 1000
    assert capture.count == 5  # the stations that are not 0


def test_an_entry_says_after_how_many_scans_which_station_became_what(capture):
    inputs = bytearray(INPUT_BYTES)
    for _ in range(7):
        capture.scan(inputs)
    inputs[4] = 0x32
    capture.scan(inputs)
    capture.scan(inputs)
    inputs[0] = 0x01
    capture.scan(inputs)
    assert [capture.entry(number) for number in range(capture.count)] == [(7, 4, 0x32), (2, 0, 1)]


images = st.binary(min_size=INPUT_BYTES, max_size=INPUT_BYTES)


@given(st.lists(st.tuples(images, st.integers(1, 20)), max_size=30))
def test_what_was_captured_replays_bit_for_bit(run):
    capture = Capture()
    capture.start()
    scans = [image for image, times in run for _ in range(times)]
    for image in scans:
        capture.scan(image)
    assert capture.scans == len(scans)
    assert replayed(capture) == scans


def test_five_minutes_without_a_change_are_still_told_right(capture):
    quiet = bytes(INPUT_BYTES)
    for _ in range(70_000):
        capture.scan(quiet)
    loud = bytes([1]) + bytes(7)
    capture.scan(loud)
    scans = replayed(capture)
    assert len(scans) == 70_001
    assert scans[-2:] == [quiet, loud]


def test_the_ring_keeps_the_newest_and_tells_a_slow_reader_what_it_lost(capture):
    for scan in range(ENTRIES + 100):
        capture.scan(bytes([scan & 1 ^ 1]) + bytes(7))
    assert capture.count == ENTRIES + 100
    assert capture.oldest() == 100
    assert capture.entry(capture.oldest()) == (1, 0, 1)


def test_stopped_it_can_still_be_read_and_started_again_it_begins_anew(capture):
    capture.scan(b"\x01" * 8)
    capture.stop()
    assert not capture.running
    assert replayed(capture) == [b"\x01" * 8]
    capture.start()
    assert (capture.count, capture.scans) == (0, 0)
    capture.scan(b"\x01" * 8)
    assert replayed(capture) == [b"\x01" * 8]


def captured(machine, ms):
    """Outputs while everything is captured, and what a replay needs to know."""
    about = machine.app.start_capture()
    outputs = []
    for _ in range(ms // 5):
        machine.scan()
        outputs.append(bytes(machine.outputs))
    return about, outputs


def test_a_captured_run_replays_to_the_same_outputs(ready, new_machine):
    ready.hold("A")
    about, outputs = captured(ready, 3000)
    assert any(outputs[-1])
    capture = ready.app.capture
    capture.stop()

    again = new_machine(about["start_ms"] + 5)
    again.app.start_capture()
    scans = []
    images = iter(replayed(capture))

    def read(inputs):
        inputs[:] = next(images)

    again.read = read
    for number in range(capture.scans):
        again.app.scan(ready.now - 5 * (capture.scans - number))
        scans.append(bytes(again.outputs))
    assert scans == outputs


def test_a_capture_begins_with_a_table_that_homes(built):
    times = built.table.times.record()
    about = built.app.start_capture()
    built.run(100)
    assert built.state == "HOMING"
    assert about["calibration"] == times == built.table.times.record()
    assert about["settings"] == built.app.settings.values()
    assert [row[0] for row in about["rows"]] == [0, 1, 2, 3, 4]
