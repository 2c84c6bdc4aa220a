"""Health: what a table notices of itself beside its sequence, and the true name of a fault.

Nothing here moves anything. `look` is called every LOOK_MS: it takes one station in turn, so that
no scan has more than a little to do. `begin` and `judge` belong to a build: what it showed of the
machine is told as advice once it is complete. `rename` is asked before a fault is shown: a supply
that dipped shows itself as a jam of whatever ran at that moment.
"""

from array import array

from micropython import const

from paishan.io.image import (
    BELT,
    BELT_FULL,
    CENTRE,
    LIFT_UP,
    PUSHER_OUT,
    RING_TILE,
    SIDES,
    TILE,
    TRAY_TILE,
)
from paishan.io.ticks import TICKS_MASK
from paishan.motion.learned import Learned
from paishan.motion.travel import DOWN, UP
from paishan.table.faults import (
    BELT_EYE,
    CHAIN_BROKEN,
    DOME_SENSORS,
    EYE_DIRTY,
    HEAD_JAM,
    HEAD_SENSOR,
    KEY_STUCK,
    LIFT_SENSORS,
    MAINS_LOST,
    MOTION_SLOWER,
    MOTOR_HOT,
    OUTPUT_STUCK,
    PUSHER_SENSOR,
    PUSHER_STUCK,
    RING_EYE,
    SUPPLY_LOW,
    TRAY_EYE_BLIND,
    TRAY_STUCK,
    TURN_SENSOR,
    family,
)
from paishan.table.progress import BUILT, IN_BUILD
from paishan.table.strays import Strays

LOOK_MS = const(40)  # between two looks; each station has its turn every 200 ms
_CUT_OFF_LOOKS = const(5)  # a chain at rest may stutter for shorter than that
_TURN_MS = const(200)
_OFF_LOOKS = const(25)  # a lift off its lower end for so many turns is not on its way up

_DULL_LOOKS = const(4)  # a full belt and no tile at its head, for so many turns
_DULL_SIGHTS = const(3)  # in a build make S1 dirty
_SLOW_BELTS = const(2)  # tiles in a row that needed too long
_JAMS = const(3)  # of one motion in a build that came right again: it is slow
_PULSES = const(16)  # the learned time of drum and ring is that of so many
_FEWEST_PULSES = const(64)  # in a build that teaches something
_FEWEST_TILES = const(8)  # in a build that shows whether an eye sees

_TOGETHER_MS = const(3000)  # jams of three sides within this are the supply's
_SIDES_TOGETHER = const(3)

_JAMMED = (HEAD_JAM, HEAD_SENSOR, PUSHER_STUCK)  # families that a low supply brings about


