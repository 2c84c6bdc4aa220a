"""Raspberry Pi Pico 2 (RP2350): the chain on SPI0, a laptop on USB, a bus on UART1.

The only file that names pins; board.toml beside it says the same to people and is checked
against this. Everything but the process image, the lines and the pace works without the
application, for the recovery shell. README.md has the wiring.
"""

from machine import SPI, Pin

_CHAIN_HZ = 4_000_000
_INVERTED = b"\xff\xff\xff\xff\xff\xff\x00\x00"  # sensors and keys pull their 165 to ground


def _chain():
    """(SPI, latch, alive); the outputs lose their enable 50 ms from here."""
    alive = Pin(20, Pin.OUT, value=0)
    latch = Pin(17, Pin.OUT, value=1)
    spi = SPI(
        0,
        baudrate=_CHAIN_HZ,
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
from binascii import hexlify

import machine
import micropython

_WATCHDOG_MS = 8000  # the chip's longest is 8,388
_LAMP_SCANS = 63  # between two changes of the lamp, less one
_SHELL_MS = 5
_LAST_WORDS_MS = 100  # what was said last still goes out over USB
_PROFILE = "/profile.json"

# A word of the watchdog that outlives a reset, and what stands there before one that was asked
# for: the chip itself cannot tell it from a watchdog's.
_SCRATCH = 0x400D800C
_ASKED = 0x5041
_POWER_ON = 1  # machine.PWRON_RESET
_BOOT_MS = 2000  # a start later than this after the chip's is MicroPython's alone

_port = None
_pace = None
_console = None
_bus = None
_dog = None
_led = Pin(25, Pin.OUT, value=0)
_scans = 0


def _reset_cause():
    if time.ticks_diff(time.ticks_ms(), 0) > _BOOT_MS:
        return "soft"
    asked = machine.mem32[_SCRATCH] == _ASKED
    machine.mem32[_SCRATCH] = 0
    if machine.reset_cause() == _POWER_ON:
        return "power-on"
    return "reset" if asked else "watchdog"


_cause = _reset_cause()


def port():
    """The process image's port: read(inputs) and write(outputs)."""
    global _port
    from paishan.io.chain import Chain

    spi, latch, alive = _chain()
    _port = Chain(spi, latch, alive, _INVERTED)
    return _port


def profile():
    """The machine, as its profile says: chart, selector, settings."""
    from paishan.io import files

    return files.profile(_PROFILE)[0]


def serial():
    """The line to a laptop on USB, and the bus; without the application USB alone."""
    global _bus, _console
    from rescue.console import Console

    _console = Console()
    try:
        from paishan.io.lines import Lines
        from paishan.io.uart import SPEED, Uart
    except ImportError:
        return _console
    uart = machine.UART(
        1, SPEED, tx=Pin(4), rx=Pin(5, Pin.IN, Pin.PULL_UP), txbuf=256, rxbuf=256, timeout=0
    )
    _bus = Uart(uart, Pin(6, Pin.OUT, value=0))
    return Lines(_console, _bus)


def folder():
    """Where the records are. The file system itself is mounted before this file is read."""
    return "/store"


def identity():
    """What this board says of itself; "lost": a sentence when its records were lost."""
    about = {
        "board": "rpi_pico2",
        "reset_cause": _cause,
        "serial": hexlify(machine.unique_id()).decode(),
        "leave": ("reboot", "bootloader", "repl"),
    }
    try:
        from paishan.io import files
    except ImportError:
        return about
    about["lost"] = files.kept(folder()) or files.profile(_PROFILE)[1]
    return about


def root():
    """Where the two slots are."""
    return "/"


def forced():
    """Whether the recovery key holds its pin to ground, for 10 ms."""
    key = Pin(15, Pin.IN, Pin.PULL_UP)
    for _ in range(10):
        time.sleep_ms(1)
        if key():
            return False
    return True


def wait():
    """Blocks until the next scan is due; the time in ms, below 2^30."""
    global _pace
    if _port is None:  # the recovery shell has no scan
        time.sleep_ms(_SHELL_MS)
        return time.ticks_ms()
    if _pace is None:
        from paishan.io.pace import Pace

        _pace = Pace(_port, _bus.sending if _bus else None)
    if _console:
        _console.spare(_port.moving)
    return _pace.wait()


def watchdog():
    """Starts the chip's watchdog, which only a reset ends; returns what feeds it."""
    global _dog
    if _dog is None:
        _dog = machine.WDT(timeout=_WATCHDOG_MS)
    return feed


def feed():
    """After each complete scan: watchdog, outputs' enable, and the lamp on the board."""
    global _scans
    if _dog:
        _dog.feed()
    if _port:  # the recovery shell has none
        _port.feed()
    _scans = _scans + 1 & _LAMP_SCANS
    if not _scans:
        _led.toggle()


def leave(how):
    """Outputs off, then "reboot", "bootloader" or back to MicroPython's prompt."""
    outputs_off()
    if how == "bootloader":
        machine.bootloader()
    elif how == "repl":
        micropython.kbd_intr(3)
    else:
        time.sleep_ms(_LAST_WORDS_MS)
        machine.mem32[_SCRATCH] = _ASKED
        machine.reset()
