"""Every bit of every byte of every kind of record, flipped, under MicroPython.

Run by test_power_cuts.py: `micropython flipped_bits.py`. Each copy as it comes out of `pack` is
flipped bit by bit in memory; a small record goes all the way, through files on LittleFS.
"""

import json

import flash  # type: ignore[import-not-found]
import power_cuts  # type: ignore[import-not-found]

from paishan.store import journal
from paishan.store.record import OLDER, SPARE, Record, pack, unpack
from paishan.store.store import RECORDS, Store

FOLDER = "/store"


def flips(blob):
    """`blob` with one bit flipped, again and again; always the same bytearray."""
    flipped = bytearray(blob)
    for place in range(len(flipped)):
        for bit in range(8):
            flipped[place] ^= 1 << bit
            yield flipped
            flipped[place] ^= 1 << bit


def in_memory():
    """All kinds of records, with as much in them as a table may put there."""
    store = Store(None)
    for name in [row[0] for row in RECORDS]:
        power_cuts.KINDS[name][0](store, 3)
        payload = json.dumps(store.record(name).data).encode()
        found = count = 0
        for flipped in flips(pack(name, 7, payload)):
            count += 1
            found += unpack(name, bytes(flipped))[2] is not None
        print(name, "bits", count, "found", found)
    found = count = 0
    for flipped in flips(journal.pack(7, 3, 12, "state BUILDING gear=17")):
        count += 1
        found += journal.unpack(bytes(flipped)) is None
    print("journal", "bits", count, "found", found)


def in_files():
    """A small record in two files: the newer one flipped, then the older one."""
    flash.mount(flash.Flash(flash.MemoryImage()), FOLDER)
    record = Record(FOLDER, "access", {})
    for tries in (1, 2):
        record.data = {"tries": tries}
        record.save()
    for copy, healths in (("b", (OLDER,)), ("a", (SPARE, OLDER))):
        path = FOLDER + "/access." + copy
        with open(path, "rb") as file:
            blob = file.read()
        found = count = 0
        for flipped in flips(blob):
            with open(path, "wb") as file:
                file.write(flipped)
            again = Record(FOLDER, "access", {})
            count += 1
            expected = 1 if copy == "b" else 2
            found += again.health in healths and again.data == {"tries": expected}
        with open(path, "wb") as file:
            file.write(blob)
        print("file", copy, "bits", count, "found", found)


in_memory()
in_files()
