import gzip
import json
from pathlib import Path

import pytest

from paishan_sim.lane import Lane
from paishan_sim.record import Header, Recorder, RecordError, Recording, replay

PROFILE = {"chart": "dip", "selector": ["dip", 5, True, True, 0], "settings": {}}
HEADER = Header(PROFILE, scan_ms=5, run={"seed": 7})


class Echo(Lane):
    """Answers with the inputs, shifted by what `twist` says for a scan."""

    name = "echo"

    def __init__(self, twist=None):
        self.twist = twist or {}
        self.times = []

    def scan(self, now_ms, inputs):
        outputs = bytearray(inputs[:7])
        for station, mask in self.twist.get(len(self.times), ()):
            outputs[station] ^= mask
        self.times.append(now_ms)
        return outputs

    def restart(self):
        pass

    def status(self):
        return {}

    def close(self):
        pass


def recorded(path, scans=3):
    with Recorder(path, HEADER) as recorder:
        for scan in range(scans):
            inputs = bytes([scan % 251] * 8)
            recorder.scan(inputs, inputs[:7])
    return path


def test_a_recording_comes_back_as_it_was_made(tmp_path):
    recording = Recording.load(recorded(tmp_path / "run.rec"))
    assert recording.header == HEADER
    assert len(recording) == 3
    assert list(recording)[2] == (10, bytes([2] * 8), bytes([2] * 7))


def test_a_replay_with_equal_outputs_has_no_difference(tmp_path):
    lane = Echo()
    assert replay(Recording.load(recorded(tmp_path / "run.rec")), lane) is None
    assert lane.times == [0, 5, 10]


def test_the_first_difference_names_scan_time_and_bits(tmp_path):
    recording = Recording.load(recorded(tmp_path / "run.rec"))
    difference = replay(recording, Echo({1: [(0, 0x01), (4, 0x41), (6, 0x80)]}))
    assert difference is not None
    assert (difference.scan, difference.now_ms) == (1, 5)
    assert difference.outputs == ["BELT_E", "DRUM", "READY_LAMP", "UNITS_."]


def test_two_recordings_of_one_run_are_equal_bytes(tmp_path):
    first, second = recorded(tmp_path / "a"), recorded(tmp_path / "b")
    # the name is in the gzip header only
    assert gzip.decompress(first.read_bytes()) == gzip.decompress(second.read_bytes())


def test_an_interrupted_run_leaves_no_file_and_keeps_the_old_one(tmp_path):
    path = tmp_path / "run.rec"
    path.write_text("old")

    def interrupted():
        with Recorder(path, HEADER) as recorder:
            recorder.scan(bytes(8), bytes(7))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_place_that_cannot_be_written_is_named(tmp_path):
    with pytest.raises(RecordError, match=r"no/run\.rec: No such file or directory: name a file"):
        Recorder(tmp_path / "no" / "run.rec", HEADER)


def test_a_device_or_a_folder_is_never_replaced(tmp_path):
    for path in (tmp_path, Path("/dev/null")):
        with pytest.raises(RecordError, match="not a regular file"):
            Recorder(path, HEADER)


def test_a_damaged_file_is_refused_whole(tmp_path):
    whole = recorded(tmp_path / "run.rec", scans=500).read_bytes()
    path = tmp_path / "cut.rec"
    for damaged in (whole[:-9], whole[:40], b"", b"not gzip", whole[:60] + b"x" + whole[61:]):
        path.write_bytes(damaged)
        with pytest.raises(RecordError, match=r"cut\.rec: "):
            Recording.load(path)


@pytest.mark.parametrize(
    ("first_line", "said"),
    [
        (b"{}", "is no paishan recording"),
        (b"[1]", "is no paishan recording"),
        (b"\xff", "is no paishan recording"),
        (json.dumps({"format": "paishan recording", "version": 1}).encode(), "is no paishan"),
        (json.dumps({"format": "paishan recording", "version": 9}).encode(), "is of version 9"),
    ],
)
def test_another_file_is_told_apart(tmp_path, first_line, said):
    path = tmp_path / "run.rec"
    path.write_bytes(gzip.compress(first_line + b"\n"))
    with pytest.raises(RecordError, match=said):
        Recording.load(path)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(RecordError, match="No such file or directory: check the file's name"):
        Recording.load(tmp_path / "none.rec")
