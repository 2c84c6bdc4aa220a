"""What every controller with pins does alike, on a board.py of a few lines."""

import importlib
import sys
import types

import pytest

from paishan.io.lines import Lines
from rescue import console


class Told(list):
    """What was done, in order."""

    def noting(self, *what):
        def note(*more):
            self.append((*what, *more))

        return note


@pytest.fixture
def told():
    return Told()


@pytest.fixture
def board(told, tmp_path, monkeypatch):
    board = types.SimpleNamespace(
        NAME="test", HOME=f"{tmp_path}/", SLOTS=True, WATCHDOG_MS=8000, RESET_CAUSE="reset",
        outputs_off=told.noting("off"), lamp=told.noting("lamp"), key=lambda: 1,
        port=lambda: None, bus=lambda: types.SimpleNamespace(readinto=None, write=None),
        ways={"reboot": told.noting("reboot"), "bootloader": told.noting("bootloader")},
    )  # fmt: skip
    monkeypatch.setitem(sys.modules, "board", board)
    return board


@pytest.fixture
def controller(board, told, monkeypatch):
    dog = types.SimpleNamespace(feed=told.noting("fed"))
    chip = types.SimpleNamespace(unique_id=lambda: b"\x01\xfe", WDT=lambda timeout: dog)
    monkeypatch.setitem(sys.modules, "machine", chip)
    monkeypatch.delitem(sys.modules, "rescue.controller", raising=False)
    controller = importlib.import_module("rescue.controller")
    monkeypatch.setattr(console, "Console", lambda: types.SimpleNamespace(readinto=None))
    clock = types.SimpleNamespace(sleep_ms=told.noting("slept"), ticks_ms=lambda: 7)
    monkeypatch.setattr(controller, "time", clock)
    monkeypatch.setattr(
        controller, "micropython", types.SimpleNamespace(kbd_intr=told.noting("ctrl-c"))
    )
    yield controller
    del sys.modules["rescue.controller"]


def without(module, monkeypatch):
    monkeypatch.setitem(sys.modules, module, None)


def test_with_the_application_there_is_a_bus_beside_the_laptop(controller, monkeypatch):
    monkeypatch.setattr("time.ticks_ms", lambda: 0, raising=False)
    assert isinstance(controller.serial(), Lines)


def test_a_board_without_a_bus_has_the_laptop_alone(controller, board):
    board.bus = lambda: None
    assert not isinstance(controller.serial(), Lines)


@pytest.mark.parametrize("gone", ["paishan.io.lines", "paishan.io.uart"])
def test_without_the_application_there_is_the_laptop_alone(controller, board, gone, monkeypatch):
    without(gone, monkeypatch)

    def bus():
        from paishan.io.uart import Uart

        return Uart

    board.bus = bus
    assert not isinstance(controller.serial(), Lines)


def test_it_says_who_it_is_without_the_application(controller, monkeypatch):
    about = {
        "board": "test", "reset_cause": "reset", "serial": "01fe",
        "leave": ["repl", "reboot", "bootloader"],
    }  # fmt: skip
    assert controller.identity() == {**about, "lost": controller.identity()["lost"]}
    without("paishan.io.files", monkeypatch)
    monkeypatch.delattr("paishan.io.files", raising=False)
    assert controller.identity() == about


def test_records_that_were_lost_are_told_before_a_damaged_profile(controller, tmp_path):
    (tmp_path / "profile.json").write_text("{")
    assert "folder of the records was missing" in controller.identity()["lost"]
    (tmp_path / "store" / "settings.a").write_text("")
    assert "profile.json is damaged" in controller.identity()["lost"]
    assert controller.profile() == {"chart": "decade-dial"}


def test_slots_profile_and_records_lie_where_the_board_says(controller, board, tmp_path):
    assert controller.root() == f"{tmp_path}/"
    assert controller.folder() == f"{tmp_path}/store"
    board.SLOTS = False
    assert controller.root() is None


@pytest.mark.parametrize(("levels", "held"), [([0] * 10, True), ([0] * 9 + [1], False)])
def test_the_recovery_key_counts_when_it_is_held_for_10_ms(controller, board, told, levels, held):
    board.key = iter(levels).__next__
    assert controller.forced() == held
    assert told == [("slept", 1)] * 10


def test_the_recovery_shell_waits_and_feeds_without_a_port(controller, told):
    assert controller.wait() == 7
    controller.watchdog()()
    assert told == [("slept", 5), ("fed",)]


def test_the_lamp_changes_with_every_64_complete_scans(controller, told):
    feed = controller.watchdog()
    for _ in range(256):
        feed()
    scans = [at for at, one in enumerate(told) if one[0] == "lamp"]
    assert [told[at][1] for at in scans] == [True, False, True, False]
    assert scans == [64, 129, 194, 259]


@pytest.mark.parametrize("how", ["reboot", "bootloader"])
def test_it_leaves_with_its_outputs_off_once_its_last_words_are_said(controller, told, how):
    controller.leave(how)
    assert told == [("off",), ("slept", 100), (how,)]


def test_it_leaves_for_the_prompt_with_ctrl_c_as_it_was(controller, told):
    controller.leave("repl")
    assert told == [("off",), ("ctrl-c", 3)]
