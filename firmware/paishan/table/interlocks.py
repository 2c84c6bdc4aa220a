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
    copy,
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

# What the conditions read: the settled inputs (0..7), the wished outputs (8..14), and two
# bytes made from them.
_OUT = const(8)
ANY_SIDE = const(15)  # the side outputs of all four sides, or-ed
PERMIT = const(16)  # 1 for `permit_ms` after a lift key or while a lease runs, else 0
_IMAGE = const(17)

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

# (byte, mask, must be, output byte, cleared outputs, fault)
EACH_SIDE = (
    (CENTRE, DOME_DOWN, ON, SIDE, _TURNING, DOME_OPEN_RUNNING),
    (CENTRE, COVER_CLOSED, ON, SIDE, _TURNING, COVER_OPEN),
    (SIDE, LIFT_DOWN, ON, SIDE, PUSHER, PUSHER_NO_TRAY),
    # not LIFT_LOWER: the row above lets no pusher come home before its tray is down
    (SIDE, PUSHER_HOME, ON, SIDE, LIFT_RAISE, PUSHER_STUCK),
    (CENTRE, MAINS_OK, ON, SIDE, SIDE_MOTORS, MAINS_LOST),
    (CHAIN, CHAIN_SIGNATURE, ON, SIDE, SIDE_MOTORS, CHAIN_BROKEN),
    (CHAIN, CHAIN_SIGNATURE ^ 0xFF, OFF, SIDE, SIDE_MOTORS, CHAIN_BROKEN),
    (PERMIT, 1, ON, SIDE, _LIFT, NO_PERMIT),
    (ANY_SIDE, HEAD | HEAD_REV, OFF, SIDE, _LIFT, MOTION_CONFLICT),
    (_OUT + CENTRE, _DRUM, OFF, SIDE, _LIFT, MOTION_CONFLICT),
    (_OUT + CENTRE, _DOME, OFF, SIDE, _LIFT, MOTION_CONFLICT),
    (SIDE_OUT, BELT | BELT_REV, NOT_BOTH, SIDE, BELT | BELT_REV, MOTION_CONFLICT),
    (SIDE_OUT, HEAD | HEAD_REV, NOT_BOTH, SIDE, HEAD | HEAD_REV, MOTION_CONFLICT),
    (SIDE_OUT, _LIFT, NOT_BOTH, SIDE, _LIFT, MOTION_CONFLICT),
)
CENTRE_ROWS = (
    (CENTRE, DOME_DOWN, ON, CENTRE, _DRUM, DOME_OPEN_RUNNING),
    (CENTRE, COVER_CLOSED, ON, CENTRE, _DRUM, COVER_OPEN),
    (CENTRE, MAINS_OK, ON, CENTRE, CENTRE_MOTORS, MAINS_LOST),
    (CHAIN, CHAIN_SIGNATURE, ON, CENTRE, CENTRE_MOTORS, CHAIN_BROKEN),
    (CHAIN, CHAIN_SIGNATURE ^ 0xFF, OFF, CENTRE, CENTRE_MOTORS, CHAIN_BROKEN),
    (PERMIT, 1, ON, CENTRE, _DOME, NO_PERMIT),
    (ANY_SIDE, HEAD | HEAD_REV, OFF, CENTRE, _DOME, MOTION_CONFLICT),
    (_OUT + CENTRE, _DRUM, OFF, CENTRE, _DOME, MOTION_CONFLICT),
    (_OUT + CENTRE, DRUM | DRUM_REV, NOT_BOTH, CENTRE, DRUM | DRUM_REV, MOTION_CONFLICT),
    (_OUT + CENTRE, _DOME, NOT_BOTH, CENTRE, _DOME, MOTION_CONFLICT),
)

# motors that turn both ways: (mask one way, mask the other way) in a side and in the centre
SIDE_PAIRS = ((BELT, BELT_REV), (HEAD, HEAD_REV), (LIFT_RAISE, LIFT_LOWER))
CENTRE_PAIRS = ((DRUM, DRUM_REV), (DOME_RAISE, DOME_LOWER))

