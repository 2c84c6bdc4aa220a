"""Stations and bits of the byte image as the machine is wired.

The simulator has its own copy on purpose: plant and monitor know the machine, never the firmware.
Inputs are 8 bytes, outputs 7, active high, one byte a station. Tuples are in bit order.
"""

SCAN_MS = 5
SIDES = ("E", "S", "W", "N")

# Stations of the inputs; sides are 0..3 in the order of SIDES.
CENTRE = 4
PANEL = 5
SELECTOR = 6
SIGNATURE = 7
INPUT_BYTES = 8
CHAIN_SIGNATURE = 0xA5

# Stations of the outputs; sides and centre as above, then two seven-segment digits.
DIGIT_TENS = 5
DIGIT_UNITS = 6
OUTPUT_BYTES = 7

SIDE_IN = (
    "TILE",
    "HEAD_HOME",
    "PUSHER_HOME",
    "PUSHER_OUT",
    "LIFT_DOWN",
    "LIFT_UP",
    "BELT_FULL",
    "TRAY_TILE",
)
SIDE_OUT = (
    "BELT",
    "BELT_REV",
    "HEAD",
    "HEAD_REV",
    "PUSHER",
    "LIFT_RAISE",
    "LIFT_LOWER",
    "SEAT_LAMP",
)
CENTRE_IN = (
    "DOME_UP",
    "DOME_DOWN",
    "DRUM_TURN",
    "RING_TURN",
    "COVER_CLOSED",
    "MAINS_OK",
    "RING_TILE",
    "",
)
CENTRE_OUT = (
    "DRUM",
    "DRUM_REV",
    "RING",
    "DOME_RAISE",
    "DOME_LOWER",
    "DICE",
    "READY_LAMP",
    "BUZZER",
)
PANEL_IN = ("KEY_A", "KEY_B", "DICE_E", "DICE_S", "DICE_W", "DICE_N", "ENABLE", "SERVICE")

# Side inputs.
TILE = 0x01  # S1: a tile waits at the head
HEAD_HOME = 0x02  # S23
PUSHER_HOME = 0x04
PUSHER_OUT = 0x08
LIFT_DOWN = 0x10
LIFT_UP = 0x20
BELT_FULL = 0x40  # S6
TRAY_TILE = 0x80

# Side outputs.
BELT = 0x01
BELT_REV = 0x02
HEAD = 0x04
HEAD_REV = 0x08
PUSHER = 0x10
LIFT_RAISE = 0x20
LIFT_LOWER = 0x40
SEAT_LAMP = 0x80

# Centre inputs.
DOME_UP = 0x01
DOME_DOWN = 0x02
DRUM_TURN = 0x04
RING_TURN = 0x08
COVER_CLOSED = 0x10
MAINS_OK = 0x20
RING_TILE = 0x40

# Centre outputs.
DRUM = 0x01
DRUM_REV = 0x02
RING = 0x04
DOME_RAISE = 0x08
DOME_LOWER = 0x10
DICE = 0x20
READY_LAMP = 0x40
BUZZER = 0x80

# Panel inputs.
KEY_A = 0x01
KEY_B = 0x02
DICE_E = 0x04
DICE_S = 0x08
DICE_W = 0x10
DICE_N = 0x20
ENABLE = 0x40
SERVICE = 0x80

KEY_BITS = {name: 1 << bit for bit, name in enumerate(PANEL_IN[:6])}

# Segments of a digit: a b c d e f g and the point.
SEGMENTS = "abcdefg."
DIGITS = (0x3F, 0x06, 0x5B, 0x4F, 0x66, 0x6D, 0x7D, 0x07, 0x7F, 0x6F)

# Every motor output, as (name, station, mask): what "running" means to a watcher.
MOTORS = tuple(
    (f"{name}_{side}", station, 1 << bit)
    for station, side in enumerate(SIDES)
    for bit, name in enumerate(SIDE_OUT[:7])
) + tuple((name, CENTRE, 1 << bit) for bit, name in enumerate(CENTRE_OUT[:6]))


def motors_on(outputs: bytes | bytearray) -> tuple[str, ...]:
    """Names of the motor outputs that are on."""
    return tuple(name for name, station, mask in MOTORS if outputs[station] & mask)


def digit_text(byte: int) -> str:
    """What a person reads on one digit: a figure, a blank, a dash, an o, or `?` for the rest."""
    segments = byte & 0x7F
    if segments == 0:
        return " "
    if segments == 0x40:
        return "-"
    if segments == 0x5C:
        return "o"
    return str(DIGITS.index(segments)) if segments in DIGITS else "?"
