"""A recording: what the firmware saw and answered in every scan of a run, in one small file.

Gzip over one JSON header line and then 15 bytes a scan: 8 of inputs, 7 of outputs. The time of
scan k is start_ms + k * scan_ms. Gzip's own checksum tells a damaged file from a whole one.
"""

from __future__ import annotations

import gzip
import json
import os
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from paishan_sim.lane import INPUT_BYTES, OUTPUT_BYTES, Lane, Profile
from paishan_sim.wiring import CENTRE, CENTRE_OUT, DIGIT_TENS, SEGMENTS, SIDE_OUT, SIDES

FORMAT: Final = "paishan recording"
VERSION: Final = 1
SCAN_BYTES: Final = INPUT_BYTES + OUTPUT_BYTES
_MAX_HEADER_BYTES: Final = 1 << 20


class RecordError(Exception):
    """A recording that cannot be written or read; says what to do about it."""


@dataclass(frozen=True)
class Header:
    """What must be known to replay a run, and what it was."""

    profile: Profile
    scan_ms: int
    start_ms: int = 0
    run: dict[str, Any] | None = None  # machine, seed, selector position: to read, not to replay

    def line(self) -> bytes:
        """The header as the file's first line."""
        data = {"format": FORMAT, "version": VERSION, **self.__dict__}
        return json.dumps(data).encode() + b"\n"

    @classmethod
    def parse(cls, line: bytes) -> Header:
        """The header of a file's first line."""
        try:
            data = json.loads(line)
            if data.pop("format") != FORMAT:
                raise ValueError("another format")
            version = data.pop("version")
            if version != VERSION:
                raise RecordError(
                    f"is of version {version}, this tool reads {VERSION}: replay it with the "
                    "release that recorded it"
                )
            return cls(**data)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise RecordError("is no paishan recording: make one with --record") from error


class Recorder:
    """Writes a recording beside its place and moves it there whole, or not at all."""

    def __init__(self, path: Path, header: Header) -> None:
        self._path = path
        if not path.name or (path.exists() and not path.is_file()):
            # a device or a folder must not be replaced
            raise RecordError(f"{path}: not a regular file: name one that can be written")
        self._part = path.with_name(path.name + ".part")
        try:
            self._file = gzip.GzipFile(self._part, "wb", compresslevel=6, mtime=0)
            self._file.write(header.line())
        except OSError as error:
            raise RecordError(
                f"{path}: {error.strerror}: name a file that can be written"
            ) from error

    def scan(self, inputs: bytes | bytearray, outputs: bytes | bytearray) -> None:
        """Adds one scan."""
        self._file.write(inputs + outputs)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            self._file.close()
            if kind is None:
                os.replace(self._part, self._path)
        except OSError as problem:
            raise RecordError(f"{self._path}: {problem.strerror}: free some space") from problem
        finally:
            self._part.unlink(missing_ok=True)


@dataclass(frozen=True)
class Recording:
    """A whole recording in memory."""

    header: Header
    body: bytes

    @classmethod
    def load(cls, path: Path) -> Recording:
        """Reads and checks the whole file before anything is replayed."""
        try:
            with gzip.open(path, "rb") as file:
                header = Header.parse(file.readline(_MAX_HEADER_BYTES))
                body = file.read()
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise RecordError(f"{path}: damaged or no recording: record the run again") from error
        except OSError as error:
            raise RecordError(f"{path}: {error.strerror}: check the file's name") from error
        except RecordError as error:
            raise RecordError(f"{path}: {error}") from None
        if len(body) % SCAN_BYTES:
            raise RecordError(f"{path}: ends within a scan: record the run again")
        return cls(header, body)

    def __len__(self) -> int:
        return len(self.body) // SCAN_BYTES

    def __iter__(self) -> Iterator[tuple[int, bytes, bytes]]:
        """Time in ms, inputs, outputs of each scan."""
        now_ms = self.header.start_ms
        for at in range(0, len(self.body), SCAN_BYTES):
            middle = at + INPUT_BYTES
            yield now_ms, self.body[at:middle], self.body[middle : at + SCAN_BYTES]
            now_ms += self.header.scan_ms


@dataclass(frozen=True)
class Difference:
    """The first scan in which a replay answered otherwise."""

    scan: int
    now_ms: int
    recorded: str
    replayed: str
    outputs: list[str]  # names of the bits that differ


def _bit_names(differing: bytes) -> list[str]:
    """The names of the output bits that are set in `differing`."""
    names = []
    for station, byte in enumerate(differing):
        if station < CENTRE:
            bits = [f"{name}_{SIDES[station]}" for name in SIDE_OUT]
        elif station == CENTRE:
            bits = list(CENTRE_OUT)
        else:
            bits = [("TENS_" if station == DIGIT_TENS else "UNITS_") + bit for bit in SEGMENTS]
        names += [name for bit, name in enumerate(bits) if byte >> bit & 1]
    return names


def replay(recording: Recording, lane: Lane) -> Difference | None:
    """Feeds the recorded inputs into `lane`; the first difference, or None if all bits match."""
    for scan, (now_ms, inputs, recorded) in enumerate(recording):
        replayed = bytes(lane.scan(now_ms, inputs))
        if replayed != recorded:
            names = _bit_names(bytes(a ^ b for a, b in zip(recorded, replayed, strict=True)))
            return Difference(scan, now_ms, recorded.hex(), replayed.hex(), names)
    return None
