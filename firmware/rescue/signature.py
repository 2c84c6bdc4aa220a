"""Who vouches for an update: RSA-2048-PSS with SHA-256 and a salt of 32 bytes (RFC 8017).

Keys are files `/keys/<name>`: `rsa2048 <512 hex digits of the modulus>`, the exponent is 65537.
The name is the first eight hex digits of the modulus's SHA-256. The arithmetic is MicroPython's
own `pow()` on large integers.
"""

import hashlib
from binascii import unhexlify

_BYTES = 256
_HASH = 32
_EXPONENT = 65537
_PLACE = _BYTES - _HASH - 1  # of the hash within the encoded message


def modulus(root, name):
    """The key of that name as a number, or 0."""
    for letter in name:
        if letter not in "0123456789abcdef":
            return 0
    try:
        with open(root + "keys/" + name) as file:
            kind, digits = file.readline().split()
    except (OSError, ValueError):
        return 0
    return int(digits, 16) if kind == "rsa2048" and len(digits) == 2 * _BYTES else 0


def _mask(seed, length):
    """MGF1 with SHA-256."""
    made = b""
    count = 0
    while len(made) < length:
        made += hashlib.sha256(seed + bytes((0, 0, 0, count))).digest()
        count += 1
    return made[:length]


def holds(key, signature, message_hash):
    """Whether the signature, in hex, is of this hash and by this key."""
    try:
        number = int.from_bytes(unhexlify(signature), "big")
    except ValueError:
        return False
    if len(signature) != 2 * _BYTES or not key or number >= key:
        return False
    encoded = pow(number, _EXPONENT, key).to_bytes(_BYTES, "big")
    if encoded[-1] != 0xBC or encoded[0] & 0x80:
        return False
    found = encoded[_PLACE:-1]
    block = bytearray(encoded[:_PLACE])
    mask = _mask(found, _PLACE)
    for at in range(_PLACE):
        block[at] ^= mask[at]
    block[0] &= 0x7F
    zeros = _PLACE - _HASH - 1
    if bytes(block[:zeros]) != bytes(zeros) or block[zeros] != 1:
        return False
    salt = bytes(block[-_HASH:])
    return hashlib.sha256(bytes(8) + message_hash + salt).digest() == found
