"""Files by their hash, and what is in a folder: small enough to be loaded beside a table."""

import hashlib
import os
from binascii import hexlify

_CHUNK = 512


def digest(path):
    """SHA-256 of a file as 64 hex digits, "" if it cannot be read."""
    try:
        total = hashlib.sha256()
        buffer = bytearray(_CHUNK)
        with open(path, "rb") as file:
            while True:
                count = file.readinto(buffer)
                if not count:
                    return hexlify(total.digest()).decode()
                total.update(memoryview(buffer)[:count])
    except OSError:
        return ""


def entries(folder):
    """(name, whether it is a folder) of all in a folder; nothing if there is no such folder."""
    found = []
    try:
        for name in os.listdir(folder):
            found.append((name, os.stat(folder + "/" + name)[0] & 0x4000 != 0))
    except OSError:  # no such folder, or one whose flash is damaged
        pass
    return found
