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
