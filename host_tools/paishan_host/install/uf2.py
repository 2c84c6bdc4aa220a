"""UF2, the files that a Pico's boot drive takes: split, make, merge.

A file is blocks of 512 bytes, each with 256 bytes of flash and the address where they belong.
"""

from __future__ import annotations

import struct
from typing import Final

from paishan_host import ending
from paishan_host.language import tr

BLOCK: Final = 512
PAYLOAD: Final = 256
SECTOR: Final = 4096
_HEADER: Final = struct.Struct("<8I")
_MAGIC: Final = (0x0A324655, 0x9E5D5157)
RP2040: Final = 0xE48BFF56  # the family of its files
_END: Final = struct.pack("<I", 0x0AB16F30)
_HAS_FAMILY: Final = 0x2000
_NOT_FLASH: Final = 0x0001

Parts = dict[int, bytes]  # address: payload


def blocks(data: bytes, name: str) -> Parts:
    """What belongs into an RP2040's flash. `name`: of the file; the Problem with what is none, or
    is cut or for another chip, has it."""
    found: Parts = {}
    numbers, totals, foreign = [], set(), False
    for at in range(0, len(data), BLOCK):
        block = data[at : at + BLOCK]
        if len(block) < BLOCK or block[-4:] != _END:
            raise _damaged(name)
        *magic, flags, address, length, number, total, family = _HEADER.unpack_from(block)
        if tuple(magic) != _MAGIC or length != PAYLOAD:
            raise _damaged(name)
        if family != RP2040 or not flags & _HAS_FAMILY:
            foreign = True  # the boot drive passes it over, too
            continue
        numbers.append(number)
        totals.add(total)
        if not flags & _NOT_FLASH:
            found[address] = block[_HEADER.size : _HEADER.size + length]
    if foreign and not numbers:
        raise ending.Problem(
            tr("{file}: a UF2 for another chip than the RP2040: take the one for it", file=name),
            ending.BAD_FILE,
        )
    if not found or totals != {len(numbers)} or sorted(numbers) != list(range(len(numbers))):
        raise _damaged(name)
    return found


def _damaged(name: str) -> ending.Problem:
    return ending.Problem(
        tr("{file}: no UF2 file, or one that was cut or damaged: download it anew", file=name),
        ending.BAD_FILE,
    )


def made(parts: Parts) -> bytes:
    """The file of these payloads."""
    made = []
    for number, (address, payload) in enumerate(sorted(parts.items())):
        head = _HEADER.pack(
            *_MAGIC, _HAS_FAMILY, address, len(payload), number, len(parts), RP2040
        )
        made.append(head + payload.ljust(BLOCK - len(head) - 4, b"\0") + _END)
    return b"".join(made)


def of_bytes(data: bytes, address: int) -> Parts:
    """Payloads of a piece of flash; erased sectors are left out, the drive erases by sectors."""
    parts = {}
    for sector in range(0, len(data), SECTOR):
        piece = data[sector : sector + SECTOR]
        if piece.strip(b"\xff"):
            for at in range(0, len(piece), PAYLOAD):
                parts[address + sector + at] = piece[at : at + PAYLOAD]
    return parts
