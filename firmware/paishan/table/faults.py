"""The fault catalogue: every code that the display can show, and what the table does about it.

Codes are two digits in ranges a subsystem: 0x the build, 1x heads, 2x pushers, 3x trays, 4x
dome, and from 45 the belts' eyes S6, 5x belts and the sides' boards, 6x the eyes at heads and
trays, 7x drum and ring, and outputs that do not obey, 8x motors and supply, 9x supply, gear,
settings, board. In a family the last digit counts the sides E S W N. No maker's code table is
public: these are ours. What each one means and what to do: fault_texts.py.
"""

from micropython import const

from paishan.motion.lamp import BEEP_FAULT, BEEP_NOT_NOW, BEEP_REFUSED

ADVICE = const(0)  # shown to a technician, nothing stops
REFUSAL = const(1)  # nothing starts until it is mended
STOP = const(2)  # everything stops, a key goes on once the cause is gone
SEVERITIES = ("advice", "refusal", "stop")
BEEPS = (BEEP_NOT_NOW, BEEP_REFUSED, BEEP_FAULT)  # by severity

NOT_FILLING = const(1)
SHORT = const(5)
SURPLUS = const(6)
SLOW_BUILD = const(7)
INTERRUPTED = const(8)
NOTHING_COMES = const(9)
HEAD_JAM = const(11)
HEAD_SENSOR = const(15)
PUSHER_STUCK = const(21)
PUSHER_SENSOR = const(25)
TRAY_STUCK = const(31)
TRAY_EYE = const(35)
LIFT_SENSORS = const(36)
DOME_NOT_UP = const(41)
DOME_NOT_DOWN = const(42)
DOME_OPEN_RUNNING = const(43)
DOME_SENSORS = const(44)
BELT_EYE = const(45)
BELT_FULL_NO_TILE = const(51)
SIDE_DEAD = const(55)
TILE_EYE_STUCK = const(61)
EYE_DIRTY = const(65)
TRAY_EYE_BLIND = const(69)
DRUM_STALL = const(71)
RING_STALL = const(72)
RING_EYE = const(73)
TURN_SENSOR = const(74)
OUTPUT_STUCK = const(79)
MOTION_SLOWER = const(80)
RUN_LIMIT = const(81)
MAINS_LOST = const(82)
COVER_OPEN = const(83)
CHAIN_BROKEN = const(84)
MOTION_CONFLICT = const(85)
NO_PERMIT = const(86)
PUSHER_NO_TRAY = const(87)
MOTOR_HOT = const(88)
SERVICE_DUE = const(89)
SUPPLY_LOW = const(90)
GEAR_UNKNOWN = const(91)
SETTINGS_CORRUPT = const(92)
GEAR_HALF_SEATED = const(93)
GEAR_REFUSED = const(94)
GEAR_SELF_TEST = const(95)
KEY_STUCK = const(96)
LATE_SCANS = const(97)
CRASHED = const(98)
WATCHDOG = const(99)

