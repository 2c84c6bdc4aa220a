"""The flash image of a new controller, read back with another library's eyes."""

import struct

import pytest
from littlefs import LittleFS, UserContext
from tests.paishan_host.install.runtimes import code, micropython, parts_of

from paishan_host import ending
from paishan_host.install import image, mpy, uf2
from paishan_sim.places import boards_dir

BOARD = boards_dir() / "bench" / "board.py"


@pytest.fixture(scope="module")
def pico():
    parts = image.runtime("rpi_pico", micropython(), "micropython.uf2")
    return image.build("rpi_pico", micropython=parts, board_file=BOARD, profile={"a": 1})


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
    parts = uf2.blocks(pico.uf2, "table.uf2")
    assert parts.items() > parts_of(code()).items()
    for address, payload in parts.items():
        if address >= 0x100A0000:
            at = address - 0x100A0000
            assert payload == pico.filesystem[at : at + 256]
    first = struct.unpack_from("<8I", pico.uf2)
    assert first[6] == len(pico.uf2) // 512
    assert first[7] == 0xE48BFF56


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (uf2.made(parts_of(bytes(1000))), "there is no MicroPython in it"),
        (micropython(machine="Seeed Studio XIAO RP2040 with RP2040"), "it is for Seeed Studio"),
        (micropython(machine="Raspberry Pi Pico W with RP2040"), "it is for Raspberry Pi Pico W"),
        (micropython(files_at=0x12C000), "it keeps its files at another place"),
        (uf2.made(parts_of(code() + bytes(0xA0000))), "it keeps its files at another place"),
    ],
    ids=["no MicroPython", "another board", "another Pico", "other flash", "too large"],
)
def test_a_runtime_of_another_board_is_refused_with_the_reason_and_a_way_out(data, why):
    with pytest.raises(ending.Problem) as problem:
        image.runtime("rpi_pico", data, "my.uf2")
    said = problem.value.message
    assert said.startswith(f"my.uf2: {why}")
    assert "micropython.org's UF2 for Raspberry Pi Pico with RP2040" in said
    assert "install over its prompt, --port" in said
    assert problem.value.code == ending.BAD_FILE


def test_one_that_this_tool_made_is_told_from_a_larger_one(pico):
    with pytest.raises(ending.Problem, match="a table's files are in it already"):
        image.runtime("rpi_pico", pico.uf2, "table.uf2")


@pytest.mark.parametrize("board", ["bench", "rpi_pico2"])
def test_a_board_that_takes_no_uf2_is_installed_another_way(board):
    with pytest.raises(ending.Problem, match=f"no flash image is made for {board}: install over"):
        image.runtime(board, micropython(), "my.uf2")


def test_a_board_without_known_flash_is_installed_another_way():
    with pytest.raises(ending.Problem, match="--port"):
        image.build("nowhere")


def test_a_file_that_cannot_be_compiled_is_named(tmp_path):
    source = tmp_path / "board.py"
    source.write_text("def\n")
    with pytest.raises(ending.Problem, match=r"board\.py: SyntaxError"):
        image.build("rpi_pico", board_file=source)
