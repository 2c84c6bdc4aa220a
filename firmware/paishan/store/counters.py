"""What the table has counted since it was made.

Whole numbers, in lists whose length never changes: the record takes the same room on the heap
from the first power-on to the end, however late something is met for the first time.
"""

from micropython import const

from paishan.io.image import CENTRE, PANEL

_BITS = const(8)
_OUTPUTS = (CENTRE + 1) * _BITS
_INPUTS = (PANEL + 1) * _BITS
_CODES = const(100)
_SETS = const(8)

# one number each, the power-ons first; done_…: the builds when that service was done last
SINGLE = (
    "boots",
    "builds",
    "raises",
    "agitations",
    "dice",
    "faults",
    "advices",
    "done_clean_cycles",
    "done_oil_cycles",
    "done_check_cycles",
)
# (name, how many): by the output's bit, 8 * byte + bit; by the input's; by the fault's code; and
# in pairs, the tiles of a set and how often it was built
LISTS = (
    ("starts", _OUTPUTS),
    ("run_s", _OUTPUTS),
    ("stalls", _OUTPUTS),
    ("rejected", _INPUTS),
    ("fault", _CODES),
    ("sets", 2 * _SETS),
)


def _whole(kept):
    return kept if isinstance(kept, int) and kept >= 0 else 0


class Counters:
    """On the counters' record; what another version has put there stays in it."""

    def __init__(self, record):
        self._record = record
        data = record.data
        for name in SINGLE:
            data[name] = _whole(data.get(name))
        for name, length in LISTS:
            kept = data.get(name)
            numbers = [0] * length
            if isinstance(kept, list):
                for at in range(min(length, len(kept))):
                    numbers[at] = _whole(kept[at])
            data[name] = numbers

    def of(self, name):
        """The number of that name; of a list, the list itself."""
        return self._record.data[name]

    def add(self, name):
        """One more of one of SINGLE; to be written at rest."""
        self._record.data[name] += 1
        self._record.dirty = True

    def built(self, tiles):
        """One more build of a set of so many tiles. The first eight kinds of set have a number
        of their own."""
        self.add("builds")
        sets = self._record.data["sets"]
        for at in range(0, len(sets), 2):
            if sets[at] in (0, tiles):
                sets[at] = tiles
                sets[at + 1] += 1
                return

    def serviced(self, what):
        """A service was done: "clean", "oil" or "check"; its interval begins."""
        self._record.data["done_%s_cycles" % what] = self.of("builds")
        self._record.dirty = True

    def reset(self):
        """All to 0 but the power-ons."""
        for name in SINGLE[1:]:
            self._record.data[name] = 0
        for name, length in LISTS:
            numbers = self.of(name)
            for at in range(length):
                numbers[at] = 0
        self._record.dirty = True
