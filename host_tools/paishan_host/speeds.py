"""The speed of a table's line, and its address: found where they are not the ones that are known.

A table at another speed hears noise and says nothing, so each speed is asked once, briefly.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from paishan.store.schema import CHOICES, find

if TYPE_CHECKING:
    from paishan_host.session import Session

USUAL: Final = int(find("link_speed")[3])
SPEEDS: Final = (USUAL, *(int(one) for one in CHOICES["link_speed"] if one != USUAL))  # bit/s

# A request and its reply take 50 ms at the lowest speed, a scan and a slow USB adapter as much.
BRIEF_S: Final = 0.3


def likeliest(known: int) -> tuple[int, ...]:
    """All speeds, the one that is known of this port first; 0 = none is."""
    return (known, *(one for one in SPEEDS if one != known)) if known in SPEEDS else SPEEDS


def search(session: Session, addresses: Sequence[int | None], wait_s: float) -> bool:
    """Goes through the speeds of the session's line, and at each through the addresses, until a
    table answers; whether one did. Where none does, speed and address are what they were.
    MicroPython's prompt ends it: that is its speed, and noise could be commands to it."""
    line, before = session.transport, session.address
    speeds = line.speeds
    for speed in speeds or (0,):
        if speed != line.speed:
            line.set_speed(speed)
        for address in addresses:
            session.address = address
            if session.is_heard(wait_s):
                return True
        if session.hears_prompt():
            break
    session.address = before
    if speeds:
        line.set_speed(speeds[0])
    return False
