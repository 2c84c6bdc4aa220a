"""Verbs that change settings: stage, check, commit, confirm; `set` is all of it for one value."""

from paishan.link import PRODUCT, PROTOCOL
from paishan.link.access import LEVELS
from paishan.link.commands import packed
from paishan.link.errors import (
    AUTH,
    BAD_ARGUMENT,
    BAD_VALUE,
    BUSY,
    CROSS_RULE,
    NOT_STAGED,
    REFUSED,
    STORAGE,
    UNCONFIRMED,
    UNKNOWN_SETTING,
    Refusal,
)
from paishan.store import check as words
from paishan.store.schema import CHOICE, CHOICES, KINDS, LOCKS, SETTINGS, find
from paishan.store.store import SECRETS
from paishan.table.events import SETTING_CHANGED

_WHO = "link"
SERVICES = ("clean", "oil", "check")  # done now: their intervals begin anew
_LONGEST_DETAIL = 110

_CODES = {
    words.UNKNOWN: UNKNOWN_SETTING,
    words.VALUE: BAD_VALUE,
    words.RULE: CROSS_RULE,
    words.LOCKED: AUTH,
    words.BUSY: BUSY,
    words.FLASH: STORAGE,
}


def refusal(error, code=None):
    """A StagingError as the link says it."""
    name, sentence = error.problems[0]
    details = [("detail", sentence[:_LONGEST_DETAIL])]
    if name:
        details.insert(0, ("setting", name))
    if len(error.problems) > 1:
        details.append(("problems", len(error.problems)))
    return Refusal(code or _CODES.get(error.why, REFUSED), *details)


def _ready(staging):
    if staging.waits:
        raise Refusal(UNCONFIRMED)


def _all(session):
    values = session.app.settings.values()
    return [(row[0], values[row[0]]) for row in SETTINGS]


def get(session, answer, arguments):
    """Settings by name, or all of them."""
    if not arguments.words:
        return packed(answer, _all(session))
    values = session.app.settings.values()
    pairs = []
    for name in arguments.words:
        if name not in values:
            raise Refusal(UNKNOWN_SETTING, ("setting", str(name)[:40]))
        pairs.append((name, values[name]))
    if len(pairs) > 1:
        return packed(answer, pairs)
    answer.put(*pairs[0])
    return None


def _note(session, changes):
    for name, _old, _new in changes:
        for number, row in enumerate(SETTINGS):
            if row[0] == name:
                session.app.events.add(SETTING_CHANGED, number)


def _committed(session, answer, changes, left_ms):
    _note(session, changes)
    answer.put("changed", len(changes))
    if left_ms:
        answer.put("confirm_ms", left_ms)


def set_one(session, answer, arguments):
    """Stages, checks and commits one value."""
    if len(arguments.pairs) != 1:
        raise Refusal(BAD_ARGUMENT, ("detail", "set takes one name=value; stage takes more"))
    name, value = arguments.pairs[0]
    app = session.app
    _ready(app.staging())
    before = app.settings.values()
    try:
        left_ms = app.staging().set(name, value, session.now, _WHO, LEVELS[session.access.level])
    except words.StagingError as error:
        raise refusal(error)  # noqa: B904
    changes = [(name, before[name], value)] if before[name] != value else []
    answer.put(name, app.settings.values()[name])
    _committed(session, answer, changes, left_ms)


def stage(session, answer, arguments):
    """Sets values aside, all of them or none."""
    if not arguments.pairs:
        raise Refusal(BAD_ARGUMENT, ("detail", "stage takes name=value"))
    staging = session.app.staging()
    _ready(staging)
    before = dict(staging.staged)
    try:
        for name, value in arguments.pairs:
            staging.stage(name, value)
    except words.StagingError as error:
        staging.staged = before
        raise refusal(error)  # noqa: B904
    answer.put("staged", len(staging.staged))


