"""The composition root and the scan.

One pass, always in this order: read all inputs - filter - link (bounded bytes) - table and
motions - interlocks - write all outputs - bounded transmit. One snapshot in, one decision,
one snapshot out.
"""

import micropython
from micropython import const

from paishan.app.care import Care
from paishan.app.compose import chart_of, compose, factory_settings, stored_settings
from paishan.io.capture import Capture
from paishan.io.errors import told
from paishan.io.image import CHAIN, CHAIN_SIGNATURE, INPUT_BYTES, OUTPUT_BYTES, copy, motors_run
from paishan.io.memory import collect, forget, free, small
from paishan.io.ticks import TICKS_MASK
from paishan.link.link import Link
from paishan.store.settings import Settings
from paishan.store.store import Store
from paishan.table.events import BAD_RECORD, BOOT, RECORDS, Events
from paishan.table.faults import LATE_SCANS, WATCHDOG
from paishan.table.gears import Chart, check_sum

_NO_PARTS = (None, None, None)
_NO_OUTPUT = bytes(OUTPUT_BYTES)
_TRACE_LINES = const(9)  # of a traceback, from the error outwards, kept in the journal
_REBUILD_BYTES = const(64000)  # free before a table is given up for another one: twice its size
_LET_GO_MS = const(40)  # without a scan: the board may have taken the outputs' enable away
_CARE_TURNS = const(4)  # what only a table at rest has time for is looked at this seldom
_LATE_SCANS = const(4)  # periods without a scan that are told


def _of(part, name):
    # the method of a part, None where there is none of either
    return getattr(part, name, None)


