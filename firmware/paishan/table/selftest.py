"""The numbered self-tests of SERVICE: one for every sensor, motor and mechanism.

Technicians know them from other machines: the number stands on the display and, in binary,
on the four seat lamps (east = 8 … north = 1); a dice key steps it, a lift key runs it. 0111
is the test of the jam eyes there and here.

LIVE tests show sensors as they are on the seat lamps and pass once each was seen on and off.
TURN, TRAVEL and RUN tests move one mechanism after the other and time it. A side that fails lets
the others have their turn; what fails to go up is not sent down. A motor that no sensor watches is
for a person to judge: the belts pass where an eye of each saw a tile move, the dice never do.
"""

from array import array

from micropython import const

from paishan.io.image import (
    BELT_FULL,
    CENTRE,
    COVER_CLOSED,
    DICE_KEYS,
    DOME_DOWN,
    DOME_UP,
    DRUM_TURN,
    HEAD_HOME,
    KEY_A,
    KEY_B,
    LIFT_DOWN,
    LIFT_UP,
    PANEL,
    PUSHER_HOME,
    PUSHER_OUT,
    RING_TURN,
    SIDES,
    TILE,
    TRAY_TILE,
)
from paishan.io.ticks import ticks_diff
from paishan.motion.travel import DOWN, UP
from paishan.table.faults import PUSHER_NO_TRAY

LAMPS = const(0)
LIVE_SIDES = const(1)
LIVE_CENTRE = const(2)
LIVE_PANEL = const(3)
TURN_HEADS = const(4)
TURN_PUSHERS = const(5)
TRAVEL_LIFTS = const(6)
TRAVEL_DOME = const(7)
RUN_DRUM = const(8)
RUN_BELTS = const(9)
RUN_DICE = const(10)

# number = place + 1: (name, kind, bits that a LIVE test watches, or without which another one is
# for a person to judge, what it does)
TESTS = (
    ("lamps", LAMPS, 0, "all lamps and segments light, the buzzer sounds"),
    ("keys", LIVE_PANEL, KEY_A | KEY_B | DICE_KEYS, "lift and dice keys, each pressed once"),
    ("tile_eyes", LIVE_SIDES, TILE, "S1 of each side: put a tile there and take it away"),
    ("homes", LIVE_SIDES, HEAD_HOME | PUSHER_HOME | PUSHER_OUT, "turn heads and pushers by hand"),
    ("lift_ends", LIVE_SIDES, LIFT_DOWN | LIFT_UP, "move the trays by hand"),
    ("centre", LIVE_CENTRE, DOME_UP | DOME_DOWN | COVER_CLOSED, "dome and cover by hand"),
    ("jam_eyes", LIVE_SIDES, BELT_FULL, "S6 of each side: put a tile there and take it away"),
    ("tray_eyes", LIVE_SIDES, TRAY_TILE, "a stack into each tray and out"),
    ("heads", TURN_HEADS, 0, "one turn of each head"),
    ("pushers", TURN_PUSHERS, 0, "one turn of each pusher"),
    ("lifts", TRAVEL_LIFTS, LIFT_UP, "the lifts up and down"),
    ("dome", TRAVEL_DOME, DOME_UP, "the dome up and down"),
    ("drum", RUN_DRUM, DRUM_TURN | RING_TURN, "drum and ring for three seconds"),
    ("belts", RUN_BELTS, 0, "each belt forward and back"),
    ("dice", RUN_DICE, 0, "the dice for one rattle"),
)

NOT_RUN = const(0)
RUNNING = const(1)
PASSED = const(2)
FAILED = const(3)
SHOWN = const(4)  # ran; a person judges it
STOPPED = const(5)  # before its end
VERDICTS = ("not_run", "running", "passed", "failed", "shown", "stopped")

_RUN_MS = const(3000)
_BELT_MS = const(1000)
_FEWEST_PULSES = const(4)


