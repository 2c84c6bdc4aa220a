"""Chance from the chip, and the fingerprint that proves afterwards what it was.

Both allocate: never called by a scan in which something moves.
"""

from hashlib import sha256
from os import urandom

SEED_BYTES = 32


def digest(data):
    """SHA-256 of some bytes: 32 bytes."""
    return sha256(data).digest()


def new_seed():
    """32 bytes that nobody can foresee.

    Twice as many are taken and hashed: the RP2040 makes its chance from an oscillator whose
    single bits lean to one side.
    """
    return digest(urandom(2 * SEED_BYTES))