class Health:
    """`slow`: name of the motion that MOTION_SLOWER means, "" = none. `turning`: learned times of
    drum and ring, each of 16 pulses. `strays`: motors that run though they are off."""

    def __init__(self, table):
        settings = table.settings
        self._table = table
        self.slow = ""
        self.strays = Strays(table)
        self.turning = (Learned(0), Learned(0))
        self._station = 0
        self._side_fitted = settings.side_fitted
        self._centre_fitted = settings.centre_fitted
        self._off_end = bytearray(SIDES)  # turns since a lift left its lower end
        self._dull = bytearray(SIDES)
        self._sights = bytearray(SIDES)
        self._slow_belts = bytearray(SIDES)
        self._entered = array("i", [-1] * SIDES)  # turns since a tile was seen to enter
        self._slow_turns = settings.belt_ms * 3 // 4 // _TURN_MS
        self._jams = array("i", [0] * (2 * SIDES))  # of heads and pushers when the build began
        self._jams_seen = array("i", [0] * SIDES)
        self._jammed_at = array("i", [0] * SIDES)
        self._jammed = 0  # sides with a jam in this build
        self._low = False  # and of three of them at once
        self._low_at = 0
        self._gave_up = 0  # sides that failed at that moment
        self._pulses = array("i", [0, 0])
        self._turning_ms = 0
        self._cut_off = 0  # looks in a row that saw it

    # looks

    def look(self, now):
        """One station; every 40 ms in the mean, whatever `scan_ms` is."""
        table = self._table
        station = self._station
        self._station = station + 1 if station < SIDES else 0
        if not station:
            self._warm(table)
        state = table.state
        if state is table.service or state is table.config_fault or table.homing.settling:
            self.strays.look_away(station, now)
            if station < SIDES and not table.homing.settling:
                self._look_at_wall(station)
            return
        self.strays.look_at_turns(now)
        self._watch_supply(table)
        if station == SIDES:
            self._look_at_centre(now)
        else:
            self._look_at_side(table.sides[station], now)

    def _warm(self, table):
        heat = table.heat
        was_hot = heat.hot
        heat.step(table.wish.bytes)
        if heat.hot != was_hot:
            table.saved = False  # off and on shortens no rest
        if heat.hot and table.state is not table.fault:
            table.alarm.report(MOTOR_HOT)
        if table.keys.stuck or table.keys.locked:
            table.advice.tell(KEY_STUCK)

    def _watch_supply(self, table):
        # Somebody who comes to a table that says READY and presses a key must not find it dead;
        # interlocks see it only while something moves.
        code = table.cut_off()
        self._cut_off = self._cut_off + 1 if code else 0
        if code == CHAIN_BROKEN and self._cut_off < _CUT_OFF_LOOKS:
            return
        if code == MAINS_LOST and table.state is table.disabled:
            return  # whoever lets the relay go may switch the mains off
        if code and table.state is not table.fault:
            table.alarm.report(code)

    def _look_at_side(self, side, now):
        table = self._table
        lift = table.lifts.each[side.index]
        if lift.at_both():
            table.alarm.report(LIFT_SENSORS + side.index, -1, 1 << side.index)
        else:
            self.strays.look_at_end(lift, side.index, now)
        self._look_at_wall(side.index)
        if table.state is table.building:
            self._watch_side(side, now)

    def _watch_side(self, side, now):
        index = side.index
        jams = side.head.jams + side.pusher.jams
        if jams != self._jams_seen[index]:
            self._jams_seen[index] = jams
            self._note_jam(index, now)
        if not side.failed:
            self._gave_up &= ~(1 << index)
        elif self._low and now - self._low_at & TICKS_MASK < _TOGETHER_MS:
            self._gave_up |= 1 << index
        self._watch_belt(side, self._table.inputs[index])

    def _look_at_wall(self, index):
        # A wall that came up may be on the table by now, whatever moved it: only an empty machine
        # knows again what it holds.
        table = self._table
        lift = table.lifts.each[index]
        up = lift.at(UP)
        if lift.at(DOWN):
            self._off_end[index] = 0
            return
        if self._off_end[index] < _OFF_LOOKS:
            self._off_end[index] += 1
            if not up:
                return
        self._miss_wall(index, up)

    def _miss_wall(self, index, up):
        table = self._table
        if table.progress == BUILT and table.set_below:
            sees = self._side_fitted & LIFT_UP and table.inputs[index] & TRAY_TILE
            if up or not sees:
                table.be_at(IN_BUILD, False)
        if table.state is table.ready:
            table.alarm.report(TRAY_STUCK + index, -1, 1 << index)

    def _watch_belt(self, side, level):
        index = side.index
        idle = not side.head.busy and not side.failed and not side.feeder.doubted
        if idle and level & BELT_FULL and not level & TILE:
            looks = self._dull[index] + 1
            if looks <= _DULL_LOOKS:  # and no further: it may last as long as a build
                self._dull[index] = looks
            if looks == _DULL_LOOKS:
                self._sights[index] = min(self._sights[index] + 1, _DULL_SIGHTS)
        else:
            self._dull[index] = 0
        entered = self._entered[index]
        forward = self._table.wish.bytes[index] & BELT
        if not forward or side.failed:
            self._entered[index] = -1
        elif level & TILE or side.head.busy:
            if entered > self._slow_turns:
                self._slow_belts[index] = min(self._slow_belts[index] + 1, _SLOW_BELTS)
            elif entered >= 0:
                self._slow_belts[index] = 0
            self._entered[index] = -1
        elif entered >= 0:
            self._entered[index] = entered + 1
        elif level & BELT_FULL and side.feeder.coming == 1:
            self._entered[index] = 0  # the first one on an empty belt

    def _note_jam(self, index, now):
        self._jammed_at[index] = now
        self._jammed |= 1 << index
        if self._together(now):
            self._low = True
            self._low_at = now

    def _together(self, now):
        # whether three sides have jammed within a moment
        sides = 0
        for index in range(SIDES):
            jammed = self._jammed >> index & 1
            if jammed and now - self._jammed_at[index] & TICKS_MASK < _TOGETHER_MS:
                sides += 1
        return sides >= _SIDES_TOGETHER

    def _look_at_centre(self, now):
        table = self._table
        if table.dome.at_both():
            table.alarm.report(DOME_SENSORS)
        else:
            self.strays.look_at_end(table.dome, CENTRE, now)
        if table.dome.late:
            self.tell_slow(table.dome.name)
        for lift in table.lifts.each:
            if lift.late:
                self.tell_slow(lift.name)
        if table.drum.drum.silent or table.drum.ring.silent:
            table.advice.tell(TURN_SENSOR)
        if table.state is table.building and table.drum.running() and not table.drum.agitating():
            self._turning_ms += _TURN_MS

    def tell_slow(self, name):
        """A motion that has become slow."""
        self.slow = name
        self._table.advice.tell(MOTION_SLOWER)

    # a build

    def begin(self):
        """A build begins."""
        table = self._table
        self._jammed = 0
        self._low = False
        self._gave_up = 0
        self._turning_ms = 0
        self._pulses[0] = table.drum.drum.pulses
        self._pulses[1] = table.drum.ring.pulses
        for side in table.sides:
            index = side.index
            self._sights[index] = 0
            self._entered[index] = -1
            self._jams[2 * index] = side.head.jams
            self._jams[2 * index + 1] = side.pusher.jams
            self._jams_seen[index] = side.head.jams + side.pusher.jams

    def judge(self):
        """A build is complete: what it showed."""
        table = self._table
        if self._low:
            table.advice.tell(SUPPLY_LOW)
        for side in table.sides:
            if side.target:
                self._judge_side(side)
        self._judge_centre()

    def _judge_side(self, side):
        table = self._table
        index = side.index
        level = table.inputs[index]
        fitted = self._side_fitted
        feeder = side.feeder
        silent = not feeder.entered and side.target >= _FEWEST_TILES
        if fitted & BELT_FULL and (silent or feeder.doubted):
            table.advice.tell(BELT_EYE + index)
        elif self._sights[index] >= _DULL_SIGHTS:  # the sights are those of S6
            table.advice.tell(EYE_DIRTY + index)
        elif self._slow_belts[index] >= _SLOW_BELTS and not self._sights[index]:
            self.tell_slow(side.belt.name)
        if level & PUSHER_OUT & fitted:
            table.advice.tell(PUSHER_SENSOR + index)
        if fitted & TRAY_TILE and not level & TRAY_TILE:
            table.advice.tell(TRAY_EYE_BLIND)
        if not self._low:
            if side.head.jams - self._jams[2 * index] >= _JAMS:
                self.tell_slow(side.head.name)
            if side.pusher.jams - self._jams[2 * index + 1] >= _JAMS:
                self.tell_slow(side.pusher.name)

    def _judge_centre(self):
        table = self._table
        drum = table.drum
        fitted = self._centre_fitted
        if fitted & RING_TILE and table.gear.tiles >= _FEWEST_TILES and not drum.tiles:
            table.advice.tell(RING_EYE)
        if table.building.agitated:
            return
        self._judge_turning(drum.drum, 0)
        self._judge_turning(drum.ring, 1)

    def _judge_turning(self, run, which):
        pulses = run.pulses - self._pulses[which]
        if run.silent or pulses < _FEWEST_PULSES:
            return
        learned = self.turning[which]
        took_ms = self._turning_ms * _PULSES // pulses
        if learned.runs and 2 * took_ms > 3 * learned.mean_ms:
            self.tell_slow(run.name)
        learned.add(took_ms)

    # faults

    def rename(self, alarm):
        """Gives a fault its true name, before it is shown."""
        if family(alarm.code)[0] in _JAMMED and alarm.sides & self._gave_up:
            alarm.rename(MAINS_LOST)
        elif self.strays.behind(alarm.code):
            alarm.rename(OUTPUT_STUCK, alarm.sides)
