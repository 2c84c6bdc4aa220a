"""The flash image of a new controller, read back with another library's eyes."""

import struct

import pytest
from littlefs import LittleFS, UserContext
from tests.paishan_host.install.runtimes import uf2_of

from paishan_host import ending
from paishan_host.install import image, mpy, uf2
from paishan_sim.places import boards_dir

BOARD = boards_dir() / "bench" / "board.py"


@pytest.fixture(scope="module")
def pico():
    return image.build("rpi_pico", uf2=uf2_of(bytes(1000)), board_file=BOARD, profile={"a": 1})


def volume(data):
    context = UserContext(len(data))
    context.buffer[:] = data
    return LittleFS(context, block_size=4096, block_count=len(data) // 4096, disk_version=0x20000)


def test_the_file_system_holds_every_file(pico):
    files = volume(pico.filesystem)
    for name, data in pico.files.items():
        with files.open(f"/{name}", "rb") as file:
            assert file.read() == data


def test_all_that_a_controller_needs_is_there(pico):
    assert {"boot.py", "main.py", "board.mpy", "rescue/__init__.mpy", "profile.json"} <= set(
        pico.files
    )
    assert "a/paishan/app/app.mpy" in pico.files
    assert not any("cpython" in name for name in pico.files)
    assert volume(pico.filesystem).listdir("/store") == []


def test_two_applications_and_the_records_fit(pico):
    used = volume(pico.filesystem).used_block_count
    slot = used - 20  # at most: what lies outside the slot
    assert used + slot + 16 <= image.FLASH["rpi_pico"].blocks


def test_the_same_sources_give_the_same_image(pico):
    again = image.build("rpi_pico", board_file=BOARD, profile={"a": 1})
    assert again.filesystem == pico.filesystem
    assert again.uf2 is None


def test_the_files_are_for_the_processor_of_the_board(pico):
    assert f"mpy {mpy.number('armv6m')}\n".encode() in pico.files["a/manifest"]
    for name, data in pico.files.items():
        if name.endswith(".mpy"):
            assert data[:2] == b"M\x06", name
            assert data[2] >> 2 in (0, mpy.ARCHITECTURES.index("armv6m")), name


def test_the_uf2_holds_the_runtime_and_the_file_system_behind_it(pico):
    parts = uf2.blocks(pico.uf2)
    assert parts[0x10000000] == bytes(256)
    for address, payload in parts.items():
        if address >= 0x100A0000:
            at = address - 0x100A0000
            assert payload == pico.filesystem[at : at + 256]
    first = struct.unpack_from("<8I", pico.uf2)
    assert first[6] == len(pico.uf2) // 512
    assert first[7] == 0xE48BFF56


def test_a_runtime_that_reaches_into_the_files_is_refused():
    with pytest.raises(ending.Problem, match="larger than the place"):
        image.build("rpi_pico", uf2=uf2_of(bytes(0xA0001)), board_file=BOARD)


@pytest.mark.parametrize("data", [b"", b"no UF2", b"\0" * 512])
def test_what_is_no_uf2_is_refused(data):
    with pytest.raises(ending.Problem, match="no UF2"):
        uf2.blocks(data)


def test_a_board_without_known_flash_is_installed_another_way():
    with pytest.raises(ending.Problem, match="--port"):
        image.build("nowhere")


def test_a_file_that_cannot_be_compiled_is_named(tmp_path):
    source = tmp_path / "board.py"
    source.write_text("def\n")
    with pytest.raises(ending.Problem, match=r"board\.py: SyntaxError"):
        image.build("rpi_pico", board_file=source)
