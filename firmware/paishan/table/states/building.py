"""BUILDING: drum, ring and four sides work until every side has its tiles.

The gear is latched here. When no tile has come for a while the drum is shaken (agitated),
a bounded number of times; then the build is short. There is an absolute limit besides.
One key means nothing here, both keys open the dome to add tiles, counts kept, unless a side
has lost count: then its fault is shown. A key held for a long press gives the build up, and
the machine is emptied.
"""

from micropython import const

from paishan.io.image import ALL_SIDES, HEAD_HOME
from paishan.io.ticks import TICKS_MASK, ticks_diff
from paishan.motion.due import stirred
from paishan.motion.keys import BOTH, LONG, PRESS
from paishan.motion.travel import DOWN
from paishan.table.events import AGITATED, BUILD, GAVE_BACK
from paishan.table.events import BUILT as COMPLETE
from paishan.table.faults import (
    DOME_OPEN_RUNNING,
    EYE_DIRTY,
    GEAR_HALF_SEATED,
    NOT_FILLING,
    NOTHING_COMES,
    SHORT,
    SLOW_BUILD,
)
from paishan.table.progress import BUILT, IN_BUILD
from paishan.table.selector import UNREAD
from paishan.table.states.state import State

_SIDES_A_SCAN = const(2)  # that all four want something in one scan is rare, and costs 5 ms
_CENTRE_STATION = const(0x10)
_COARSE_MS = const(40)  # between two looks at what only time brings

# tiles missing on one side alone: not lost by people, that side does not get them
_TOO_MANY_TO_BE_LOST = const(6)


