"""A new version over the line, with the real tool, the real firmware and real flash."""

import pytest
from tests.rescue import machines

from paishan_host.client import Table
from paishan_host.install import mpy, upload
from paishan_host.trouble import Refused
from paishan_sim.hang import WATCHDOG_MS
from paishan_sim.lane import LaneError
from paishan_sim.lane_micropython import available
from rescue.shell import QUIET_MS

pytestmark = pytest.mark.skipif(
    not available(), reason="MicroPython for a PC has no wheel for this platform"
)
OLD, NEW = "0.1.0", "0.2.0"
APP = "paishan/app/__init__.mpy"
LATE_MS = 4000  # after a start
ROUND_MS = 2 * (LATE_MS + WATCHDOG_MS) + 4000  # two failures and the start after them

WRAPPED = f"""\
from paishan.app.app import App as _App
class App(_App):
    def scan(self, now):
        _App.scan(self, now)
        if now > {LATE_MS}:
            self.fail()
    def fail(self):
        %s
"""
BROKEN = {
    "raises when it is imported": ("raise ValueError('not today')", "not today"),
    "raises in a scan": (WRAPPED % "raise ValueError('not today')", "not today"),
    "hangs when it is imported": ("while True: pass", "it hung"),
    "hangs in a scan": (WRAPPED % "while True: pass", "it hung"),
    "fills the heap when it is imported": (
        "a = []\nwhile True: a.append(bytearray(9999))",
        "Memory",
    ),
    "fills the heap in a scan": (
        WRAPPED % "a = []\n        while True: a.append(a[:] + [0])",
        "Memory",
    ),
    "has no App": ("App = None", "NoneType"),
}


@pytest.fixture
def compiled(tmp_path):
    def made(text):
        source = tmp_path / "source.py"
        source.write_text(text)
        return mpy.compiled(source, "paishan/app/__init__.py", "x64")

    return made


def sent(line, bundle):
    """Up to the restart: the table of whatever runs then."""
    table = Table(line)
    sending(table, bundle).send()
    table.update("apply")
    return table


def sending(table, bundle):
    """In the shell, ready to send."""
    table.login()
    found = upload.Upload(table, bundle, lambda _done: None)
    found.enter()
    assert table.about.mode == "recovery"
    return found


def journal(table):
    return " | ".join(str(row["text"]) for row in table.log(60))


def test_a_new_version_is_tried_confirmed_and_stays(tmp_path):
    new = machines.of(NEW, {"paishan/app/extra.mpy": b"x"})
    with machines.controller(tmp_path) as line:
        line.until("READY")
        table = Table(line)
        table.login()
        table.set(dice_ms=3456)
        table = sent(line, new)
        upload.wait_for_restart(table)
        assert (table.about.build, table.about.trial) == (new.about.build, True)
        assert upload.settled(table, new.about.build)
        assert table.update()["trial"] is None
        line.run.lane.restart()
        table = Table(line)
        assert (table.about.build, table.about.trial) == (new.about.build, False)
        assert table.get("dice_ms") == {"dice_ms": 3456}
        assert table.update_lines("verify")[-1]["version"] == NEW


def test_what_did_not_change_is_not_sent(tmp_path):
    new = machines.of(NEW, {"paishan/app/extra.mpy": b"x" * 100})
    with machines.controller(tmp_path) as line:
        table = Table(line)
        line.until("READY")
        sent = sending(table, new)
        sent.send()
        assert sent.sent == len(new.text) + 100


def test_without_a_host_it_stays_after_a_minute_of_health(tmp_path):
    new = machines.of(NEW, {"paishan/app/extra.mpy": b"x"})
    with machines.controller(tmp_path) as line:
        line.until("READY")
        table = sent(line, new)
        line.scan(55_000)
        assert Table(line).about.trial
        line.scan(8_000)
        table = Table(line)
        assert (table.about.build, table.about.trial) == (new.about.build, False)


@pytest.mark.parametrize("way", BROKEN)
def test_a_version_that_fails_is_put_back_without_a_laptop(tmp_path, compiled, way):
    source, reason = BROKEN[way]
    with machines.controller(tmp_path) as line:
        line.until("READY")
        old = Table(line).about.build
        sent(line, machines.of(NEW, {APP: compiled(source)}))
        line.scan(ROUND_MS)
        table = Table(line)
        assert (table.about.build, table.about.mode, table.about.trial) == (
            old,
            "application",
            False,
        )
        assert table.update()["trial"] is None
        why = " ".join(str(row["line"]) for row in table.update_lines("why"))
        assert reason in why
        assert "failed 2 times" in why
        assert "failed 2 times" in journal(table)
        line.until("READY")
        assert not line.run.monitor.violations


