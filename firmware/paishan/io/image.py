"""The process image: which bit of which byte is which sensor, key, motor or lamp.

Inputs are 8 bytes and outputs 7, one byte a station of the shift-register chain, all
active-high. This boundary is what boards, simulator and emulator exchange.

Input bytes: 0..3 sides E S W N, 4 centre, 5 panel, 6 selector lines, 7 chain signature.
Output bytes: 0..3 sides E S W N, 4 centre, 5 tens digit, 6 units digit.
"""

import micropython
from micropython import const

SIDES = const(4)
ALL_SIDES = const(0x0F)  # in masks of sides: bit k is side k, E first
INPUT_BYTES = const(8)
OUTPUT_BYTES = const(7)

# stations in the input image
CENTRE = const(4)
PANEL = const(5)
SELECTOR = const(6)
CHAIN = const(7)
CHAIN_SIGNATURE = const(0xA5)  # wired to the pins of the chain's last register

# stations in the output image (sides and centre stand where they stand in the inputs)
TENS = const(5)
UNITS = const(6)

# a side's inputs
TILE = const(0x01)  # S1: a tile waits at the head
HEAD_HOME = const(0x02)  # S23: the head's cam is at home
PUSHER_HOME = const(0x04)
PUSHER_OUT = const(0x08)
LIFT_DOWN = const(0x10)
LIFT_UP = const(0x20)
BELT_FULL = const(0x40)  # S6: the last tile place of the belt is taken
TRAY_TILE = const(0x80)  # stacks stand in the tray

# a side's outputs
BELT = const(0x01)
BELT_REV = const(0x02)
HEAD = const(0x04)
HEAD_REV = const(0x08)
PUSHER = const(0x10)
LIFT_RAISE = const(0x20)
LIFT_LOWER = const(0x40)
SEAT_LAMP = const(0x80)

# the centre's inputs
DOME_UP = const(0x01)
DOME_DOWN = const(0x02)
DRUM_TURN = const(0x04)
RING_TURN = const(0x08)
COVER_CLOSED = const(0x10)
MAINS_OK = const(0x20)
RING_TILE = const(0x40)  # a tile leaves the ring

# the centre's outputs
DRUM = const(0x01)
DRUM_REV = const(0x02)
RING = const(0x04)
DOME_RAISE = const(0x08)
DOME_LOWER = const(0x10)
DICE = const(0x20)
READY_LAMP = const(0x40)
BUZZER = const(0x80)

# the panel's inputs
KEY_A = const(0x01)
KEY_B = const(0x02)
LIFT_KEYS = const(0x03)
DICE_KEYS = const(0x3C)  # DICE_E, DICE_S, DICE_W, DICE_N
ENABLE = const(0x40)  # time-charge relay
SERVICE = const(0x80)  # service jumper

SIDE_NAMES = ("east", "south", "west", "north")
SIDE_MOTORS = const(0x7F)
CENTRE_MOTORS = const(0x3F)


@micropython.viper
def copy(target, source, count: int):
    """Copies `count` bytes without the slice objects that would need the heap."""
    to = ptr8(target)  # noqa: F821
    came = ptr8(source)  # noqa: F821
    i = 0
    while i < count:
        to[i] = came[i]
        i += 1


def motors_run(outputs):
    """Whether any motor of an output image is on."""
    sides = outputs[0] | outputs[1] | outputs[2] | outputs[3]
    return sides & SIDE_MOTORS != 0 or outputs[CENTRE] & CENTRE_MOTORS != 0
