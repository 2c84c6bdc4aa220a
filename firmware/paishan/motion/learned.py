"""Learned time: the mean of a motion's good runs, up to the last 200 (CN106540440B)."""

from micropython import const

LONGEST_MEMORY = const(200)
_FRACTION = const(4)  # the mean is kept in sixteenths of a millisecond


class Learned:
    """`runs`: good runs so far; `mean_ms`: their mean, `first_ms` until there is one."""

    def __init__(self, first_ms):
        self.mean_ms = first_ms
        self.runs = 0
        self._sixteenths = 0

    def restore(self, mean_ms, runs):
        """Takes up what was learned before the power went."""
        if runs > 0:
            self.runs = min(runs, LONGEST_MEMORY)
            self._sixteenths = mean_ms << _FRACTION
            self.mean_ms = mean_ms

    def add(self, elapsed_ms):
        """Takes in one good run; times up to an hour keep to 30 bits."""
        if self.runs < LONGEST_MEMORY:
            self.runs += 1
        self._sixteenths += ((elapsed_ms << _FRACTION) - self._sixteenths) // self.runs
        self.mean_ms = self._sixteenths >> _FRACTION
