"""The gear switch of the simulated machine, as it is wired: position to the lines of station 6.

Written from the description of the switches, not from the firmware that reads them.
"""

from __future__ import annotations

from typing import Final, NamedTuple

_PULLED_UP: Final = 0xFF


class Switch(NamedTuple):
    """Kind and wiring. The field order is the one of a chart's selector in the firmware."""

    kind: str  # "dip", "dial" (one decade), "thumbwheel" (two decades)
    bits: int  # levers of a DIP
    lowest_first: bool  # the first line has the lowest weight
    active_high: bool  # a closed contact reads 1
    first: int  # what a DIP with all levers off stands for


def lines(switch: Switch, position: int) -> int:
    """The byte that the switch puts on station 6 at `position`; ValueError if it has none."""
    if switch.kind == "dial":
        closed, highest, lowest = position, 9, 0
    elif switch.kind == "thumbwheel":
        closed, highest, lowest = position // 10 << 4 | position % 10, 99, 0
    else:
        lowest = switch.first
        highest = lowest + (1 << switch.bits) - 1
        closed = position - lowest
        if not switch.lowest_first:
            closed = int(f"{max(closed, 0):0{switch.bits}b}"[::-1], 2)
    if not lowest <= position <= highest:
        raise ValueError(
            f"position {position}: this {switch.kind} switch goes from {lowest} to {highest}"
        )
    return closed if switch.active_high else closed ^ _PULLED_UP
