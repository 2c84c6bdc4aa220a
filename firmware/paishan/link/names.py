"""Names of the bits of the process image, as the wiring table of a board has them."""

from paishan.io.image import CENTRE, PANEL, SIDES

SIDE_LETTERS = "ESWN"
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
STATIONS = ("E", "S", "W", "N", "CENTRE", "PANEL", "SELECTOR", "CHAIN")


def _on(byte, names):
    return [name for bit, name in enumerate(names) if byte >> bit & 1 and name]


def inputs_on(station, byte):
    """The names of the inputs of a station that are on."""
    if station < SIDES:
        return _on(byte, SIDE_IN)
    if station == CENTRE:
        return _on(byte, CENTRE_IN)
    return _on(byte, PANEL_IN) if station == PANEL else []


def outputs_on(station, byte):
    """The names of the outputs of a station that are on; digits have none."""
    if station < SIDES:
        return _on(byte, SIDE_OUT)
    return _on(byte, CENTRE_OUT) if station == CENTRE else []


def output(name):
    """(output byte, mask) of a name like HEAD_E or DRUM, in either case, or None."""
    name = name.upper()
    if name in CENTRE_OUT:
        return CENTRE, 1 << CENTRE_OUT.index(name)
    part, side = name[:-2], name[-1:]
    if name[-2:-1] == "_" and side and side in SIDE_LETTERS and part in SIDE_OUT:
        return SIDE_LETTERS.index(side), 1 << SIDE_OUT.index(part)
    return None


def input_name(station, bit):
    """The name of an input with its side, as TILE_E; empty where nothing is wired."""
    if station < SIDES:
        return SIDE_IN[bit] + "_" + SIDE_LETTERS[station]
    if station == CENTRE:
        return CENTRE_IN[bit]
    return PANEL_IN[bit] if station == PANEL else ""


def output_name(byte, bit):
    """The name of an output with its side, as HEAD_E."""
    if byte < SIDES:
        return SIDE_OUT[bit] + "_" + SIDE_LETTERS[byte]
    return CENTRE_OUT[bit]
