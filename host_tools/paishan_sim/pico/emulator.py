"""The emulated Pico's process: frames to `main.mjs`, which says what they mean."""

from __future__ import annotations

import contextlib
import os
import struct
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

from paishan_sim.lane import INPUT_BYTES, OUTPUT_BYTES, LaneError

FLASH_BYTES: Final = 2 << 20
ROM_BYTES: Final = 16 << 10
_READ: Final = 1 << 16
_MAIN: Final = Path(__file__).with_name("main.mjs")
_RUN: Final = struct.Struct(f"<{INPUT_BYTES}sdd?")
_REPORT: Final = struct.Struct(f"<ddd{OUTPUT_BYTES}sII?H")
_SCAN: Final = struct.Struct(f"<ddd{INPUT_BYTES}s{OUTPUT_BYTES}s")


@dataclass(frozen=True)
class Scan:
    """A complete scan: from the inputs' latch to the pulse that says it is complete."""

    begin_us: float  # since power-on
    end_us: float
    now_ms: int  # the chip's own time that the firmware read just before
    inputs: bytes
    outputs: bytes


@dataclass(frozen=True)
class Report:
    """What came of a run."""

    now_us: float
    idle_us: float  # of these, in which the processor waited for an interrupt
    safe_us: float  # when the chip first latched its outputs, since power-on; below 0: not yet
    outputs: bytes  # as the machine gets them
    resets: int  # of the chip, since power-on
    operations: int  # programs and erases of the flash, since power-on
    power_cut: bool
    scans: list[Scan]
    said: bytes  # over USB


class Emulator:
    """`node` with rp2040js from `package`. Every call waits until it is done."""

    def __init__(self, node: str, package: Path, rom: bytes, flash: bytes) -> None:
        if len(rom) != ROM_BYTES or len(flash) != FLASH_BYTES:
            raise LaneError("the boot ROM has 16 KB and a Pico's flash 2 MB: give whole images")
        self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as this
        self._heard = bytearray()
        self._owed = 0  # answers
        self._child = subprocess.Popen(
            [node, str(_MAIN), str(package)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            start_new_session=True,  # Ctrl-C is for the tool, which then closes this
        )
        self._tell("B", rom)
        self._tell("I", flash)

    def power_on(self, grounded: bytes = b"") -> None:
        """The power is on: time is 0 and the chip starts from its flash.

        `grounded`: pins that something pulls to ground; all others read high.
        """
        self._tell("P", grounded)

    def cut_power(self, operation: int, torn: bool = False) -> None:
        """Lets the power go at a flash operation after power-on; 0: it stays."""
        self._tell("C", struct.pack("<I?", operation, torn))

    def run(
        self, inputs: bytes | bytearray, earliest_us: float, latest_us: float,
        reading: bool = True, data: bytes = b"",
    ) -> Report:  # fmt: skip
        """Runs until a scan is complete at or after `earliest_us`, or the time is `latest_us`."""
        frame = _RUN.pack(bytes(inputs), 1000 * earliest_us, 1000 * latest_us, reading)
        answer = self._ask("R", frame + data)
        now_ns, idle_ns, safe_ns, outputs, resets, operations, gone, count = _REPORT.unpack_from(
            answer
        )
        scans = []
        at = _REPORT.size
        for _ in range(count):
            begin_ns, end_ns, clock_ns, taken, shown = _SCAN.unpack_from(answer, at)
            now_ms = int(clock_ns // 1_000_000)
            scans.append(Scan(begin_ns / 1000, end_ns / 1000, now_ms, taken, shown))
            at += _SCAN.size
        times = (now_ns / 1000, idle_ns / 1000, safe_ns / 1000)
        return Report(*times, outputs, resets, operations, gone, scans, answer[at:])

    def flash(self) -> bytes:
        """The flash as it is now."""
        return self._ask("F", b"")

    def _ask(self, what: str, data: bytes) -> bytes:
        while self._owed:  # Ctrl-C came between a question and its answer
            self._hear()
        self._owed += 1
        self._tell(what, data)
        return self._hear()

    def _tell(self, what: str, data: bytes) -> None:
        stdin = self._child.stdin
        assert stdin is not None
        try:
            stdin.write(what.encode() + len(data).to_bytes(4, "little") + data)
            stdin.flush()
        except (OSError, ValueError) as error:
            raise self._died() from error

    def _hear(self) -> bytes:
        heard = self._heard
        while len(heard) < 4 or len(heard) < 4 + int.from_bytes(heard[:4], "little"):
            heard += self._read()
        end = 4 + int.from_bytes(heard[:4], "little")
        answer = bytes(heard[4:end])
        del heard[:end]
        self._owed -= 1
        return answer

    def _read(self) -> bytes:
        stdout = self._child.stdout
        assert stdout is not None
        try:
            data = os.read(stdout.fileno(), _READ)
        except (OSError, ValueError) as error:
            raise self._died() from error
        if not data:
            raise self._died()
        return data

    def _died(self) -> LaneError:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._child.wait(timeout=2)
        self._errors.seek(0)
        said = self._errors.read().decode(errors="replace").strip()
        return LaneError("the emulator ended" + (f":\n{said}" if said else ""))

    def close(self) -> None:
        """Ends the process; safe to call twice."""
        for pipe in (self._child.stdin, self._child.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        try:
            self._child.wait(timeout=2)
        except subprocess.TimeoutExpired:
            self._child.kill()
            self._child.wait()
        self._errors.close()
