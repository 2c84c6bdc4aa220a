"""Learned time: the mean of a motion's good runs, up to the last 200 (CN106540440B)."""

from micropython import const

LONGEST_MEMORY = const(200)
YOUNG_RUNS = const(20)
_FRACTION = const(4)  # the mean is kept in sixteenths of a millisecond


class Learned:
    """`runs`: good runs so far; `mean_ms`: their mean, `first_ms` until there is one;
    `young_ms`: the mean after the first twenty runs, 0 before."""

    def __init__(self, first_ms):
        self.mean_ms = first_ms
        self.runs = 0
        self.young_ms = 0
        self._sixteenths = 0

    def slower(self):
        """Whether it has become a quarter slower than when it was new: wear, before it fails."""
        return self.young_ms > 0 and self.mean_ms * 4 > self.young_ms * 5

    def restore(self, mean_ms, runs, young_ms=0):
        """Takes up what was learned before the power went."""
        if runs > 0:
            self.young_ms = young_ms
            self.runs = min(runs, LONGEST_MEMORY)
            self._sixteenths = mean_ms << _FRACTION
            self.mean_ms = mean_ms

    def add(self, elapsed_ms):
        """Takes in one good run; times up to an hour keep to 30 bits."""
        if self.runs < LONGEST_MEMORY:
            self.runs += 1
        if self.runs == YOUNG_RUNS and not self.young_ms:
            self.young_ms = self.mean_ms
        self._sixteenths += ((elapsed_ms << _FRACTION) - self._sixteenths) // self.runs
        self.mean_ms = self._sixteenths >> _FRACTION