# A motor draws 2.5 times its nominal current for 100 ms from its start; a supply gives twice
# its rating for that long [inference from small brushed motors and switched supplies].
_INRUSH_EXTRA_HALVES = const(3)  # 1.5 times on top of the nominal current
_INRUSH_MS = const(100)
_PEAK_FACTOR = const(2)

# nominal running current by output bit, mA [inference from 5 to 15 W motors on 12 V]
SIDE_MA = (150, 150, 450, 450, 350, 900, 900, 0)
CENTRE_MA = (600, 600, 350, 1200, 1200, 60, 0, 0)


def all_rows():
    """The rows with the sides filled in: a list of six numbers each, sides before centre."""
    rows = []
    for side in range(SIDES):
        for byte, mask, must_be, _side, cleared, fault in EACH_SIDE:
            if byte == SIDE:
                byte = side
            elif byte == SIDE_OUT:
                byte = _OUT + side
            if fault == PUSHER_STUCK:
                fault += side
            rows.append((byte, mask, must_be, side, cleared, fault))
    rows.extend(CENTRE_ROWS)
    return rows


@micropython.viper
def gather(whole_image, input_image, wished):
    """Lays inputs and wish into the image that the rows read."""
    image = ptr8(whole_image)  # noqa: F821
    inputs = ptr8(input_image)  # noqa: F821
    wish = ptr8(wished)  # noqa: F821
    i = 0
    while i < 8:
        image[i] = inputs[i]
        i += 1
    i = 0
    while i < 7:
        image[8 + i] = wish[i]
        i += 1
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
def turnover(whole_image, output_bytes) -> int:
    """Compared with the outputs of the scan before: 1 when a motor is to stop, 2 to start."""
    image = ptr8(whole_image)  # noqa: F821
    outputs = ptr8(output_bytes)  # noqa: F821
    stops = 0
    starts = 0
    i = 0
    while i < 5:
        motors = 0x3F if i == 4 else 0x7F
        on = image[8 + i]
        before = outputs[i]
        stops |= before & (on ^ 0xFF) & motors
        starts |= on & (before ^ 0xFF) & motors
        i += 1
    return (1 if stops else 0) | (2 if starts else 0)


