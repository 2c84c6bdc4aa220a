"""Interlocks: the last thing before the pins, and the only place that overrules a wish.

`EACH_SIDE` and `CENTRE_ROWS` are the whole list, to be read by a safety assessor: while a
condition does not hold, the named outputs are off, whatever the sequencer wishes. Beside the rows
four timed rules: dead time between two directions, motors starting in one scan, the summed
current of the running motors, and the peak that those draw which have just started (inrush).

A row that has to clear something names its fault: a healthy sequencer trips none.
"""

from array import array

import micropython
from micropython import const

from paishan.io.image import (
    BELT,
    BELT_REV,
    CENTRE,
    CENTRE_MOTORS,
    CHAIN,
    CHAIN_SIGNATURE,
    COVER_CLOSED,
    DOME_DOWN,
    DOME_LOWER,
    DOME_RAISE,
    DRUM,
    DRUM_REV,
    HEAD,
    HEAD_REV,
    INPUT_BYTES,
    LIFT_DOWN,
    LIFT_KEYS,
    LIFT_LOWER,
    LIFT_RAISE,
    MAINS_OK,
    OUTPUT_BYTES,
    PANEL,
    PUSHER,
    PUSHER_HOME,
    RING,
    SIDE_MOTORS,
    SIDES,
)
from paishan.io.ticks import TICKS_MASK, ticks_diff
from paishan.table.faults import (
    CHAIN_BROKEN,
    COVER_OPEN,
    DOME_OPEN_RUNNING,
    MAINS_LOST,
    MOTION_CONFLICT,
    NO_PERMIT,
    PUSHER_NO_TRAY,
    PUSHER_STUCK,
)

# What the conditions read: settled inputs (0..7), wished outputs (8..14), two bytes of both.
_OUT = const(8)
ANY_SIDE = const(15)  # the side outputs of all four sides, or-ed
PERMIT = const(16)  # 1 for `permit_ms` after a lift key or while a lease runs, else 0
_IMAGE = const(17)
_ROW = const(6)  # bytes of a row

ON = const(1)  # all bits of the mask must be on
OFF = const(0)  # all bits of the mask must be off
NOT_BOTH = const(2)  # the two bits of the mask must not be on together

# in a row of EACH_SIDE: the side that it is made for, its inputs and its wished outputs
SIDE = const(100)
SIDE_OUT = const(101)

_TURNING = BELT | BELT_REV | HEAD | HEAD_REV
_LIFT = LIFT_RAISE | LIFT_LOWER
_DOME = DOME_RAISE | DOME_LOWER
_DRUM = DRUM | DRUM_REV | RING

