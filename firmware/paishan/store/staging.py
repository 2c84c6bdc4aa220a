"""Changing settings: stage, check, commit, and for what can cut the line off, confirm.

Nothing changes before a commit, and a commit changes all of what is staged or nothing. What can
cut the line off (schema.CONFIRM) takes effect at once but is written only when it is confirmed:
without that the old values come back after 30 s, and at once when the power goes.
"""

from micropython import const

from paishan.io.ticks import ticks_diff
from paishan.store.check import (
    BUSY,
    FLASH,
    LOCKED,
    RULE,
    STATE,
    Report,
    StagingError,
    refused,
    whole,
)
from paishan.store.record import BAD
from paishan.store.schema import LOCKS, SERVICE
from paishan.store.settings import Settings

CONFIRM_MS = const(30000)
TECHNICIAN = "technician"  # the level that may change what is locked SERVICE


class Staging:
    """The one way to change a setting. `staged`: name: value, not in force yet.

    `app`: `settings`, the Settings in force, which a commit replaces; `rebuild()`, called then;
    `at_rest`, whether no motor is on. `base`: settings that the machine's profile brings: the
    record keeps what differs from them. Who and level of a change are words for the audit.
    """

    def __init__(self, store, app, base=None):
        self.staged = {}
        self.waits = False  # a change is in force and waits for its confirmation
        self.rebuilds = False  # the old values are back, the table is not built on them yet
        self._store = store
        self._app = app
        self._base = whole(base or {})
        self._before = None
        self._since = 0
        self._who = ""  # of the change under way
        self._level = ""
        self._changes: list[tuple[str, int, int]] = []

    def stage(self, name, value):
        """Sets a value aside for the next commit."""
        self._refuse_while_waiting()
        why, error = refused(name, value)
        if error:
            raise StagingError(why, [(name, error)])
        self.staged[name] = value

    def stage_defaults(self):
        """Sets all settings aside as the machine came."""
        self._refuse_while_waiting()
        self.staged = dict(self._base)

    def check(self):
        """The Report on what is staged."""
        return Report(self.staged, self._app.settings)

    def commit(self, now, who, level):
        """Puts what is staged in force; returns the time to confirm it in, 0 = it is stored."""
        self._refuse_while_waiting()
        if not self.staged:
            raise StagingError(STATE, [("", "nothing is staged")])
        left_ms = self._commit(self.staged, now, who, level)
        self.staged = {}
        return left_ms

    def set(self, name, value, now, who, level):
        """The whole sequence for one value; what else is staged stays so."""
        self._refuse_while_waiting()
        return self._commit({name: value}, now, who, level)

    def confirm(self, now):
        """Stores the change that waits."""
        if not self.left_ms(now):
            raise StagingError(STATE, [("", "nothing waits for a confirmation")])
        self._refuse_while_moving()
        self._save(self._app.settings, now)
        self.waits = False

    def rollback(self, now):
        """Drops what is staged, or brings back what was before the change that waits."""
        if self.waits:
            self._bring_back(now)
        self.staged = {}

    def left_ms(self, now):
        """Time left to confirm in; 0 when nothing waits."""
        return max(0, CONFIRM_MS - ticks_diff(now, self._since)) if self.waits else 0

    def step(self, now):
        """Every scan: brings the old values back when nobody confirmed; returns whether it did.

        They are in `app.settings` at once; a table that moves is built on them when it rests.
        """
        if self.rebuilds and self._app.at_rest():
            self.rebuilds = False
            self._app.rebuild()
        if not self.waits or self.left_ms(now):
            return False
        self._bring_back(now)
        return True

    def _refuse_while_waiting(self):
        if self.waits:
            raise StagingError(STATE, [("", "a change waits: confirm or rollback comes first")])

    def _refuse_while_moving(self):
        if not self._app.at_rest():
            raise StagingError(BUSY, [("", "a motor runs: settings change when nothing moves")])

    def _commit(self, wanted, now, who, level):
        report = Report(wanted, self._app.settings)
        report.raise_problems()
        if level != TECHNICIAN and report.service:
            locked = "is for a technician (lock %s)" % LOCKS[SERVICE]
            raise StagingError(LOCKED, [(name, locked) for name in report.service])
        if not report.changes:
            return 0
        self._refuse_while_moving()
        if self._store.settings.health == BAD:
            raise StagingError(STATE, [("", "the settings record is bad: acknowledge it first")])
        values = self._app.settings.changes()
        values.update(wanted)
        settings = Settings(values)
        self._who = who
        self._level = level
        self._changes = report.changes
        before = self._app.settings
        self._put(settings, before)
        if report.confirm and self._app.parked:
            raise StagingError(STATE, [("", "no room to try that out: use a frozen image")])
        if report.confirm:
            self._before = before
            self._since = now
            self.waits = True
            return CONFIRM_MS
        try:
            self._save(settings, now)
        except StagingError:
            self._put(before, before)
            raise
        return 0

    def _put(self, settings, before):
        """In force, or refused by what only the table itself can know (a chart without rows)."""
        self._app.settings = settings
        try:
            self._app.rebuild()
        except MemoryError:
            self._app.settings = before
            if not self._app.table:
                self._app.rebuild()
            raise
        except ValueError as error:
            self._app.settings = before
            self._app.rebuild()
            raise StagingError(RULE, [("", str(error))])  # noqa: B904

    def _bring_back(self, now):
        self.waits = False
        self._app.settings = self._before
        self.rebuilds = True
        self._store.journal.append("settings not confirmed: the old ones are back", now)
        self.step(now)

    def _save(self, settings, now):
        """The audit, then the settings; nothing is stored if either cannot be written."""
        store = self._store
        record = store.settings
        values = settings.values()
        data = {name: values[name] for name in values if values[name] != self._base[name]}
        before = record.data
        changes = self._changes
        generation = record.next_generation
        store.trail.add(now, self._who, self._level, changes, generation)
        try:
            if store.audit.health != BAD:
                store.audit.save()
            record.data = data
            record.save()
        except OSError as error:
            record.data = before
            store.trail.take_back(changes, generation)
            store.mark("audit")
            raise StagingError(FLASH, [("", "could not be written: %s" % error)])  # noqa: B904
        store.journal.append("settings: %d changed by %s" % (len(changes), self._who), now)
