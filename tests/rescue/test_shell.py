"""The recovery shell in lane 2: what leads there, what it answers, what leads out of it."""

import pytest
from littlefs import LittleFS, UserContext
from tests.paishan_host.tables import LaneTransport
from tests.rescue import machines

from paishan.link import errors
from paishan_host import codec
from paishan_host.client import Table
from paishan_host.install import image, upload
from paishan_host.trouble import ReadOnly, Refused
from paishan_sim.lane import LaneError
from paishan_sim.lane_micropython import available

pytestmark = pytest.mark.skipif(
    not available(), reason="MicroPython for a PC has no wheel for this platform"
)
NEW = "0.2.0"
BROKEN = b"this is no .mpy"


def changed(tmp_path, **files):
    """The installer's flash with some files other; their names with __ for /."""
    data = dict(image.files("bench", "x64"))
    data[f"keys/{machines.signer().key_id}"] = machines.signer().public.text
    for name, content in files.items():
        data[name.replace("__", "/").replace("DOT", ".")] = content
    (tmp_path / "flash.img").write_bytes(image.littlefs(data, image.FLASH["bench"]))


def stored(tmp_path, name):
    data = (tmp_path / "flash.img").read_bytes()
    context = UserContext(len(data))
    context.buffer[:] = data
    volume = LittleFS(context, block_size=4096, block_count=352)
    with volume.open(name, "rb") as file:
        return file.read()


def typed(line: LaneTransport, text: str) -> str:
    line.write(text.encode() + b"\r\n")
    line.scan(200)
    return line.read(0.1).decode()


def test_a_held_key_leads_there_and_nothing_moves(tmp_path):
    with machines.controller(tmp_path, forced=True) as line:
        for _ in range(200):
            line.scan()
            assert bytes(line.run.outputs) == bytes(7)
        table = Table(line)
        assert (table.about.mode, table.about.level) == ("recovery", "technician")
        assert table.log(5)[0]["text"] == "the recovery key is held"
        assert table.status()["state"] == "RECOVERY"


def test_a_slot_that_cannot_be_imported_leads_there_after_three_failures(tmp_path):
    changed(tmp_path, a__paishan__app__appDOTmpy=BROKEN)
    with machines.controller(tmp_path, fresh=False) as line:
        line.scan(1000)
        table = Table(line)
        assert table.about.mode == "recovery"
        said = [str(row["text"]) for row in table.log(9)]
        assert any("ValueError" in text for text in said)
        assert any('File "paishan/app/__init__.py", line' in text for text in said)


def test_the_same_tool_puts_a_version_on_it_that_works(tmp_path):
    changed(tmp_path, a__paishan__app__appDOTmpy=BROKEN)
    new = machines.of(NEW)
    with machines.controller(tmp_path, fresh=False) as line:
        line.scan(1000)
        table = Table(line)
        upload.Upload(table, new, lambda _done: None).send()
        table.update("apply")
        upload.wait_for_restart(table)
        assert upload.settled(table, new.about.build)
        assert table.update_lines("verify")[-1]["version"] == NEW


def test_it_takes_nothing_unsigned_from_anyone(tmp_path):
    changed(tmp_path, a__paishan__app__appDOTmpy=BROKEN)
    with machines.controller(tmp_path, fresh=False) as line:
        line.scan(1000)
        with pytest.raises(Refused, match="not signed"):
            upload.Upload(Table(line), machines.of(NEW, signed=False), print).send()


def test_whoever_holds_the_key_may_put_an_unsigned_one_on_it(tmp_path):
    with machines.controller(tmp_path, forced=True) as line:
        sending = upload.Upload(Table(line), machines.of(NEW, signed=False), lambda _done: None)
        sending.send()
        assert sending.sent == len(sending.bundle.text)  # all files are in the other slot


def test_other_commands_say_what_to_do(tmp_path):
    with machines.controller(tmp_path, forced=True) as line:
        table = Table(line)
        assert "paishan update FILE" in table.read_only
        with pytest.raises(ReadOnly):
            table.set(dice_ms=3000)


@pytest.mark.parametrize("verb", ["repl", "bootloader", "update rollback"])
def test_what_opens_the_controller_wants_the_key(tmp_path, verb):
    changed(tmp_path, a__paishan__app__appDOTmpy=BROKEN)
    with machines.controller(tmp_path, fresh=False) as line:
        line.scan(1000)
        assert "error" in typed(line, verb) or "AUTH" in typed(line, verb)
        with pytest.raises(Refused, match="hold the recovery key"):
            Table(line).session.request("auth", "presence")


def test_a_person_with_a_terminal_is_understood(tmp_path):
    with machines.controller(tmp_path, forced=True) as line:
        assert "product paishan, mode recovery" in typed(line, "hello")
        assert "state RECOVERY" in typed(line, "status")
        assert "the recovery key is held" in typed(line, "log")
        assert "running None" in typed(line, "update") or "a 0.1.0" in typed(line, "update")
        assert "err 102 UNKNOWN_VERB" in typed(line, "jog DRUM")
        assert "err 205 NOT_OFFERED" in typed(line, "bootloader")
        assert "err 103 BAD_ARGUMENT" in typed(line, "update nonsense")
        assert "update" in typed(line, "help")


def test_noise_is_dropped(tmp_path):
    with machines.controller(tmp_path, forced=True) as line:
        for noise in (
            b"\xff\x03\x00\n",
            b"#1 ping *00000000\n",
            b"!" * 5000 + b"\n",
            b"#x\n",
            b"@05\n",
        ):
            line.write(noise)
            line.scan(200)
            assert line.read(0.05) == b""
        assert Table(line).about.mode == "recovery"


def test_a_reboot_leads_out_when_the_key_is_let_go(tmp_path):
    with machines.controller(tmp_path, forced=True) as line:
        Table(line)
        line.run.lane._profile["forced"] = False
        assert "ok" in typed(line, "reboot")
        line.until("READY")
        assert Table(line).about.mode == "application"


def test_the_prompt_comes_without_a_watchdog_and_once(tmp_path):
    with machines.controller(tmp_path) as line:
        line.until("READY")
        table = Table(line)
        table.login()
        table.request("repl")
        assert line.run.lane._watchdog.stat().st_size  # so far there was one
        with pytest.raises(LaneError, match=r"ended|stopped"):
            line.scan(2000)
        assert not line.run.lane._watchdog.stat().st_size
    assert b'"repl": 0' in stored(tmp_path, "/slots")
    with machines.controller(tmp_path, fresh=False) as line:
        line.until("READY")


def test_without_slots_an_update_is_refused_with_the_reason():
    from tests.paishan_host import tables

    with tables.lane() as line:
        table = Table(line)
        table.login()
        with pytest.raises(Refused, match="no slots here"):
            table.update("begin", size=10)


def test_its_errors_are_those_of_the_table():
    from rescue import shell, steps, update

    for code, name in shell._NAMES.items():
        assert errors.name_of(code) == name
    for module in (shell, steps, update):
        for name in ("SYNTAX", "BUNDLE", "STORAGE", "NOT_STAGED", "AUTH", "DENIED", "NOT_OFFERED"):
            if hasattr(module, name):
                assert getattr(module, name) == getattr(errors, name)
    assert shell.MTU == codec.MTU
