import sys

import pytest

from paishan_host import measures_link
from paishan_sim.lane_micropython import available

pytestmark = pytest.mark.skipif(
    sys.platform == "win32" or not available(), reason="needs MicroPython and pseudo-terminals"
)


def test_the_line_is_measured_beside_an_echo_and_mpremote(monkeypatch):
    for name in ("GETS", "EXPORTS", "COMMANDS"):
        monkeypatch.setattr(measures_link, name, 2)
    monkeypatch.setattr(measures_link, "HOMED_S", 0.2)
    found = {one.name.split(" of ")[0]: one for one in measures_link.link()}
    assert set(found) == {"get, open link", "export", "get, whole command"}
    for one in found.values():
        assert one.value > 0
        assert "mpremote exec" in one.compared_with
        assert one.compared_with.endswith(" ms")
    assert found["get, open link"].budget == 10.0


def test_without_pseudo_terminals_nothing_is_measured(monkeypatch):
    monkeypatch.setattr(measures_link, "available", lambda: False)
    assert measures_link.link() == []
