"""Verbs that look after the table: logins, gears, captures, records, restarts."""

from binascii import hexlify

from paishan.io.capture import ENTRIES
from paishan.link.access import LEVELS
from paishan.link.errors import (
    BAD_ARGUMENT,
    BUSY,
    NOT_FOUND,
    NOT_OFFERED,
    REFUSED,
    STORAGE,
    Refusal,
)
from paishan.table import rules
from paishan.table.gears import SELF_TEST_TILES, chart_errors

_MAC_DIGITS = 64
_LONGEST_DETAIL = 110
_ENTRIES_A_LINE = 24
_MOST = 1 << 30
_WAYS = ("repl", "bootloader", "reboot")


def _at_rest(session):
    if not session.app.at_rest():
        raise Refusal(BUSY)


def auth(session, answer, arguments):
    """Who is logged in; `presence`, `challenge` and `mac=`, `logout` change that."""
    access = session.access
    step = arguments.get("step")
    mac = arguments.get("mac")
    if mac is not None:
        if type(mac) is not str or len(mac) != _MAC_DIGITS:
            raise Refusal(BAD_ARGUMENT, ("argument", "mac"), ("detail", "64 hex digits"))
        access.by_key(mac, session.now)
    elif step is not None:
        step = arguments.word("step", ("presence", "challenge", "logout"))
        if step == "presence":
            access.by_presence()
        elif step == "challenge":
            answer.put("serial", session.app.store.identity.data["serial"])
            answer.put("challenge", access.challenge(session.now))
        else:
            access.leave()
    answer.put("level", LEVELS[access.level])


def gears(session, answer, arguments):
    """The chart in force, a line a position."""
    chart = session.app.table.chart
    for position in sorted(list(chart.gears) + list(chart.refused)):
        answer.put("position", position)
        gear = chart.gears.get(position)
        if gear is None:
            answer.put("refused", chart.refused[position][: 2 * _LONGEST_DETAIL])
        else:
            answer.put("tiles", gear.tiles)
            answer.put("stacks", list(gear.stacks))
            answer.put("name", gear.name)
            if gear.tiles != SELF_TEST_TILES and gear.rule:
                answer.put("game", gear.rule[rules.NAME])
        yield


def gear(session, answer, arguments):
    """The gear in force; with a row, puts that row into the table's own chart."""
    position = arguments.get("position")
    if position is None:
        table = session.app.table
        latched = table.gear
        answer.put("latched", latched.position if latched else None)
        answer.put("tiles", latched.tiles if latched else 0)
        answer.put("position", table.selector.position)
        answer.put("pending", table.selector.pending)
        answer.put("sum", session.app.chart_sum())
        return
    session.require_technician()
    _at_rest(session)
    session.make_room()
    app = session.app
    number = arguments.number("position", 0, 255)
    rows = [row for row in app.store.gears.data.get("rows", []) if row[0] != number]
    if arguments.get("tiles") is not None:
        row = [number, arguments.get("tiles"), arguments.get("stacks"), arguments.get("name")]
        if arguments.get("game") is not None:
            row.append(arguments.get("game"))
        rows.append(row)
        rows.sort()
        for index, error in chart_errors(rows):
            if rows[index] is row:
                raise Refusal(REFUSED, ("detail", error[:_LONGEST_DETAIL]))
    _keep(app, rows)
    answer.put("rows", len(rows))


def _keep(app, rows):
    record = app.store.gears
    before = record.data
    record.data = dict(before)
    record.data["rows"] = rows
    try:
        app.rebuild()  # refuses what only the whole chart shows
        record.save()
    except ValueError as error:
        record.data = before
        raise Refusal(REFUSED, ("detail", str(error)[:_LONGEST_DETAIL]))  # noqa: B904
    except OSError as error:
        record.data = before
        app.rebuild()
        raise Refusal(STORAGE, ("detail", str(error)[:_LONGEST_DETAIL]))  # noqa: B904


def ack(session, answer, arguments):
    """Accepts the defaults in place of a record that failed its check."""
    _at_rest(session)
    name = arguments.get("record")
    app = session.app
    if name not in [problem[0] for problem in app.store.problems]:
        raise Refusal(NOT_FOUND, ("detail", "faults lists the records that wait"))
    reason = app.acknowledge(name)
    if reason:
        raise Refusal(STORAGE, ("detail", reason[:_LONGEST_DETAIL]))
    answer.put("problems", len(app.store.problems))


def capture(session, answer, arguments):
    """The inputs of every scan, as changes: `start`, `read since=n`, `stop`, `header`."""
    step = arguments.word("step", ("state", "start", "stop", "header", "read"), "state")
    held = session.app.capture
    if step == "read":
        return _entries(held, answer, arguments.number("since", 0, _MOST, 0))
    if step == "header":
        if session.captured is None:
            raise Refusal(NOT_FOUND, ("detail", "nothing was captured: capture start"))
        return _header(answer, session.captured)
    if step != "state":
        session.require_technician()
        if step == "start":
            _at_rest(session)
            session.make_room()
            session.captured = session.app.start_capture()
        else:
            held.stop()
    answer.put("running", held.running)
    answer.put("scans", held.scans)
    answer.put("count", held.count)
    answer.put("oldest", held.oldest())
    answer.put("ring", ENTRIES)
    return None


def _header(answer, header):
    for key in sorted(header):
        value = header[key]
        if isinstance(value, dict):
            for name in sorted(value):
                _item(answer, key, name, value[name])
                yield
        elif isinstance(value, (list, tuple)) and value and isinstance(value[0], (list, tuple)):
            for number, row in enumerate(value):
                _item(answer, key, number, list(row))
                yield
        else:
            _item(answer, key, None, value)
            yield


def _item(answer, key, name, value):
    answer.put("key", key)
    if name is not None:
        answer.put("name", name)
    answer.put("value", list(value) if isinstance(value, tuple) else value)


def _entries(held, answer, number):
    line = bytearray(4 * _ENTRIES_A_LINE)
    while True:
        number = max(number, held.oldest())
        count = min(_ENTRIES_A_LINE, held.count - number)
        if count <= 0:
            return
        for k in range(count):
            scans, station, value = held.entry(number + k)
            line[4 * k] = scans & 0xFF
            line[4 * k + 1] = scans >> 8
            line[4 * k + 2] = station
            line[4 * k + 3] = value
        answer.put("entry", number)
        answer.put("hex", hexlify(bytes(line[: 4 * count])).decode())
        number += count
        yield


def _leave(session, how):
    _at_rest(session)
    if how not in session.app.identity.get("leave", _WAYS):
        raise Refusal(NOT_OFFERED)
    session.link.leave(how)


def repl(session, answer, arguments):
    """Ends the program and opens MicroPython's prompt."""
    _leave(session, "repl")


def bootloader(session, answer, arguments):
    """Restarts into the controller's own loader."""
    _leave(session, "bootloader")


def reboot(session, answer, arguments):
    """Restarts the controller."""
    _leave(session, "reboot")