class Building(State):
    """`counted`: tiles on all sides so far, of `table.gear.tiles`; `agitated`: how often the
    drum was shaken for them."""

    name = "BUILDING"

    def __init__(self, table):
        super().__init__(table)
        self.counted = 0
        self.agitated = 0
        self._begun = False
        self._since = 0  # start of the build
        self._tile_since = 0  # last tile, or last agitation
        self._home_since = 0
        self._next = 0  # the side that is first in the next scan
        self._looked = 0  # last coarse look
        self._news = False  # what it would see has changed
        self._failed = 0
        self._complete = False  # all tiles are counted
        self._agitations = 0
        self._returned = False  # full sides have given back since the last tile
        self._shown_pending = UNREAD
        self._drum_step = table.drum.step
        self._side_steps = tuple([side.step for side in table.sides])
        self._edges = table.edges
        self._waits = table.wish.waits
        self.busy = 0
        self._parts = self._step

    def let_go(self):
        """Of the parts of a table that is no more."""
        self._drum_step = None
        self._side_steps = ()

    def enter(self, now):
        table = self.table
        self._begun = False
        problem = table.gear_problem()
        if problem:
            # a switch that could not even be read three times is as good as half seated
            table.alarm.report(problem if problem > 0 else GEAR_HALF_SEATED)
            return
        self._begun = True
        table.gear = table.chart.gears[table.selector.position]
        for side in table.sides:
            side.begin(table.gear.targets[side.index])
        self.counted = 0
        self.agitated = 0
        self._complete = False
        self._failed = 0
        self._since = now
        table.keys.swallow()  # the press that led here gives nothing up
        table.health.begin()
        table.be_at(IN_BUILD, False)
        table.events.add(BUILD, table.gear.position, table.gear.tiles)
        table.drum.begin(now)
        self._run(now)

    def resume(self, now):
        table = self.table
        if not self._begun:
            self.enter(now)
        elif table.lost_count():
            table.go(table.recovering, now)
        elif not table.dome.at(DOWN):
            table.interrupted = True
            table.go(table.closing, now)
        else:
            table.interrupted = False
            self._since = now  # a person has looked at it: the whole time anew
            table.drum.start(now)
            self._run(now)

    def adopt(self, before):
        self.counted = before.counted
        self.agitated = before.agitated
        self._begun = before._begun
        self._since = before._since

    def step(self, now):
        # A part is stepped when an input of its station changed, when the interlocks hold it
        # back, or when it is due.
        table = self.table
        stations = stirred(self._edges, self._waits, table.dues, now)
        self.busy = 0
        if stations:
            self._parts(stations, now)
        waited_ms = now - self._looked & TICKS_MASK
        if waited_ms >= _COARSE_MS << self.busy or self._news and not self.busy:
            self._looked = now
            self._news = False
            self.busy = 2
            if not stations & _CENTRE_STATION:
                table.drum.step(now)
            self._look(now)
            if not self._complete and not table.drum.agitating():
                self._wait(now)
        if self._complete:
            self._verify(now)
        if self._failed:
            self._report_failed()
        event = table.keys.event
        if not event:
            return
        if event == BOTH:
            self._open(now)
        elif event == PRESS:
            table.beep_not_now()
        elif event == LONG:
            # given up: the wrong gear, a set that cannot be completed
            table.go(table.recovering, now)

    def _open(self, now):
        table = self.table
        for side in table.sides:
            if side.failed and side.uncounted:
                self._report_side(side)  # no tile that is added makes its count right
                return
        table.go(table.add_tiles, now)

    def _step(self, stations, now):
        if stations & _CENTRE_STATION:
            self._drum_step(now)
        stations &= ALL_SIDES
        room = _SIDES_A_SCAN
        at = self._next
        while stations:
            if stations >> at & 1:
                stations ^= 1 << at
                # One whose head comes home has so much to do that the scan is its own; one
                # that the interlocks hold back stops its clocks scan by scan.
                free = room == _SIDES_A_SCAN or room and not self._edges[at] & HEAD_HOME
                if free or self._waits[at]:
                    if room:
                        room -= 1
                        self._next = at + 1 & 3  # who is put off comes first the next time
                    if self._step_side(at, now):
                        # it had much to do, and what it means is looked at in a quiet scan
                        room = 0
                        self._news = True
                else:
                    self.table.sides[at].put_off(now)
            at = at + 1 & 3
        self.busy = _SIDES_A_SCAN - room

    def _step_side(self, at, now):
        side = self.table.sides[at]
        count = side.count
        self._side_steps[at](now)
        return side.failed or side.count != count

    def _look(self, now):
        counted = 0
        failed = 0
        for side in self.table.sides:
            counted += side.count
            failed |= side.failed
        self._failed = failed
        self._complete = counted == self.table.gear.tiles
        if counted != self.counted or self.table.next_gear() != self._shown_pending:
            self._note(counted, now)

    def _run(self, now):
        table = self.table
        table.panel.ready.off()
        table.panel.blink_seats(0)
        self._tile_since = now
        self._home_since = now
        self._agitations = 0
        self._returned = False  # whatever kept a tile on a belt may have been mended
        self._failed = 0
        for side in table.sides:
            side.go_on(now)
        self._show()

    def _note(self, counted, now):
        if counted != self.counted:
            self.counted = counted
            self._tile_since = now
            self._agitations = 0
            self._returned = False
        self._home_since = now
        self._show()

    def _show(self):
        table = self.table
        left = (table.gear.tiles - self.counted + 1) // 2
        pending = table.next_gear()
        self._shown_pending = pending
        if pending >= 0:
            table.panel.display.in_turn(left, pending)
        else:
            table.panel.display.number(left)

    def _verify(self, now):
        table = self.table
        if table.drum.running():
            table.drum.stop()  # it has come to rest when the walls are noted in flash
        # the interlocks of the drum say so no more
        if table.cover_is_open():
            return
        if not table.dome.at(DOWN):
            table.alarm.report(DOME_OPEN_RUNNING)
            return
        for side in table.sides:
            if not side.is_full() or not side.at_home():
                side.settle(now)
                self._home_since = now
                return
        if ticks_diff(now, self._home_since) >= table.settings.verify_ms:
            self._tell_unsure()
            table.be_at(BUILT, True)
            table.events.add(
                COMPLETE, ticks_diff(now, self._since), self.agitated, table.gear.tiles
            )
            table.health.judge()
            table.ready.celebrate = True
            table.go(table.ready, now)

    def _tell_unsure(self):
        for side in self.table.sides:
            if side.unsure:
                side.unsure = False
                self.table.advice.tell(EYE_DIRTY + side.index)

    def _wait(self, now):
        table = self.table
        settings = table.settings
        if ticks_diff(now, self._since) > settings.build_limit_ms:
            self._short()
            return
        if ticks_diff(now, self._since) > settings.build_warn_ms:
            table.advice.tell(SLOW_BUILD)
        if not self._returned and ticks_diff(now, self._tile_since) > settings.return_gap_ms:
            self._give_back(now)
        gap_ms = settings.gap_again_ms if self._agitations else settings.gap_ms
        if ticks_diff(now, self._tile_since) > gap_ms:
            if self._agitations >= (settings.agitations if self.counted else 1):
                self._short()
            else:
                self._agitations += 1
                self.agitated += 1
                table.events.add(AGITATED, self._agitations, table.gear.tiles - self.counted)
                self._tile_since = now
                table.drum.agitate(now)

    def _give_back(self, now):
        # should a miscount have left a tile on the belt of a side that needs none
        self._returned = True
        sides = 0
        for side in self.table.sides:
            if side.is_full():
                sides |= 1 << side.index
                side.give_back(now)
        self.table.events.add(GAVE_BACK, sides)

    def _report_failed(self):
        # One side that fails lets the others finish first.
        first = None
        for side in self.table.sides:
            if side.failed:
                first = first or side
            elif not side.is_full():
                return
        self._report_side(first)

    def _report_side(self, side):
        missing = max(side.target - side.count, 0)
        self.table.alarm.report(side.failed, missing if missing else -1, 1 << side.index)

    def _short(self):
        table = self.table
        sides = 0
        short = 0
        last = table.sides[0]
        for side in table.sides:
            if side.failed:
                self._report_side(side)
                return
            if side.count < side.target:
                sides |= 1 << side.index
                short += 1
                last = side
        missing = table.gear.tiles - self.counted
        if self.counted == 0:
            table.alarm.report(NOTHING_COMES, -1, sides)
        elif short == 1 and missing >= _TOO_MANY_TO_BE_LOST:
            table.alarm.report(NOT_FILLING + last.index, missing, sides)
        else:
            table.alarm.report(SHORT, missing, sides)
