"""What the drum alone does to the order of tiles, by how long it turns before the ring takes any.

The plant's own drum, tiles poured in by handfuls; from then on the ring is always free, and a tile
goes to the wall of the zone in which it passes, or on to the next that is not full. Measured with
`paishan_sim.shuffle`, this is the evidence for choosing a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from paishan_sim import wiring
from paishan_sim.figures import PILED, Figures
from paishan_sim.plant import Plant
from paishan_sim.player import DROP_MS, HANDFUL
from paishan_sim.shuffle import Finding, audit

_RESTING = bytes(wiring.OUTPUT_BYTES)
_TURNING = bytes((0, 0, 0, 0, wiring.DRUM, 0, 0))


@dataclass(frozen=True)
class Quality:
    """The audit of shuffles whose drum had turned for a time first."""

    mix_ms: int
    findings: list[Finding]

    @property
    def worst(self) -> Finding:
        """The statistic that is furthest from a perfect shuffle."""
        return max(self.findings, key=lambda finding: abs(finding.effect))


def mixed(
    stacks: Sequence[int], seed: int, mix_ms: int, figures: Figures = PILED
) -> list[list[int]]:
    """The four walls after one drop and so long a time of mixing."""
    tiles = 2 * sum(stacks)
    plant = Plant(figures, seed=seed)
    plant.bring(range(tiles))
    for n in range(0, tiles, HANDFUL):
        while plant.now_ms < DROP_MS * n // tiles:
            plant.step(_RESTING)
        for tile in range(n, min(n + HANDFUL, tiles)):
            plant.hands.remove(tile)
            plant.drum.drop(plant.now_ms, tile, figures.face_up_share)
    for _ in range(mix_ms // wiring.SCAN_MS):
        plant.step(_TURNING)
    walls: list[list[int]] = [[], [], [], []]
    for _turn, tile, zone in plant.drum.next_picks():
        while len(walls[zone]) >= 2 * stacks[zone]:
            zone = (zone + 1) % 4
        walls[zone].append(tile)
    return walls


def qualities(
    stacks: Sequence[int], times_ms: Sequence[int], shuffles: int, figures: Figures = PILED
) -> list[Quality]:
    """The table of drum time against quality."""
    return [
        Quality(ms, audit([mixed(stacks, seed, ms, figures) for seed in range(1, shuffles + 1)]))
        for ms in times_ms
    ]
