"""Settings are changed as a whole, and a line that a change moves is followed."""

import pytest
from tests.paishan_host import tables

from paishan_host.client import Table
from paishan_host.trouble import Refused


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


# what the machine's profile brings is what a reset brings back
@pytest.mark.parametrize("base", [{}, {"link_speed": 9600}, {"link_bus": True}])
def test_a_reset_of_the_settings_is_confirmed_at_the_speed_that_it_brings_back(base):
    with tables.lane(settings=base) as lane:
        settings = lane.run.lane.app.settings
        tables.with_speed(lane, settings.link_speed)
        table = Table(lane, 1 if settings.link_bus else None)
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
