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
_END: Final = struct.pack("<I", 0x0AB16F30)
_HAS_FAMILY: Final = 0x2000
_NOT_FLASH: Final = 0x0001


def blocks(data: bytes) -> dict[int, bytes]:
    """{address: payload} of what belongs into flash; Problem where it is no UF2."""
    found = {}
    for at in range(0, len(data), BLOCK):
        block = data[at : at + BLOCK]
        if len(block) < BLOCK or block[-4:] != _END or _HEADER.unpack_from(block)[:2] != _MAGIC:
            raise ending.Problem(
                tr("no UF2 file, or a damaged one: download MicroPython's .uf2 anew"),
                ending.BAD_FILE,
            )
        _m1, _m2, flags, address, length, *_rest = _HEADER.unpack_from(block)
        if not flags & _NOT_FLASH:
            found[address] = block[_HEADER.size : _HEADER.size + length]
    if not found:
        raise ending.Problem(
            tr("no UF2 file, or a damaged one: download MicroPython's .uf2 anew"), ending.BAD_FILE
        )
    return found


def family(data: bytes) -> int:
    """The chip that the first block is for."""
    found: int = _HEADER.unpack_from(data)[7]
    return found


def made(parts: dict[int, bytes], family_id: int) -> bytes:
    """The file of these payloads."""
    made = []
    for number, (address, payload) in enumerate(sorted(parts.items())):
        head = _HEADER.pack(
            *_MAGIC, _HAS_FAMILY, address, len(payload), number, len(parts), family_id
        )
        made.append(head + payload.ljust(BLOCK - len(head) - 4, b"\0") + _END)
    return b"".join(made)


def of_bytes(data: bytes, address: int) -> dict[int, bytes]:
    """Payloads of a piece of flash; erased sectors are left out, the drive erases by sectors."""
    parts = {}
    for sector in range(0, len(data), SECTOR):
        piece = data[sector : sector + SECTOR]
        if piece.strip(b"\xff"):
            for at in range(0, len(piece), PAYLOAD):
                parts[address + sector + at] = piece[at : at + PAYLOAD]
    return parts


def merged(runtime: bytes, data: bytes, address: int) -> bytes:
    """A runtime's UF2 with a piece of flash behind it, as one file."""
    parts = blocks(runtime)
    if max(at + len(payload) for at, payload in parts.items()) > address:
        raise ending.Problem(
            tr(
                "this MicroPython is larger than the place before the table's files: take the "
                "one for this board"
            ),
            ending.BAD_FILE,
        )
    return made({**parts, **of_bytes(data, address)}, family(runtime))
