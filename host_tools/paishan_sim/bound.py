"""Lower bound of a build: no controller whatever finishes it sooner on this machine.

The bound runs from the scan in which the drum goes on to the moment at which the last pusher is
home. Let p_1 <= ... <= p_N be the earliest picks of the N tiles that end up in the trays, n_i the
tiles of side i. Proof:

1. A tile's passes over the flip strip are settled when it falls in and come due with the drum's
   forward turns; the drum turns no faster than at full speed from the start. So tile k is not on
   the ring before p_k, and of any N tiles that are picked the k-th earliest is not before p_k.
2. From its pick a tile needs at least `LEAST_TRAVEL` of the ring's turn to a gate, then the belt
   from the entry to where the head can take it: at least c (ring) and b_i (belt), full speed.
3. A head takes a tile at one fixed phase, and lays and comes home before it takes another. So two
   takes of head i lie a full turn t_i or more apart, and from the last take to home it is the part
   h of a turn. The pusher cannot leave home before the head is home without running into
   the head's arm; from leaving home to being home again it needs at least q_i.
   So if side i stacks j tiles that all reach it after a moment z, it ends at or after
   z + b_i + (j - 1 + h) t_i + q_i =: z + f_i(j).
4. Take any k. The N - k + 1 tiles picked k-th and later all leave the ring at or after p_k + c.
   Side i gets some j_i <= n_i of them, and the j_i sum to N - k + 1. The build ends at or after
   p_k + c + max_i f_i(j_i). Over all ways to split them, the least such maximum is the
   (N - k + 1)-th smallest of all f_i(j), 1 <= j <= n_i, since m tiles can be served within y
   exactly if at least m of the f_i(j) are <= y.
5. So the end is at or after the maximum of these terms over all k.
"""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class SideSpeed:
    """What one side needs at full speed, in ms."""

    belt_ms: float  # b_i
    turn_ms: float  # t_i
    home_part: float  # h, part of a turn
    push_ms: float  # q_i

    def served(self, tiles: int) -> float:
        """f_i(tiles)."""
        return self.belt_ms + (tiles - 1 + self.home_part) * self.turn_ms + self.push_ms


class Build:
    """One build as the plant saw it; `done_ms` is when the last pusher with a stack was home."""

    def __init__(
        self,
        start_ms: int,
        picks: Sequence[float],
        ring_ms: float,
        sides: Sequence[SideSpeed],
    ) -> None:
        self.start_ms = start_ms
        self.done_ms: float | None = None
        self.tiles: tuple[int, ...] = (0, 0, 0, 0)  # a side, as pushed into the trays so far
        self._picks = sorted(picks)
        self._ring_ms = ring_ms
        self._sides = tuple(sides)

    @property
    def bound_ms(self) -> float:
        """Bound for the sides as they were built."""
        return self.bound_of_tiles(self.tiles)

    def bound_of_tiles(self, tiles: Sequence[int]) -> float:
        """Bound in ms from the start for `tiles` a side; tiles added later are not counted."""
        served = sorted(
            side.served(n + 1)
            for side, count in zip(self._sides, tiles, strict=True)
            for n in range(count)
        )
        picks = self._picks[: len(served)]
        if not picks:
            return 0.0
        # Fewer picks than tiles: tiles were added during the build, the bound is for the rest.
        latest = max(pick + served[len(picks) - 1 - k] for k, pick in enumerate(picks))
        return latest + self._ring_ms - self.start_ms
