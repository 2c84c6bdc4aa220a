"""A look into the simulated machine at one moment, for those who draw or assert it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Snapshot:
    """Counts in tiles, except trays and walls: stacks. Tuples are in the order E, S, W, N."""

    now_ms: int
    drum: int  # tiles in the drum
    drum_face_up: int  # of these, not back-up yet
    ring: int
    belts: tuple[int, ...]
    platforms: tuple[int, ...]  # in the head and on the platform
    trays: tuple[int, ...]  # stacks below
    walls: tuple[int, ...]  # stacks on the table
    hands: int  # tiles in players' hands or in their box
    dome: float  # 0.0 down to 1.0 up
    lifts: tuple[float, ...]
    motors: tuple[str, ...]  # outputs that are on, as BELT_E or DRUM
    heads: tuple[float, ...]  # phase of the turn, 0.0 to 1.0
    ready_lamp: bool
    seat_lamps: tuple[bool, ...]
    buzzer: bool
    display: str  # the two digits as a person reads them
    collisions: int