# rows of byte, mask, must be, output byte, cleared outputs, fault
EACH_SIDE = bytes((
    CENTRE, DOME_DOWN, ON, SIDE, _TURNING, DOME_OPEN_RUNNING,
    CENTRE, COVER_CLOSED, ON, SIDE, _TURNING, COVER_OPEN,
    SIDE, LIFT_DOWN, ON, SIDE, PUSHER, PUSHER_NO_TRAY,
    # not LIFT_LOWER: the row above lets no pusher come home before its tray is down
    SIDE, PUSHER_HOME, ON, SIDE, LIFT_RAISE, PUSHER_STUCK,
    CENTRE, MAINS_OK, ON, SIDE, SIDE_MOTORS, MAINS_LOST,
    CHAIN, CHAIN_SIGNATURE, ON, SIDE, SIDE_MOTORS, CHAIN_BROKEN,
    CHAIN, CHAIN_SIGNATURE ^ 0xFF, OFF, SIDE, SIDE_MOTORS, CHAIN_BROKEN,
    PERMIT, 1, ON, SIDE, _LIFT, NO_PERMIT,
    ANY_SIDE, HEAD | HEAD_REV, OFF, SIDE, _LIFT, MOTION_CONFLICT,
    _OUT + CENTRE, _DRUM, OFF, SIDE, _LIFT, MOTION_CONFLICT,
    _OUT + CENTRE, _DOME, OFF, SIDE, _LIFT, MOTION_CONFLICT,
    SIDE_OUT, BELT | BELT_REV, NOT_BOTH, SIDE, BELT | BELT_REV, MOTION_CONFLICT,
    SIDE_OUT, HEAD | HEAD_REV, NOT_BOTH, SIDE, HEAD | HEAD_REV, MOTION_CONFLICT,
    SIDE_OUT, _LIFT, NOT_BOTH, SIDE, _LIFT, MOTION_CONFLICT,
))  # fmt: skip
CENTRE_ROWS = bytes((
    CENTRE, DOME_DOWN, ON, CENTRE, _DRUM, DOME_OPEN_RUNNING,
    CENTRE, COVER_CLOSED, ON, CENTRE, _DRUM, COVER_OPEN,
    CENTRE, MAINS_OK, ON, CENTRE, CENTRE_MOTORS, MAINS_LOST,
    CHAIN, CHAIN_SIGNATURE, ON, CENTRE, CENTRE_MOTORS, CHAIN_BROKEN,
    CHAIN, CHAIN_SIGNATURE ^ 0xFF, OFF, CENTRE, CENTRE_MOTORS, CHAIN_BROKEN,
    PERMIT, 1, ON, CENTRE, _DOME, NO_PERMIT,
    ANY_SIDE, HEAD | HEAD_REV, OFF, CENTRE, _DOME, MOTION_CONFLICT,
    _OUT + CENTRE, _DRUM, OFF, CENTRE, _DOME, MOTION_CONFLICT,
    _OUT + CENTRE, DRUM | DRUM_REV, NOT_BOTH, CENTRE, DRUM | DRUM_REV, MOTION_CONFLICT,
    _OUT + CENTRE, _DOME, NOT_BOTH, CENTRE, _DOME, MOTION_CONFLICT,
))  # fmt: skip

# motors that turn both ways have neighbouring bits: the lower one of each, sides and centre
_SIDE_PAIRS = BELT | HEAD | LIFT_RAISE
PAIRS = bytes((_SIDE_PAIRS, _SIDE_PAIRS, _SIDE_PAIRS, _SIDE_PAIRS, DRUM | DOME_RAISE))

# A motor draws 2.5 times its nominal current that long from its start, a supply gives twice its
# rating [inference from small brushed motors and switched supplies].
_INRUSH_MS = const(100)

# nominal running current by output bit, mA [inference from 5 to 15 W motors on 12 V]
SIDE_MA = (150, 150, 450, 450, 350, 900, 900, 0)
CENTRE_MA = (600, 600, 350, 1200, 1200, 60, 0, 0)


def all_rows():
    """The rows with the sides filled in: a list of six numbers each, sides before centre."""
    rows = []
    for side in range(SIDES):
        for at in range(0, len(EACH_SIDE), _ROW):
            row = bytearray(EACH_SIDE[at : at + _ROW])
            if row[0] == SIDE:
                row[0] = side
            elif row[0] == SIDE_OUT:
                row[0] = _OUT + side
            row[3] = side
            if row[5] == PUSHER_STUCK:
                row[5] += side
            rows.append(row)
    for at in range(0, len(CENTRE_ROWS), _ROW):
        rows.append(bytearray(CENTRE_ROWS[at : at + _ROW]))
    return rows


@micropython.viper
def gather(whole_image, input_image, wished, last_wish):
    """Lays inputs and wish into the image that the rows read, and keeps the wish."""
    image = ptr8(whole_image)  # noqa: F821
    inputs = ptr8(input_image)  # noqa: F821
    wish = ptr8(wished)  # noqa: F821
    last = ptr8(last_wish)  # noqa: F821
    i = 0
    while i < 7:
        image[i] = inputs[i]
        image[8 + i] = wish[i]
        last[i] = wish[i]
        i += 1
    image[7] = inputs[7]
    image[15] = wish[0] | wish[1] | wish[2] | wish[3]