class App:
    """The table on a board.

    `port`: read(inputs) fills 8 bytes, write(outputs) takes 7; its `period_ms` is set to the
    time between two scans. `profile`: what the machine is, as plain data: "chart" a preset's
    name or rows of its own, "selector" the switch (kind, bits, lowest first, active high,
    first position; default: the preset's), "settings" the figures that differ from the
    defaults; for a replay also "calibration", the learned times, and "state", where the two
    sets were. `serial`: the line to a laptop, or None. `folder`: where records are kept, None
    = nothing outlives the power. `identity`: what the board says of itself ("board",
    "reset_cause"; "lost": what somebody has to accept where the records went with their file
    system).

    Raises ValueError with a sentence for a profile that cannot be used; a record that cannot
    be used never raises: the link is up and nothing moves (CONFIG_FAULT).
    """

    def __init__(self, port, profile, serial=None, folder=None, identity=None):
        self._port = port
        self._read = _of(port, "read")
        self._write = _of(port, "write")
        self._scan = self.scan
        self._raw = bytearray(INPUT_BYTES)
        self._good = bytearray(INPUT_BYTES)  # the last image with a whole chain
        self._doubts = 0  # sides whose board was dead then
        self._profile_rows = None
        if not isinstance(profile.get("chart", ""), str):
            self._profile_rows = profile["chart"]
        self.identity = identity or {}
        self.events = Events()
        self.capture = Capture()
        self.store = Store(folder)
        if self.identity.get("lost"):
            self.store.settings.refuse(self.identity["lost"])
        if "calibration" in profile:
            self.store.calibration.data = profile["calibration"]
        if "state" in profile:
            self.store.state.data = profile["state"]
        base = factory_settings(profile)
        self.settings = stored_settings(self.store, base)
        self.now = 0
        self.leaving = ""
        self.late_scans = 0  # with a motor on
        self.crashes = 0
        self.last_crash = ""  # its traceback, for whoever decides whether this version stays
        self._cares = True
        self._turns = 0  # since care was taken
        self._late_ms = 0
        self._started = False
        self._starts_anew = False
        self.parked = False  # there is no table any more, a restart is on its way
        self._kept = None  # of the table that was, until there is the next
        self._captured: dict[str, object] = {}
        self._take(self._first_table(base))
        self._remember()
        self._tell_start()
        self.care = Care(self)
        self._base = base
        self.changes = None  # a Staging, once somebody wants to change a setting
        self.link = Link(self, serial) if serial else None
        self._receive = _of(self.link, "receive")
        collect()

    # what the link and the store ask for

    def staging(self):
        """The one way to change settings; its code is loaded by whoever is first to ask."""
        if self.changes is None:
            from paishan.store.staging import Staging

            self.changes = Staging(self.store, self, self._base)
        return self.changes

    def unload(self):
        """At rest: gives back the room of what nobody is using."""
        changes = self.changes
        if changes and not (changes.staged or changes.waits or changes.rebuilds):
            self.changes = None
            forget("paishan.store.staging")
            forget("paishan.store.check")
        if self.link:
            self.link.unload()

    def at_rest(self):
        """No motor is on and none is about to be: flash may be written, settings may change."""
        return self.parked or self.table.resting() and not motors_run(self.interlocks.outputs)

    def chart_sum(self):
        """The check sum of the chart in force, as it stands on the printed one."""
        return check_sum(*chart_of(self.settings, self._own_rows()))

    def rebuild(self):
        """Puts the table together anew on `settings`, at rest; what it knows goes on.

        ValueError where they do not fit: then it is rebuilt on others in the same scan.
        """
        if self.parked:  # a restart is on its way; only whether it can be done is asked
            Chart(chart_of(self.settings, self._own_rows())[0], self.settings.tray_capacity)
            return
        if self.table:
            if small and free() < _REBUILD_BYTES:
                raise MemoryError("no room for another table")
            from paishan.table.keepsake import Keepsake

            self.care.put_by()
            self._kept = Keepsake(self.table)
            self._drop()
        self._take(self._composed())
        self.filter.settle(self._raw)
        if self._kept:
            self._kept.hand_over(self.table, self.now)
            self._kept = None

    def park(self):
        """At rest, on a heap that has room for little else: gives the table up for what a
        technician wants to store, and restarts the controller once that is answered."""
        self._outputs_off()
        self.care.put_by()
        self.parked = True
        self._drop()
        if self.link:
            self.link.leave("reboot")

    def acknowledge(self, name):
        """Accepts the loss of a damaged record; None, or why not. The table homes after the
        last one."""
        error = self.store.acknowledge(name)
        if not self.store.bad:
            self.table.config_fault.mended(self.now)
        return error

    def forget_calibration(self):
        """Every motion learns its time anew. Only at rest."""
        for _name, each in self.table.times.all:
            for learned in each:
                learned.runs = 0  # the table that follows does not take it up
        self.rebuild()
        self.store.calibration.data = {}
        self.store.mark("calibration")

    def start_capture(self):
        """Begins a capture with the table as it is after power-on; returns what a replay needs.

        Only at rest: with the next scan the table homes anew, so that its whole state is
        known. "start_ms" is the time of that scan, and stands there from then on.
        """
        self._captured = {
            "settings": self.settings.values(),
            "rows": self._own_rows(),
            "calibration": self.table.times.record(),
            "start_ms": self.now,
        }
        self._captured.update(self.table.whereabouts())
        self._starts_anew = True
        self.capture.start()
        return self._captured

    def _start_anew(self, now):
        # what a replay does: put together and started in one scan
        self._starts_anew = False
        self._captured["start_ms"] = now
        self.care.put_by()
        self._drop()
        self._take(self._composed())
        self._recall(self._captured, self._captured["calibration"])
        self._started = False

    def leave(self, how):
        """Ends the scan after this one, outputs off: "reboot", "bootloader" or "repl"."""
        self.leaving = how

    def _drop(self):
        # a small heap has no room for two: the old table goes before the new one comes
        self._take(_NO_PARTS)
        self.care.begin()
        if small:
            collect()

    def _take(self, parts):
        # A scan does not look methods up, here and in the parts: in an object with many
        # attributes that takes MicroPython longer than the call itself (15 to 30 us on an
        # RP2040), and a bound method once made is an attribute like any other.
        self.filter, self.table, self.interlocks = parts
        self._filter = _of(self.filter, "step")
        self._step = _of(self.table, "step")
        self._interlock = _of(self.interlocks, "step")

    # the scan

    def scan(self, now):
        """One pass at time `now`, ms, 0 to 2^30 - 1. Allocates nothing."""
        if self.parked:
            if self.link:
                self.link.transmit(now)
            return
        if self._starts_anew:
            self._start_anew(now)
        raw = self._raw
        self.now = now
        link = self.link
        self._read(raw)
        if link and link.presses:
            link.hold_keys(raw, now)
        if self.capture.running:
            self.capture.scan(raw)
        if raw != self._good or self._doubts:
            self._believe(raw)
        changed = self._filter(raw)
        if link:
            self._receive(now)
        table = self.table  # a request may have put it together anew
        if not table:
            return
        interlocks = self.interlocks
        if self._started:
            self._step(now)
        else:
            self._started = True
            table.start(now, self.store.bad)
        interlocks.leased = table.service.leased
        self._interlock(now, changed)
        if interlocks.fault:
            table.interlocked(interlocks.fault)
        self._write(interlocks.outputs)
        if link and link.busy:
            link.transmit(now)

    def _believe(self, raw):
        # A scan whose signature is wrong has shifted or dead bits in every station: only that
        # it is wrong is taken from it, the rest is as it was.
        good = self._good
        if raw[CHAIN] != CHAIN_SIGNATURE:
            copy(raw, good, CHAIN)
            return
        fault = self.table.stations.doubt(raw, good, self.interlocks.outputs)
        copy(good, raw, INPUT_BYTES)
        self._doubts = self.table.stations.dead
        if fault and self.table.state is not self.table.config_fault:
            self.table.interlocked(fault)

    @micropython.native  # an `except` makes the state of bytecode too large for the stack
    def turn(self, now):
        """A scan, and behind it what only a table at rest has time for.

        An error in either switches every output off, is kept in the journal and shown as
        CRASHED; the link stays up, and a key homes the table. Returns whether the scan was
        complete.
        """
        try:
            self._pass(now)
            return True
        except Exception as error:
            self._crashed(error, now)
            return False

    def _pass(self, now):
        if now - self.now & TICKS_MASK > self._late_ms and self._started:
            self._late(now)
        self._scan(now)
        self._turns += 1
        if self._turns == _CARE_TURNS:
            self._turns = 0
            table = self.table
            if self.parked:
                pass
            elif self._cares:
                if table.state.resting():
                    self.care.step(now)
            elif table.state is not table.fault:
                self._cares = True

    def run(self, wait, feed=None):
        """Scans until it is asked to leave; `wait()` returns the time of the next scan when it
        is due, `feed()` is called after each complete one. Returns how to leave; the outputs
        are off whatever happens."""
        turn = self.turn
        try:
            while not self.leaving:
                if turn(wait()) and feed:
                    feed()
        finally:
            self._outputs_off()
        self.store.flush()
        return self.leaving

    def _outputs_off(self):
        if self.interlocks:
            self.interlocks.all_off()
        self._port.write(_NO_OUTPUT)

    def status(self):
        """What the table knows, as plain data. Allocates: never called by the scan."""
        from paishan.app.status import status

        return status(self)

    def _late(self, now):
        # at rest flash is written and garbage collected: that is no fault
        if not self.parked and motors_run(self.interlocks.outputs):
            if now - self.now & TICKS_MASK > _LET_GO_MS:
                self.interlocks.start_again()
            self.late_scans += 1
            self.table.advice.tell(LATE_SCANS)

    def _crashed(self, error, now):
        self._outputs_off()
        self._cares = False  # an error of its own must not come again before a key was pressed
        self.crashes += 1
        lines = told(error).split(" | ")
        self.last_crash = "\n".join(lines[-_TRACE_LINES:])
        journal = self.store.journal
        state = self.table.state.name if self.table else "no state"
        journal.append("crashed in %s: %s" % (state, lines[-1]), now)
        for line in lines[-_TRACE_LINES:-1]:
            journal.append(line, now)
        heat = _of(self.table or self._kept, "heat")
        self._drop()
        self._take(self._composed())
        self.filter.settle(self._raw)
        self._remember()
        self.table.crashed(now, heat)

    def _remember(self):
        # what the records say of the two sets and of the times
        self._recall(self.store.state.data, self.store.calibration.data)
        if self.identity.get("reset_cause") == "watchdog":
            self.table.advice.tell(WATCHDOG)

    def _tell_start(self):
        self.events.add(BOOT, self.store.boot & TICKS_MASK)
        for name, _health, _sentence in self.store.problems:
            self.events.add(BAD_RECORD, RECORDS.index(name))

    def _recall(self, data, learned):
        table = self.table
        if "progress" in data:
            table.progress = data["progress"]
            table.set_below = data["set_below"]
            table.below_known = True
            table.gear = table.chart.gears.get(data.get("gear", -1))
            table.heat.warm(data.get("heat", 0))
        table.times.restore(learned)

    def _first_table(self, base):
        # A record that leaves no whole table is a fault to be told, never the end of the link.
        try:
            return self._composed()
        except ValueError as error:
            if not self.store.bad:
                self.store.settings.refuse(str(error))
            self.settings = Settings(base)
            return compose(self.settings, self._profile_rows, self.events)

    def _composed(self):
        if self._port:
            self._port.period_ms = self.settings.scan_ms
        self._late_ms = _LATE_SCANS * self.settings.scan_ms
        return compose(self.settings, self._own_rows(), self.events)

    def _own_rows(self):
        return self.store.gears.data.get("rows") or self._profile_rows
