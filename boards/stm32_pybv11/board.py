"""pyboard v1.1 (STM32F405): the chain on SPI2, a laptop on USB, a bus on UART6.

The only file that names pins; board.toml beside it says the same to people and is checked
against this. README.md has the wiring, ../README.md what each name is for.
"""

from machine import SPI, Pin


def _chain():
    """(SPI, latch, alive); the outputs lose their enable 50 ms from here."""
    alive = Pin("Y4", Pin.OUT, value=0)
    latch = Pin("Y5", Pin.OUT, value=1)
    spi = SPI(2, baudrate=4_000_000, polarity=0, phase=0)  # Y6 SCK, Y7 MISO, Y8 MOSI
    return spi, latch, alive


def outputs_off():
    """Every register to 0 and no pulse for the monostable. Needs nothing but the chip."""
    spi, latch, _alive = _chain()
    spi.write(bytes(7))
    latch(0)
    latch(1)


outputs_off()

import machine

NAME = "stm32_pybv11"
HOME = "/flash/"
SLOTS = False  # 112 KB of files are too few for two applications
WATCHDOG_MS = 8000
RESET_CAUSE = {
    machine.PWRON_RESET: "power-on",
    machine.WDT_RESET: "watchdog",
    machine.SOFT_RESET: "soft",
}.get(machine.reset_cause(), "reset")

lamp = Pin("LED_GREEN", Pin.OUT, value=0)
key = Pin("X1", Pin.IN, Pin.PULL_UP)


def port():
    """The ring on SPI2."""
    from paishan.io.chain import Chain

    inverted = b"\xff\xff\xff\xff\xff\xff\x00\x00"  # sensors and keys pull their 165 to ground
    spi, latch, alive = _chain()
    return Chain(spi, latch, alive, inverted)


def bus():
    """RS-485 on UART6."""
    from paishan.io.uart import SPEED, Uart

    uart = machine.UART(6, SPEED, timeout=0, rxbuf=256)  # Y1 TX, Y2 RX
    return Uart(uart, Pin("Y3", Pin.OUT, value=0), buffered=False)


ways = {"reboot": machine.reset, "bootloader": machine.bootloader}
