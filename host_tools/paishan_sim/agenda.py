"""Agenda of the plant: which mechanism does something next, and when.

The plant moves by events, not by stepping every part every scan: a part knows from its motor's
closed form when it reaches its next point, stands on the agenda with that time, and costs nothing
until then. A part has one next event; asking again replaces it.
"""

from heapq import heappop, heappush
from itertools import count
from math import inf
from typing import Protocol


class Part(Protocol):
    """Something that stands on the agenda."""

    due_ms: float

    def happen(self, now: float) -> None:
        """Do what was due at `now` and ask for the next time."""


class Agenda:
    """Heap of (time, order, part); entries that a part has replaced are skipped."""

    def __init__(self) -> None:
        self.heap: list[tuple[float, int, Part | None]] = [(inf, -1, None)]
        self._order = count()

    def ask(self, part: Part, due_ms: float) -> None:
        """Put `part` down for `due_ms` instead of whatever it asked for before."""
        if due_ms != part.due_ms:
            part.due_ms = due_ms
            if due_ms != inf:
                heappush(self.heap, (due_ms, next(self._order), part))

    def run(self, until_ms: float) -> None:
        """Let everything happen that is due up to and including `until_ms`, in order."""
        heap = self.heap
        while heap[0][0] <= until_ms:
            due_ms, _, part = heappop(heap)
            if part is not None and part.due_ms == due_ms:
                part.due_ms = inf
                part.happen(due_ms)