# (first code, name, severity, codes: 4 = one a side)
FAMILIES = (
    (NOT_FILLING, "side_not_filling", STOP, 4),
    (SHORT, "short", STOP, 1),
    (SURPLUS, "surplus", STOP, 1),
    (SLOW_BUILD, "slow_build", ADVICE, 1),
    (INTERRUPTED, "build_interrupted", STOP, 1),
    (NOTHING_COMES, "nothing_comes", STOP, 1),
    (HEAD_JAM, "head_jam", STOP, 4),
    (HEAD_SENSOR, "head_sensor", STOP, 4),
    (PUSHER_STUCK, "pusher_stuck", STOP, 4),
    (PUSHER_SENSOR, "pusher_sensor", ADVICE, 4),
    (TRAY_STUCK, "tray_stuck", STOP, 4),
    (TRAY_EYE, "tray_eye", STOP, 1),
    (LIFT_SENSORS, "lift_sensors", STOP, 4),
    (DOME_NOT_UP, "dome_not_up", STOP, 1),
    (DOME_NOT_DOWN, "dome_not_down", STOP, 1),
    (DOME_OPEN_RUNNING, "dome_open_running", STOP, 1),
    (DOME_SENSORS, "dome_sensors", STOP, 1),
    (BELT_EYE, "belt_eye", ADVICE, 4),
    (BELT_FULL_NO_TILE, "belt_full_no_tile", STOP, 4),
    (SIDE_DEAD, "side_dead", STOP, 4),
    (TILE_EYE_STUCK, "tile_eye_stuck", STOP, 4),
    (EYE_DIRTY, "eye_dirty", ADVICE, 4),
    (TRAY_EYE_BLIND, "eye_of_a_tray", ADVICE, 1),
    (DRUM_STALL, "drum_stall", STOP, 1),
    (RING_STALL, "ring_stall", STOP, 1),
    (RING_EYE, "ring_eye", ADVICE, 1),
    (TURN_SENSOR, "drum_or_ring_sensor", ADVICE, 1),
    (OUTPUT_STUCK, "output_stuck", STOP, 1),
    (MOTION_SLOWER, "motion_slower", ADVICE, 1),
    (RUN_LIMIT, "run_limit", STOP, 1),
    (MAINS_LOST, "mains_lost", STOP, 1),
    (COVER_OPEN, "cover_open", STOP, 1),
    (CHAIN_BROKEN, "chain_broken", STOP, 1),
    (MOTION_CONFLICT, "motion_conflict", STOP, 1),
    (NO_PERMIT, "no_permit", STOP, 1),
    (PUSHER_NO_TRAY, "pusher_no_tray", STOP, 1),
    (MOTOR_HOT, "motor_hot", STOP, 1),
    (SERVICE_DUE, "service_due", ADVICE, 1),
    (SUPPLY_LOW, "supply_low", ADVICE, 1),
    (GEAR_UNKNOWN, "gear_unknown", REFUSAL, 1),
    (SETTINGS_CORRUPT, "settings_corrupt", REFUSAL, 1),
    (GEAR_HALF_SEATED, "gear_half_seated", REFUSAL, 1),
    (GEAR_REFUSED, "gear_refused", REFUSAL, 1),
    (GEAR_SELF_TEST, "gear_self_test", REFUSAL, 1),
    (KEY_STUCK, "key_stuck", ADVICE, 1),
    (LATE_SCANS, "late_scans", ADVICE, 1),
    (CRASHED, "crashed", STOP, 1),
    (WATCHDOG, "watchdog", ADVICE, 1),
)

_SIDES = ("east", "south", "west", "north")
_HISTORY = const(16)


def family(code):
    """The row of FAMILIES that a code belongs to, or None."""
    for row in FAMILIES:
        if row[0] <= code < row[0] + row[3]:
            return row
    return None


def sides_of(code):
    """Bit k where a code of a side names side k; 0 for any other code."""
    row = family(code)
    return 1 << code - row[0] if row and row[3] > 1 else 0


def find(code):
    """(code, name, severity) of a code, or None."""
    row = family(code)
    if row is None:
        return None
    first, name, severity, codes = row
    if codes > 1:
        name += "_" + _SIDES[code - first]
    return code, name, severity


def codes():
    """All codes, in order."""
    return [first + k for first, _name, _severity, count in FAMILIES for k in range(count)]


class Alarm:
    """What is wrong now: the first fault since the last clearing, without the heap.

    `code`: 0 = nothing. `number`: a count that belongs to it (missing tiles), -1 = none.
    `sides`: bit k = side k is concerned. `history`: the last codes, newest last.
    """

    def __init__(self):
        self.history = bytearray(_HISTORY)
        self.code = 0
        self.number = -1
        self.sides = 0

    def report(self, code, number=-1, sides=0):
        """Takes in a fault; the first one stays, since the others follow from it."""
        if not self.code:
            for at in range(_HISTORY - 1):
                self.history[at] = self.history[at + 1]
            self.history[_HISTORY - 1] = code
            self.code = code
            self.number = number
            self.sides = sides

    def rename(self, code, sides=0):
        """What was reported is really this."""
        self.history[_HISTORY - 1] = code
        self.code = code
        self.number = -1
        self.sides = sides

    def adopt(self, before):
        """Takes up the alarm of a table that is put together anew."""
        self.code = before.code
        self.number = before.number
        self.sides = before.sides
        for at in range(_HISTORY):
            self.history[at] = before.history[at]

    def clear(self):
        """Nothing is wrong any more."""
        self.code = 0
        self.number = -1
        self.sides = 0
