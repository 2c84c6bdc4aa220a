"""Every interlock from design.md's paragraph, written down a second time, in its words.

A situation breaks exactly one rule. `test_each_row_is_needed` holds the two lists together:
the firmware's table may have no row that no situation needs, and no situation that two rows
answer; `test_a_changed_row_is_noticed` changes the rows one number at a time.
"""

import pytest

from paishan.io import image as io
from paishan.table import interlocks
from paishan.table.interlocks import all_rows

# outputs are (station, mask); a side's are written without their station
EAST, SOUTH, WEST, NORTH, CENTRE = range(5)
SIDES = ("east", "south", "west", "north")
MOTORS = {
    "belt": io.BELT,
    "belt back": io.BELT_REV,
    "head": io.HEAD,
    "head back": io.HEAD_REV,
    "pusher": io.PUSHER,
    "lift up": io.LIFT_RAISE,
    "lift down": io.LIFT_LOWER,
}
CENTRE_MOTORS = {
    "drum": io.DRUM,
    "drum back": io.DRUM_REV,
    "ring": io.RING,
    "dome up": io.DOME_RAISE,
    "dome down": io.DOME_LOWER,
    "dice": io.DICE,
}
FEEDING = ("belt", "belt back", "head", "head back")
LIFTS = ("lift up", "lift down")
DRUM = ("drum", "drum back", "ring")
DOME = ("dome up", "dome down")

OPEN_DOME, COVER, MAINS, CHAIN, CONFLICT, NO_KEY, NO_TRAY = 43, 83, 82, 84, 85, 86, 87
PUSHER_EAST = 21  # and on: one code a side
SIGNATURE_BITS = [(io.CHAIN, 1 << bit) for bit in range(8)]

# (outputs that must stay off, what is not as it must be, fault): input bits that flip
INPUT_RULES = (
    (FEEDING, [(CENTRE, io.DOME_DOWN)], OPEN_DOME),
    (FEEDING, [(CENTRE, io.COVER_CLOSED)], COVER),
    (("pusher",), [("own side", io.LIFT_DOWN)], NO_TRAY),
    (("lift up",), [("own side", io.PUSHER_HOME)], PUSHER_EAST),
    (tuple(MOTORS), [(CENTRE, io.MAINS_OK)], MAINS),
    (tuple(MOTORS), SIGNATURE_BITS, CHAIN),
    (LIFTS, ["no key"], NO_KEY),
)
CENTRE_INPUT_RULES = (
    (DRUM, [(CENTRE, io.DOME_DOWN)], OPEN_DOME),
    (DRUM, [(CENTRE, io.COVER_CLOSED)], COVER),
    (tuple(CENTRE_MOTORS), [(CENTRE, io.MAINS_OK)], MAINS),
    (tuple(CENTRE_MOTORS), SIGNATURE_BITS, CHAIN),
    (DOME, ["no key"], NO_KEY),
)
# (outputs that must stay off, while one of these is wished)
LIFT_RULES = (
    (LIFTS, [(side, io.HEAD) for side in range(4)] + [(side, io.HEAD_REV) for side in range(4)]),
    (LIFTS, [(CENTRE, CENTRE_MOTORS[name]) for name in DRUM]),
    (LIFTS, [(CENTRE, CENTRE_MOTORS[name]) for name in DOME]),
)
DOME_RULES = (
    (DOME, [(side, io.HEAD) for side in range(4)] + [(side, io.HEAD_REV) for side in range(4)]),
    (DOME, [(CENTRE, CENTRE_MOTORS[name]) for name in DRUM]),
)
NEVER_BOTH = (("belt", "belt back"), ("head", "head back"), LIFTS)
CENTRE_NEVER_BOTH = (("drum", "drum back"), DOME)


class Situation:
    """What is wished, which input bits are wrong, whether a key was pressed; what must
    happen: (station, mask) cleared, with a fault, the rest untouched."""

    def __init__(self, name, wish, cleared, fault, flipped=(), key=True):
        self.name = name
        self.inputs = bytearray(healthy_inputs())
        for byte, mask in flipped:
            self.inputs[byte] ^= mask
        self.wish = bytearray(io.OUTPUT_BYTES)
        for byte, mask in wish:
            self.wish[byte] |= mask
        self.key = key
        self.outputs = bytearray(self.wish)
        for byte, mask in cleared:
            self.outputs[byte] &= ~mask & 0xFF
        self.fault = fault
        self.image = bytearray(17)
        interlocks.gather(self.image, self.inputs, self.wish, bytearray(io.OUTPUT_BYTES))
        self.image[interlocks.PERMIT] = int(key)

    def holds(self, packed, count):
        """Whether these rows do what must be done here."""
        image = bytearray(self.image)
        fault = interlocks.apply(image, packed, count)
        return image[8:15] == self.outputs and fault == self.fault


def healthy_inputs():
    sides = io.HEAD_HOME | io.PUSHER_HOME | io.LIFT_DOWN
    centre = io.DOME_DOWN | io.COVER_CLOSED | io.MAINS_OK
    return bytes((sides, sides, sides, sides, centre, io.ENABLE, 1, io.CHAIN_SIGNATURE))


