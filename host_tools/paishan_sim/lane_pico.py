"""Lane 3: the firmware under MicroPython for the RP2040, on an emulated Pico.

The chip's time leads: the machine moves 5 ms for every 5 ms of the chip. A scan of the lane is
normally one scan of the firmware, since the chip is let run until one is complete; a scan that
comes too late for its 5 ms finds the outputs of the one before, as the machine would, and one
that comes too early finds the inputs of the one before. Until the firmware's first scan, and
in every reset, time passes with the outputs off.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from paishan_sim.lane import INPUT_BYTES, OUTPUT_BYTES, Lane, Profile
from paishan_sim.pico import supplies
from paishan_sim.pico.emulator import FLASH_BYTES, Emulator, Report, Scan
from paishan_sim.serial import LIMIT, HostEnd
from paishan_sim.wiring import DIGIT_TENS, DIGIT_UNITS, SCAN_MS, digit_text

FILES_AT: Final = 0xA0000  # of the flash: where MicroPython for the Pico keeps its files
# sensors and keys pull their 74HC165 to ground; selector lines and signature do not
ACTIVE_LOW: Final = bytes((0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00))
# The wired signature is at the pins of the last register.

_SCAN_US: Final = 1000 * SCAN_MS
_FLASH_BASE: Final = 0x10000000
_STATE: Final = re.compile(rb'^!\d+ state from="\w+" to="(\w+)"')
_FAULT: Final = re.compile(rb"^!\d+ fault code=(\d+)")
_CLEARED: Final = re.compile(rb"^!\d+ cleared code=")
_HELLO: Final = b"hello\n"  # nobody is told anything before having spoken


def flash_image(micropython: Mapping[int, bytes], filesystem: bytes) -> bytes:
    """The whole flash: MicroPython, by address, and behind it the installer's file system."""
    flash = bytearray(b"\xff" * FLASH_BYTES)
    for address, payload in micropython.items():
        at = address - _FLASH_BASE
        flash[at : at + len(payload)] = payload
    flash[FILES_AT : FILES_AT + len(filesystem)] = filesystem
    return bytes(flash)


class UsbLine(HostEnd):
    """The laptop's end of the chip's USB. `plugged` False: nobody reads."""

    def __init__(self) -> None:
        self.going = bytearray()
        self.coming = bytearray()
        self.used = False  # a laptop has spoken

    @property
    def reading(self) -> bool:
        """Whether the laptop takes more."""
        return len(self.coming) < LIMIT

    def send(self, data: bytes) -> int:
        self.used = True
        count = min(len(data), LIMIT - len(self.going))
        self.going += data[:count]
        return count

    def receive(self) -> bytes:
        data = bytes(self.coming)
        self.coming.clear()
        return data


class PicoLane(Lane):
    """The emulated Pico with a flash that was written before.

    A profile with "serial": true has a laptop on USB; one with "listen": true asks the table once
    after each start to say what happens, and `status` knows what it said.
    """

    name = "pico"

    def __init__(self, profile: Profile, flash: bytes) -> None:
        self._line = UsbLine() if profile.get("serial") else None
        self.serial = self._line
        self._listens = bool(profile.get("listen"))
        self.on_scan: Callable[[Scan], None] | None = None  # each complete scan of the firmware
        self._emulator = Emulator(supplies.node(), supplies.package(), supplies.rom(), flash)
        self._power_on()

    def _power_on(self) -> None:
        self._emulator.power_on()
        self._shift_us = 0.0  # of the firmware's scans against those of the lane
        self._aligned = False
        self._resets = 0
        self._greeted = False
        self._heard = b""
        self._status: dict[str, Any] = {"state": "BOOT", "fault": 0, "faults": []}
        self.first_scan_us: float | None = None  # since power-on
        self.report = Report(0.0, 0.0, -1.0, bytes(OUTPUT_BYTES), 0, 0, False, [], b"")
        self._inputs = bytes(INPUT_BYTES)

    def scan(self, now_ms: int, inputs: bytes | bytearray) -> bytes:
        now_us = _SCAN_US * (now_ms // SCAN_MS) + self._shift_us
        self._inputs = bytes(a ^ b for a, b in zip(inputs, ACTIVE_LOW, strict=True))
        report = self._run(now_us - _SCAN_US / 2, now_us + _SCAN_US / 2)
        if report.resets != self._resets:
            self._resets = report.resets
            self._aligned = self._greeted = False
        if report.scans and not self._aligned:
            self._aligned = True
            self._shift_us += report.scans[0].begin_us - now_us
            if self.first_scan_us is None:
                self.first_scan_us = report.scans[0].begin_us
        return report.outputs

    def _run(self, earliest_us: float, latest_us: float) -> Report:
        data = b""
        line = self._line
        if line is not None and line.going:
            data = bytes(line.going)
            line.going.clear()
        elif self._listens and self._aligned and not self._greeted:
            self._greeted = True
            data = _HELLO
        reading = line is None or line.reading
        self.report = report = self._emulator.run(
            self._inputs, earliest_us, latest_us, reading, data
        )
        if report.said:
            if line is not None and (line.used or not self._listens):
                line.coming += report.said
            self._listen(report.said)
        if self.on_scan is not None:
            for scan in report.scans:
                self.on_scan(scan)
        return report

    def _listen(self, said: bytes) -> None:
        *lines, self._heard = (self._heard + said).split(b"\n")
        for line in lines:
            state = _STATE.match(line)
            fault = _FAULT.match(line)
            if state:
                self._status["state"] = state[1].decode()
            elif fault:
                self._status["fault"] = int(fault[1])
                self._status["faults"].append(int(fault[1]))
            elif _CLEARED.match(line):
                self._status["fault"] = 0

    def status(self) -> dict[str, Any]:
        """What was heard over USB, and the two digits; a table that nobody has spoken to says
        nothing."""
        digits = self.report.outputs[DIGIT_TENS : DIGIT_UNITS + 1]
        return {**self._status, "display": "".join(map(digit_text, digits))}

    def restart(self) -> None:
        self._power_on()

    def cut_power(self, operation: int, torn: bool = False) -> None:
        """Lets the power go at a flash operation since power-on; 0: it stays."""
        self._emulator.cut_power(operation, torn)

    def flash(self) -> bytes:
        """The whole flash as it is now."""
        return self._emulator.flash()

    def close(self) -> None:
        self._emulator.close()