def test_a_syntax_error_is_put_back_too(tmp_path):
    broken = machines.of(NEW, {APP: None, "paishan/app/__init__.py": b"def App(:\n"})
    with machines.controller(tmp_path) as line:
        line.until("READY")
        old = Table(line).about.build
        sent(line, broken)
        line.scan(2000)
        table = Table(line)
        assert table.about.build == old
        assert "SyntaxError" in journal(table)


def test_while_something_moves_no_flash_is_written(tmp_path):
    with machines.controller(tmp_path) as line:
        line.until("READY")
        table = Table(line)
        table.login()
        table.request("start")
        line.scan(1000)
        with pytest.raises(Refused, match="BUSY"):
            table.update("shell")


def test_only_the_shell_takes_files(tmp_path):
    with machines.controller(tmp_path) as line:
        line.until("READY")
        table = Table(line)
        table.login()
        with pytest.raises(Refused, match="STATE"):
            table.update("begin", size=100)


def test_a_shell_that_nobody_talks_to_goes_back_to_what_ran(tmp_path):
    with machines.controller(tmp_path) as line:
        line.until("READY")
        table = Table(line)
        table.login()
        table.update("shell")
        upload.wait_for_restart(table)
        line.scan(QUIET_MS - 1000)
        assert Table(line).about.mode == "recovery"
        line.scan(QUIET_MS + 8000)
        assert Table(line).about.mode == "application"


def test_a_technician_with_the_jumper_off_puts_no_unsigned_one_on_it(tmp_path):
    with machines.controller(tmp_path) as line:
        line.until("READY")
        table = Table(line)
        table.login()
        line.run.plant.set_service(False)
        line.scan(500)
        with pytest.raises(Refused, match="not signed"):
            sending(table, machines.of(NEW, signed=False)).send()


def test_with_the_jumper_on_an_unsigned_one_is_taken(tmp_path):
    with machines.controller(tmp_path) as line:
        line.until("READY")
        sending(Table(line), machines.of(NEW, signed=False)).send()


def test_a_person_who_is_not_known_changes_nothing(tmp_path):
    with machines.controller(tmp_path, service=False) as line:
        line.until("READY")
        table = Table(line)
        for step in ("shell", "begin", "apply", "confirm", "rollback", "end"):
            with pytest.raises(Refused, match="AUTH"):
                table.update(step, size=100)
        assert table.update()["running"] == "a"


def test_an_update_goes_on_where_the_line_broke(tmp_path):
    new = machines.of(NEW, {f"paishan/app/extra{k}.mpy": bytes([k]) * 1000 for k in range(4)})
    with machines.controller(tmp_path) as line:
        line.until("READY")
        table = Table(line)
        first = sending(table, new)
        ask = first._ask

        def broken(step, **fields):
            if fields.get("name") == "paishan/app/extra2.mpy":
                raise ConnectionError
            return ask(step, **fields)

        first._ask = broken
        with pytest.raises(ConnectionError):
            first.send()
        line.run.lane.restart()
        line.until("READY")
        table = Table(line)
        second = sending(table, new)
        second.send()
        assert second.sent == 2000
        table.update("apply")
        upload.wait_for_restart(table)
        assert table.about.build == new.about.build


def test_back_to_the_other_version_by_command(tmp_path):
    new = machines.of(NEW, {"paishan/app/extra.mpy": b"x"})
    with machines.controller(tmp_path) as line:
        line.until("READY")
        old = Table(line).about.build
        table = sent(line, new)
        upload.wait_for_restart(table)
        assert upload.settled(table, new.about.build)
        table.login()
        line.until("READY")
        table.update("rollback")
        upload.wait_for_restart(table)
        assert table.about.build == old


def whole_update(tmp_path, new, **profile):
    with machines.controller(tmp_path, **profile) as line:
        line.until("READY")
        table = sent(line, new)
        upload.wait_for_restart(table)
        assert upload.settled(table, new.about.build)


@pytest.mark.parametrize("at", range(5, 400, 60))
def test_the_real_firmware_outlives_power_cuts_in_its_update(tmp_path, at):
    new = machines.of(NEW, {"paishan/app/extra.mpy": b"x" * 3000})
    with pytest.raises(LaneError, match="PowerCut"):
        whole_update(tmp_path, new, flash={"cut": at, "torn": at % 2 == 1})
    with machines.controller(tmp_path, fresh=False) as line:
        line.until("READY")
        table = Table(line)
        assert table.about.build in (new.about.build, machines.of(OLD).about.build)
        if table.about.build != new.about.build:
            table = sent(line, new)
            upload.wait_for_restart(table)
        assert table.about.build == new.about.build
