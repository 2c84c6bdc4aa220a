"""A bundle: one application as a file, a zip with `manifest` and the files that it names.

Any zip tool opens it; what counts is the manifest, which says the SHA-256 of every file and is
itself signed. firmware/docs/update.md describes both.
"""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from paishan_host import ending, reading
from paishan_host.install import image, manifest, mpy
from paishan_host.language import tr

MANIFEST: Final = "manifest"
_LARGEST: Final = 4 << 20  # bytes unpacked: more is no application
_WHEN: Final = (2020, 1, 1, 0, 0, 0)  # the same files give the same bundle


@dataclass(frozen=True)
class Bundle:
    """`text`: the manifest's bytes; `about`: what it says; `files`: by path."""

    text: bytes
    about: manifest.Parsed
    files: Mapping[str, bytes]


def made(
    boards: Iterable[str],
    architecture: str,
    *,
    signer: manifest.Signer | None = None,
    version: str = "",
    floor: str = "",
) -> Bundle:
    """Of the firmware that this tool carries. `boards`: all of one architecture."""
    boards = list(boards)
    slot = image.application(architecture, version)
    outside = {board: image.outside(board, architecture) for board in boards}
    about = manifest.About.of_this_checkout(boards, mpy.number(architecture), version, floor)
    text = manifest.made(about, slot, outside, signer)
    return Bundle(text, manifest.parsed(text), slot)


def packed(bundle: Bundle) -> bytes:
    """The file's bytes."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in ((MANIFEST, bundle.text), *sorted(bundle.files.items())):
            file.writestr(zipfile.ZipInfo(name, _WHEN), data, zipfile.ZIP_DEFLATED)
    return target.getvalue()


def load(path: Path) -> Bundle:
    """Reads one and compares every file with the manifest; Problem with what is wrong."""
    data = reading.data(path)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            if sum(one.file_size for one in file.infolist()) > _LARGEST:
                raise ValueError("too large")
            found = {one.filename: file.read(one) for one in file.infolist()}
        about = manifest.parsed(found[MANIFEST])
    except Exception as error:  # zipfile, zlib and the manifest each have their own
        raise _damaged(path, tr("no bundle, or cut off")) from error
    text = found.pop(MANIFEST)
    for name, (size, digest) in about.files.items():
        data = found.get(name, b"")
        if len(data) != size or hashlib.sha256(data).hexdigest() != digest:
            raise _damaged(path, name)
    return Bundle(text, about, {name: found[name] for name in about.files})


def _damaged(path: Path, what: str) -> ending.Problem:
    return ending.Problem(
        tr("{file}: damaged ({what}): download or make it anew", file=path, what=what),
        ending.BAD_FILE,
    )


def code(about: manifest.Parsed, board: str, files: Mapping[str, str]) -> str:
    """The eight digits of a controller whose files have these SHA-256, as rescue/proof.py
    works them out. `files` by path; what is not in it is as the manifest says."""
    total = hashlib.sha256()
    rows = [(name, digest) for name, (_size, digest) in about.files.items()]
    rows += [(name, digest) for name, (_size, digest) in about.outside.get(board, {}).items()]
    for name, digest in rows:
        total.update(f"{files.get(name, digest)} {name}\n".encode())
    for name in sorted(files.keys() - {name for name, _digest in rows}):
        total.update(f"{files[name]} {name}\n".encode())
    return f"{int.from_bytes(total.digest()[:4]) % 10**8:08}"
