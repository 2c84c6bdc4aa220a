"""Lines of the serial protocol as data, and data as lines. No input, no output, no clock.

What a line is, its first byte says: `#` a reply, `!` an event, `~` a log line, `@hh` an address
before one of them, anything else is text for people. Frames end in `*` and the CRC-32 of all
before it. Values are JSON; whatever does not parse is Noise with the reason, never an exception.
"""

from __future__ import annotations

import json
import re
from binascii import crc32
from dataclasses import dataclass, field
from typing import Any, Final

MTU: Final = 240  # bytes of a line, without its LF
HIGHEST_ID: Final = 999_999_999  # nine digits

Fields = dict[str, Any]

_SEAL: Final = 9  # `*` and eight digits
_WORD: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*\Z")
_JSON_WORDS: Final = ("true", "false", "null")
_NAMED: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")


class UnreadableError(ValueError):
    """Not a line of the protocol; says what is none."""


class TooLongError(ValueError):
    """A request that does not fit on a line; the caller asks for less at a time."""


@dataclass(frozen=True)
class Reply:
    """A line of a reply. `kind`: "ok" ends it, "err" refuses, "+" is one line of a long one."""

    id: int
    kind: str
    fields: Fields
    code: int = 0  # of an error
    name: str = ""


@dataclass(frozen=True)
class Event:
    """What the table reports by itself; numbers count up from power-on."""

    number: int
    name: str
    fields: Fields


@dataclass(frozen=True)
class Log:
    """A line that the table may as well have dropped."""

    text: str


@dataclass(frozen=True)
class Text:
    """A line for people: the reply to a bare command."""

    text: str


@dataclass(frozen=True)
class Noise:
    """A line that says nothing: damaged, cut, or not of this protocol."""

    raw: bytes
    why: str


Line = Reply | Event | Log | Text | Noise


def crc(data: bytes) -> bytes:
    """CRC-32 as eight hex digits."""
    return b"%08x" % crc32(data)


def encoded(value: Any) -> str:
    """A value as the table reads it: JSON in ASCII without spaces around."""
    return json.dumps(value, separators=(",", ":"))


def _argument(word: object) -> str:
    """A word of a request: bare where it can be, else JSON."""
    if isinstance(word, str) and _WORD.match(word) and word not in _JSON_WORDS:
        return word
    return encoded(word)


def text(verb: str, words: tuple[object, ...] = (), fields: Fields | None = None) -> str:
    """A request without its frame: `get scan_ms`, `set scan_ms=5`."""
    parts = [verb, *map(_argument, words)]
    parts += [f"{key}={encoded(value)}" for key, value in (fields or {}).items()]
    return " ".join(parts)


def sealed(line: str) -> bytes:
    """A line with its CRC and LF; TooLongError if the table would drop it."""
    body = f"{line} ".encode("ascii")
    if len(body) + _SEAL > MTU:
        raise TooLongError(f"{len(body) + _SEAL} bytes, a line holds {MTU}")
    return body + b"*" + crc(body) + b"\n"


def request(number: int, line: str, address: int | None = None) -> bytes:
    """A framed request, with an address on a shared line."""
    prefix = "" if address is None else f"@{address:02x}"
    return sealed(f"{prefix}#{number} {line}")


def room(number: int, line: str, address: int | None = None) -> int:
    """How many bytes more this request could hold."""
    prefix = 0 if address is None else 3
    return MTU - _SEAL - prefix - len(f"#{number} {line} ")


def tokens(line: str) -> list[str]:
    """The pieces between spaces; spaces in JSON strings do not count."""
    pieces: list[str] = []
    piece, quoted, escaped = "", False, False
    for letter in line:
        if letter == " " and not quoted:
            if piece:
                pieces.append(piece)
            piece = ""
            continue
        piece += letter
        if escaped:
            escaped = False
        elif letter == "\\":
            escaped = quoted
        elif letter == '"':
            quoted = not quoted
    if piece:
        pieces.append(piece)
    return pieces


def fields_of(pieces: list[str]) -> Fields:
    """`key=value` pieces as a dict; UnreadableError with the piece that is none."""
    found: Fields = {}
    for piece in pieces:
        key, equals, value = piece.partition("=")
        if not equals or not _NAMED.match(key):
            raise UnreadableError(f"no key=value: {piece[:40]}")
        try:
            found[key] = json.loads(value)
        except ValueError:
            raise UnreadableError(f"no JSON: {piece[:40]}") from None
    return found


def parse(raw: bytes) -> Line:
    """One line without its LF, from the table."""
    line = raw.rstrip(b"\r")
    body = line[3:] if re.match(rb"@[0-9A-Fa-f]{2}", line) else line
    first = body[:1]
    if first in (b"#", b"!"):
        seal = line[-_SEAL:]
        if seal[:1] != b"*" or seal[1:].lower() != crc(line[:-_SEAL]):
            return Noise(raw, "damaged: the CRC differs")
        try:
            words = body[1:-_SEAL].decode("ascii")
            return _reply(words) if first == b"#" else _event(words)
        except UnreadableError as error:
            return Noise(raw, f"cannot be read: {error}")
        except (ValueError, IndexError):  # no ASCII, no number, too few words
            return Noise(raw, "cannot be read")
    if any(byte < 0x20 or byte > 0x7E for byte in body):
        return Noise(raw, "not ASCII")
    said = body.decode("ascii")
    return Log(said[1:].strip()) if first == b"~" else Text(said)


def _reply(words: str) -> Reply:
    number, kind, *rest = tokens(words)
    if kind == "err":
        code, name, *rest = rest
        return Reply(int(number), kind, fields_of(rest), int(code), name)
    if kind not in ("ok", "+"):
        raise UnreadableError(f"neither ok nor err nor +: {kind[:20]}")
    return Reply(int(number), kind, fields_of(rest))


def _event(words: str) -> Event:
    number, name, *rest = tokens(words)
    return Event(int(number), name, fields_of(rest))


@dataclass
class Assembler:
    """From bytes to lines. What never ends is dropped at `most` bytes, to its LF."""

    most: int = 4 * MTU
    dropped: int = 0  # lines that were too long
    _part: bytearray = field(default_factory=bytearray)
    _skips: bool = False

    def feed(self, data: bytes) -> list[bytes]:
        """The lines that `data` completes, without their LF; empty ones are left out."""
        *ended, rest = data.split(b"\n")
        lines = []
        for piece in ended:
            self._part += piece
            if self._skips:
                self._skips = False
            elif self._part.strip(b"\r"):
                lines.append(bytes(self._part))
            self._part.clear()
        self._part += rest
        if len(self._part) > self.most:
            self.dropped += not self._skips
            self._skips = True
            self._part.clear()
        return lines
