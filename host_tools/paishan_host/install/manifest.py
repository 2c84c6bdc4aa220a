"""The manifest of an application: what is in it, whom it is for, and who vouches for that.

Lines of words, so that a controller reads it line by line; firmware/docs/update.md explains
them. The signature, the last line, is over all bytes before it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Protocol

from paishan_host import migrations

FIRST_LINE: Final = "paishan 1"
SHORT: Final = 16
FLOOR: Final = "0.1.0"  # a table that has run this version takes none older than this


class Signer(Protocol):
    """Who signs."""

    key_id: str

    def sign(self, data: bytes) -> bytes:
        """256 bytes: RSA-2048-PSS with SHA-256."""


@dataclass(frozen=True)
class About:
    """What is said of an application. `mpy`: what its controllers say of themselves.

    `schema`: the oldest version of the settings that it takes over, and its own.
    """

    version: str
    boards: tuple[str, ...]
    mpy: int
    schema: tuple[int, int] = (1, 1)
    floor: str = FLOOR

    @classmethod
    def of_this_checkout(
        cls, boards: Iterable[str], mpy: int, version: str = "", floor: str = ""
    ) -> About:
        """Of the firmware that this tool carries."""
        from paishan import __version__

        schema = (1, migrations.version())
        return cls(version or __version__, tuple(boards), mpy, schema, floor or FLOOR)


def made(
    about: About,
    slot: Mapping[str, bytes],
    outside: Mapping[str, Mapping[str, bytes]],
    signer: Signer | None = None,
) -> bytes:
    """The manifest's bytes. `slot`: its files; `outside`: {board: the files around it}."""
    rows = [f"file {_sum(data)} {name}" for name, data in sorted(slot.items())]
    build = hashlib.sha256("\n".join(rows).encode()).hexdigest()[:8]
    lines = [
        FIRST_LINE,
        f"version {about.version}",
        f"build {build}",
        f"boards {' '.join(about.boards)}",
        f"mpy {about.mpy}",
        f"schema {about.schema[0]} {about.schema[1]}",
        f"floor {about.floor}",
        *rows,
    ]
    for board, files in sorted(outside.items()):
        lines += [f"outside {_sum(data)} {name} {board}" for name, data in sorted(files.items())]
    text = "".join(f"{line}\n" for line in lines).encode()
    if signer is not None:
        text += f"signature {signer.key_id} {signer.sign(text).hex()}\n".encode()
    return text


@dataclass(frozen=True)
class Parsed:
    """What a manifest says. `files` and, by board, `outside`: {path: (bytes, SHA-256)}."""

    version: str
    build: str
    boards: tuple[str, ...]
    mpy: int
    key: str  # who signed, "" for nobody
    short: str  # the first 16 digits of the SHA-256 of what is signed
    files: Mapping[str, tuple[int, str]]
    outside: Mapping[str, Mapping[str, tuple[int, str]]]


def parsed(text: bytes) -> Parsed:
    """Reads a manifest; ValueError if it is none."""
    first, *lines = text.decode("ascii").splitlines()
    if first != FIRST_LINE or not text.endswith(b"\n"):
        raise ValueError("no manifest")
    heads: dict[str, list[str]] = {}
    files: dict[str, tuple[int, str]] = {}
    outside: dict[str, dict[str, tuple[int, str]]] = {}
    for line in lines:
        name, *words = line.split(" ")
        if name == "file":
            size, digest, path = words
            files[path] = int(size), digest
        elif name == "outside":
            size, digest, path, board = words
            outside.setdefault(board, {})[path] = int(size), digest
        else:
            heads[name] = words
    try:
        (version,), (build,), (mpy,) = heads["version"], heads["build"], heads["mpy"]
        boards = tuple(heads["boards"])
    except KeyError as error:
        raise ValueError(f"no {error}") from error
    key = heads.get("signature", [""])[0]
    signed = text[: text.rindex(b"signature ")] if key else text
    short = hashlib.sha256(signed).hexdigest()[:SHORT]
    return Parsed(version, build, boards, int(mpy), key, short, files, outside)


def _sum(data: bytes) -> str:
    return f"{len(data)} {hashlib.sha256(data).hexdigest()}"
