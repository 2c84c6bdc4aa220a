"""Figures of the simulated machine: every one named, with its unit and its source, in one place.

NORMAL is a healthy four-port table that builds 144 tiles in 18 to 40 s; WORN is a slow old one
that needs 60 to 80 s. "Inferred" figures were chosen so that a build lies in the sourced range.
"""

from dataclasses import dataclass, field, fields, replace
from typing import Any


def figure(value: float, unit: str, source: str) -> Any:
    """Declare one figure; unit and source stay readable through `describe`."""
    return field(default=value, metadata={"unit": unit, "source": source})


@dataclass(frozen=True)
class Figures:
    """One machine's figures; phases are parts of a revolution, 0 = home."""

    name: str = "normal"

    # Motors
    start_ms: float = figure(40, "ms", "inferred: time constant of a small 12 V gear motor")
    coast_ms: float = figure(25, "ms", "inferred: time constant of the coast after switching off")
    speed_spread: float = figure(0.02, "ratio", "inferred: motors of one batch differ by ±2 %")

    # Drum and flip strip
    drum_rev_ms: float = figure(1200, "ms", "trade page: 30 to 50 rpm")
    pass_spread: float = figure(0.15, "rev", "inferred: a tile meets the strip once a turn, ±15 %")
    drop_spread: float = figure(1.0, "rev", "inferred: a handful scatters over the whole drum")
    face_up_share: float = figure(0.5, "ratio", "a dropped tile falls on either side")
    flip_chance: float = figure(0.2, "ratio", "inferred: slow tail, the last fifth of the tiles")
    flip_passes: int = figure(20, "passes", "inferred: by then the flip magnet has turned it")

    # Ring
    ring_rev_ms: float = figure(800, "ms", "service text: the drum must not run ahead of the ring")
    ring_grip_share: float = figure(0.3, "speed", "inferred: a slow ring lifts no tile")
    ring_tile_ms: float = figure(30, "ms", "inferred: a tile passes the gate's eye")

    # Belt
    tile_mm: float = figure(26, "mm", "trade page: tile width of the common sizes")
    belt_mm: float = figure(156, "mm", "inferred: six tiles from the gate to the head's stop")
    belt_mm_s: float = figure(300, "mm/s", "inferred: feeds a head of two tiles a second")
    belt_take_share: float = figure(0.9, "speed", "inferred: a slower belt pulls none off")
    tile_seen_mm: float = figure(3, "mm", "inferred: the eye S1 sees the last 3 mm to the stop")
    give_back_up: float = figure(0.8, "ratio", "inferred: a tile put back slides in back-up")

    # Head, a cam
    head_turn_ms: float = figure(600, "ms", "per head 0.9 to 2.0 tiles a second")
    head_home: float = figure(0.06, "rev", "inferred: width of the vane, each way")
    head_takes: float = figure(0.12, "rev", "inferred: the cam lifts the tile off the stop")
    head_clears: float = figure(0.55, "rev", "inferred: the next tile may slide in")
    head_lays: float = figure(0.60, "rev", "inferred: the tile lies on the platform")

    # Pusher, a crank, and tray
    pusher_rev_ms: float = figure(250, "ms", "inferred: out and back between two head turns")
    pusher_home: float = figure(0.12, "rev", "inferred: width of the home vane, each way")
    pusher_pushes: float = figure(0.45, "rev", "inferred: the stack is in the tray")
    tray_stacks: int = figure(18, "stacks", "common trays hold 15 to 18 stacks")

    # Lifts and dome
    lift_ms: float = figure(2500, "ms", "inferred: 2 to 5 s for a 15 W gear motor with arm")
    dome_ms: float = figure(1800, "ms", "inferred: as the lifts, shorter way")
    end_switch: float = figure(0.02, "travel", "inferred: an end switch closes in the last 2 %")
    dwell_ms: float = figure(800, "ms", "inferred: players draw the walls on to the table")

    # Sensors and keys
    bounce_chance: float = figure(0.3, "ratio", "inferred: a sample after an edge shows the old")
    bounce_samples: int = figure(1, "samples", "inferred: samples that may do so")
    glitch_s: float = figure(60, "s", "inferred: mean time between false samples of an eye")
    key_bounce_ms: float = figure(10, "ms", "inferred: contacts settle within 10 ms")


NORMAL = Figures()

WORN = replace(
    NORMAL,
    name="worn",
    start_ms=60.0,
    coast_ms=40.0,
    speed_spread=0.05,
    drum_rev_ms=2000.0,
    flip_chance=0.14,
    flip_passes=30,
    ring_rev_ms=1600.0,
    ring_tile_ms=50.0,
    belt_mm_s=200.0,
    give_back_up=0.7,
    head_turn_ms=1700.0,
    pusher_rev_ms=600.0,
    lift_ms=4500.0,
    dome_ms=3500.0,
    bounce_chance=0.5,
    bounce_samples=2,
    glitch_s=15.0,
)

MACHINES = {machine.name: machine for machine in (NORMAL, WORN)}

# For the audit of the shuffle: tiles that were poured in together begin side by side. They come
# to the ring in bunches, so its builds are slower than a normal machine's.
PILED = replace(NORMAL, name="piled", drop_spread=0.25)


def describe(machine: Figures) -> list[tuple[str, float, str, str]]:
    """Rows (name, value, unit, source) of one machine, in the order above."""
    return [
        (row.name, getattr(machine, row.name), row.metadata["unit"], row.metadata["source"])
        for row in fields(machine)
        if row.metadata
    ]