class SelfTest:
    """`number`: the chosen test, 1 to 15; `verdict`: of its last run; `times_ms`: a figure a
    side (or up and down), 0 = none, -1 = it failed; of a belt when an eye saw it move a tile.
    `fault`: the code of the lift that failed, 0 = none; `pulses`: edges of drum and ring."""

    def __init__(self, table):
        self.number = 1
        self.verdict = NOT_RUN
        self.times_ms = array("i", [0] * SIDES)
        self.pulses = array("i", [0, 0])
        self.fault = 0
        self._table = table
        self._part = 0
        self._since = 0
        self._fitted = 0  # of the bits that the test is about
        self._on = bytearray(SIDES)
        self._off = bytearray(SIDES)

    @property
    def running(self):
        """Whether a test is under way."""
        return self.verdict == RUNNING

    def choose(self, number):
        """Another test, 1 to 15; ends the one under way. Out of range it starts again at 1."""
        self.stop()
        self.number = number if 1 <= number <= len(TESTS) else 1
        self.verdict = NOT_RUN

    def start(self, now):
        """Runs the chosen test."""
        self.verdict = RUNNING
        self._part = 0
        self._since = now
        for side in range(SIDES):
            self.times_ms[side] = 0
            self._on[side] = 0
            self._off[side] = 0
        self.pulses[0] = 0
        self.pulses[1] = 0
        self.fault = 0
        _name, kind, bits, _help = TESTS[self.number - 1]
        table = self._table
        settings = table.settings
        self._fitted = bits & (
            settings.panel_fitted
            if kind == LIVE_PANEL
            else settings.side_fitted
            if kind in (LIVE_SIDES, TRAVEL_LIFTS)
            else settings.centre_fitted
        )
        if kind == LAMPS:
            table.panel.test(True)
        elif kind == TRAVEL_LIFTS:
            table.lifts.raise_(now)
        elif kind == TRAVEL_DOME:
            table.dome.start(UP, now)
        elif kind == RUN_DRUM:
            table.drum.start(now)
        elif kind == RUN_DICE:
            table.dice.throw(now)

    def stop(self):
        """Ends a test where it is; what it moved stands."""
        if self.verdict == RUNNING:
            self._end(STOPPED)
        table = self._table
        table.lifts.stop()
        table.dome.stop()
        table.drum.stop()
        table.dice.stop()
        for side in table.sides:
            side.head.stop()
            side.pusher.stop()
            side.belt.stop()

    def held_back(self, fault):
        """The interlocks do not let it move; whether it goes on, with the other sides."""
        kind = TESTS[self.number - 1][1]
        if kind == TURN_PUSHERS and fault == PUSHER_NO_TRAY:
            self._table.sides[self._part].pusher.stop()
            self._part_ended(-1, SIDES)
            return True
        self.stop()
        if TURN_HEADS <= kind <= TRAVEL_DOME:
            self.times_ms[self._part] = -1
        self.verdict = FAILED
        return False

    def moves_dome_or_lifts(self):
        """Whether a hand could be caught: a key stops it at once."""
        return self.running and TESTS[self.number - 1][1] in (TRAVEL_LIFTS, TRAVEL_DOME)

    def wants_keys(self):
        """Whether the lift keys are what is tested: then only a long press ends it."""
        return TESTS[self.number - 1][1] == LIVE_PANEL

    def step(self, now):
        """One scan of a running test."""
        if self.verdict != RUNNING:
            return
        kind = TESTS[self.number - 1][1]
        if kind == LIVE_SIDES:
            self._watch_sides(self._fitted)
        elif kind == LIVE_CENTRE:
            self._watch(CENTRE, self._fitted)
        elif kind == LIVE_PANEL:
            self._watch(PANEL, self._fitted)
        elif kind == TURN_HEADS or kind == TURN_PUSHERS:
            self._turn(kind, now)
        elif kind == TRAVEL_LIFTS:
            self._travel_lifts(now)
        elif kind == TRAVEL_DOME:
            self._travel_dome(now)
        elif kind == RUN_DRUM:
            self._run_drum(now)
        elif kind == RUN_BELTS:
            self._run_belts(now)
        elif kind == RUN_DICE:
            if not self._table.dice.motor.busy:
                self._end(SHOWN)
        elif ticks_diff(now, self._since) >= _RUN_MS:
            self._end(SHOWN)

    def _end(self, verdict):
        if TESTS[self.number - 1][1] == LAMPS:
            self._table.panel.test(False)
        self.verdict = verdict

    def _watch_sides(self, bits):
        inputs = self._table.inputs
        seen = True
        lit = 0
        for side in range(SIDES):
            level = inputs[side] & bits
            self._on[side] |= level
            self._off[side] |= level ^ bits
            seen = seen and self._on[side] == bits and self._off[side] == bits
            if level:
                lit |= 1 << side
        self._table.panel.light_seats(lit)
        if seen:
            self._end(PASSED if bits else SHOWN)

    def _watch(self, station, bits):
        level = self._table.inputs[station] & bits
        self._on[0] |= level
        self._off[0] |= level ^ bits
        self._table.panel.light_seats(level & 0x0F)
        if self._on[0] == bits and self._off[0] == bits:
            self._end(PASSED if bits else SHOWN)

    def _turn(self, kind, now):
        side = self._table.sides[self._part]
        turn = side.head if kind == TURN_HEADS else side.pusher
        if not turn.busy:
            self._since = now
            turn.start(now)
            return
        turn.step(now)
        if turn.failed:
            self._part_ended(-1, SIDES)
        elif turn.done:
            self._part_ended(ticks_diff(now, self._since), SIDES)

    def _travel_lifts(self, now):
        lifts = self._table.lifts
        alarm = self._table.alarm
        lifts.step(now)
        if alarm.code:
            self.fault = alarm.code
            alarm.clear()
            self._part_ended(-1, self._part + 1)
        elif lifts.done:
            if self._part == 0:
                lifts.lower(now)
            self._part_ended(ticks_diff(now, self._since), 2)
            self._since = now

    def _travel_dome(self, now):
        dome = self._table.dome
        dome.step(now)
        if dome.failed:
            self._part_ended(-1, self._part + 1)
        elif dome.done:
            if self._part == 0:
                dome.start(DOWN, now)
            self._part_ended(ticks_diff(now, self._since), 2)
            self._since = now

    def _run_drum(self, now):
        edges = self._table.edges
        changed = edges[CENTRE] | edges[8 + CENTRE]
        if changed & DRUM_TURN:
            self.pulses[0] += 1
        if changed & RING_TURN:
            self.pulses[1] += 1
        if ticks_diff(now, self._since) < _RUN_MS:
            return
        self._table.drum.stop()
        wanted = self._fitted
        drum_turned = not wanted & DRUM_TURN or self.pulses[0] >= _FEWEST_PULSES
        ring_turned = not wanted & RING_TURN or self.pulses[1] >= _FEWEST_PULSES
        self._end_well(drum_turned and ring_turned)

    def _run_belts(self, now):
        side = self._part >> 1
        belt = self._table.sides[side].belt
        ran_ms = ticks_diff(now, self._since)
        if not belt.busy:
            self._since = now
            belt.start(now, self._part & 1 == 1)
            return
        edges = self._table.edges
        if (edges[side] | edges[8 + side]) & (TILE | BELT_FULL) and not self.times_ms[side]:
            self.times_ms[side] = ran_ms
        if ran_ms >= _BELT_MS:
            belt.stop()
            self._part += 1
            if self._part == 2 * SIDES:
                self._end(PASSED if min(self.times_ms) else SHOWN)

    def _part_ended(self, took_ms, parts):
        self.times_ms[self._part] = took_ms
        self._part += 1
        if self._part == parts:
            self._end_well(min(self.times_ms) >= 0)

    def _end_well(self, good):
        whole = self._fitted == TESTS[self.number - 1][2]
        self._end(FAILED if not good else PASSED if whole else SHOWN)
