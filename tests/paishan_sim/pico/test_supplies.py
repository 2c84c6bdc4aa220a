import hashlib
import json
import struct
from pathlib import Path

import pytest

from paishan_sim.lane import LaneError
from paishan_sim.pico import supplies


@pytest.fixture(autouse=True)
def nothing_here(monkeypatch, tmp_path):
    """A computer without Node.js, whose user has fetched nothing."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("PAISHAN_UF2", raising=False)
    monkeypatch.delenv("PAISHAN_BOOTROM", raising=False)
    monkeypatch.setattr(supplies, "user_cache_path", lambda name: tmp_path / "cache" / name)


@pytest.fixture
def no_network(monkeypatch):
    def refuse(url, timeout):
        raise OSError("no route")

    monkeypatch.setattr(supplies.urllib.request, "urlopen", refuse)


def executable(folder, name, text):
    path = folder / name
    path.write_text(text)
    path.chmod(0o755)


def test_a_missing_node_is_named_with_where_it_comes_from():
    with pytest.raises(LaneError, match=r"node is not installed: .*nodejs\.org"):
        supplies.node()


def test_a_missing_npm_is_named():
    with pytest.raises(LaneError, match="npm is not installed"):
        supplies.package()


def test_an_npm_that_fails_is_quoted_in_one_line_and_leaves_nothing(tmp_path):
    executable(tmp_path, "npm", "#!/bin/sh\necho 'npm error code E404' >&2\nexit 1\n")
    with pytest.raises(LaneError, match=r"rp2040js: npm error code E404$"):
        supplies.package()
    assert list((tmp_path / "cache" / "paishan").iterdir()) == []


def test_the_emulator_is_fetched_once(tmp_path):
    executable(
        tmp_path,
        "npm",
        "#!/bin/sh\n/bin/mkdir -p node_modules/rp2040js\n"
        f"echo x >> node_modules/rp2040js/package.json\necho x >> {tmp_path}/calls\n",
    )
    first = supplies.package()
    assert (first / "package.json").exists()
    assert supplies.package() == first
    assert (tmp_path / "calls").read_text() == "x\n"


def test_the_lock_pins_a_hash_and_names_no_place():
    lock = json.loads(Path(supplies.__file__).with_name("package-lock.json").read_text())
    package = lock["packages"]["node_modules/rp2040js"]
    assert package["version"] == "1.4.1"
    assert package["integrity"].startswith("sha512-")
    assert "resolved" not in package


def test_without_an_image_one_line_says_which_and_how(no_network):
    with pytest.raises(LaneError, match=rf"download {supplies.IMAGE} .*--uf2 or PAISHAN_UF2"):
        supplies.image()


def test_a_named_image_is_taken_as_it_is(monkeypatch, tmp_path):
    (tmp_path / "own.uf2").write_bytes(b"own")
    monkeypatch.setenv("PAISHAN_UF2", str(tmp_path / "own.uf2"))
    assert supplies.image() == b"own"
    (tmp_path / "given.uf2").write_bytes(b"given")
    assert supplies.image(tmp_path / "given.uf2") == b"given"


class Answer:
    def __init__(self, data):
        self.data = data

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def read(self):
        return self.data


def test_a_download_is_checked_and_kept(monkeypatch):
    asked = []

    def open_url(url, timeout):
        asked.append(url)
        return Answer(b"image")

    monkeypatch.setattr(supplies.urllib.request, "urlopen", open_url)
    with pytest.raises(LaneError, match="sent another"):
        supplies.image()
    monkeypatch.setattr(supplies, "_IMAGE_SHA256", hashlib.sha256(b"image").hexdigest())
    assert supplies.image() == b"image"
    assert supplies.image() == b"image"
    assert len(asked) == 2


def test_another_rom_than_the_chip_s_is_refused(monkeypatch, tmp_path):
    path = tmp_path / "rom.bin"
    path.write_bytes(struct.pack("<4096I", *range(4096)))
    monkeypatch.setenv("PAISHAN_BOOTROM", str(path))
    with pytest.raises(LaneError, match=r"rom\.bin: not the boot ROM B1"):
        supplies.rom()


def test_a_missing_rom_says_how_to_get_it(monkeypatch):
    monkeypatch.setattr(supplies, "find_spec", lambda name: None)
    with pytest.raises(LaneError, match=r"pip install 'paishan\[emulator\]'"):
        supplies.rom()


def test_the_rom_of_the_pinned_package_is_the_chip_s():
    assert len(supplies.rom()) == 16 << 10
