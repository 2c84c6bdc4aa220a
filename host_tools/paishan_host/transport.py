"""Bytes to and from a table: a pyserial port of any kind, with its traps walked around.

- Opening leaves DTR and RTS to the system: setting them resets many boards.
- The port is ours alone: two tools on one line steal each other's replies.
- One timeout, 0, set once: changing it re-configures the port, and on Windows empties it.
- Writing has a timeout; `flush` and `cancel_read` are never called: both can hang for ever.
- Every OSError means the same: the port is gone. It is found again by its USB serial number.
"""

from __future__ import annotations

import contextlib
import errno
import time
from typing import Any, Final, Protocol
from urllib.parse import urlsplit

import serial

from paishan_host import ending, ports, speeds
from paishan_host.language import tr
from paishan_host.trouble import CannotOpen, Unplugged

WRITE_TIMEOUT_S: Final = 2.0
AT_ONCE: Final = 4096  # bytes
NETWORK: Final = ("socket", "rfc2217")  # pyserial's schemes that name a host and a port
SPEEDLESS: Final = ("socket", "loop")

# How long a wait sleeps between two looks: short while a reply is due, long while nothing is.
_EAGER_S: Final = 0.0005
_EAGER_FOR_S: Final = 0.05
_IDLE_S: Final = 0.01


class Transport(Protocol):
    """What a session needs of a line. Errors: Unplugged."""

    url: str
    speed: int  # bits a second, as it is set; of no meaning where `speeds` is empty
    speeds: tuple[int, ...]  # those that a table may have, the likeliest first; none of a socket

    def read(self, wait_s: float) -> bytes:
        """What has come, at once if there is something, else within `wait_s`; or nothing."""

    def write(self, data: bytes) -> None:
        """Hands all of it over."""

    def clock(self) -> float:
        """Seconds; timeouts are measured with it."""

    def reopen(self, wait_s: float) -> None:
        """Waits for a port that went away to come back."""

    def set_speed(self, speed: int) -> None:
        """Bits a second, where the line has any."""

    def keep(self) -> None:
        """Remembers the port and its speed for the next time: a table answered."""

    def close(self) -> None:
        """Lets go of the port; safe to call twice."""


class SerialTransport:
    """A transport over anything that pyserial opens: a port's name or one of its URLs."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.usb_serial = ports.usb_serial_of(url)
        likely = speeds.likeliest(ports.speed_of(self.usb_serial or url))
        self.speeds = () if url.partition("://")[0] in SPEEDLESS else likely
        self.speed = likely[0]
        self._port: Any = opened(url, self.speed)

    def read(self, wait_s: float) -> bytes:
        began = time.monotonic()
        while True:
            try:
                data: bytes = self._port.read(AT_ONCE)
            except (OSError, TypeError) as error:  # TypeError: pyserial's own closing race
                raise self._gone(error) from error
            waited = time.monotonic() - began
            if data or waited >= wait_s:
                return data
            time.sleep(_EAGER_S if waited < _EAGER_FOR_S else _IDLE_S)

    def write(self, data: bytes) -> None:
        try:
            self._port.write(data)
        except serial.SerialTimeoutException as error:
            raise Unplugged(
                tr(
                    "{url} takes no bytes: check the cable, and that the table is switched on",
                    url=self.url,
                )
            ) from error
        except OSError as error:
            raise self._gone(error) from error

    def clock(self) -> float:
        return time.monotonic()

    def reopen(self, wait_s: float) -> None:
        """Under whatever name it has now; Unplugged when it does not come back in time."""
        self.close()
        until = time.monotonic() + wait_s
        while True:
            found = ports.named(self.usb_serial) if self.usb_serial else self.url
            if found:
                try:
                    self._port = opened(found, self.speed)
                except CannotOpen as error:
                    if time.monotonic() >= until:
                        raise Unplugged(error.message) from error
                else:
                    self.url = found
                    return
            if time.monotonic() >= until:
                raise Unplugged(
                    tr("{url} did not come back: plug the table in again", url=self.url)
                )
            time.sleep(0.1)

    def set_speed(self, speed: int) -> None:
        self.speed = speed
        self._port.baudrate = speed

    def keep(self) -> None:
        ports.remember(self.usb_serial)
        if self.speeds:
            ports.remember_speed(self.usb_serial or self.url, self.speed)

    def close(self) -> None:
        with contextlib.suppress(OSError):  # it is gone, which is what was wanted
            self._port.close()

    def _gone(self, error: Exception) -> Unplugged:
        return Unplugged(
            tr(
                "{url} went away ({error}): plug the table in again, then repeat the command",
                url=self.url,
                error=ending.said(error),
            )
        )


def opened(url: str, speed: int) -> Any:
    """An open pyserial port; CannotOpen with the remedy."""
    scheme = url.partition("://")[0]
    if scheme in NETWORK and not _has_port(url):
        raise CannotOpen(
            tr(
                "{url} names no port: write {scheme}://HOST:PORT, such as "
                "{scheme}://127.0.0.1:4321",
                url=url,
                scheme=scheme,
            )
        )
    try:
        port = serial.serial_for_url(
            url,
            do_not_open=True,
            baudrate=speed,
            timeout=0,
            write_timeout=WRITE_TIMEOUT_S,
            exclusive=True,
        )
        port.open()
    except ValueError as error:
        raise CannotOpen(
            tr("{url}: {error}: `paishan ports` lists the ports", url=url, error=error)
        ) from error
    except OSError as error:
        raise CannotOpen(_why(url, error)) from error
    return port


def _has_port(url: str) -> bool:
    try:
        return urlsplit(url).port is not None
    except ValueError:  # no number, or none that a port can have
        return False


def _why(url: str, error: OSError) -> str:
    """Why a port does not open, and what to do. pyserial often keeps the number in its text."""
    number, said = error.errno, str(error)
    denied = "Access is denied" in said or "PermissionError" in said  # Windows: taken
    if "exclusively lock" in said or denied or number in (errno.EBUSY, errno.EAGAIN):
        return tr(
            "{url} is used by another program: close it (another paishan, a terminal, an editor)",
            url=url,
        )
    if number == errno.EACCES:
        return tr(
            "{url}: no permission: sudo usermod -aG dialout $USER, then log in anew", url=url
        )
    if url.partition("://")[0] in NETWORK:
        return tr(
            "{url}: nothing listens there ({error}): start `paishan sim serve`, or check the "
            "address",
            url=url,
            error=ending.said(OSError(said.rpartition(": ")[2])),
        )
    if number == errno.ENOENT or "FileNotFoundError" in said:
        return tr("{url}: there is no such port: `paishan ports` lists them", url=url)
    return tr(
        "{url} does not open ({error}): unplug it and plug it in again",
        url=url,
        error=ending.said(error),
    )