@micropython.viper
def apply(whole_image, row_bytes, count: int) -> int:
    """Clears in the image what the rows forbid; returns the fault of the first that did."""
    image = ptr8(whole_image)  # noqa: F821
    rows = ptr8(row_bytes)  # noqa: F821
    fault = 0
    at = 0
    while count:
        target = 8 + rows[at + 3]
        wished = image[target] & rows[at + 4]
        if wished:
            mask = rows[at + 1]
            found = image[rows[at]] & mask
            must_be = rows[at + 2]
            broken = 0
            if must_be == 1:
                if found != mask:
                    broken = 1
            elif must_be == 0:
                if found:
                    broken = 1
            elif found == mask:
                broken = 1
            if broken:
                image[target] = image[target] ^ wished
                if fault == 0:
                    fault = rows[at + 5]
        at += 6
        count -= 1
    return fault


@micropython.viper
def rest(whole_image, output_bytes, resting_scans, locked_bits, pair_bits, dead_scans: int) -> int:
    """Dead time: clears the way back for a while after a direction went off; returns 1 then."""
    image = ptr8(whole_image)  # noqa: F821
    outputs = ptr8(output_bytes)  # noqa: F821
    resting = ptr8(resting_scans)  # noqa: F821
    locked = ptr8(locked_bits)  # noqa: F821
    pairs = ptr8(pair_bits)  # noqa: F821
    some = 0
    i = 0
    while i < 5:
        on = image[8 + i]
        stopped = outputs[i] & (on ^ 0xFF)
        back = (stopped & pairs[i]) << 1 | stopped >> 1 & pairs[i]
        stays = locked[i] | back
        scans = int(resting[i])
        if back:
            scans = dead_scans
        elif scans:
            scans -= 1
        if scans:
            some = 1
            image[8 + i] = on & (stays ^ 0xFF)
        else:
            stays = 0
        resting[i] = scans
        locked[i] = stays
        i += 1
    return some


@micropython.viper
def start_few(whole_image, output_bytes, currents, load_ma, start_counts) -> int:
    """Inrush and supply: clears in the image what may not start yet; returns 0 when nothing
    starts, wants to, or has only just started.

    `currents`: in tens of mA. `load_ma`: motors that may start in a scan, the supply's rating;
    what the last starts draw on top: the sum, this scan's place, the places' end, the places.
    """
    image = ptr8(whole_image)  # noqa: F821
    outputs = ptr8(output_bytes)  # noqa: F821
    current = ptr8(currents)  # noqa: F821
    load = ptr32(load_ma)  # noqa: F821
    counts = ptr32(start_counts)  # noqa: F821
    place = int(load[3]) + 1
    if place == int(load[4]):
        place = 5
    load[3] = place
    extra = int(load[2])
    open_yet = extra
    extra -= int(load[place])  # those run on their nominal current now
    load[place] = 0
    left = int(load[1])
    i = 0
    while i < 5:
        running = image[8 + i] & outputs[i]
        motor = 8 * i
        while running:
            if running & 1:
                left -= 10 * int(current[motor])
            running >>= 1
            motor += 1
        i += 1
    starts = int(load[0])
    i = 0
    while i < 5:
        starting = image[8 + i] & (outputs[i] ^ 0xFF)
        motor = 8 * i
        bit = 1
        while starting:
            draws = 10 * int(current[motor])
            if starting & 1 and draws:
                open_yet = 1
                more = draws * 3 // 2  # 2.5 times the nominal current
                if starts and draws <= left and draws + extra + more <= int(load[1]) + left:
                    starts -= 1
                    left -= draws
                    counts[motor] += 1
                    load[place] += more
                    extra += more
                else:
                    image[8 + i] ^= bit
            starting >>= 1
            bit <<= 1
            motor += 1
        i += 1
    load[2] = extra
    return 1 if open_yet else 0


@micropython.viper
def put_out(whole_image, output_bytes, wished, wait_bytes) -> int:
    """Takes over the image's outputs, and notes which wishes they leave open; 0: none."""
    image = ptr8(whole_image)  # noqa: F821
    outputs = ptr8(output_bytes)  # noqa: F821
    wish = ptr8(wished)  # noqa: F821
    waits = ptr8(wait_bytes)  # noqa: F821
    some = 0
    i = 0
    while i < 7:
        on = image[8 + i]
        outputs[i] = on
        waits[i] = wish[i] & (on ^ 0xFF)
        some |= waits[i]
        i += 1
    return some


