"""Ratings of the machine's motors, as a safety assessor would write them down beside the table.

The monitor's own: neither the plant's nor the firmware's figures. All are inferred from motors of
their kind (5 to 15 W gear motors at 12 V behind a supply of 5 A) where no source is named.
"""

from dataclasses import dataclass

SUPPLY_MA = 5_000  # trade page: internal 12 V, 5 A
PEAK_MA = 10_000  # for the length of an inrush: a motor supply carries twice its rating
INRUSH = 2.5  # times the nominal current
INRUSH_MS = 100
STARTS_A_SCAN = 3


@dataclass(frozen=True)
class Rating:
    """One output: current, longest time on, longest time on while its sensor shows no movement."""

    current_ma: int
    longest_ms: int
    locked_ms: int | None = None  # IEC 60335-1, 19.7: a locked motor must not overheat


RATINGS = {
    "BELT": Rating(150, 600_000),
    "BELT_REV": Rating(150, 30_000),
    "HEAD": Rating(450, 120_000, 6_000),
    "HEAD_REV": Rating(450, 10_000),
    "PUSHER": Rating(350, 10_000, 6_000),
    "LIFT_RAISE": Rating(900, 20_000),
    "LIFT_LOWER": Rating(900, 20_000),
    "DRUM": Rating(600, 600_000, 4_000),
    "DRUM_REV": Rating(600, 30_000),
    "RING": Rating(350, 600_000, 4_000),
    "DOME_RAISE": Rating(1_200, 20_000),
    "DOME_LOWER": Rating(1_200, 20_000),
    "DICE": Rating(60, 8_000),
}


@dataclass(frozen=True)
class Winding:
    """Heat of a motor as a share of its final rise: first order, 1.0 if it runs for ever."""

    outputs: tuple[str, ...]
    tau_s: float
    limit: float
    source: str


# GOST IEC 60335-2-82: normal operation is the most unfavourable cycles as fast as instructions
# allow; what shuffles must bear that without end. Dome and lifts move in a tenth of the time.
WINDINGS = (
    Winding(("DRUM", "DRUM_REV"), 900, 0.95, "continuous duty"),
    Winding(("RING",), 900, 0.95, "continuous duty"),
    Winding(("BELT", "BELT_REV"), 900, 0.95, "continuous duty"),
    Winding(("HEAD", "HEAD_REV"), 600, 0.95, "continuous duty"),
    Winding(("PUSHER",), 600, 0.75, "intermittent duty, 60 %"),
    Winding(("LIFT_RAISE", "LIFT_LOWER"), 300, 0.4, "intermittent duty, 25 %"),
    Winding(("DOME_RAISE", "DOME_LOWER"), 300, 0.4, "intermittent duty, 25 %"),
    Winding(("DICE",), 120, 0.5, "trade page: rattles 3 to 5 s a press"),
)
