"""A stand-in for MicroPython's UF2, so that tests need no download."""

import struct

from paishan_host.install import image, uf2

PICO = image.FLASH["rpi_pico"]
FLASH_BASE = 0x10000000


def parts_of(data):
    """`data` at the begin of a Pico's flash."""
    return {
        FLASH_BASE + at: data[at : at + uf2.PAYLOAD].ljust(uf2.PAYLOAD, b"\0")
        for at in range(0, len(data), uf2.PAYLOAD)
    }


def code(machine=PICO.machine, files_at=PICO.offset):
    """What a MicroPython says of itself, where any of them has it: across two blocks."""
    place = struct.pack("<II", FLASH_BASE + files_at, PICO.size)
    return bytes(250) + f"; {machine}\0".encode() + bytes(900) + place + bytes(300)


def micropython(**said):
    """The UF2 of one that says so."""
    return uf2.made(parts_of(code(**said)))
