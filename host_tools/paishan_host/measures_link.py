"""What `paishan bench` measures of the serial line: a setting and all settings, beside two others.

The table is real MicroPython in real time, on a pseudo-terminal. Beside it: a program on such a
pair that does nothing but send as many bytes back, asked with plain pyserial; and `mpremote
exec`, asked for the same setting of a MicroPython that waits at its prompt.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from statistics import median
from threading import Thread
from typing import Any, Final

import serial

from paishan_host import exchange
from paishan_host.client import Table
from paishan_host.measures import Measure
from paishan_sim.lane_micropython import available
from paishan_sim.places import firmware_dir

GETS: Final = 60
EXPORTS: Final = 12
COMMANDS: Final = 5
SETTING: Final = "dice_ms"
GET_MS: Final = 10.0  # budget of the design
HOMED_S: Final = 2.5

_QUESTION: Final = f"print(settings.{SETTING})"
_ALL: Final = "print(settings.values())"
_SERVE: Final = "from paishan_host.cli import main; main()"

# The prompt that mpremote talks to: MicroPython for a PC has only the one for people.
_PROMPT: Final = """
import sys, micropython, termios
micropython.kbd_intr(-1)
termios.setraw(0)
from paishan.store.settings import Settings
settings = Settings()
read, write = sys.stdin.buffer.read, sys.stdout.buffer.write
code = b""
while True:
    byte = read(1)
    if byte == b"\\x01":
        code = b""
        write(b"raw REPL; CTRL-B to exit\\r\\n>")
    elif byte == b"\\x05":
        read(2)
        write(b"R\\x00")
    elif byte == b"\\x04":
        write(b"OK")
        try:
            exec(code)
        except Exception as error:
            write(b"\\x04" + repr(error).encode())
        else:
            write(b"\\x04")
        write(b"\\x04>")
        code = b""
    elif byte in b"\\x02\\x03":
        code = b""
    else:
        code += byte
"""


def link() -> list[Measure]:
    """A `get`, an export and a whole command; nothing where there are no pseudo-terminals."""
    if sys.platform == "win32" or not available():
        return []
    with _table() as url:
        sizes, get_ms, export_ms = _asked(url)
        ours_s = _command_s([sys.executable, "-c", _SERVE, "--port", url, "get", SETTING])
    echoed = [_echo_ms(asked, answered) for asked, answered in sizes]
    theirs = _mpremote()
    settings = _count()
    return [
        Measure("get, open link", get_ms, "ms", GET_MS, False,
                f"pyserial echo of its bytes {echoed[0]:g} ms; mpremote exec {theirs[0]}"),
        Measure(f"export of {settings}", export_ms, "ms", None, False,
                f"pyserial echo of its bytes {echoed[1]:g} ms; mpremote exec {theirs[1]}"),
        Measure("get, whole command", ours_s, "ms", None, False,
                f"mpremote exec as a command {theirs[2]}"),
    ]  # fmt: skip


def _count() -> int:
    from paishan.store.schema import SETTINGS

    return len(SETTINGS)


@contextlib.contextmanager
def _table() -> Iterator[str]:
    """A served table under MicroPython; the path of its pseudo-terminal."""
    command = [sys.executable, "-c", _SERVE, "sim", "serve", "--pty", "--json"]
    with subprocess.Popen(
        [*command, "--lane", "micropython"], stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        try:
            url = json.loads(child.stdout.readline())["urls"][-1]
            time.sleep(HOMED_S)
            yield url
        finally:
            child.terminate()


def _asked(url: str) -> tuple[list[tuple[int, int]], float, float]:
    """Bytes of a `get` and of an export, asked and answered; the time that each takes."""
    moved = {"->": 0, "<-": 0}

    def count(way: str, line: bytes) -> None:
        moved[way] += len(line) + 1

    with Table.open(url) as table:
        table.session.trace = count
        sizes = []
        for ask in (lambda: table.get(SETTING), lambda: exchange.of_table(table.export())):
            moved.update({"->": 0, "<-": 0})
            ask()
            sizes.append((moved["->"], moved["<-"]))
        table.session.trace = None
        return (
            sizes,
            _median_ms(GETS, lambda: table.get(SETTING)),
            _median_ms(EXPORTS, lambda: exchange.of_table(table.export())),
        )


def _median_ms(times: int, ask: Callable[[], Any]) -> float:
    took = []
    for _ in range(times):
        began = time.perf_counter()
        ask()
        took.append(time.perf_counter() - began)
    return round(1000 * median(took), 2)


def _command_s(command: list[str]) -> float:
    return _median_ms(
        COMMANDS,
        lambda: subprocess.run(command, stdout=subprocess.DEVNULL, check=True, timeout=20),
    )


@contextlib.contextmanager
def _pair() -> Iterator[tuple[int, str]]:
    """(the other end, the path to open) of a raw pseudo-terminal."""
    import tty

    master, slave = os.openpty()
    tty.setraw(slave)
    try:
        yield master, os.ttyname(slave)
    finally:
        os.close(slave)
        os.close(master)


def _echo_ms(asked: int, answered: int) -> float:
    """The least that any tool needs for so many bytes there and back."""
    with _pair() as (master, path):

        def answer() -> None:
            with contextlib.suppress(OSError):
                while True:
                    left = asked
                    while left > 0:
                        data = os.read(master, left)
                        left -= len(data)
                        if data.endswith(b"."):
                            return
                    os.write(master, b"y" * answered)

        thread = Thread(target=answer, daemon=True)
        thread.start()
        with serial.Serial(path, timeout=1) as port:

            def ask() -> None:
                port.write(b"x" * asked)
                assert len(port.read(answered)) == answered

            found = _median_ms(GETS, ask)
            port.write(b".")
            thread.join(1)
    return found


def _mpremote() -> tuple[str, str, str]:
    """The time of a setting, of all settings, and of a whole command, as text."""
    if find_spec("mpremote") is None:
        return ("is not installed",) * 3
    from mpremote.transport_serial import SerialTransport

    with _prompt() as path:
        line = SerialTransport(path)
        line.enter_raw_repl(soft_reset=False)
        one = _median_ms(GETS, lambda: line.exec(_QUESTION))
        every = _median_ms(EXPORTS, lambda: line.exec(_ALL))
        line.close()
        command = [sys.executable, "-m", "mpremote", "connect", path, "resume", "exec", _QUESTION]
        whole = _command_s(command)
    return f"{one:g} ms", f"{every:g} ms", f"{whole:g} ms"


@contextlib.contextmanager
def _prompt() -> Iterator[str]:
    """MicroPython at a prompt on a pseudo-terminal."""
    with _pair() as (master, path):
        launch = "import sys, micropython_unix as m; m.run_main(['micropython', *sys.argv[1:]])"
        child = subprocess.Popen(
            [sys.executable, "-I", "-c", launch, "-c", _PROMPT],
            env={**os.environ, "MICROPYPATH": f"{firmware_dir()}:.frozen"},
            stdin=master,
            stdout=master,
            stderr=subprocess.DEVNULL,
        )
        try:
            yield path
        finally:
            child.kill()
            child.wait()
