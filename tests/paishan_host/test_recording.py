import pytest
from tests.paishan_host import tables

from paishan_host.client import Table
from paishan_host.recording import Fetched, entries_of, header_of, laid_out, profile_of
from paishan_sim.lane import open_lane
from paishan_sim.lane_micropython import available
from paishan_sim.record import Recorder, Recording, replay


def captured(lane, ms):
    """A capture of so much of a player's evening."""
    table = Table(lane)
    table.login()
    fetched = Fetched(table)
    fetched.start()
    run, scan = lane.run, lane.scan

    def played(some_ms=5):
        for _ in range(some_ms // 5):
            scan()
            if not run.player.done:
                run.player.step(run.plant.now_ms, run.outputs)

    lane.scan = played
    until_ms = run.plant.now_ms + ms
    while run.plant.now_ms < until_ms:
        fetched.look()
        played(300)
    fetched.stop()
    return fetched


@pytest.fixture(scope="module")
def recording(tmp_path_factory):
    path = tmp_path_factory.mktemp("capture") / "table.rec"
    with tables.lane() as lane:
        fetched = captured(lane, 45_000)
        recorded = fetched.recorded()
        assert lane.run.lane.status()["counts"] != [0, 0, 0, 0]
    assert not fetched.lost
    assert recorded.differing == []
    assert recorded.compared > 100
    with Recorder(path, recorded.header) as recorder:
        for inputs, outputs in recorded.scans:
            recorder.scan(inputs, outputs)
    return Recording.load(path)


def test_a_capture_replays_bit_for_bit(recording):
    assert len(recording) * 5 >= 45_000
    with open_lane("cpython", recording.header.profile) as lane:
        assert replay(recording, lane) is None


@pytest.mark.skipif(not available(), reason="MicroPython for a PC is not installed")
def test_and_under_micropython(recording):
    with open_lane("micropython", recording.header.profile) as lane:
        assert replay(recording, lane) is None


def test_another_firmware_is_noticed(recording):
    with tables.lane() as lane:
        fetched = captured(lane, 10_000)
        at, outputs = sorted(fetched.samples.items())[10]
        fetched.samples[at] = bytes(byte ^ 1 for byte in outputs)
        assert fetched.recorded().differing == [at]


def test_changes_that_the_table_has_forgotten_end_the_recording():
    with tables.lane() as lane:
        fetched = captured(lane, 500)
        kept = len(fetched.entries)
        fetched.table.captured = lambda since: [{"entry": since + 40, "hex": "01000001"}]
        fetched.look()
        assert fetched.lost == 40
        assert len(fetched.entries) == kept
        assert fetched.recorded().differing == []


def test_entries_are_laid_out_on_their_scans():
    entries = [*entries_of({"hex": "02000001" + "00000102" + "01000003"})]
    assert entries == [(2, 0, 1), (0, 1, 2), (1, 0, 3)]
    rows = [row[:2].hex() for row in laid_out(entries, 5)]
    assert rows == ["0000", "0000", "0102", "0302", "0302"]


def test_a_chart_of_ones_own_comes_along():
    lines = [{"key": "settings", "name": name, "value": value} for name, value in
             {"chart": "own", "selector_kind": "dip", "selector_bits": 5, "scan_ms": 5,
              "selector_lowest_first": True, "selector_active_high": True,
              "selector_first": 0}.items()]  # fmt: skip
    lines += [{"key": "rows", "name": 0, "value": [1, 136, [17] * 4, "all"]},
              {"key": "start_ms", "value": 40}]  # fmt: skip
    profile = profile_of(header_of(lines))
    assert profile["chart"] == [[1, 136, [17] * 4, "all"]]
    assert profile["selector"] == ["dip", 5, True, True, 0]
