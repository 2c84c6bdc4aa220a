"""A flash without room for another save, under MicroPython on LittleFS.

Run by test_power_cuts.py: `micropython full_flash.py`.
"""

import os

import flash  # type: ignore[import-not-found]
import vfs  # type: ignore[import-not-found]

from paishan.store.store import Store

FOLDER = "/store"
ROWS = 900  # more than fits into LittleFS's directory


def save(store, number):
    """A long record and as many lines in the journal, as far as there is room."""
    store.gears.data = {"rows": [number] * ROWS}
    store.mark("gears")
    for _ in range(30):
        store.journal.append("x" * 100)
    store.flush()


def fill():
    """Takes all the room there is; returns the files that do."""
    names = []
    try:
        while True:
            names.append(f"{FOLDER}/fill{len(names)}")
            with open(names[-1], "wb") as file:
                file.write(b"x" * 3000)
    except OSError:
        return names[:-1]


def say(when, store):
    """What is found after power-on."""
    rows = store.gears.data["rows"]
    lines = len(store.journal.tail(999))
    print(when, store.problems, "generation", store.gears.generation, "rows", rows[0], end=" ")
    print("lines", lines)


device = flash.Flash(flash.MemoryImage())
flash.mount(device, FOLDER)
opened = Store(FOLDER)
opened.gears.data = {"rows": [1] * ROWS}
opened.gears.save()
save(opened, 2)
files = fill()
save(opened, 3)
print("full: gears", opened.gears.health, "journal", opened.journal.health)
vfs.umount(FOLDER)
flash.mount(flash.Flash(device.image), FOLDER)
say("off and on:", Store(FOLDER))
for name in files:
    os.remove(name)
opened = Store(FOLDER)
save(opened, 3)
say("room again:", Store(FOLDER))
