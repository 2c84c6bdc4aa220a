"""Power cuts at every flash operation of one kind of save, on MicroPython's own LittleFS.

Run by test_power_cuts.py: `micropython power_cuts.py <kind>`. Prints a line that begins with !
for each surprise, and one with the counts. A kind is a save that is done SAVES times; before
each one the flash is copied, and on copies of that copy the same save is cut off at its first,
second ... operation, whole and torn. Then the power comes back, and what is found must be the
old or the new, whole.
"""

import gc
import sys

import flash  # type: ignore[import-not-found]
import vfs  # type: ignore[import-not-found]

from paishan.store.record import SOUND
from paishan.store.schema import SETTINGS
from paishan.store.settings import Settings
from paishan.store.staging import Staging
from paishan.store.store import Store

SAVES = 40
FOLDER = "/store"


class App:
    """As much of the app as settings need."""

    def at_rest(self):
        return True

    def __init__(self, store):
        self.settings = Settings(store.settings.data)

    def rebuild(self):
        """No table here."""


def save_record(name, data_of):
    """A kind: the data of save k goes into the record of that name."""

    def save(store, k):
        store.record(name).data = data_of(k)
        store.record(name).save()

    def found(store):
        record = store.record(name)
        return record.data, record.health, record.sentence

    return save, found


def save_journal(store, k):
    """A batch of lines; after a few of them the files take turns."""
    for number in range(5):
        store.journal.append(f"event {number} of save {k}, and what else there is to say")
    store.journal.write()


def journal_found(store):
    """The last line, which says what save it is of."""
    lines = store.journal.tail(5)
    numbers = [line[0] for line in lines]
    whole = not lines or (len(lines) == 5 and numbers[4] - numbers[0] == 4)
    last = lines[4][3] if lines else ""
    return last, SOUND if whole and store.journal.health != "PARTLY" else "TORN", last


def stage_and_commit(store, k):
    """A change as a technician makes it: the audit and the settings."""
    staging = Staging(store, App(store))
    staging.set("dice_ms", 3000 + k, 0, "tool", "technician")


def commit_found(store):
    """The setting, and an audit that says of each change whether it is in force."""
    now = store.settings.data.get("dice_ms", 4000)
    kept = [entry["new"] for entry in store.trail.entries() if entry["kept"]]
    agree = (kept[-1] if kept else 4000) == now
    return now, store.settings.health if agree else "TORN", store.settings.sentence


def counters(k):
    """The counters of a table in its k-th week."""
    return {"boots": k, "cycles": 7 * k, "tiles": 144 * 7 * k}


def settings(k):
    """Every setting stands somewhere else than its default."""
    return {row[0]: row[4] + (k & 1) for row in SETTINGS}


def gears(k):
    """A chart of the owner's own."""
    return {"rows": [[n, 136, [17, 17, 17, 17], f"game {k}"] for n in range(20)]}


def calibration(k):
    """Learned times: four heads, pushers and lifts, the dome."""
    return {name: [[900 + k, k]] * 4 for name in ("head", "pusher", "lift", "dome")}


def audit(k):
    """A full audit."""
    return {"changes": [[k, 5, "technician", "tool", "dice_ms", 1, 2, n] for n in range(32)]}


KINDS = {
    "settings": save_record("settings", settings),
    "calibration": save_record("calibration", calibration),
    "counters": save_record("counters", counters),
    "identity": save_record("identity", lambda k: {"serial": f"PS{k}", "key": "5a" * 32}),
    "state": save_record("state", lambda k: {"set_below": k & 1 == 1, "building": k}),
    "gears": save_record("gears", gears),
    "access": save_record("access", lambda k: {"tries": k}),
    "audit": save_record("audit", audit),
    "journal": (save_journal, journal_found),
    "commit": (stage_and_commit, commit_found),
}


def power_on(image, cut=0, torn=False):
    """Mounts the flash and opens the store on it."""
    device = flash.Flash(image)
    flash.mount(device, FOLDER)
    store = Store(FOLDER)
    device.operations = 0
    device.cut = cut
    device.torn = torn
    return device, store


def powered(image, look):
    """What `look` finds in the store after power-on."""
    _device, store = power_on(image)
    result = look(store)
    vfs.umount(FOLDER)
    return result


def formatted():
    """A new flash, after every cut that its first format can suffer."""
    for cut in range(1, 100):
        for torn in (True, False):
            device = flash.Flash(flash.MemoryImage(), cut, torn)
            try:
                flash.mount(device, FOLDER)
                vfs.umount(FOLDER)
                return device.image
            except flash.PowerCut:
                pass
            if powered(device.image, lambda store: store.problems):
                print("! cut", cut, torn, "of the format: not formatted")
    return None


def run(kind):
    """Every save of that kind, every operation of it, whole and torn."""
    save, found = KINDS[kind]
    image = formatted()
    old, found_before, _ = powered(image, found)  # MISSING: the first start
    cuts = olds = news = 0
    for k in range(1, SAVES + 1):
        device, store = power_on(image.copy())
        save(store, k)
        operations = device.operations
        vfs.umount(FOLDER)
        after = device.image
        new, health, _ = powered(after, found)
        if new == old or health != SOUND or not operations:
            print("! save", k, "did not take:", new, health)
        for cut in range(1, operations + 1):
            for torn in (True, False):
                device, store = power_on(image.copy(), cut, torn)
                try:
                    save(store, k)
                    print("! save", k, "ended in spite of the cut at", cut)
                except flash.PowerCut:
                    pass
                store = None
                vfs.umount(FOLDER)
                data, health, sentence = powered(device.image, found)
                cuts += 1
                olds += data == old
                news += data == new
                if data not in (old, new) or health not in (SOUND, found_before):
                    print("! cut", cut, torn, "of save", k, ":", health, sentence, str(data)[:60])
        image, old, found_before = after, new, health
        gc.collect()
    print(kind, "cuts", cuts, "old", olds, "new", news)


def run_acknowledge():
    """Both copies are damaged; the power goes while the loss is being accepted."""
    image = formatted()
    flash.mount(flash.Flash(image), FOLDER)
    for copy in ("a", "b"):
        with open(FOLDER + "/gears." + copy, "wb") as file:
            file.write(b"junk")
    vfs.umount(FOLDER)
    found = {"BAD": 0, "OLDER": 0, "SOUND": 0}
    cuts = 0
    for torn in (True, False):
        for cut in range(1, 100):
            device, store = power_on(image.copy(), cut, torn)
            try:
                store.gears.refuse("nothing is left of it but this", gears(1))
                store.acknowledge("gears")
            except flash.PowerCut:
                cuts += 1
            store = None
            vfs.umount(FOLDER)
            if not device.dead:
                break
            health = powered(device.image, lambda store: store.gears.health)
            found[health] += 1
    print("acknowledge cuts", cuts, "old", found["BAD"], "new", found["OLDER"] + found["SOUND"])


if __name__ == "__main__":
    if sys.argv[1] == "acknowledge":
        run_acknowledge()
    else:
        run(sys.argv[1])
