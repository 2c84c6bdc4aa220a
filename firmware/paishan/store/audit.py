"""The audit: the last 32 changes of settings, who made them and whether they took.

It is written before the settings are, with the generation that they will get. A change whose
settings never came to be written - the power went in between, or that copy was lost - is one
with a generation that the settings do not have: `entries` says so.
"""

from micropython import const

LAST = const(32)


class Audit:
    """`store.audit.data["changes"]`: [boot, seconds, level, who, name, old, new, generation]."""

    def __init__(self, store):
        self._store = store

    def add(self, now, who, level, changes, generation=0):
        """Takes in `changes`, a list of (name, old, new), not written yet.

        `generation`: of the settings record that will hold them; 0 for what is kept elsewhere.
        """
        kept = self._store.audit.data["changes"]
        for name, old, new in changes:
            kept.append([self._store.boot, now // 1000, level, who, name, old, new, generation])
        while len(kept) > LAST:
            kept.pop(0)

    def take_back(self, changes, generation):
        """Drops the newest entries again: their settings could not be written."""
        kept = self._store.audit.data["changes"]
        for _change in changes:
            if kept and kept[-1][7] == generation:
                kept.pop()

    def entries(self):
        """Oldest first: dicts boot, seconds, level, who, name, old, new, and `kept`: False if
        the power went, or the copy was lost, before the change could stay."""
        names = ("boot", "seconds", "level", "who", "name", "old", "new")
        entries = []
        for change in self._store.audit.data["changes"]:
            entry = dict(zip(names, change))
            entry["kept"] = change[7] <= self._store.settings.generation
            entries.append(entry)
        return entries
