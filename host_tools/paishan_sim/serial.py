"""The serial line of a lane: the firmware's end and the laptop's, without any wire between.

The firmware's end takes what its `limit` allows and never waits, as a UART's or USB's buffers
do. The laptop's end takes everything and gives everything.
"""

from __future__ import annotations

import contextlib
import socket
from abc import ABC, abstractmethod
from typing import Final

LIMIT: Final = 4096  # bytes that lane 1 keeps for a laptop that does not read
WINDOW: Final = (
    65536  # of the socket of lane 2; a smaller one would stutter (no full segment fits)
)
_RECEIVE: Final = 65536


class HostEnd(ABC):
    """The laptop's end of a lane's serial line. Neither call waits."""

    @abstractmethod
    def send(self, data: bytes) -> int:
        """Hands bytes to the firmware; how many it had room for."""

    @abstractmethod
    def receive(self) -> bytes:
        """What the firmware has sent since the last call."""


class DeviceEnd:
    """What the firmware is given as its serial line in lane 1."""

    def __init__(self, limit: int) -> None:
        self.limit = limit  # bytes that wait for the laptop at most
        self.coming = bytearray()
        self.going = bytearray()
        self.speed = 0

    def readinto(self, buffer: bytearray) -> int:
        """Fills `buffer` from its start; how many bytes came."""
        coming = self.coming
        count = min(len(buffer), len(coming))
        if count:
            buffer[:count] = coming[:count]
            del coming[:count]
        return count

    def write(self, buffer: bytearray, count: int) -> int:
        """Takes up to `count` bytes of `buffer`; how many it took."""
        count = min(count, self.limit - len(self.going))
        if count > 0:
            self.going += memoryview(buffer)[:count]
            return count
        return 0

    def set_speed(self, speed: int) -> None:
        """Bits a second; this line has none, but a test may look."""
        self.speed = speed


class MemoryLine(HostEnd):
    """Both ends in one process: `device` is the firmware's."""

    def __init__(self, limit: int = LIMIT) -> None:
        self.device = DeviceEnd(limit)

    def send(self, data: bytes) -> int:
        self.device.coming += data
        return len(data)

    def receive(self) -> bytes:
        data = bytes(self.device.going)
        self.device.going.clear()
        return data


class SocketLine(HostEnd):
    """The laptop's end of a board that is another process.

    `accept` waits for it; after `expect` it may come at any time, or never.
    """

    def __init__(self) -> None:
        self._server = socket.socket()
        # a bounded window, so that a laptop that does not read is felt at the other end
        self._server.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, WINDOW)
        self._server.bind(("127.0.0.1", 0))
        self._server.listen(1)
        self._sock: socket.socket | None = None
        self._expects = False
        self._left = b""
        self.port: int = self._server.getsockname()[1]

    def accept(self, timeout_s: float) -> None:
        """The board connects; OSError if it does not in time."""
        self._hang_up()
        self._server.settimeout(timeout_s)
        self._take()

    def expect(self) -> None:
        """The board starts anew, and connects when its firmware gets so far."""
        self._hang_up()
        self._server.setblocking(False)
        with contextlib.suppress(BlockingIOError):
            self._server.accept()[0].close()  # of one that ended before anybody looked
        self._expects = True

    def _hang_up(self) -> None:
        if self._sock is not None:
            self._left += self.receive()  # the last words of a board that restarts
            self._sock.close()
            self._sock = None

    def _meet(self) -> None:
        if self._expects:
            with contextlib.suppress(BlockingIOError):
                self._take()

    def _take(self) -> None:
        self._sock, _ = self._server.accept()
        self._expects = False
        self._sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._sock.setblocking(False)

    def send(self, data: bytes) -> int:
        self._meet()
        try:
            return self._sock.send(data) if self._sock is not None else len(data)
        except BlockingIOError:
            return 0
        except OSError:  # the board has ended: its bytes are lost, like on any wire
            return len(data)

    def receive(self) -> bytes:
        self._meet()
        left, self._left = self._left, b""
        try:
            return left + self._sock.recv(_RECEIVE) if self._sock is not None else left
        except OSError:
            return left

    def close(self) -> None:
        """Ends both sockets."""
        if self._sock is not None:
            self._sock.close()
        self._server.close()
