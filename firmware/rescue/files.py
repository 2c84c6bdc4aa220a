"""Files by their hash, and what is in a folder: small enough to be loaded beside a table."""

import hashlib
import os
from binascii import hexlify

_CHUNK = 512
_FOLDER = 0x4000


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
    """(name, whether it is a folder) of all in a folder; nothing if there is no such folder, no
    more than can be read of one whose flash is damaged. Nothing may be deleted meanwhile."""
    try:
        if hasattr(os, "ilistdir"):
            for row in os.ilistdir(folder):
                yield row[0], row[1] & _FOLDER != 0
        else:
            for name in os.listdir(folder):
                yield name, os.stat(folder + "/" + name)[0] & _FOLDER != 0
    except OSError:
        pass
