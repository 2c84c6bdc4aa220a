"""Verbs that look after the table."""

import os

import pytest
from tests.paishan.link.conftest import Wire


@pytest.fixture
def damaged(tmp_path):
    """A table whose settings record is lost in both copies."""
    folder = str(tmp_path)
    wire = Wire(folder=folder)
    wire.technician()
    for value in (14000, 13000):
        assert wire.ask(f"set gap_ms={value}").startswith("ok")
    for copy in "ab":
        path = tmp_path / f"settings.{copy}"
        data = bytearray(path.read_bytes())
        data[-3] ^= 1
        path.write_bytes(data)
    return Wire(folder=folder)


def test_a_lost_record_leaves_the_link_up_and_is_named(damaged):
    assert damaged.ask("status").startswith('ok state="CONFIG_FAULT"')
    lines = damaged.replies("faults")
    assert any(line.startswith('+ record="settings" health="BAD"') for line in lines)
    assert damaged.ask("start").startswith("err 202 STATE")


def test_its_loss_is_accepted_by_a_technician_and_the_table_homes(damaged):
    assert damaged.ask('ack record="settings"').startswith("err 201 AUTH")
    damaged.technician()
    assert damaged.ask('ack record="settings"') == "ok problems=0"
    damaged.run(2000)
    assert damaged.app.table.state.name == "READY"
    assert damaged.ask("get gap_ms") == "ok gap_ms=15000"


def test_a_commit_is_in_flash_when_it_is_answered(tmp_path):
    folder = str(tmp_path)
    wire = Wire(folder=folder)
    wire.technician()
    assert wire.ask("set gap_ms=14000") == "ok gap_ms=14000 changed=1"
    assert Wire(folder=folder).ask("get gap_ms") == "ok gap_ms=14000"


def test_rows_of_ones_own_survive_and_a_chart_that_cannot_be_changes_nothing(tmp_path):
    folder = str(tmp_path)
    wire = Wire(folder=folder)
    wire.technician()
    assert wire.ask('gear position=3 tiles=16 stacks=[2,2,2,2] name="few"') == "ok rows=1"
    again = Wire(folder=folder)
    assert '+ part="gear" row=[3,16,[2,2,2,2],"few"]' in again.replies("export")
    again.technician()
    assert again.ask("gear position=3 tiles=17 stacks=[2,2,2,2] name=few").startswith("err 301")
    assert '+ part="gear" row=[3,16,[2,2,2,2],"few"]' in again.replies("export")


def test_secrets_are_listed_and_never_shown(wire):
    wire.app.store.identity.data["key"] = "5ec2e7"
    lines = wire.replies("export") + wire.replies("get") + wire.replies("schema")
    assert '+ part="secret" record="identity" name="key" there=true' in lines
    assert not [line for line in lines if "5ec2e7" in line]


def test_a_flash_that_cannot_be_written_refuses_a_setting(tmp_path):
    wire = Wire(folder=str(tmp_path))
    wire.technician()
    wire.ask("set gap_ms=14000")
    os.rename(tmp_path, str(tmp_path) + "-gone")
    reply = wire.ask("set gap_ms=13000")
    assert reply.startswith("err 302 STORAGE")
    assert wire.ask("get gap_ms") == "ok gap_ms=14000"
