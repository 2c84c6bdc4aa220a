import io
import json
import zipfile

from tests.paishan_host import tables

from paishan_host import doctor
from paishan_host.client import Table


def opened(data):
    archive = zipfile.ZipFile(io.BytesIO(data))
    return {name: archive.read(name).decode() for name in archive.namelist()}


def test_all_that_explains_a_trouble_is_in_one_file():
    with tables.lane() as lane:
        table = Table(lane)
        table.login()
        table.capture("start")
        lane.scan(3000)
        data, problems = doctor.examined(table)
    files = opened(data)
    assert problems == []
    assert set(files) == {*doctor.PARTS, "link.json", "traffic.txt", "problems.txt"}
    assert json.loads(files["about.json"])["table"]["product"] == "paishan"
    assert json.loads(files["capture.json"])["entries"]
    assert '"identity.key" = "none"' in files["settings.toml"]
    assert "-> #" in files["traffic.txt"]


def test_what_cannot_be_had_is_named_and_keeps_nothing_back(monkeypatch):
    with tables.lane() as lane:
        table = Table(lane)
        table.login()
        table.test("enter")
        table.jog("DRUM", 900)
        data, problems = doctor.examined(table)
    files = opened(data)
    assert [one.split(":")[0] for one in problems] == ["log.json"]
    assert "BUSY" in files["problems.txt"]
    assert "events.json" in files


def test_an_answer_that_it_does_not_understand_keeps_nothing_back(monkeypatch):
    with tables.lane() as lane:
        table = Table(lane)
        monkeypatch.setattr(table, "capture", dict)  # without the count that this tool looks for
        data, problems = doctor.examined(table)
    assert problems == ["capture.json: KeyError: 'count'"]
    assert {"log.json", "traffic.txt"} < set(opened(data))


def test_without_a_table_it_tells_of_the_computer():
    data, problems = doctor.examined(None, "no port")
    assert set(opened(data)) == {"about.json", "problems.txt"}
    assert problems == ["no port"]
