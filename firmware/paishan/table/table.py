"""The table: its parts put together, what it knows, and which state it is in.

Pure logic over the process image: settled inputs come in, wished outputs go out.
"""

from array import array

from micropython import const

from paishan.io.image import (
    CENTRE,
    CHAIN,
    CHAIN_SIGNATURE,
    COVER_CLOSED,
    DOME_DOWN,
    DOME_LOWER,
    DOME_RAISE,
    DOME_UP,
    MAINS_OK,
    PANEL,
    SIDE_NAMES,
    SIDES,
    TRAY_TILE,
)
from paishan.io.ticks import TICKS_MASK, ticks_diff
from paishan.motion.heat import Heat
from paishan.motion.keys import Keys
from paishan.motion.lamp import BEEP_NOT_NOW, BEEP_REFUSED
from paishan.motion.travel import DOWN, Travel
from paishan.motion.wish import Wish
from paishan.table.advice import Advice
from paishan.table.dice import Dice
from paishan.table.drum import Drum
from paishan.table.events import (
    FAULT,
    GEAR,
    GEAR_PENDING,
    STATE_CHANGED,
    Events,
)
from paishan.table.face import Face
from paishan.table.faults import (
    CHAIN_BROKEN,
    COVER_OPEN,
    CRASHED,
    GEAR_HALF_SEATED,
    GEAR_REFUSED,
    GEAR_SELF_TEST,
    GEAR_UNKNOWN,
    MAINS_LOST,
    Alarm,
    sides_of,
)
from paishan.table.front import Front
from paishan.table.gears import Chart
from paishan.table.health import LOOK_MS, Health
from paishan.table.lifts import Lifts
from paishan.table.panel import Panel
from paishan.table.progress import BUILT
from paishan.table.selector import HALF_SEATED, UNREAD, Selector
from paishan.table.side import Side
from paishan.table.states.building import Building
from paishan.table.states.closing import Closing
from paishan.table.states.config_fault import ConfigFault
from paishan.table.states.disabled import Disabled
from paishan.table.states.fault import Fault
from paishan.table.states.homing import Homing
from paishan.table.states.loading import AddTiles, Loading
from paishan.table.states.raising import Raising
from paishan.table.states.ready import Ready
from paishan.table.states.recovering import Recovering
from paishan.table.states.service import Service
from paishan.table.states.state import State
from paishan.table.stations import Stations
from paishan.table.times import Times

_BEAT = const(4)  # scans between two looks at the switch and the machine's health
_LONG_AGO_MS = const(200)  # a look that comes so late is not made up for
_LATE_MS = const(20)  # of a key that bounces, and of the scan in which it is seen
GEAR_UNREAD = const(-1)  # the switch has not been read three times yet


