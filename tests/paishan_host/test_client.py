import hmac
import json
from hashlib import sha256

import pytest
from tests.paishan_host import tables

from paishan_host.client import Table
from paishan_host.trouble import Refused

KEY = "00112233445566778899aabbccddeeff"


def test_presence_makes_a_technician():
    with tables.lane() as lane:
        table = Table(lane)
        assert table.level == "anyone"
        table.login()
        assert table.level == "technician"
        table.logout()
        assert table.level == "anyone"


def test_nobody_at_the_table_is_told_what_to_do():
    with tables.lane(service=False) as lane:
        with pytest.raises(Refused) as refused:
            Table(lane).login()
        assert refused.value.message == (
            "only a technician may: hold both lift keys (or set the service jumper) while the "
            "command starts, or give the unit's key in PAISHAN_KEY (DENIED)"
        )


@pytest.fixture
def keyed(tmp_path):
    """The folder of a table with a serial number and a key."""
    from paishan.store.record import Record

    record = Record(str(tmp_path), "identity", {"serial": "", "board": "", "key": ""})
    record.data = {"serial": "PS-7", "board": "", "key": KEY}
    record.save()
    return str(tmp_path)


def test_the_units_key_makes_a_technician(keyed):
    with tables.lane(service=False, folder=keyed) as lane:
        table = Table(lane)
        assert table.about.serial == "PS-7"
        table.login(KEY)
        assert table.set(dice_ms=3500) == 1


def test_a_wrong_key_does_not(keyed):
    with (
        tables.lane(service=False, folder=keyed) as lane,
        pytest.raises(Refused, match="DENIED"),
    ):
        Table(lane).login(KEY[::-1])


def test_the_response_is_the_hmac_of_the_standard_library():
    from paishan.link.access import response

    wanted = hmac.new(bytes.fromhex(KEY), b"paishan PS-7 abcd", sha256).hexdigest()
    assert response(KEY, "PS-7", "abcd") == wanted


def test_all_values_are_set_or_none():
    with tables.lane() as lane:
        table = Table(lane)
        table.login()
        with pytest.raises(Refused, match="must stay below"):
            table.set(gap_ms=2000, return_gap_ms=5000)
        assert table.get("gap_ms", "return_gap_ms") == {"gap_ms": 15000, "return_gap_ms": 2500}
        assert table.set(gap_ms=16000, return_gap_ms=3000) == 2


def test_a_whole_table_of_settings_is_staged_in_lines_that_fit():
    with tables.lane() as lane:
        table = Table(lane)
        table.login()
        told = []
        table.stage(table.get(), told.append)
        assert table.check() == []
        assert told[-1] == len(table.get())
        assert all(len(line) <= 241 for line in lane.sent)


def test_a_change_of_the_line_is_confirmed_at_the_new_speed():
    with tables.lane() as lane:
        table = Table(lane)
        table.login()
        assert table.set(link_speed=57600) == 1
        assert lane.speed == 57600
        lane.scan(31_000)
        assert table.get("link_speed") == {"link_speed": 57600}


def at_its_speed(lane):
    """Bytes at another speed than the table's are lost, and an LF with them."""
    lane.speed = lane.run.lane.app.settings.link_speed
    device = lane.line.device
    device.speed = lane.speed
    lane.on_read = lambda data: data if lane.speed == device.speed else b""
    lane.on_write = lambda data: data if lane.speed == device.speed else b"\xa5" * len(data)
    return Table(lane, 1 if lane.run.lane.app.settings.link_bus else None)


# what the machine's profile brings is what a reset brings back
@pytest.mark.parametrize("base", [{}, {"link_speed": 9600}, {"link_bus": True}])
def test_a_reset_of_the_settings_is_confirmed_at_the_speed_that_it_brings_back(base):
    with tables.lane(settings=base) as lane:
        table = at_its_speed(lane)
        table.login()
        table.set(link_speed=57600, link_bus=False)
        table.reset("settings")
        lane.scan(31_000)
        assert table.get("link_speed", "link_bus") == {
            "link_speed": 115200,
            "link_bus": False,
            **base,
        }


def test_a_bus_that_is_turned_on_is_confirmed_at_the_tables_address():
    with tables.lane() as lane:
        table = Table(lane)
        table.login()
        table.set(link_address=7)
        assert table.set(link_bus=True) == 1
        lane.scan(31_000)
        assert table.get("link_bus") == {"link_bus": True}
        assert table.session.address == 7


def test_a_motor_stops_when_its_lease_is_not_renewed():
    with tables.lane() as lane:
        table = Table(lane)
        table.login()
        table.test("enter")
        table.jog("DRUM", 300)
        lane.scan(50)
        assert "DRUM" in json.dumps(table.outputs())
        lane.scan(400)
        assert "DRUM" not in json.dumps(table.outputs())
        table.jog_stop()


def test_a_reset_of_the_calibration_forgets_the_learned_times():
    calibration = {"dome": [[1800, 9, 0], [1800, 9, 0]]}
    with tables.lane() as lane:
        lane.run.lane.app.table.times.restore(calibration)
        table = Table(lane)
        table.login()
        before = {row["name"]: (row["ms"], row["runs"]) for row in table.times()}
        assert before["dome up"] == (1800, 9)
        table.reset("calibration")
        after = {row["name"]: (row["ms"], row["runs"]) for row in table.times()}
        assert after["dome up"] == (6000, 0)


def test_every_verb_that_looks_answers():
    with tables.lane() as lane:
        table = Table(lane)
        assert table.status()["state"] == "READY"
        assert len(table.inputs()) == 8
        assert len(table.outputs()) == 6
        assert table.counters()["boots"] >= 1
        assert table.times()[0]["name"] == "east head"
        assert table.gears()[1]["tiles"] == 136
        assert table.gear()["position"] == 2
        assert table.log() == []
        assert table.faults() == []
        assert {row["verb"] for row in table.help()} >= {"hello", "watch"}
        assert table.schema("dice_ms")[0]["lowest"] == 3000
        table.ping()
