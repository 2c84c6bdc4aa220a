"""Audit of the walls: sees the machine's trays and the lamp, and says when the lamp lies.

The monitor beside it watches safety by the bytes alone; this one watches what people pay for. A
table that shows READY either has no walls below, or exactly those of a gear of its chart, whole
stacks, with no tile left between drum and trays, and no tile lost.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from paishan_sim import wiring
from paishan_sim.plant import Plant

STEADY_MS = 200  # a lamp that is on this long means it
AGAIN_MS = 1_000


class WallAudit:
    """Call `look` once a scan; `findings` are sentences with their time."""

    def __init__(self, plant: Plant, gears: Collection[Sequence[int]]) -> None:
        """`gears`: stacks E S W N of every gear that the chart has."""
        self.findings: list[str] = []
        self._plant = plant
        self._gears = {tuple(stacks) for stacks in gears}
        self._since: int | None = None
        self._look_ms = 0
        self._said = ""

    def look(self, now_ms: int, outputs: bytes | bytearray) -> None:
        """One scan."""
        if not outputs[wiring.CENTRE] & wiring.READY_LAMP:
            self._since = None
        elif self._since is None:
            self._since = now_ms
            self._look_ms = now_ms + STEADY_MS
            self._said = ""
        elif now_ms >= self._look_ms:
            self._look_ms = now_ms + AGAIN_MS
            said = self._wrong()
            if said and said != self._said:
                self.findings.append(f"{now_ms} ms: READY is shown with {said}")
            self._said = said

    def _wrong(self) -> str:
        plant = self._plant
        plant.check_tiles()
        trays = plant.trays()
        if any(trays):
            if trays not in self._gears:
                return f"{'/'.join(map(str, trays))} stacks in the trays, which is no gear"
            for side in plant.sides:
                if any(len(stack) != 2 for stack in side.tray.stacks):
                    return "a stack of one tile in a tray"
        for side, name in zip(plant.sides, wiring.SIDES, strict=True):
            if side.platform.tiles or side.head.held is not None:
                return f"a tile between head and tray of side {name}"
        return ""
