"""raw, console, watch, ports, doctor, capture: commands that mostly hand on what others do."""

import io
import json
import zipfile

import pytest
from serial.tools import list_ports

from paishan_host.trouble import Unplugged


def test_raw_sends_one_request(paishan, ready):
    ended = paishan("raw", "schema", "dice_ms")
    assert ended.out.splitlines()[-1] == "ok n=1"
    assert json.loads(paishan("raw", "get", "dice_ms", "--json").out)["fields"]["dice_ms"] == 4000
    assert paishan("raw", "shuffle").code == 7
    assert paishan("raw", "x" * 300).code == 2
    assert "plain ASCII" in paishan("raw", "get", "山").err


@pytest.fixture
def typed(monkeypatch):
    """What is typed into the console."""
    return lambda text: monkeypatch.setattr("sys.stdin", io.StringIO(text))


def test_the_console_decodes(paishan, ready, typed):
    typed("get dice_ms\n\nnope\ninputs\nexit\nget scan_ms\n")
    ended = paishan("console")
    assert ended.code == 0
    assert "ok dice_ms=4000" in ended.out
    assert "station=E" in ended.out
    assert "102 UNKNOWN_VERB" in ended.err
    assert "scan_ms" not in ended.out


def test_the_console_shows_events_and_speaks_json(paishan, ready, typed):
    typed("auth presence\nget dice_ms\nping\n")
    lines = [json.loads(line) for line in paishan("console", "--json").out.splitlines()]
    assert {"fields": {"level": "technician"}, "lines": []} in lines


def test_the_console_finds_an_unplugged_table_again(paishan, ready, typed):
    typed("ping\nget dice_ms\nexit\n")
    plain, cut = ready.write, []

    def write(data):
        if b"ping" in data and not cut:
            cut.append(data)
            raise Unplugged("lane:// went away: plug the table in again")
        plain(data)

    ready.write = write
    ended = paishan("console")
    assert "went away" in ended.err
    assert "the table is back" in ended.out
    assert "ok dice_ms=4000" in ended.out


def test_watch_prints_a_line_a_change(paishan, ready):
    ready.run.plant.press("KEY_A", 200)
    ended = paishan("watch", "--count", 12)
    lines = [line for line in ended.out.splitlines() if not line.startswith("  ")]
    assert any("READY" in line for line in ended.out.splitlines())
    assert any("LOADING" in line and "DOME_RAISE" in line for line in ended.out.splitlines())
    assert lines is not None
    looks = paishan("watch", "--count", 2, "--json").out.splitlines()
    assert [set(json.loads(look)) >= {"in", "out", "state"} for look in looks] == [True, True]


def test_watch_draws_where_there_is_a_terminal(paishan, ready, monkeypatch):
    from paishan_host import terminal
    from paishan_host.commands import watch

    drawn = io.StringIO()
    output = terminal.Output(file=drawn, force_terminal=True, width=120, height=40)
    monkeypatch.setattr(terminal, "Output", lambda: output)
    assert paishan("watch", "--count", 3).code == 0
    for name in ("PUSHER_HOME", "DOME_DOWN", "READY_LAMP", "READY"):
        assert name in drawn.getvalue()
    assert watch.NEWS < 24


def test_every_column_of_watch_has_its_place(ready):
    from paishan_host import terminal
    from paishan_host.client import Table
    from paishan_host.commands import watch

    def drawn(out, counts):
        page = terminal.Output(file=io.StringIO(), width=80)
        picture = watch._Picture(table)
        page.print(picture.draw({**table.watch(), "out": out, "counts": counts}, []))
        return page.file.getvalue().splitlines()[1:]

    table = Table(ready)
    still, busy = drawn("00" * 7, [0] * 4), drawn("15150100050000", [36, 36, 0, 9])
    assert "BELT HEAD PUSHER" in busy[0]
    assert "DRUM RING" in "".join(busy)
    assert len(still) == len(busy)
    places = [[[line.find(name) for name in ("TILE", "DOME_UP", "KEY_A")] for line in lines]
              for lines in (still, busy)]  # fmt: skip
    assert places[0] == places[1]
    assert len({line.find("BELT HEAD") for line in busy} - {-1}) == 1
    lines = [
        watch._line({**table.watch(), "out": "15000000000000", "counts": counts})
        for counts in ([0] * 4, [36] * 4)
    ]
    assert lines[0].find("BELT_E") == lines[1].find("BELT_E")


def test_watch_finds_an_unplugged_table_again(paishan, ready):
    plain, cut = ready.write, []

    def write(data):
        if b"watch" in data and not cut:
            cut.append(data)
            raise Unplugged("lane:// went away: plug the table in again")
        plain(data)

    ready.write = write
    out = paishan("watch", "--count", 3).out
    assert "unplugged" in out
    assert "the table is back" in out
    assert "READY" in out.splitlines()[-1] or "READY" in out


def test_ports_lists_and_opens_none(paishan, monkeypatch):
    monkeypatch.setattr(list_ports, "comports", list)
    ended = paishan("ports")
    assert (ended.code, ended.out) == (1, "")
    assert json.loads(paishan("ports", "--json").out) == []


def test_doctor_saves_one_zip(paishan, ready, tmp_path):
    path = tmp_path / "trouble.zip"
    ended = paishan("doctor", path)
    assert (ended.code, ended.err) == (0, "")
    assert "events.json" in zipfile.ZipFile(path).namelist()
    assert json.loads(paishan("doctor", path, "--json").out)["problems"] == []


def test_doctor_without_a_table_still_saves_what_it_can(paishan, tmp_path):
    path = tmp_path / "trouble.zip"
    ended = paishan("--port", "/dev/none", "doctor", path)
    assert ended.code == 6
    assert zipfile.ZipFile(path).namelist() == ["about.json", "problems.txt"]


def test_a_capture_becomes_a_recording_that_replays(paishan, ready, tmp_path):
    path = tmp_path / "table.rec"
    ended = paishan("capture", path, "--seconds", 4)
    assert ended.code == 0
    assert "bit for bit" in ended.out
    ended = paishan("replay", path)
    assert ended.code == 0
    assert "came again" in ended.out
    assert json.loads(paishan("capture", path, "--seconds", 1, "--json").out)["lost"] == 0


def test_the_address_goes_before_every_request(paishan, ready):
    paishan("--address", 1, "status")
    assert all(line.startswith(b"@01#") for line in ready.sent if line.strip())


def test_without_a_port_the_way_out_is_said(paishan, monkeypatch):
    monkeypatch.setattr(list_ports, "comports", list)
    ended = paishan("status")
    assert ended.code == 6
    assert ended.err.endswith("start `paishan sim serve` and use --port\n")
