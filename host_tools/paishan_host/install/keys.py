"""The key pair that signs updates: RSA-2048, PSS with SHA-256 and a salt of 32 bytes.

The private half is a PEM file that only its owner can read. The public half is a line of text in
a file of the same name with `.pub` behind it, as the table keeps it under /keys.
"""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from paishan_host import ending, reading
from paishan_host.language import tr

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey

BITS: Final = 2048
EXPONENT: Final = 65537
SALT_BYTES: Final = 32
KIND: Final = "rsa2048"
_OWNER_ONLY: Final = 0o600


@dataclass(frozen=True)
class Public:
    """Who signed. `name`: the first eight hex digits of the modulus's SHA-256."""

    modulus: int

    @property
    def name(self) -> str:
        """How manifests call it, and its file on a table."""
        return hashlib.sha256(self.modulus.to_bytes(BITS // 8)).hexdigest()[:8]

    @property
    def text(self) -> bytes:
        """The file's bytes."""
        return f"{KIND} {self.modulus:0{BITS // 4}x}\n".encode()

    @classmethod
    def load(cls, path: Path) -> Public:
        """From a `.pub` file; Problem if it is none."""
        try:
            kind, digits = reading.data(path).decode("ascii").split()
            if kind != KIND or len(digits) != BITS // 4:
                raise ValueError(kind)
            return cls(int(digits, 16))
        except ValueError as error:
            raise ending.Problem(
                tr("{file}: no public key: take the .pub file of `paishan keys new`", file=path),
                ending.BAD_FILE,
            ) from error


class Private:
    """Signs manifests."""

    def __init__(self, key: RSAPrivateKey) -> None:
        self._key = key
        self.public = Public(key.private_numbers().public_numbers.n)
        self.key_id = self.public.name

    def sign(self, data: bytes) -> bytes:
        """256 bytes."""
        from cryptography.hazmat.primitives import hashes
        from cryptography.hazmat.primitives.asymmetric import padding

        scheme = padding.PSS(padding.MGF1(hashes.SHA256()), SALT_BYTES)
        return self._key.sign(data, scheme, hashes.SHA256())

    @classmethod
    def load(cls, path: Path) -> Private:
        """From a PEM file; Problem if it is none of ours."""
        from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
        from cryptography.hazmat.primitives.serialization import load_pem_private_key

        try:
            key = load_pem_private_key(reading.data(path), None)
        except (ValueError, TypeError) as error:
            raise _not_private(path) from error
        if not isinstance(key, RSAPrivateKey) or key.key_size != BITS:
            raise _not_private(path)
        return cls(key)


def _not_private(path: Path) -> ending.Problem:
    return ending.Problem(
        tr(
            "{file}: no private key of RSA-2048 without a password: make one with "
            "`paishan keys new`",
            file=path,
        ),
        ending.BAD_FILE,
    )


def made(path: Path) -> Private:
    """A new pair at `path` and `path`.pub; files that are there are never touched."""
    from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key
    from cryptography.hazmat.primitives.serialization import (
        Encoding,
        NoEncryption,
        PrivateFormat,
    )

    key = generate_private_key(EXPONENT, BITS)
    found = Private(key)
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    _written(path, pem, _OWNER_ONLY)
    try:
        _written(public_path(path), found.public.text, 0o644)
    except ending.Problem:
        path.unlink()
        raise
    return found


def public_path(path: Path) -> Path:
    """Where the public half of a private key is."""
    return path.with_name(f"{path.name}.pub")


def _written(path: Path, data: bytes, mode: int) -> None:
    try:
        number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    except FileExistsError as error:
        raise ending.Problem(
            tr("{file} is there already: a key is never overwritten, name another", file=path),
            ending.NO_OUTPUT,
        ) from error
    except OSError as error:
        raise ending.Problem(
            tr(
                "{file}: {error}: name a file that can be written", file=path, error=error.strerror
            ),
            ending.NO_OUTPUT,
        ) from error
    with os.fdopen(number, "wb") as file:
        file.write(data)