@micropython.viper
def put_out(whole_image, output_bytes, wished, wait_bytes):
    """Takes over the image's outputs, and notes which wishes they leave open."""
    image = ptr8(whole_image)  # noqa: F821
    outputs = ptr8(output_bytes)  # noqa: F821
    wish = ptr8(wished)  # noqa: F821
    waits = ptr8(wait_bytes)  # noqa: F821
    i = 0
    while i < 7:
        on = image[8 + i]
        outputs[i] = on
        waits[i] = wish[i] & (on ^ 0xFF)
        i += 1


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
        self._starts = settings.starts_per_scan
        self._supply_ma = settings.supply_ma
        self._extra_ma = array("i", [0] * settings.scans(_INRUSH_MS))  # inrush, a scan each
        self._extra_at = 0
        self._extra_sum_ma = 0
        self._resting = bytearray(OUTPUT_BYTES)  # scans for which `_locked` stays
        self._locked = bytearray(OUTPUT_BYTES)  # directions that must wait
        self._some_rest = False  # a byte of `_resting` is not 0
        self._pending = True  # a timed rule runs or held something back

    def step(self, now, inputs_changed):
        """One scan, after the sequencer; then `outputs` may be written."""
        image = self._image
        wish = self._wish
        permit_changed = False
        if self._edges[PANEL] & LIFT_KEYS:
            permit_changed = True
            image[PERMIT] = 1
            self._permit_since = now
        elif self.leased:
            image[PERMIT] = 1
            self._permit_since = now - self._permit_ms & TICKS_MASK  # no longer than the lease
            permit_changed = True
        elif image[PERMIT] and ticks_diff(now, self._permit_since) >= self._permit_ms:
            image[PERMIT] = 0
            permit_changed = True
        # The rows are a function of inputs and wish: the same again gives the same outputs.
        again = wish == self._last_wish and not self._pending and not permit_changed
        if again and not (inputs_changed and concerns(self._inputs, image, self._relevant)):
            return
        copy(self._last_wish, wish, OUTPUT_BYTES)
        gather(image, self._inputs, wish)
        self.fault = apply(image, self._rows, self._count)
        self._pending = False
        changes = turnover(image, self.outputs)
        if changes & 1 or self._some_rest:
            self._rest()
        if self._extra_sum_ma:
            self._let_inrush_pass()
        if changes & 2:
            self._start_few()
        put_out(image, self.outputs, wish, self._waits)

    def start_again(self):
        """The motors have stood still: they start as from rest, after the dead time if back."""
        for byte in range(SIDES + 1):
            self._image[_OUT + byte] = 0
        self._rest()
        for byte in range(SIDES + 1):
            self.outputs[byte] = 0
            self._resting[byte] += 1  # this scan is to come yet
        self._pending = True

    def all_off(self):
        """Every output off, at once and in the wish."""
        for byte in range(OUTPUT_BYTES):
            self._wish[byte] = 0
            self._waits[byte] = 0
            self.outputs[byte] = 0

    def _rest(self):
        # Dead time: the way back stays locked for a while after a direction went off.
        image = self._image
        resting = self._resting
        self._some_rest = False
        for byte in range(SIDES + 1):
            stopped = self.outputs[byte] & (image[_OUT + byte] ^ 0xFF)
            if stopped:
                for one, other in SIDE_PAIRS if byte < SIDES else CENTRE_PAIRS:
                    if stopped & one:
                        self._locked[byte] |= other
                        resting[byte] = self._dead_scans
                    if stopped & other:
                        self._locked[byte] |= one
                        resting[byte] = self._dead_scans
            elif resting[byte]:
                resting[byte] -= 1
                if not resting[byte]:
                    self._locked[byte] = 0
            if resting[byte]:
                self._pending = True
                self._some_rest = True
                image[_OUT + byte] &= self._locked[byte] ^ 0xFF

    def _let_inrush_pass(self):
        # what started a hundred milliseconds ago runs on its nominal current now
        at = self._extra_at + 1
        if at == len(self._extra_ma):
            at = 0
        self._extra_sum_ma -= self._extra_ma[at]
        self._extra_ma[at] = 0
        self._extra_at = at
        self._pending = True

    def _start_few(self):
        # Inrush and supply: what may not start yet is held back to the next scan.
        image = self._image
        starts = self._starts
        load_ma = self._load_ma()
        for byte in range(SIDES + 1):
            motors = CENTRE_MOTORS if byte == CENTRE else SIDE_MOTORS
            currents = CENTRE_MA if byte == CENTRE else SIDE_MA
            starting = image[_OUT + byte] & (self.outputs[byte] ^ 0xFF) & motors
            bit = 0
            while starting:
                if starting & 1:
                    extra_ma = currents[bit] * _INRUSH_EXTRA_HALVES // 2
                    load_then_ma = load_ma + currents[bit]
                    peak_ma = load_then_ma + self._extra_sum_ma + extra_ma
                    if (
                        starts
                        and load_then_ma <= self._supply_ma
                        and peak_ma <= self._supply_ma * _PEAK_FACTOR
                    ):
                        starts -= 1
                        load_ma = load_then_ma
                        self.starts[8 * byte + bit] += 1
                        self._extra_ma[self._extra_at] += extra_ma
                        self._extra_sum_ma += extra_ma
                        self._pending = True
                    else:
                        image[_OUT + byte] &= (1 << bit) ^ 0xFF
                        self._pending = True
                starting >>= 1
                bit += 1

    def _load_ma(self):
        # current of the motors that run on from the scan before
        load_ma = 0
        for byte in range(SIDES + 1):
            running = self._image[_OUT + byte] & self.outputs[byte]
            currents = CENTRE_MA if byte == CENTRE else SIDE_MA
            bit = 0
            while running:
                if running & 1:
                    load_ma += currents[bit]
                running >>= 1
                bit += 1
        return load_ma
