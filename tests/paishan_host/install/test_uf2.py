"""UF2 files, whole and otherwise."""

import pytest
from tests.paishan_host.install.runtimes import parts_of

from paishan_host import ending
from paishan_host.install import uf2

WHOLE = uf2.made(parts_of(bytes(range(250)) * 5))  # five blocks
PICO2 = (0xE48BFF59).to_bytes(4, "little")


def test_what_was_made_is_read_back():
    assert uf2.blocks(WHOLE, "whole.uf2") == parts_of(bytes(range(250)) * 5)


def block(number):
    return WHOLE[uf2.BLOCK * number : uf2.BLOCK * (number + 1)]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"no UF2",
        bytes(512),
        WHOLE[:-1],
        WHOLE[: -uf2.BLOCK],
        WHOLE[uf2.BLOCK :],
        WHOLE[: uf2.BLOCK] + WHOLE[2 * uf2.BLOCK :],
        WHOLE + block(4),
        block(0) * 5,
        WHOLE[:16] + b"\xff" + WHOLE[17:],
        b"".join(block(number)[:8] + b"\x01\x20" + block(number)[10:] for number in range(5)),
    ],
    ids=[
        "empty", "text", "zeros", "cut in a block", "cut at a block's edge", "without its begin",
        "without its middle", "a block too many", "a block five times", "another length",
        "not for the flash",
    ],
)  # fmt: skip
def test_what_is_not_whole_is_told_with_its_name(data):
    with pytest.raises(ending.Problem, match=r"^my\.uf2: no UF2 file, or one that was cut"):
        uf2.blocks(data, "my.uf2")


def test_one_for_another_chip_is_told_with_its_name():
    other = b"".join(block(number)[:28] + PICO2 + block(number)[32:] for number in range(5))
    with pytest.raises(ending.Problem, match=r"^my\.uf2: a UF2 for another chip"):
        uf2.blocks(other, "my.uf2")


def test_blocks_for_another_chip_are_passed_over_as_the_boot_drive_does():
    other = block(0)[:28] + PICO2 + block(0)[32:]
    assert uf2.blocks(other + WHOLE, "my.uf2") == uf2.blocks(WHOLE, "my.uf2")