def situations_of(station):
    """All that can go wrong with the outputs of a side, or of the centre."""
    motors = CENTRE_MOTORS if station == CENTRE else MOTORS
    of = "centre" if station == CENTRE else SIDES[station]
    for names, wrongs, fault in CENTRE_INPUT_RULES if station == CENTRE else INPUT_RULES:
        if fault == PUSHER_EAST:
            fault += station
        for name in names:
            one = [(station, motors[name])]
            for wrong in wrongs:
                key, flipped = wrong != "no key", []
                if key:
                    byte, mask = wrong
                    flipped = [(station if byte == "own side" else byte, mask)]
                label = f"{of} {name}, {fault}, {wrong}"
                yield Situation(label, one, one, fault, flipped, key)
    for names, others in DOME_RULES if station == CENTRE else LIFT_RULES:
        for name in names:
            for other in others:
                one = [(station, motors[name])]
                yield Situation(f"{of} {name} with {other}", [*one, other], one, CONFLICT)
    for one, other in CENTRE_NEVER_BOTH if station == CENTRE else NEVER_BOTH:
        both = [(station, motors[one]), (station, motors[other])]
        yield Situation(f"{of} {one} with {other}", both, both, CONFLICT)


def healthy_situations():
    """What a healthy table wishes: nothing of it may be touched."""
    for station in range(5):
        for name, mask in (CENTRE_MOTORS if station == CENTRE else MOTORS).items():
            yield Situation(f"{station} {name} alone", [(station, mask)], [], 0)
    for motor in MOTORS:
        everywhere = [(side, MOTORS[motor]) for side in range(4)]
        yield Situation(f"{motor} on all sides", everywhere, [], 0)
    building = [(CENTRE, io.DRUM | io.RING | io.DICE)]
    building += [(side, io.BELT | io.HEAD | io.PUSHER) for side in range(4)]
    yield Situation("a build", building, [], 0)
    giving_back = [(EAST, io.BELT_REV), (SOUTH, io.HEAD_REV), (CENTRE, io.DRUM_REV | io.RING)]
    yield Situation("a full side gives back", giving_back, [], 0)
    for side in range(4):
        low = [(other, io.LIFT_DOWN) for other in range(4) if other != side]
        pushing = [(side, io.PUSHER)]
        yield Situation(f"{side} pushes, the others are up", pushing, [], 0, low)
        out = [(side, io.PUSHER_HOME)]
        yield Situation(f"{side} down, its pusher out", [(side, io.LIFT_LOWER)], [], 0, out)
        others = [(other, io.PUSHER_HOME) for other in range(4) if other != side]
        yield Situation(f"{side} up, other pushers out", [(side, io.LIFT_RAISE)], [], 0, others)
    lamps = [(side, io.SEAT_LAMP) for side in range(4)] + [(CENTRE, io.READY_LAMP | io.BUZZER)]
    dark = [(io.TENS, 0xFF), (io.UNITS, 0xFF)]
    everything = [(byte, 0xFF) for byte in range(4)] + [(CENTRE, 0x3F), (io.CHAIN, 0xFF)]
    yield Situation("lamps with nothing as it must be", lamps + dark, [], 0, everything, False)
    yield Situation("the dome opens", [(CENTRE, io.DOME_RAISE)], [], 0, [(CENTRE, io.DOME_DOWN)])
    open_cover = [(CENTRE, io.COVER_CLOSED)]
    yield Situation("lifts under an open cover", [(EAST, io.LIFT_LOWER)], [], 0, open_cover)
    yield Situation("dice without a key", [(CENTRE, io.DICE)], [], 0, (), False)
    yield Situation("a build without a key", building, [], 0, (), False)


SITUATIONS = {station: list(situations_of(station)) for station in range(5)}
HEALTHY = list(healthy_situations())
EVERY = [situation for station in SITUATIONS.values() for situation in station]


def pack(rows):
    return bytes(number for row in rows for number in row), len(rows)


def named(situation):
    return situation.name


@pytest.mark.parametrize("situation", EVERY, ids=named)
def test_what_must_not_move_is_off_and_the_fault_is_named(situation):
    assert situation.holds(*pack(all_rows()))


@pytest.mark.parametrize("situation", HEALTHY, ids=named)
def test_a_healthy_wish_is_not_touched(situation):
    assert situation.holds(*pack(all_rows()))


ROWS = all_rows()


@pytest.mark.parametrize("at", range(len(ROWS)))
def test_each_row_is_needed(at, gates):
    """Without it, and only it, what it forbids gets through to the pins."""
    rest = ROWS[:at] + ROWS[at + 1 :]
    station, cleared = ROWS[at][3], ROWS[at][4]
    let_through = [one for one in SITUATIONS[station] if not one.holds(*pack(rest))]
    assert let_through
    for situation in let_through:
        without = gates(rows=rest)
        outputs = without.scan(situation.wish, situation.inputs, situation.key)
        assert outputs[station] & cleared
        assert without.interlocks.fault == 0
        assert gates(rows=ROWS).scan(situation.wish, situation.inputs, situation.key) == (
            situation.outputs
        )


def changes_of(row):
    """The row with one number changed: each bit of its masks, its kind, its fault."""
    byte, mask, must_be, station, cleared, fault = row
    for bit in range(8):
        if mask & 1 << bit:
            yield byte, mask ^ 1 << bit, must_be, station, cleared, fault
        if cleared & 1 << bit:
            yield byte, mask, must_be, station, cleared ^ 1 << bit, fault
    for other in {0, 1, 2} - {must_be}:
        # of a single bit, "not both" is "off"
        if {other, must_be} != {0, 2} or mask & mask - 1:
            yield byte, mask, other, station, cleared, fault
    yield byte, mask, must_be, station, cleared, fault + 1
    yield byte, mask, must_be, (station + 1) % 5, cleared, fault


@pytest.mark.parametrize("at", range(len(ROWS)))
def test_a_changed_row_is_noticed(at):
    for changed in changes_of(ROWS[at]):
        packed = pack([*ROWS[:at], changed, *ROWS[at + 1 :]])
        suspects = SITUATIONS[ROWS[at][3]] + HEALTHY
        assert any(not situation.holds(*packed) for situation in suspects), changed
