"""Lane 1: the firmware in this process."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from paishan.app import App
from paishan_sim.lane import INPUT_BYTES, OUTPUT_BYTES, TICKS_MASK, Lane, Profile


class _Port:
    """The process image's two ends, by reference."""

    __slots__ = ("inputs", "outputs")

    def __init__(self) -> None:
        self.inputs: bytes | bytearray = bytes(INPUT_BYTES)
        self.outputs = bytearray(OUTPUT_BYTES)

    def read(self, inputs: bytearray) -> None:
        inputs[:] = self.inputs

    def write(self, outputs: bytearray) -> None:
        self.outputs[:] = outputs


class CPythonLane(Lane):
    """The firmware as an object: the fast lane."""

    name = "cpython"

    def __init__(self, profile: Profile) -> None:
        self._port = _Port()
        self.app = App(self._port, profile)
        self._scan: Callable[[int], None] = self.app.turn

    def scan(self, now_ms: int, inputs: bytes | bytearray) -> bytearray:
        port = self._port
        port.inputs = inputs
        self._scan(now_ms & TICKS_MASK)
        return port.outputs

    def status(self) -> dict[str, Any]:
        status: dict[str, Any] = self.app.status()
        return status

    def close(self) -> None:
        """Nothing to end: the firmware owns no resource."""
