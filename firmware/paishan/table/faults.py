"""The fault catalogue: every code that the display can show, with what to do about it.

A row: (code, name, severity, what happened, what it means for the tiles, what to do).
Codes are two digits in ranges a subsystem; the last digit 1 to 4 is the side E S W N where
the range says "side". No maker's code table is public: these are ours.
"""

from micropython import const

ADVICE = const(0)  # shown, nothing stops
REFUSAL = const(1)  # nothing starts until it is mended
STOP = const(2)  # everything stops, a key goes on once the cause is gone

# code ranges: the first code of a family that counts by side, E first
HEAD_JAM = const(11)
PUSHER_STUCK = const(21)
TRAY_STUCK = const(31)

SHORT = const(5)
SURPLUS = const(6)
SLOW_BUILD = const(7)
DOME_NOT_UP = const(41)
DOME_NOT_DOWN = const(42)
DOME_OPEN_RUNNING = const(43)
DRUM_STALL = const(71)
RING_STALL = const(72)
RUN_LIMIT = const(81)
MAINS_LOST = const(82)
COVER_OPEN = const(83)
CHAIN_BROKEN = const(84)
MOTION_CONFLICT = const(85)
NO_PERMIT = const(86)
PUSHER_NO_TRAY = const(87)
GEAR_UNKNOWN = const(91)
SETTINGS_CORRUPT = const(92)
GEAR_HALF_SEATED = const(93)
GEAR_REFUSED = const(94)
GEAR_SELF_TEST = const(95)

_HISTORY = const(16)

_SIDES = ("east", "south", "west", "north")


def _each_side(first, name, severity, happened, tiles, remedy):
    rows = []
    for number, side in enumerate(_SIDES):
        rows.append(
            (first + number, name + "_" + side, severity, happened % side, tiles, remedy % side)
        )
    return tuple(rows)


CATALOGUE = (
    (
        (SHORT, "short", STOP,
         "The walls cannot be finished: tiles are missing (the number with the dash).",
         "What is built stays counted; the lamps show the sides that are short.",
         "Look for tiles on the table and the floor, press both keys, add them, press a key."),
        (SURPLUS, "surplus", STOP,
         "The walls are complete, yet the ring still brings a tile.",
         "The walls are right; one tile or more is left over in the drum.",
         "Press both keys, take the extra tiles out (mixed sets?), press a key."),
        (SLOW_BUILD, "slow_build", ADVICE,
         "A build takes longer than 80 seconds.",
         "Nothing is lost; the build goes on.",
         "Clean the ring and the drum; look at the flip strip and for weak tiles."),
    )
    + _each_side(HEAD_JAM, "head_jam", STOP,
                 "The head on the %s side did not come home.",
                 "A tile is caught in the head; it is not counted.",
                 "Open the cover, free the head on the %s side, close, press a key.")
    + _each_side(PUSHER_STUCK, "pusher_stuck", STOP,
                 "The pusher on the %s side did not go out and come home.",
                 "A stack may stand half way into the tray.",
                 "Open the cover, free the pusher on the %s side, close, press a key.")
    + _each_side(TRAY_STUCK, "tray_stuck", STOP,
                 "The tray on the %s side did not reach its end in time.",
                 "The walls stand part way; nothing is lost.",
                 "Clear the slot on the %s side by hand, press a key to go on.")
    + (
        (DOME_NOT_UP, "dome_not_up", STOP,
         "The dome did not reach the top in time.",
         "No tile is affected.",
         "Look for something that holds the dome; press a key to go on."),
        (DOME_NOT_DOWN, "dome_not_down", STOP,
         "The dome did not close in time.",
         "The tiles lie in the drum; nothing has started.",
         "Take away what lies under the dome; press a key to go on."),
        (DOME_OPEN_RUNNING, "dome_open_running", STOP,
         "The dome left its closed position while the machine ran.",
         "Counts are kept; look for tiles that were thrown out.",
         "Press the dome down, press a key to go on."),
        (DRUM_STALL, "drum_stall", STOP,
         "The drum does not turn.",
         "The tiles stay in the drum; counts are kept.",
         "Look for a foreign body between drum and rim, then for the belt; press a key."),
        (RING_STALL, "ring_stall", STOP,
         "The magnetic ring does not turn.",
         "The tiles stay in the drum; counts are kept.",
         "Look for a tile wedged at the ring; press a key to go on."),
        (RUN_LIMIT, "run_limit", STOP,
         "A motor ran longer than it may.",
         "Counts are kept.",
         "Let it cool for ten minutes, find out why it ran on, press a key."),
        (MAINS_LOST, "mains_lost", STOP,
         "The supply dipped.",
         "Counts are kept.",
         "Check plug and socket; press a key once the lamp is steady."),
        (COVER_OPEN, "cover_open", STOP,
         "The cover was opened while the machine ran.",
         "Counts are kept.",
         "Close the cover, press a key to go on."),
        (CHAIN_BROKEN, "chain_broken", STOP,
         "The boards of the sides do not answer.",
         "Nothing is known of the sides until they do.",
         "Check the cable from board to board; press a key once it is mended."),
        (MOTION_CONFLICT, "motion_conflict", STOP,
         "Two motions that exclude each other were asked for.",
         "Counts are kept.",
         "Press a key to go on; write down what was done, it is a fault of the firmware."),
        (NO_PERMIT, "no_permit", STOP,
         "Dome or lifts were about to move without a key.",
         "No tile is affected.",
         "Press a key to go on; if it comes again, measure the travel times."),
        (PUSHER_NO_TRAY, "pusher_no_tray", STOP,
         "A pusher was about to run while its tray was not down.",
         "The stack stands on the platform; counts are kept.",
         "Look whether the tray lies flat; press a key to go on."),
        (GEAR_UNKNOWN, "gear_unknown", REFUSAL,
         "The switch stands at a position that the chart does not have.",
         "No build starts.",
         "Set the switch to a position of the chart under the lid."),
        (SETTINGS_CORRUPT, "settings_corrupt", REFUSAL,
         "A record failed its check at power-on.",
         "Nothing moves until someone has looked; tiles stay where they are.",
         "Connect the tool: `paishan status` names the record; import a saved file or "
         "acknowledge the defaults."),
        (GEAR_HALF_SEATED, "gear_half_seated", REFUSAL,
         "The switch stands between two positions, or its cable is off.",
         "No build starts.",
         "Turn the switch until it clicks; then look at its cable."),
        (GEAR_REFUSED, "gear_refused", REFUSAL,
         "This tile set does not fit the trays of this machine.",
         "No build starts.",
         "Take the tiles out that are too many and choose the gear of the smaller set."),
        (GEAR_SELF_TEST, "gear_self_test", REFUSAL,
         "The switch stands at the self-test.",
         "No build starts.",
         "Set the switch to a gear of the chart to play."),
    )
)  # fmt: skip


def find(code):
    """The catalogue's row of a code, or None."""
    for row in CATALOGUE:
        if row[0] == code:
            return row
    return None


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
