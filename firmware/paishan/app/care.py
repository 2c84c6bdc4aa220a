"""What is done only while nothing moves: counting, writing to flash, collecting garbage.

The counters come from the event ring, so that the scan has no second book to keep; a table
that never rests for 64 events loses some of them, never anything else.
"""

from micropython import const

from paishan.app.wear import Wear
from paishan.io.memory import collect, scarce
from paishan.io.ticks import TICKS_MASK, ticks_diff
from paishan.table.events import (
    ADVICE,
    AGITATED,
    BUILT,
    CLEARED,
    DICE,
    FAULT,
    RAISED,
    RECORDS,
    SAVED,
    STATE_CHANGED,
    STATES,
)
from paishan.table.faults import SERVICE_DUE, find

PERIOD_MS = const(100)  # between two looks
_SETTLED_MS = const(300)  # at rest for this long, so that a pause between motions is none
_CALM_MS = const(100)  # where the table waits for a note with everything at rest or held by gear

# event: name of the counter that it adds one to; a build is one more of its set as well
COUNTED = {
    RAISED: "raises",
    AGITATED: "agitations",
    DICE: "dice",
    FAULT: "faults",
    ADVICE: "advices",
}

INTERVALS = ("clean_cycles", "oil_cycles", "check_cycles")  # settings: builds between two


class Care:
    """`step` is called after each scan of a resting table."""

    def __init__(self, app):
        self._app = app
        self._wear = Wear(app.store.counts)
        self._seen = 0  # events digested so far
        self._collected = False
        self._looked = 0
        self._rests_since = 0
        self._since = 0  # when the last fault came up

    def step(self, now):
        """At most one flash write or one collection."""
        app = self._app
        since_ms = ticks_diff(now, self._looked)
        if not app.at_rest() or not 0 <= since_ms <= 2 * PERIOD_MS:
            self._rests_since = now
            self._looked = now
            self._collected = False
            return
        if since_ms < PERIOD_MS:
            return
        self._looked = now
        table = app.table
        waits = table.state is table.ready or table.state is table.closing
        settled_ms = _CALM_MS if waits and not table.saved else _SETTLED_MS
        if now - self._rests_since & TICKS_MASK < settled_ms:
            return
        self._digest()
        self._note_state()
        guide = table.guide
        if guide:
            guide.roll.prepare()
        self._write(now)

    def put_by(self):
        """Before the table is given up, at rest: what its parts have counted is kept."""
        self._wear.digest(self._app)
        self._app.store.mark("counters")

    def begin(self):
        """Another table, whose parts have counted nothing yet."""
        self._wear.begin()

    def _write(self, now):
        app = self._app
        store = app.store
        before = self._generations()
        if store.work(now):
            for number, generation in enumerate(self._generations()):
                if generation != before[number]:
                    app.events.add(SAVED, number)
        elif not self._collected:
            self._collected = True
            collect()
            if app.link and scarce():
                app.unload()
                collect()
        if not store.state.dirty:
            app.table.saved = True

    def _generations(self):
        # of the records that have one; the journal has none
        return [self._app.store.record(name).generation for name in RECORDS[:-1]]

    def _digest(self):
        app = self._app
        events = app.events
        if self._seen == events.count:
            return
        counts = app.store.counts
        changed = False
        for number in range(max(self._seen, events.oldest()), events.count):
            event = events.field(number, 1)
            name = COUNTED.get(event)
            if name:
                counts.add(name)
                changed = True
            if event == BUILT:
                counts.built(events.field(number, 4))
                changed = True
            elif event == FAULT:
                counts.of("fault")[events.field(number, 2)] += 1
                self._note_fault(events, number)
            elif event == CLEARED:
                self._note_cleared(events, number)
        self._seen = events.count
        if not changed:
            return
        self._wear.digest(app)
        app.store.calibration.data = app.table.times.record()
        app.store.mark("calibration")
        self._remind(counts)

    def _note_fault(self, events, number):
        # what a technician asks of a fault weeks later; the journal has the second and the boot
        app = self._app
        table = app.table
        code, sides, missing = [events.field(number, 2 + k) for k in range(3)]
        text = "fault %02d %s" % (code, find(code)[1])
        if sides:
            text += " sides %x" % sides
        if missing:
            text += " number %d" % missing
        if number + 1 < events.count and events.field(number + 1, 1) == STATE_CHANGED:
            text += " in %s" % STATES[events.field(number + 1, 2)]
        text += " counts %s" % "/".join([str(side.count) for side in table.sides])
        text += " inputs %s" % "".join(["%02x" % byte for byte in table.inputs])
        self._since = events.field(number, 0)
        app.store.journal.append(text, app.now)

    def _note_cleared(self, events, number):
        lasted_s = (events.field(number, 0) - self._since & TICKS_MASK) // 1000
        code = events.field(number, 2)
        self._app.store.journal.append("cleared %02d after %d s" % (code, lasted_s), self._app.now)

    def _remind(self, counts):
        # A reminder never blocks play: it stands in the events and in what status says.
        app = self._app
        builds = counts.of("builds")
        for setting in INTERVALS:
            cycles = getattr(app.settings, setting)
            if cycles and builds - counts.of("done_" + setting) >= cycles:
                app.table.advice.tell(SERVICE_DUE)
                return
        for name, each in app.table.times.all:
            for learned in each:
                if learned.slower():
                    app.table.health.tell_slow(name)
                    return

    def _note_state(self):
        app = self._app
        table = app.table
        if table.saved and app.store.state.data:
            return
        app.store.state.data = table.whereabouts()
        app.store.mark("state")