def check(session, answer, arguments):
    """What a commit of what is staged would do, and every reason why it may not."""
    report = session.app.staging().check()
    for why, name, sentence in report.problems:
        answer.put("setting", name)
        answer.put("error", _CODES.get(why, REFUSED))
        answer.put("detail", sentence[:_LONGEST_DETAIL])
        yield
    changes = {change[0]: change for change in report.changes}
    for row in SETTINGS:  # in the order of the schema: MicroPython's dicts keep none
        if row[0] not in changes:
            continue
        name, old, new = changes[row[0]]
        answer.put("setting", name)
        answer.put("old", old)
        answer.put("new", new)
        answer.put("idle", name in report.idle)
        answer.put("confirm", name in report.confirm)
        yield


def commit(session, answer, arguments):
    """Puts what is staged in force: all of it or nothing."""
    staging = session.app.staging()
    _ready(staging)
    if not staging.staged:
        raise Refusal(NOT_STAGED)
    changes = staging.check().changes
    try:
        left_ms = staging.commit(session.now, _WHO, LEVELS[session.access.level])
    except words.StagingError as error:
        raise refusal(error)  # noqa: B904
    _committed(session, answer, changes, left_ms)


def confirm(session, answer, arguments):
    """Keeps a change that could have cut the line off."""
    staging = session.app.staging()
    if not staging.left_ms(session.now):
        raise Refusal(NOT_STAGED, ("detail", "nothing waits for a confirmation"))
    try:
        staging.confirm(session.now)
    except words.StagingError as error:
        raise refusal(error)  # noqa: B904


def rollback(session, answer, arguments):
    """Drops what is staged, or brings the old values back before a confirmation."""
    staging = session.app.staging()
    if staging.waits and not session.app.at_rest():
        raise Refusal(BUSY)
    staging.rollback(session.now)


def schema(session, answer, arguments):
    """Every setting: kind, unit, range, default, lock."""
    for name in arguments.words:
        if find(name) is None:
            raise Refusal(UNKNOWN_SETTING, ("setting", str(name)[:40]))
    return _schema(answer, [find(name) for name in arguments.words] or SETTINGS)


def _schema(answer, rows):
    for name, kind, unit, default, lowest, highest, lock in rows:
        answer.put("name", name)
        answer.put("kind", KINDS[kind])
        answer.put("unit", unit)
        answer.put("default", default)
        if kind == CHOICE:
            answer.put("choices", list(CHOICES[name]))
        else:
            answer.put("lowest", lowest)
            answer.put("highest", highest)
        answer.put("lock", LOCKS[lock])
        yield


def export(session, answer, arguments):
    """All that makes this table what it is: versions, settings, own gears; secrets by name."""
    app = session.app
    version, crc = session.link.versions
    identity = app.store.identity.data
    answer.put("part", "about")
    answer.put("product", PRODUCT)
    answer.put("version", version)
    answer.put("protocol", PROTOCOL)
    answer.put("schema", crc)
    answer.put("serial", identity["serial"])
    answer.put("board", app.identity.get("board", ""))
    yield
    answer.put("part", "settings")
    for name, value in _all(session):
        if not answer.try_put(name, value):
            yield
            answer.put("part", "settings")
            answer.put(name, value)
    yield
    for row in app.store.gears.data.get("rows", ()):
        answer.put("part", "gear")
        answer.put("row", list(row))
        yield
    for record, name in SECRETS:
        answer.put("part", "secret")
        answer.put("record", record)
        answer.put("name", name)
        answer.put("there", bool(app.store.record(record).data.get(name)))
        yield


def reset(session, answer, arguments):
    """Back to how the machine came: its settings, or what it learned or counted; or the interval
    of a service that was done."""
    app = session.app
    what = arguments.word("what", ("settings", "calibration", "counters") + SERVICES)
    if not app.at_rest():
        raise Refusal(BUSY)
    if what in SERVICES:
        app.store.counts.serviced(what)
        return
    if what == "counters":
        app.store.counts.reset()
        return
    if what == "calibration":
        app.forget_calibration()
        return
    staging = app.staging()
    _ready(staging)
    kept = staging.staged
    staging.stage_defaults()
    changes = staging.check().changes
    try:
        left_ms = staging.commit(session.now, _WHO, LEVELS[session.access.level])
    except words.StagingError as error:
        staging.staged = kept
        raise refusal(error)  # noqa: B904
    _committed(session, answer, changes, left_ms)
