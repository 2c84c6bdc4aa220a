"""MicroPython's prompt on a port: what is there, files on it, and a restart.

The talking is mpremote's; what it prints is kept from the user, and what goes wrong is said with
its remedy.
"""

from __future__ import annotations

import base64
import contextlib
import io
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from paishan_host import ending
from paishan_host.language import tr

_CHUNK: Final = 384  # bytes of a file at a time
_HELPERS: Final = """\
import gc, os, sys, json, hashlib
from binascii import a2b_base64, hexlify
def _d(p):
    try:
        return os.stat(p)[0] & 0x4000 != 0
    except OSError:
        return None
def _walk(p):
    for n in os.listdir(p or '/'):
        q = p + '/' + n
        if _d(q):
            if q != '/store':
                yield from _walk(q)
        else:
            yield q
def _sum(p):
    h = hashlib.sha256()
    b = bytearray(512)
    with open(p, 'rb') as f:
        while True:
            n = f.readinto(b)
            if not n:
                return hexlify(h.digest()).decode()
            h.update(memoryview(b)[:n])
def _mk(p):
    for i in range(1, len(p)):
        if p[i] == '/' and _d(p[:i]) is None:
            os.mkdir(p[:i])
"""
# the board knows how to say to itself that this was no hang
_RESTART: Final = """\
import machine
try:
    from rescue import controller
    controller.leave('reboot')
except Exception:
    pass
machine.reset()
"""


@dataclass(frozen=True)
class About:
    """`mpy`: which files it loads; `free`: bytes of its file system; `board`: its name for it."""

    mpy: int
    board: str
    release: str
    free: int
    has_records: bool


class Prompt:
    """An open prompt; use it in a `with` statement."""

    def __init__(self, url: str) -> None:
        from mpremote.transport import TransportError
        from mpremote.transport_serial import SerialTransport

        self.url = url
        self._error: type[Exception] = TransportError
        with self._told():
            self._line = SerialTransport(url)
            self._line.enter_raw_repl(soft_reset=False, timeout_overall=5)
            self._do(_HELPERS)

    def __enter__(self) -> Prompt:
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(Exception):
            self._line.close()

    @contextlib.contextmanager
    def _told(self) -> Iterator[None]:
        """What mpremote raises as a problem; what it prints, nowhere."""
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                yield
        except (self._error, OSError) as error:
            said = ending.said(error)
            if hasattr(error, "error_output"):
                raise ending.Problem(
                    tr(
                        "{url}: MicroPython says {error}: switch the controller off and on, then "
                        "install again",
                        url=self.url,
                        error=said,
                    ),
                    ending.REFUSED,
                ) from error
            raise ending.Problem(
                tr(
                    "{url}: no MicroPython prompt ({error}): put MicroPython on the controller, "
                    "close other programs on this port, switch it off and on",
                    url=self.url,
                    error=said,
                ),
                ending.NO_TABLE,
            ) from error

    def _do(self, code: str) -> str:
        said: bytes = self._line.exec(code)
        return said.decode(errors="replace")

    def _ask(self, expression: str) -> Any:
        with self._told():
            return json.loads(self._do(f"print(json.dumps({expression}))"))

    def about(self) -> About:
        """Which MicroPython answers."""
        mpy, board, release, (size, _, _, free, *_rest), store = self._ask(
            "[getattr(sys.implementation, '_mpy', 0), "
            "getattr(sys.implementation, '_machine', ''), "
            "sys.version, list(os.statvfs('/')), _d('/store')]"
        )
        return About(mpy, board, release, size * free, bool(store))

    def sums(self) -> dict[str, str]:
        """{path: SHA-256} of all files but the records."""
        with self._told():
            said = self._do("gc.collect()\nfor p in _walk(''): print(_sum(p), p)")
        rows = (line.split(" ", 1) for line in said.splitlines() if line.strip())
        return {path.removeprefix("/"): digest for digest, path in rows}

    def write(self, path: str, data: bytes) -> None:
        """A file, with the folders that it needs."""
        place = f"/{path}"
        with self._told():
            for at in range(0, max(len(data), 1), _CHUNK):
                text = base64.b64encode(data[at : at + _CHUNK]).decode()
                begin = (
                    f"gc.collect()\n_mk({place!r})\nf = open({place!r}, 'wb')\n" if not at else ""
                )
                end = "\nf.close()" if at + _CHUNK >= len(data) else ""
                self._do(f"{begin}_ = f.write(a2b_base64('{text}')){end}")

    def read(self, path: str) -> bytes:
        """A file."""
        with self._told():
            found: bytes = self._line.fs_readfile(f"/{path}")
        return found

    def remove(self, path: str) -> None:
        """A file."""
        with self._told():
            self._do(f"os.remove({'/' + path!r})")

    def make(self, folder: str) -> None:
        """A folder, unless it is there."""
        with self._told():
            self._do(f"_mk({'/' + folder + '/'!r})")

    def restart(self) -> None:
        """Ends the prompt: the controller starts anew."""
        with self._told():
            self._line.exec_raw_no_follow(_RESTART)


def differing(wanted: Mapping[str, bytes], there: Mapping[str, str]) -> list[str]:
    """The names of files that are not there as they should be."""
    import hashlib

    return [
        name for name, data in wanted.items()
        if there.get(name) != hashlib.sha256(data).hexdigest()
    ]  # fmt: skip
