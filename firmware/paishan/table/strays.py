"""Strays: motors that run though they are switched off, by what their sensors show.

Drum, ring, heads and pushers show it at rest: a sensor that changes over and over. Lifts and dome
are held by their gear: one that comes from one end to the other undriven was brought by its motor,
whatever else runs. Called by health.py.
"""

from micropython import const

from paishan.io.image import (
    CENTRE,
    COVER_CLOSED,
    DOME_LOWER,
    DOME_RAISE,
    DRUM_TURN,
    HEAD_HOME,
    LIFT_LOWER,
    LIFT_RAISE,
    PUSHER_HOME,
    RING_TURN,
    SIDES,
    motors_run,
)
from paishan.io.ticks import TICKS_MASK, ticks_diff
from paishan.motion.travel import DOWN, UP
from paishan.table.events import FAULT
from paishan.table.faults import (
    DOME_NOT_DOWN,
    DOME_NOT_UP,
    DOME_OPEN_RUNNING,
    OUTPUT_STUCK,
    TRAY_STUCK,
)
from paishan.table.progress import IN_BUILD

_STATIONS = const(5)
_STILL_MS = const(1000)  # after the last motor went off all have come to rest
_LONG_MS = const(10000)  # changes of a resting motor's sensor within this
_CHANGES = const(6)  # are so many when it runs on

_SIDE_CAMS = HEAD_HOME | PUSHER_HOME
_CENTRE_TURNS = DRUM_TURN | RING_TURN
_LIFT = LIFT_RAISE | LIFT_LOWER
_DOME = DOME_RAISE | DOME_LOWER
_DOME_FAULTS = (DOME_NOT_UP, DOME_NOT_DOWN, DOME_OPEN_RUNNING)


class Strays:
    """`name`: the motion that OUTPUT_STUCK means, "" = none."""

    def __init__(self, table):
        self.name = ""
        self._table = table
        self._centre_turns = _CENTRE_TURNS & table.settings.centre_fitted
        self._last = bytearray(_STATIONS)
        self._quiet_since = 0
        self._changes = 0
        self._changes_since = 0
        self._moved_at = 0
        # of lifts and dome: end + 1 where it stands undriven, where it came to undriven; 0 = none
        self._ends = bytearray(_STATIONS)
        self._strayed = bytearray(_STATIONS)

    def look_away(self, station, now):
        """Someone else is responsible, or the inputs have not settled."""
        self._quiet_since = now
        self._ends[station] = 0

    def rests(self, now):
        """Whether what ran on has stopped."""
        return now - self._moved_at & TICKS_MASK > 2 * _STILL_MS

    def behind(self, code):
        """Whether a lift or the dome that ran on is behind this fault of it."""
        if code in _DOME_FAULTS:
            return self._strayed[CENTRE] > 0
        return TRAY_STUCK <= code < TRAY_STUCK + SIDES and self._strayed[code - TRAY_STUCK] > 0

    def look_at_end(self, travel, station, now):
        """A lift or the dome, not at both its ends."""
        before = self._ends[station]
        if self._table.wish.bytes[station] & (_DOME if station == CENTRE else _LIFT):
            self._ends[station] = 0
            return
        if before and travel.at(before - 1):
            return
        end = UP + 1 if travel.at(UP) else DOWN + 1 if travel.at(DOWN) else 0
        if not end:
            return
        self._ends[station] = end
        if before:
            self._strayed[station] = end
            self._moved_at = now
            self._report(station, travel.name, now)
        elif end != self._strayed[station]:
            self._strayed[station] = 0  # it was driven away from there, and went

    def look_at_turns(self, now):
        """Drum, ring, heads and pushers."""
        table = self._table
        if motors_run(table.wish.bytes) or not table.inputs[CENTRE] & COVER_CLOSED:
            self._quiet_since = now
            self._changes = 0
            return
        if ticks_diff(now, self._quiet_since) < _STILL_MS:
            self._keep_levels()
            return
        self._quiet_since = now - _STILL_MS & TICKS_MASK  # no longer, for the clock wraps
        self._compare(now)

    def _compare(self, now):
        moved = 0
        where = 0
        for station in range(_STATIONS):
            turned = self._table.inputs[station] ^ self._last[station]
            turned &= self._centre_turns if station == CENTRE else _SIDE_CAMS
            if turned:
                moved = turned
                where = station
        if moved:
            self._keep_levels()
            self._note(where, moved, now)

    def _keep_levels(self):
        for station in range(_STATIONS):
            self._last[station] = self._table.inputs[station]

    def _note(self, station, moved, now):
        self._moved_at = now
        if not self._changes or now - self._changes_since & TICKS_MASK > _LONG_MS:
            self._changes = 0
            self._changes_since = now
        self._changes += 1
        if self._changes == _CHANGES:
            self._report(station, self._turning(station, moved).name, now)

    def _turning(self, station, moved):
        # the motion whose sensor that is
        table = self._table
        if station == CENTRE:
            return table.drum.drum if moved & DRUM_TURN else table.drum.ring
        side = table.sides[station]
        return side.head if moved & HEAD_HOME else side.pusher

    def _report(self, station, name, now):
        table = self._table
        self.name = name
        sides = 0
        if station < SIDES:
            sides = 1 << station
            if table.progress == IN_BUILD:
                table.sides[station].uncounted = True
        if table.state is table.fault:
            # seen only now that everything else stands still: it is what is behind that fault
            table.alarm.rename(OUTPUT_STUCK, sides)
            table.events.add(FAULT, OUTPUT_STUCK, sides)
            table.fault.enter(now)
        else:
            table.alarm.report(OUTPUT_STUCK, -1, sides)
