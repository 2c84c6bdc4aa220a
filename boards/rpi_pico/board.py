"""Raspberry Pi Pico (RP2040): the chain on SPI0, a laptop on USB, a bus on UART1.

The only file that names pins; board.toml beside it says the same to people and is checked
against this. README.md has the wiring, ../README.md what each name is for.
"""

from machine import SPI, Pin


def _chain():
    """(SPI, latch, alive); the outputs lose their enable 50 ms from here."""
    alive = Pin(20, Pin.OUT, value=0)
    latch = Pin(17, Pin.OUT, value=1)
    spi = SPI(
        0,
        baudrate=4_000_000,
        polarity=0,
        phase=0,
        sck=Pin(18),
        mosi=Pin(19),
        miso=Pin(16, Pin.IN, Pin.PULL_UP),
    )
    return spi, latch, alive


def outputs_off():
    """Every register to 0 and no pulse for the monostable. Needs nothing but the chip."""
    spi, latch, _alive = _chain()
    spi.write(bytes(7))
    latch(0)
    latch(1)


outputs_off()

import time

import machine
from micropython import const

# A word of the watchdog that outlives a reset, and what stands there before one that was asked
# for: the chip itself cannot tell it from a watchdog's.
_SCRATCH = const(0x4005800C)
_ASKED = const(0x5041)
_BOOT_MS = const(2000)  # a start later than this after the chip's is MicroPython's alone

NAME = "rpi_pico"
HOME = "/"
SLOTS = True
WATCHDOG_MS = 8000  # the chip's longest is 8,388
RESET_CAUSE = "watchdog"
if time.ticks_diff(time.ticks_ms(), 0) > _BOOT_MS:
    RESET_CAUSE = "soft"
elif machine.reset_cause() == machine.PWRON_RESET:
    RESET_CAUSE = "power-on"
elif machine.mem32[_SCRATCH] == _ASKED:
    RESET_CAUSE = "reset"
machine.mem32[_SCRATCH] = 0

lamp = Pin(25, Pin.OUT, value=0)
key = Pin(15, Pin.IN, Pin.PULL_UP)


def port():
    """The ring on SPI0."""
    from paishan.io.chain import Chain

    inverted = b"\xff\xff\xff\xff\xff\xff\x00\x00"  # sensors and keys pull their 165 to ground
    spi, latch, alive = _chain()
    return Chain(spi, latch, alive, inverted)


def bus():
    """RS-485 on UART1."""
    from paishan.io.uart import SPEED, Uart

    uart = machine.UART(
        1, SPEED, tx=Pin(4), rx=Pin(5, Pin.IN, Pin.PULL_UP), txbuf=256, rxbuf=256, timeout=0
    )
    return Uart(uart, Pin(6, Pin.OUT, value=0))


def _restart():
    """A reset that the next start knows for one that was asked for."""
    machine.mem32[_SCRATCH] = _ASKED
    machine.reset()


ways = {"reboot": _restart, "bootloader": machine.bootloader}