@micropython.viper
def concerns(input_image, whole_image, relevant_bits) -> int:
    """Whether an input that the rows read is another one than they last saw; not 0 if so."""
    inputs = ptr8(input_image)  # noqa: F821
    seen = ptr8(whole_image)  # noqa: F821
    relevant = ptr8(relevant_bits)  # noqa: F821
    found = 0
    i = 0
    while i < 8:
        found |= (inputs[i] ^ seen[i]) & relevant[i]
        i += 1
    return found


class Interlocks:
    """`outputs`: the 7 bytes that may go to the pins. `fault`: code of this scan, 0 = none.
    `starts`: of each motor since power-on."""

    def __init__(self, wish, inputs, edges, settings, rows=None):
        rows = all_rows() if rows is None else rows
        self.outputs = bytearray(OUTPUT_BYTES)
        self.fault = 0
        self.starts = array("i", [0] * (8 * (SIDES + 1)))
        self.leased = False  # a service command holds a lease on a motor
        self._wish = wish.bytes
        self._waits = wish.waits
        self._inputs = inputs
        self._edges = edges
        self._rows = bytes([number for row in rows for number in row])
        self._count = len(rows)
        self._relevant = bytearray(INPUT_BYTES)  # inputs that the rows read
        for byte, mask, _must_be, _target, _cleared, _fault in rows:
            if byte < INPUT_BYTES:
                self._relevant[byte] |= mask
        self._image = bytearray(_IMAGE)
        self._last_wish = bytearray(OUTPUT_BYTES)
        self._permit_ms = settings.permit_ms
        self._permit_since = 0
        self._dead_scans = settings.scans(settings.dead_time_ms)
        self._currents = bytes([ma // 10 for ma in SIDES * SIDE_MA + CENTRE_MA])
        places = settings.scans(_INRUSH_MS)
        self._load = array("i", [settings.starts_per_scan, settings.supply_ma, 0, 5, 5 + places])
        self._load.extend(array("i", places * [0]))
        self._resting = bytearray(OUTPUT_BYTES)  # scans for which `_locked` stays
        self._locked = bytearray(OUTPUT_BYTES)  # directions that must wait
        self._waiting = 1  # not 0: something was held back
        self._timed = 0  # not 0: a dead time or the inrush of a motor runs

    def step(self, now, inputs_changed):
        """One scan, after the sequencer; then `outputs` may be written."""
        if (
            self._edges[PANEL] & LIFT_KEYS
            or self.leased
            or self._image[PERMIT]
            and ticks_diff(now, self._permit_since) >= self._permit_ms
        ):
            self._permit(now)
        # The rows are a function of inputs and wish: the same again gives the same outputs.
        anew = (
            self._waiting
            or self._wish != self._last_wish
            or inputs_changed
            and concerns(self._inputs, self._image, self._relevant)
        )
        if anew:
            gather(self._image, self._inputs, self._wish, self._last_wish)
            self.fault = apply(self._image, self._rows, self._count)
        elif not self._timed:
            return
        self._timed = rest(
            self._image, self.outputs, self._resting, self._locked, PAIRS, self._dead_scans
        )
        if start_few(self._image, self.outputs, self._currents, self._load, self.starts):
            self._timed = 1
        if anew:
            self._waiting = put_out(self._image, self.outputs, self._wish, self._waits)

    def _permit(self, now):
        self._waiting = 1
        self._image[PERMIT] = 1
        if self._edges[PANEL] & LIFT_KEYS:
            self._permit_since = now
        elif self.leased:
            self._permit_since = now - self._permit_ms & TICKS_MASK  # no longer than the lease
        else:
            self._image[PERMIT] = 0

    def start_again(self):
        """The motors have stood still: they start as from rest, after the dead time if back."""
        for byte in range(SIDES + 1):
            self._image[_OUT + byte] = 0
        rest(self._image, self.outputs, self._resting, self._locked, PAIRS, self._dead_scans)
        for byte in range(SIDES + 1):
            self.outputs[byte] = 0
            self._resting[byte] += 1  # this scan is to come yet
        self._waiting = 1

    def all_off(self):
        """Every output off, at once and in the wish."""
        for byte in range(OUTPUT_BYTES):
            self._wish[byte] = 0
            self._waits[byte] = 0
            self.outputs[byte] = 0
