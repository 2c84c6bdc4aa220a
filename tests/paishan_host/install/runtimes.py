"""A stand-in for MicroPython's UF2, so that tests need no download."""

from paishan_host.install import uf2

PICO = 0xE48BFF56


def uf2_of(data, family=PICO):
    """The file that puts `data` at the begin of a Pico's flash."""
    parts = {
        0x10000000 + at: data[at : at + uf2.PAYLOAD].ljust(uf2.PAYLOAD, b"\0")
        for at in range(0, len(data), uf2.PAYLOAD)
    }
    return uf2.made(parts, family)
