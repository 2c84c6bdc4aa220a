"""ESP32 (WROOM-32): the chain on VSPI, a laptop on the prompt's UART, a bus on UART2.

The only file that names pins; board.toml beside it says the same to people and is checked
against this. README.md has the wiring, ../README.md what each name is for.
"""

from machine import SPI, Pin


def _chain():
    """(SPI, latch, alive); the outputs lose their enable 50 ms from here."""
    alive = Pin(22, Pin.OUT, value=0)
    latch = Pin(21, Pin.OUT, value=1)
    spi = SPI(
        2,
        baudrate=4_000_000,
        polarity=0,
        phase=0,
        sck=Pin(18),
        mosi=Pin(23),
        miso=Pin(19, Pin.IN, Pin.PULL_UP),
    )
    return spi, latch, alive


def outputs_off():
    """Every register to 0 and no pulse for the monostable. Needs nothing but the chip."""
    spi, latch, _alive = _chain()
    spi.write(bytes(7))
    latch(0)
    latch(1)


outputs_off()

import machine

NAME = "esp32_generic"
HOME = "/"
SLOTS = False  # an application from files would not fit into the heap
WATCHDOG_MS = 8000
RESET_CAUSE = {
    machine.PWRON_RESET: "power-on",
    machine.WDT_RESET: "watchdog",
    machine.SOFT_RESET: "soft",
}.get(machine.reset_cause(), "reset")

lamp = Pin(32, Pin.OUT, value=0)
key = Pin(33, Pin.IN, Pin.PULL_UP)


def port():
    """The ring on VSPI."""
    from paishan.io.chain import Chain

    inverted = b"\xff\xff\xff\xff\xff\xff\x00\x00"  # sensors and keys pull their 165 to ground
    spi, latch, alive = _chain()
    return Chain(spi, latch, alive, inverted)


def bus():
    """RS-485 on UART2."""
    from paishan.io.uart import SPEED, Uart

    uart = machine.UART(
        2, SPEED, tx=Pin(27), rx=Pin(26, Pin.IN, Pin.PULL_UP), txbuf=256, rxbuf=256, timeout=0
    )
    return Uart(uart, Pin(25, Pin.OUT, value=0))


ways = {"reboot": machine.reset}
