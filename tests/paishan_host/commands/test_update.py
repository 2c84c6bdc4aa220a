"""`paishan update`, `verify`, `bundle` and `keys`, as a technician types them."""

import json
import os
import stat

import pytest
from tests.rescue import machines

from paishan_host.install import bundle
from paishan_sim.lane_micropython import available

pytestmark = pytest.mark.skipif(
    not available(), reason="MicroPython for a PC has no wheel for this platform"
)
NEW = "0.2.0"


@pytest.fixture
def at_controller(at_lane, tmp_path):
    """The commands talk to a controller in lane 2 that the installer has written."""
    with machines.controller(tmp_path) as line:
        at_lane(line)
        line.until("READY")
        yield line


def written(tmp_path, made):
    path = tmp_path / "new.zip"
    path.write_bytes(bundle.packed(made))
    return path


@pytest.fixture
def new(tmp_path):
    return written(tmp_path, machines.of(NEW, {"paishan/app/extra.mpy": b"x"}))


@pytest.mark.usefixtures("at_controller")
class TestUpdate:
    def test_a_bundle_ends_up_running_and_confirmed(self, paishan, new):
        done = paishan("update", new, "--yes")
        assert (done.code, done.out) == (0, "version 0.2.0 runs and is confirmed\n"), done
        assert paishan("update", new, "--yes").out == "the table already runs this build\n"
        status = json.loads(paishan("update", "status", "--json").out)
        assert (status["running"], status["b"], status["trial"]) == ("b", NEW, None)

    def test_one_of_the_same_sources_with_a_version_of_its_own_runs_as_that(
        self, paishan, tmp_path
    ):
        made = bundle.made(["bench"], "x64", signer=machines.signer(), version="0.3.0")
        done = paishan("update", written(tmp_path, made), "--yes")
        assert (done.code, done.out) == (0, "version 0.3.0 runs and is confirmed\n"), done
        assert json.loads(paishan("info", "--json").out)["version"] == "0.3.0"

    def test_one_that_fails_is_said_to_have_failed_and_why(self, paishan, tmp_path):
        broken = {"paishan/app/__init__.mpy": None, "paishan/app/__init__.py": b"App = 1 +\n"}
        done = paishan("update", written(tmp_path, machines.of(NEW, broken)), "--yes", "--json")
        assert done.code == 1
        assert "did not prove itself, the table runs 0.1.0 again" in done.err
        assert "SyntaxError" in done.err
        assert "SyntaxError" in paishan("update", "why").out

    def test_for_another_board_it_is_refused_with_the_reason(self, paishan, tmp_path):
        other = machines.of(NEW, {"paishan/extra.mpy": b"x"}, boards=("pyboard",))
        done = paishan("update", written(tmp_path, other), "--yes")
        assert done.code == 7
        assert "it is for pyboard, this is bench" in done.err
        assert json.loads(paishan("info", "--json").out)["mode"] == "application"  # again

    def test_the_other_version_comes_back_on_request(self, paishan, new):
        assert paishan("update", new, "--yes").code == 0
        done = paishan("update", "rollback", "--yes")
        assert (done.code, done.out) == (0, "version 0.1.0 runs\n"), done
        assert "rolled back by command" in paishan("update", "why").out

    def test_nothing_is_on_trial_to_confirm(self, paishan):
        done = paishan("update", "confirm")
        assert done.code == 7
        assert "nothing is on trial" in done.err

    def test_the_two_slots_are_shown(self, paishan):
        done = paishan("update", "status")
        assert (done.code, done.err) == (0, "")
        assert done.out.splitlines()[:2] == [f"a  0.1.0 ({machines.build()})  runs", "b  empty"]

    def test_every_file_is_proved_and_the_table_shows_the_same_digits(
        self, paishan, at_controller
    ):
        done = paishan("verify", "--json")
        assert done.code == 0
        said = json.loads(done.out)
        assert said["differs"] == []
        shown = []
        for _ in range(7000 // 5):
            at_controller.scan()
            text = at_controller.run.lane.status()["display"].replace(".", "")
            if not shown or shown[-1] != text:
                shown.append(text)
        assert "".join(shown[:4]) == said["code"]

    def test_the_digits_are_those_that_the_bundle_gives(self, paishan, tmp_path):
        published = machines.published()
        done = paishan("verify", written(tmp_path, published))
        assert done.code == 0, done
        assert bundle.code(published.about, "bench", {}) in done.out
        assert "every file is as in the bundle" in done.out

    def test_another_bundle_is_not_what_is_there(self, paishan, new):
        done = paishan("verify", new)
        assert done.code == 1
        assert "not what the bundle holds" in done.out


def test_a_changed_file_around_the_slots_is_named(paishan, at_lane, tmp_path):
    from paishan_host.install import image

    files = dict(image.files("bench", "x64"))
    files["rescue/proof.mpy"] = image.files("bench", "x64")["rescue/proof.mpy"]
    files["boot.py"] += b"# and one line more\n"
    files["a/paishan/more.py"] = b"1\n"
    (tmp_path / "flash.img").write_bytes(image.littlefs(files, image.FLASH["bench"]))
    with machines.controller(tmp_path, fresh=False) as line:
        at_lane(line)
        line.until("READY")
        done = paishan("verify")
    assert done.code == 1
    assert "differs from the manifest: boot.py: differs" in done.out
    assert "differs from the manifest: paishan/more.py: extra" in done.out


class TestBundles:
    def test_a_signed_one_can_be_read_back(self, paishan, tmp_path):
        key = tmp_path / "maker.pem"
        assert paishan("keys", "new", key).code == 0
        path = tmp_path / "new.zip"
        done = paishan(
            "bundle",
            "--board",
            "rpi_pico",
            "--key",
            key,
            "--version",
            "1.2.3",
            "-o",
            path,
            "--json",
        )
        assert done.code == 0, done
        made = json.loads(done.out)
        read = bundle.load(path)
        assert (read.about.version, read.about.key) == ("1.2.3", made["key"])
        assert made["key"] in paishan("keys", "show", f"{key}.pub").out
        assert made["codes"] == {"rpi_pico": bundle.code(read.about, "rpi_pico", {})}

    def test_an_unsigned_one_has_another_name_than_the_signed_one(
        self, paishan, tmp_path, monkeypatch
    ):
        monkeypatch.chdir(tmp_path)
        key = tmp_path / "maker.pem"
        paishan("keys", "new", key)
        signed = json.loads(paishan("bundle", "--board", "rpi_pico", "--key", key, "--json").out)
        plain = json.loads(paishan("bundle", "--board", "rpi_pico", "--json").out)
        assert (signed["file"], plain["file"]) == (
            "paishan-0.1.0-rpi_pico.zip", "paishan-0.1.0-rpi_pico-unsigned.zip",
        )  # fmt: skip
        assert bundle.load(tmp_path / signed["file"]).about.key == signed["key"]
        assert bundle.load(tmp_path / plain["file"]).about.key == ""

    def test_the_key_that_signs_it_is_not_replaced(self, paishan, tmp_path):
        key = tmp_path / "maker.pem"
        paishan("keys", "new", key)
        before = key.read_bytes()
        done = paishan("bundle", "--board", "rpi_pico", "--key", key, "-o", key)
        assert done.code == 2
        assert f"{key} is what this is made of" in done.err
        assert key.read_bytes() == before

    def test_another_version_is_another_build(self):
        one, other = (bundle.made(["rpi_pico"], "armv6m", version=text) for text in ("", "9.8.7"))
        assert (one.about.version, other.about.version) == ("0.1.0", "9.8.7")
        assert one.about.build != other.about.build
        differing = [name for name in one.files if one.files[name] != other.files[name]]
        assert "paishan/__init__.mpy" in differing

    def test_the_same_sources_give_the_same_bundle(self):
        one, other = (bundle.packed(bundle.made(["rpi_pico"], "armv6m")) for _ in range(2))
        assert one == other

    def test_cut_anywhere_or_with_a_byte_changed_it_is_damaged(self, paishan, new, tmp_path):
        whole = new.read_bytes()
        bad = tmp_path / "bad.zip"
        for at in range(0, len(whole), len(whole) // 20):
            bad.write_bytes(whole[:at])
            done = paishan("update", bad, "--yes")
            assert done.code == 3, at
            assert "download or make it anew" in done.err
            changed = bytearray(whole)
            changed[at] ^= 0x10
            bad.write_bytes(changed)
            if paishan("update", bad, "--yes").code != 3:
                assert bundle.load(bad) == bundle.load(new)  # a byte that means nothing

    def test_boards_with_different_processors_need_a_bundle_each(self, paishan):
        done = paishan("bundle", "--board", "rpi_pico", "--board", "rpi_pico2")
        assert done.code == 2
        assert "a bundle for each" in done.err

    def test_a_board_whose_firmware_is_frozen_takes_none(self, paishan):
        done = paishan("bundle", "--board", "esp32_generic")
        assert done.code == 7
        assert "boards/esp32_generic/README.md" in done.err

    def test_an_unknown_board_names_the_known_ones(self, paishan):
        done = paishan("bundle", "--board", "pico")
        assert done.code == 2
        assert "rpi_pico" in done.err


class TestKeys:
    def test_a_private_key_is_its_owners_alone_and_never_overwritten(self, paishan, tmp_path):
        key = tmp_path / "maker.pem"
        assert paishan("keys", "new", key).code == 0
        if os.name == "posix":
            assert stat.S_IMODE(key.stat().st_mode) == 0o600
        before = key.read_bytes()
        done = paishan("keys", "new", key)
        assert done.code == 4
        assert "never overwritten" in done.err
        assert key.read_bytes() == before

    def test_a_public_half_that_is_there_stops_it_too(self, paishan, tmp_path):
        (tmp_path / "maker.pem.pub").write_text("somebody's")
        assert paishan("keys", "new", tmp_path / "maker.pem").code == 4
        assert not (tmp_path / "maker.pem").exists()

    def test_one_that_others_can_read_is_complained_of(self, paishan, tmp_path):
        key = tmp_path / "maker.pem"
        paishan("keys", "new", key)
        key.chmod(0o644)
        assert "chmod 600" in paishan("keys", "show", key).err

    @pytest.mark.parametrize("content", [b"", b"no key", b"rsa2048 12\n", b"\xff\xfe"])
    def test_what_is_no_key_is_said_to_be_none(self, paishan, tmp_path, content):
        for name in ("one.pem", "one.pub"):
            (tmp_path / name).write_bytes(content)
            done = paishan("keys", "show", tmp_path / name)
            assert done.code == 3
            assert "keys new" in done.err
