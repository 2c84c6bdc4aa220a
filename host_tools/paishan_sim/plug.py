"""Where a laptop plugs in: a TCP port of this machine, or a pseudo-terminal on POSIX.

A plug never waits. What its laptop does not read waits here, up to LIMIT bytes; a plug that is
full says so, and the table feels it as a full buffer of its own.
"""

from __future__ import annotations

import contextlib
import os
import socket
import sys
from abc import ABC, abstractmethod
from typing import Final

LIMIT: Final = 4096  # bytes that wait for a laptop that does not read
OTHER_TOOL: Final = b"~ another tool is connected to this table\r\n"
_READ: Final = 4096


class PlugError(Exception):
    """A plug that cannot be had; says what to do about it."""


class Plug(ABC):
    """`url`: what a tool opens."""

    url: str

    def __init__(self) -> None:
        self._waiting = bytearray()

    @property
    @abstractmethod
    def used(self) -> bool:
        """Whether a laptop may be there."""

    @property
    def ready(self) -> bool:
        """Whether it takes more bytes."""
        return self.used and len(self._waiting) < LIMIT

    @abstractmethod
    def read(self) -> bytes:
        """What the laptop has sent."""

    def write(self, data: bytes) -> None:
        """Bytes for the laptop; dropped when nobody is there or the plug is full."""
        if self.ready:
            self._waiting += data
        self.flush()

    def flush(self) -> None:
        """Hands on as much as goes."""
        with contextlib.suppress(BlockingIOError):
            while self.used and self._waiting:
                del self._waiting[: self._give(self._waiting)]

    @abstractmethod
    def _give(self, data: bytearray) -> int:
        """Hands on some of it, at least a byte; BlockingIOError when none goes."""

    @abstractmethod
    def close(self) -> None:
        """Pulls the plug."""


class TcpPlug(Plug):
    """One laptop at a time on 127.0.0.1; the next may come when it has gone."""

    def __init__(self, port: int) -> None:
        super().__init__()
        try:
            self._server = socket.create_server(("127.0.0.1", port))
        except OSError as error:
            raise PlugError(
                f"port {port} of this machine cannot be had ({error.strerror}): "
                "name another one, or none"
            ) from error
        self._server.setblocking(False)
        self._client: socket.socket | None = None
        self.url = f"socket://127.0.0.1:{self._server.getsockname()[1]}"

    @property
    def used(self) -> bool:
        return self._client is not None

    def read(self) -> bytes:
        self._meet()
        if self._client is None:
            return b""
        try:
            data = self._client.recv(_READ)
        except BlockingIOError:
            return b""
        except OSError:
            data = b""
        if not data:
            self._hang_up()
        return data

    def _meet(self) -> None:
        try:
            client, _ = self._server.accept()
        except BlockingIOError:
            return
        if self._client is not None:
            with client, contextlib.suppress(OSError):
                client.send(OTHER_TOOL)
            return
        client.setblocking(False)
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._client = client

    def _give(self, data: bytearray) -> int:
        assert self._client is not None
        try:
            return self._client.send(data)
        except BlockingIOError:
            raise
        except OSError:
            self._hang_up()
            return len(data)

    def _hang_up(self) -> None:
        if self._client is not None:
            self._client.close()
            self._client = None
        self._waiting.clear()

    def close(self) -> None:
        self._hang_up()
        self._server.close()


class PtyPlug(Plug):
    """A pseudo-terminal; nobody can tell whether a laptop is there, so one always may be."""

    used = True

    def __init__(self) -> None:
        super().__init__()
        if sys.platform == "win32":
            raise PlugError("pseudo-terminals are for Linux and macOS: use the socket")
        import tty

        # The slave stays open here: otherwise it would forget that it is raw when a tool leaves.
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self.url = os.ttyname(self._slave)

    def read(self) -> bytes:
        try:
            return os.read(self._master, _READ)
        except BlockingIOError:
            return b""

    def _give(self, data: bytearray) -> int:
        return os.write(self._master, data)

    def close(self) -> None:
        os.close(self._master)
        os.close(self._slave)
