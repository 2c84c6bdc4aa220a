"""Lane 1: the firmware in this process."""

from __future__ import annotations

from collections.abc import Callable
from tempfile import TemporaryDirectory
from typing import Any

from paishan.app import App
from paishan_sim.hang import HUNG, Hang
from paishan_sim.lane import INPUT_BYTES, OUTPUT_BYTES, TICKS_MASK, Lane, Profile
from paishan_sim.serial import MemoryLine


class _Port:
    """The process image's two ends, by reference."""

    __slots__ = ("error", "inputs", "outputs", "period_ms")

    def __init__(self) -> None:
        self.inputs: bytes | bytearray = bytes(INPUT_BYTES)
        self.outputs = bytearray(OUTPUT_BYTES)
        self.error: Exception | None = None

    def read(self, inputs: bytearray) -> None:
        if self.error is not None:
            error, self.error = self.error, None
            raise error
        inputs[:] = self.inputs

    def write(self, outputs: bytearray) -> None:
        self.outputs[:] = outputs


class CPythonLane(Lane):
    """The firmware as an object: the fast lane.

    `keeps`: what it stores outlives a restart, in a folder for the life of the lane; the
    profile's "folder" does so for longer.
    """

    name = "cpython"

    def __init__(self, profile: Profile, keeps: bool = False) -> None:
        self._port = _Port()
        self._flash = TemporaryDirectory(prefix="paishan-") if keeps else None
        self._profile = {**profile, "folder": self._flash.name} if self._flash else profile
        self._now_ms = 0
        self._hang: Hang | None = None
        self._line = MemoryLine() if profile.get("serial") else None
        self.serial = self._line
        self._boot("power-on")

    def hang(self) -> None:
        self._hang = Hang(self._now_ms, bytes(self._port.outputs))

    def _boot(self, cause: str) -> None:
        profile = self._profile
        device = self._line.device if self._line else None
        identity = {"board": "simulated", "reset_cause": cause, "leave": ("reboot",)}
        self.app = App(self._port, profile, device, profile.get("folder"), identity)
        self._scan: Callable[[int], None] = self.app.turn
        self._hang = None

    def scan(self, now_ms: int, inputs: bytes | bytearray) -> bytearray:
        port = self._port
        if self._hang is not None:
            return self._hung(now_ms, self._hang)
        self._now_ms = now_ms
        port.inputs = inputs
        self._scan(now_ms & TICKS_MASK)
        if self.app.leaving:
            port.outputs[:] = bytes(OUTPUT_BYTES)
            self._boot("reset")
        return port.outputs

    def _hung(self, now_ms: int, hang: Hang) -> bytearray:
        outputs = hang.outputs(now_ms)
        if outputs is None:
            self._boot("watchdog")
        self._port.outputs[:] = outputs or bytes(OUTPUT_BYTES)
        return self._port.outputs

    def restart(self) -> None:
        self._port.outputs[:] = bytes(OUTPUT_BYTES)
        self._boot("power-on")

    def fail_scan(self, error: Exception) -> None:
        self._port.error = error

    def status(self) -> dict[str, Any]:
        status: dict[str, Any] = self.app.status()
        return status if self._hang is None else {**status, "state": HUNG}

    def close(self) -> None:
        if self._flash is not None:
            self._flash.cleanup()
