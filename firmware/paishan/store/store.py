"""The store: every record of the table, and when each is written.

Nothing is written but by `work`, `flush`, `acknowledge` and by those who save a record
themselves; all of them are for when no motor is on. Nothing here runs in a scan with motors on.
"""

import os

from micropython import const

from paishan.io.ticks import ticks_diff
from paishan.store.audit import Audit
from paishan.store.counters import Counters
from paishan.store.journal import PARTLY, Journal
from paishan.store.record import BAD, OLDER, SPARE, UNSAVED, Record, RecordError
from paishan.store.tries import Tries

BATCH_MS = const(5000)  # what may wait for company waits this long
RETRY_MS = const(10000)  # and what flash refused, before it is tried again

_NOTHING: dict[str, int] = {}
_NO_CHANGES: list[int] = []

# (name, what is in it before anybody put anything in, whether it may wait for company)
RECORDS = (
    ("identity", {"serial": "", "board": "", "key": ""}, False),
    ("settings", _NOTHING, False),
    ("gears", _NOTHING, False),
    ("calibration", _NOTHING, True),
    ("counters", _NOTHING, True),
    ("state", _NOTHING, False),
    ("access", {"tries": 0}, False),
    ("audit", {"changes": _NO_CHANGES}, False),
)
SECRETS = (("identity", "key"),)  # named in an export, never shown

_JOURNAL = "journal"
_WORTH_TELLING = (SPARE, OLDER, BAD, UNSAVED, PARTLY)


class Store:
    """`identity`, `settings`, `calibration`, `counters`, `state`, `gears`, `access`, `audit`
    are Records; `counts` are the Counters on theirs, `journal` the Journal, `trail` the Audit of
    the last changes, `tries` the failed logins.

    `folder`: where the files are, None = nothing outlives the power. A folder that cannot be
    read makes every record BAD.
    """

    def __init__(self, folder):
        self.folder = folder
        self._records = [Record(folder, name, defaults) for name, defaults, _ in RECORDS]
        self._patient = [name for name, _, patient in RECORDS if patient]
        (
            self.identity,
            self.settings,
            self.gears,
            self.calibration,
            self.counters,
            self.state,
            self.access,
            self.audit,
        ) = self._records
        self._waits = False
        self._since = 0
        self._retried = 0
        why = self._unreadable()
        if why:
            for record in self._records:
                record.refuse(why)
        self.counts = Counters(self.counters)
        self.counts.add("boots")
        self.boot = self.counts.of("boots")
        self.journal = Journal(folder, self.boot)
        self.trail = Audit(self)
        self.tries = Tries(self.access)
        for name, health, sentence in self.problems:
            self.journal.append("store %s %s: %s" % (name, health, sentence))

    def _unreadable(self):
        if self.folder:
            try:
                os.listdir(self.folder)
            except OSError as error:
                return "the folder %s cannot be read: %s" % (self.folder, error)
        return None

    def record(self, name):
        """The record of that name, or None."""
        for record in self._records:
            if record.name == name:
                return record
        return None

    def report(self):
        """Every record and the journal: a list of (name, health, sentence)."""
        report = [(one.name, one.health, one.sentence) for one in self._records]
        report.append((_JOURNAL, self.journal.health, self.journal.sentence))
        return report

    @property
    def problems(self):
        """Those of the report that somebody should know of."""
        return [one for one in self.report() if one[1] in _WORTH_TELLING]

    @property
    def bad(self):
        """Whether a record is lost and nobody has accepted that yet: nothing may move."""
        for record in self._records:
            if record.health == BAD:
                return True
        return False

    def acknowledge(self, name):
        """Accepts the data in use of a damaged record and writes it anew.

        Returns None, or a sentence: there is no such record, or it cannot be written and works
        from memory.
        """
        one = self.journal if name == _JOURNAL else self.record(name)
        if one is None:
            return "there is no record %s" % name
        if one.health not in _WORTH_TELLING:
            return None
        self.journal.append("store %s %s acknowledged" % (name, one.health))
        try:
            one.acknowledge()
        except OSError as error:
            return str(error)
        return None

    def mark(self, name):
        """The record's data changed: to be written when nothing moves."""
        record = self.record(name)
        if record is None:
            raise ValueError("there is no record %s" % name)
        record.dirty = True

    def work(self, now=None):
        """Writes one thing that is due, at most; returns whether it did. Only at rest.

        Counters, calibration and journal wait up to BATCH_MS of rest for company, unless `now`
        is None.
        """
        patient = None
        if now is not None and not 0 <= ticks_diff(now, self._retried) < RETRY_MS:
            self._retried = now
            self._try_again()
        for record in self._records:
            if record.dirty and record.health != BAD and not record.refused:
                if record.name not in self._patient:
                    return self._save(record)
                patient = record
        if patient is None and not self.journal.waits():
            self._waits = False
            return False
        if now is not None:
            if not self._waits:
                self._waits = True
                self._since = now
            if 0 <= ticks_diff(now, self._since) < BATCH_MS:
                return False
        return self._save(patient) if patient else self._write_journal()

    def flush(self):
        """Writes all that is due: before a reboot. Only at rest."""
        self._try_again()
        while self.work():
            pass

    def _try_again(self):
        for record in self._records:
            record.refused = False

    def _save(self, record):
        known = record.health == UNSAVED
        try:
            record.save()
        except RecordError as error:
            record.refused = True
            if not known:
                self.journal.append("store " + str(error))
        return True

    def _write_journal(self):
        try:
            self.journal.write()
        except OSError:
            pass  # its health says so; the lines wait for the next one
        return True
