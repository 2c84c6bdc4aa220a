"""Audit: sees what is true in the machine, and says when the ready lamp or a sensor deceived.

The monitor beside it watches safety by the bytes alone; this one watches what people pay for. A
table that shows READY either has no walls below, or exactly those of a gear of its chart, whole
stacks, with no tile left between drum and trays, and no tile lost. And whatever a sensor may say:
nothing shuffles below a dome that is not closed.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from paishan_sim import wiring
from paishan_sim.plant import Plant

STEADY_MS = 200  # a lamp that is on this long means it
AGAIN_MS = 1_000
OPEN_MS = 200  # time to notice, and to coast
_TURNING = wiring.BELT | wiring.BELT_REV | wiring.HEAD | wiring.HEAD_REV
_DRUM = wiring.DRUM | wiring.DRUM_REV | wiring.RING


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
        self._open_since: int | None = None

    def look_inside(self, now_ms: int, outputs: bytes | bytearray) -> None:
        """One scan of a machine whose sensors may lie."""
        sides = outputs[0] | outputs[1] | outputs[2] | outputs[3]
        shuffles = sides & _TURNING or outputs[wiring.CENTRE] & _DRUM
        if not shuffles or self._plant.dome.down(now_ms):
            self._open_since = None
        elif self._open_since is None:
            self._open_since = now_ms
        elif now_ms - self._open_since == OPEN_MS:
            self.findings.append(f"{now_ms} ms: it shuffles below an open dome")

    def look(self, now_ms: int, outputs: bytes | bytearray) -> None:
        """One scan."""
        # all five lamps together are those of the lamp test
        lamps = outputs[0] & outputs[1] & outputs[2] & outputs[3] & wiring.SEAT_LAMP
        if lamps or not outputs[wiring.CENTRE] & wiring.READY_LAMP:
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