class Table:
    """`gear`: the Gear latched by the build under way or done, None before the first.

    `set_below`: walls stand in the trays. `interrupted`: a build waits for the dome.
    `progress`: how far the two sets are (progress.py).
    """

    def __init__(self, inputs, edges, rows, selector, settings, events=None):
        """`rows`: a gear chart; `selector`: its switch. Raises ValueError naming what is
        wrong with either."""
        self.events = events or Events()
        self.inputs = inputs
        self.edges = edges
        self.settings = settings
        self.wish = Wish()
        self.alarm = Alarm()
        self.advice = Advice(self.events)
        self.chart = Chart(rows, settings.tray_capacity)
        self.selector = Selector(inputs, self.wish, selector, settings.selector_sample_ms)
        self.keys = Keys(inputs, edges, settings)
        self.panel = Panel(self.wish, settings)
        self.front = Front(self.wish, settings)
        self.guide = self._new_guide()
        self.dice = Dice(self.wish, edges, settings, self.events)
        self.face = Face(
            self.keys, self.guide, self.dice, self.panel, self.front, edges, self.events
        )
        self.drum = Drum(self.wish, edges, settings, self.alarm)
        self.dome = Travel(
            "dome", self.wish, inputs, CENTRE, (DOME_LOWER, DOME_RAISE),
            (DOME_DOWN, DOME_UP & settings.centre_fitted), settings.dome_first_ms, settings,
        )  # fmt: skip
        self.dome.pinches = DOWN
        self.lifts = Lifts(self.wish, inputs, settings, self.alarm)
        self._travels = (self.dome,) + self.lifts.each
        self.dues = array("i", [0] * SIDES)  # when each side is to be stepped at the latest
        self.sides = tuple(
            [
                Side(index, name, self.wish, inputs, edges, settings, self.dues)
                for index, name in enumerate(SIDE_NAMES)
            ]
        )
        self.stations = Stations(settings)
        self._beat = 0
        self.heat = Heat()
        self.health = Health(self)
        self.times = Times(self.dome, self.sides, self.lifts, self.health)
        self.looked = 0
        self.gear = None
        self.progress = BUILT
        self.saved = True  # `whereabouts` is in flash
        self.set_below = False
        self.below_known = False  # a record said whether walls stand below
        self.emptying = False  # RAISING brings up what an interrupted build left
        self.interrupted = False

        self.homing = Homing(self)
        self.ready = Ready(self)
        self.loading = Loading(self)
        self.closing = Closing(self)
        self.raising = Raising(self)
        self.building = Building(self)
        self.add_tiles = AddTiles(self)
        self.fault = Fault(self)
        self.disabled = Disabled(self)
        self.recovering = Recovering(self)
        self.service = Service(self)
        self.config_fault = ConfigFault(self)
        self.states = (
            self.homing,
            self.ready,
            self.loading,
            self.closing,
            self.raising,
            self.building,
            self.add_tiles,
            self.fault,
            self.service,
            self.config_fault,
            self.disabled,
            self.recovering,
        )
        self.state: State = self.homing
        self._position = UNREAD
        self._pending = UNREAD

    def _new_guide(self):
        # without the settings that want it, its code is not even loaded
        settings = self.settings
        if not (settings.electronic_dice or settings.turn_clock):
            return None
        from paishan.table.dice_roll import DiceRoll
        from paishan.table.guide import Guide

        return Guide(
            self.front, self.panel.buzzer, self.edges, DiceRoll(), settings.dice_ms,
            settings.guide_ms, settings.electronic_dice, settings.turn_clock,
        )  # fmt: skip

    def start(self, now, config_fault=False):
        """Power-on; nothing moves yet."""
        self.events.now = now
        self.state = self.config_fault if config_fault else self.homing
        self.selector.start(now)
        self.looked = now
        self.state.enter(now)

    def be(self, state):
        """Changes the state without entering it: for one that goes on where it was."""
        self.events.add(STATE_CHANGED, self.state.number, state.number)
        self.state = state

    def go(self, state, now):
        """Changes the state."""
        self.be(state)
        state.enter(now)

    def step(self, now):
        """One scan."""
        # Calls are what a scan is made of: what has nothing to do is not even called.
        self.events.now = now
        patterns = self.panel.patterns
        lively = patterns[0] | self.edges[PANEL]
        if lively or not self.keys.idle:
            self.face.listen(now)
            if self.keys.pressed:
                self._pressed(now)
        self.state.run(now)
        self._beat += 1
        if self._beat >= _BEAT * (1 + self.state.busy):
            self._beat %= _BEAT  # the next one comes when it would have come anyway
            self._keep_house(now)
        if self.alarm.code and self.state is not self.fault:
            self._stop(now)
        if lively or patterns[0]:
            settled = not self.homing.settling
            self.face.show(now, self._may_guide(), settled and self.state is not self.service)

    def _pressed(self, now):
        if not self.inputs[CENTRE] & MAINS_OK:
            self.beep_refused()
        # A key is filtered longer than an end switch: this one was to stop what has just ended.
        late_ms = self.settings.key_filter_ms + _LATE_MS
        for travel in self._travels:
            if now - travel.ended & TICKS_MASK < late_ms:
                self.keys.swallow()
                self.state.stopped(now)
                return

    def _keep_house(self, now):
        selector = self.selector
        if ticks_diff(now, selector.since) >= selector.sample_ms:
            selector.step(now)
            if selector.position != self._position or selector.pending != self._pending:
                self._note_gear()
        since_ms = ticks_diff(now, self.looked)
        if since_ms >= LOOK_MS:
            # Health takes a look for LOOK_MS: what one came late the next comes early.
            self.looked = now if since_ms > _LONG_AGO_MS else self.looked + LOOK_MS & TICKS_MASK
            self.health.look(now)

    def _stop(self, now):
        alarm = self.alarm
        self.health.rename(alarm)
        self.events.add(FAULT, alarm.code, alarm.sides, max(alarm.number, 0))
        self.fault.came_from = self.state
        self.go(self.fault, now)

    def _may_guide(self):
        # a fault, a technician or a damaged record has the panel to itself
        state = self.state
        return not (
            state is self.fault
            or state is self.service
            or state is self.config_fault
            or state is self.disabled
            or self.homing.settling
        )

    def _note_gear(self):
        selector = self.selector
        if selector.position != self._position:
            self._position = selector.position
            self.events.add(GEAR, max(selector.position, 0))
        if selector.pending != self._pending:
            self._pending = selector.pending
            if selector.pending >= 0:
                self.events.add(GEAR_PENDING, selector.pending)

    def resting(self):
        """Whether nothing is about to move of itself."""
        return self.state.resting()

    def interlocked(self, fault):
        """The interlocks overruled a wish: a fault, or the end of a jog."""
        if self.state is self.service:
            self.service.interlocked(fault)
        else:
            self.alarm.report(fault, -1, sides_of(fault))

    def whereabouts(self):
        """Where the sets are and how hot the hottest motor is, as the state record keeps it."""
        return {
            "progress": self.progress,
            "set_below": self.set_below,
            "gear": self.gear.position if self.gear else -1,
            "heat": self.heat.hottest(),
        }

    def be_at(self, progress, set_below):
        """Notes how far the sets are; `saved` again once that is in flash."""
        if progress != self.progress or set_below != self.set_below:
            self.progress = progress
            self.set_below = set_below
            self.saved = False

    def crashed(self, now, heat):
        """Starts over after an error of the firmware itself: shown, and a key homes the table.
        `heat`: what the table before knew of it, None = nothing."""
        if heat:
            self.heat.adopt(heat)
        self.start(now)
        self.alarm.report(CRASHED)

    def lost_count(self):
        """Whether a side holds tiles that nobody counted: only an empty machine counts again."""
        for side in self.sides:
            if side.uncounted:
                return True
        return False

    def cover_is_open(self):
        """Whether the cover is open, which ends any movement: it is reported, and a key goes on
        once it is closed."""
        if self.inputs[CENTRE] & COVER_CLOSED:
            return False
        self.alarm.report(COVER_OPEN)
        return True

    def trust_sides(self):
        """Every side may be tried again."""
        for side in self.sides:
            side.failed = 0

    def hold_all(self, now):
        """Every motor off, a technician's too; turns can be resumed from where they stand."""
        self.service.stop()
        self.drum.stop()
        self.dome.stop()
        self.lifts.stop()
        self.dice.stop()
        for side in self.sides:
            side.hold(now)

    def forget_turns(self):
        """Held turns are not gone on with: someone moves the motors by hand."""
        for side in self.sides:
            side.head.stop()
            side.pusher.stop()

    def may_serve(self):
        """Whether SERVICE may begin: nothing is under way."""
        return self.state in (self.ready, self.fault, self.homing, self.service)

    def next_gear(self):
        """A position that differs from the latched gear and counts from the next build, or
        UNREAD."""
        if self.selector.pending >= 0:
            return self.selector.pending
        position = self.selector.position
        if self.gear is None or position == self.gear.position:
            return UNREAD
        return position

    def gear_problem(self):
        """Why no build may start: a fault code, GEAR_UNREAD, or 0 when one may."""
        position = self.selector.position
        if position == UNREAD:
            return GEAR_UNREAD
        if position == HALF_SEATED:
            return GEAR_HALF_SEATED
        if position in self.chart.refused:
            return GEAR_REFUSED
        gear = self.chart.gears.get(position)
        if gear is None:
            return GEAR_UNKNOWN
        return GEAR_SELF_TEST if gear.is_self_test else 0

    def trays_hold_tiles(self):
        """Whether stacks stand in any tray."""
        inputs = self.inputs
        return (inputs[0] | inputs[1] | inputs[2] | inputs[3]) & TRAY_TILE != 0

    def cut_off(self):
        """What no interlock sees while nothing moves: CHAIN_BROKEN, MAINS_LOST, or 0."""
        if self.inputs[CHAIN] != CHAIN_SIGNATURE:
            return CHAIN_BROKEN
        return 0 if self.inputs[CENTRE] & MAINS_OK else MAINS_LOST

    def beep_not_now(self):
        """A key that means nothing in this state."""
        self.panel.buzzer.follow(BEEP_NOT_NOW, False)

    def beep_refused(self):
        """A key whose wish cannot be granted."""
        self.panel.buzzer.follow(BEEP_REFUSED, False)
