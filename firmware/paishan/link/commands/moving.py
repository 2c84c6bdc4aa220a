"""Verbs that move something or stop it: one motor under a lease, or what the keys could do."""

from paishan.link.errors import BAD_ARGUMENT, BUSY, REFUSED, STATE, Refusal
from paishan.link.names import output
from paishan.motion.display import DIGITS, POINT
from paishan.motion.lamp import BEEP_DONE
from paishan.table.selftest import TESTS, VERDICTS
from paishan.table.states.service import LONGEST_LEASE_MS

_TESTS = ("enter", "leave", "lamps", "display", "buzzer", "off", "run", "result")


def _service(session):
    table = session.app.table
    if table.state is not table.service:
        raise Refusal(STATE, ("state", table.state.name), ("detail", "test enter comes first"))
    return table.service


def jog(session, answer, arguments):
    """Runs one motor for a lease; the same again renews it, `jog stop` ends it."""
    service = _service(session)
    name = arguments.get("out")
    if name == "stop":
        service.stop()
        return
    lease_ms = arguments.number("lease", 1, LONGEST_LEASE_MS)
    found = output(name) if isinstance(name, str) else None
    if found is None:
        raise Refusal(BAD_ARGUMENT, ("argument", "out"), ("detail", "such as DRUM or HEAD_E"))
    reason = service.jog(found[0], found[1], lease_ms, session.now)
    if reason:
        raise Refusal(REFUSED, ("detail", reason))
    answer.put("lease", lease_ms)
    if service.refused:
        answer.put("interlock", service.refused)


def test(session, answer, arguments):
    """Enters or leaves SERVICE; in it, lamps, display and buzzer by themselves, or a numbered
    self-test: `run number=n`, then `result` at least once a second, which keeps it going."""
    table = session.app.table
    what = arguments.word("what", _TESTS)
    if what == "enter":
        if not session.app.at_rest():
            raise Refusal(BUSY)
        if not table.may_serve():
            raise Refusal(STATE, ("state", table.state.name))
        if table.state is not table.service:
            table.go(table.service, session.now)
        table.service.by_switch = False
        return
    service = _service(session)
    panel = table.panel
    if what == "leave":
        service.stop()
        table.go(table.homing, session.now)
    elif what == "run":
        service.run_test(arguments.number("number", 1, len(TESTS)), session.now)
        _result(answer, service)
    elif what == "result":
        service.renew_test(session.now)
        _result(answer, service)
    elif what == "lamps":
        panel.blink_seats(0x0F)
        panel.ready.on()
    elif what == "display":
        panel.display.blink(DIGITS[8] | POINT, DIGITS[8] | POINT)
    elif what == "buzzer":
        panel.buzzer.follow(BEEP_DONE, False)
    else:
        service.enter(session.now)


def _result(answer, service):
    tests = service.tests()
    answer.put("number", tests.number)
    answer.put("name", TESTS[tests.number - 1][0])
    answer.put("verdict", VERDICTS[tests.verdict])
    answer.put("times_ms", list(tests.times_ms))
    answer.put("pulses", list(tests.pulses))
    if tests.fault:
        answer.put("fault", tests.fault)
    if service.refused:
        answer.put("interlock", service.refused)


def _press(session, states, detail):
    table = session.app.table
    if table.state not in states:
        raise Refusal(STATE, ("state", table.state.name), ("detail", detail))
    session.link.press(session.now)


def _moves(table):
    return table.dome.busy or table.lifts.busy


def _stopped_by_keys(table):
    # states in which a key stops dome or lifts, and the next one goes on
    return table.homing, table.loading, table.add_tiles, table.raising, table.recovering


def start(session, answer, arguments):
    """A lift key's press on a table that is READY."""
    table = session.app.table
    if table.state is table.ready and table.gear_problem():
        raise Refusal(REFUSED, ("fault", max(table.gear_problem(), 0)))
    _press(session, (table.ready,), "only a table that is READY starts")


def pause(session, answer, arguments):
    """A lift key's press while dome or lifts move: they stop."""
    table = session.app.table
    if not _moves(table):
        raise Refusal(
            STATE, ("state", table.state.name), ("detail", "neither dome nor lifts move")
        )
    _press(
        session,
        (table.closing,) + _stopped_by_keys(table),
        "a key would not stop this",
    )


def resume(session, answer, arguments):
    """A lift key's press on a table that was stopped, waits open, or shows a fault."""
    table = session.app.table
    if _moves(table):
        raise Refusal(BUSY)
    _press(
        session,
        (table.fault,) + _stopped_by_keys(table),
        "nothing was stopped",
    )
