"""Commands that move something: test (the state SERVICE), jog (one motor under a lease)."""

from __future__ import annotations

from typing import Any, Final

import click

from paishan.link.names import SIDE_LETTERS
from paishan.table import faults, selftest
from paishan.table.selftest import TESTS
from paishan_host import ending, folded, words
from paishan_host.codec import Fields
from paishan_host.commands import form
from paishan_host.language import tr

LEASE_MS: Final = 500
RENEW_S: Final = 0.2  # well within a lease


PANEL: Final = ("enter", "leave", "lamps", "display", "buzzer", "off")
SELF_TESTS: Final = {name: number for number, (name, *_) in enumerate(TESTS, 1)}
SIDES: Final = tuple(SIDE_LETTERS)
WAYS: Final = ("up", "down")
TURNED: Final = ("drum", "ring")
FEW: Final = 4  # pulses; fewer fail the test
# kind of self-test: what its times are of, in their order; the fault of the first of them
PARTS: Final = {
    selftest.TURN_HEADS: SIDES,
    selftest.TURN_PUSHERS: SIDES,
    selftest.TRAVEL_LIFTS: WAYS,
    selftest.TRAVEL_DOME: WAYS,
}
FAULTS: Final = {
    selftest.TURN_HEADS: faults.HEAD_JAM,
    selftest.TURN_PUSHERS: faults.PUSHER_STUCK,
    selftest.TRAVEL_DOME: faults.DOME_NOT_UP,
    selftest.RUN_DRUM: faults.DRUM_STALL,
}
ASK_S: Final = 0.25  # a self-test ends when nobody asks for a second


@form.command()
@click.argument("what", metavar="WHAT")
def test(what: str, as_json: bool) -> int:
    """Enter or leave SERVICE; in it, try the panel, or run a self-test by number or name.

    WHAT is enter, leave, lamps, display, buzzer, off, list, or a self-test of `list`. Leaving
    makes the table home: it may wait for a lift key, then heads and pushers turn.

    Example: paishan test heads
    """
    if what == "list":
        _list_tests(as_json)
        return ending.OK
    number = int(what) if what.isdigit() else SELF_TESTS.get(what, 0)
    if what not in PANEL and not 1 <= number <= len(TESTS):
        form.mistyped(what, sorted({*PANEL, *SELF_TESTS, "list"}))
        raise click.UsageError(
            tr("no self-test {what}: `paishan test list` shows them", what=what)
        )
    if what not in PANEL:
        return _self_test(number, as_json)
    with form.table(technician=True) as table:
        table.test(what)
        state = table.status()["state"]
    if as_json:
        form.print_json({"what": what, "state": state})
    else:
        click.echo(tr("done; the table is in {state}", state=state))
    return ending.OK


def _list_tests(as_json: bool) -> None:
    rows: list[dict[str, Any]] = [
        {"number": number, "name": name, "what": what}
        for number, (name, _kind, _bits, what) in enumerate(TESTS, 1)
    ]
    if as_json:
        form.print_json(rows)
        return
    for row in rows:
        click.echo(f"{row['number']:2}  {row['name']:10}  {tr(row['what'])}")


def _self_test(number: int, as_json: bool) -> int:
    """Runs one self-test to its end, Ctrl-C ends it."""
    with form.table(technician=True) as table:
        if table.status()["state"] != "SERVICE":
            table.test("enter")
        name, *_, does = TESTS[number - 1]
        ending.complain(tr("{name}: {does}; Ctrl-C ends it", name=name, does=tr(str(does))))
        result = table.run_test(number)
        while result["verdict"] == "running":
            table.listen(ASK_S)
            result = table.test("result")
    if as_json:
        form.print_json(result)
    else:
        figures = ", ".join(_figures(number, result))
        said = f"{result['name']}: {tr(result['verdict'])}"
        click.echo(f"{said} ({figures})" if figures else said)
        if result["verdict"] == "failed":
            folded.echo(_remedy(number, result))
            if TESTS[number - 1][1] == selftest.RUN_DRUM:
                # that is all that pulses can tell
                folded.echo(
                    tr(
                        "It turns all the same? Then it is {code}: clean its turn sensor.",
                        code=faults.TURN_SENSOR,
                    )
                )
        if "interlock" in result:
            ending.complain(
                tr(
                    "an interlock held it back: {name}: put that right first",
                    name=result["interlock"],
                )
            )
    return ending.NOT_AS_ASKED if result["verdict"] == "failed" else ending.OK


def _figures(number: int, result: Fields) -> list[str]:
    """Times and pulses of a self-test, each with what it is of; those that it did not come to
    are left out."""
    parts = PARTS.get(TESTS[number - 1][1], ())
    times = result["times_ms"][: len(parts)]
    found = [f"{tr(part)} {ms} ms" for part, ms in zip(parts, times, strict=True) if ms]
    counted = zip(TURNED, result["pulses"], strict=True)
    return found + [
        tr("{part} {count} pulses", part=tr(part), count=n) for part, n in counted if n
    ]


def _remedy(number: int, result: Fields) -> str:
    """What to do about a self-test that failed, as the fault would say that the same part has."""
    kind = TESTS[number - 1][1]
    failed = next((n for n, ms in enumerate(result["times_ms"]) if not ms), 0)
    if kind == selftest.RUN_DRUM:
        failed = next((n for n, pulses in enumerate(result["pulses"]) if pulses < FEW), 0)
    code = FAULTS[kind] + failed if kind in FAULTS else 0
    found = words.fault(code)
    return found.line if found else tr("look which part stands still: `paishan inputs`")


@form.command()
@click.argument("output", metavar="OUTPUT")
@form.option(
    "--ms",
    type=click.IntRange(50, 60_000),
    default=1000,
    show_default=True,
    help="How long, in milliseconds; Ctrl-C stops at once.",
)
def jog(output: str, ms: int, as_json: bool) -> int:
    """Run one motor in SERVICE, such as DRUM, HEAD_E, LIFT_RAISE_S or DOME_LOWER.

    The motor stops when this program ends, hangs, or loses the line. The table stays in SERVICE:
    `paishan test leave` ends it.

    Example: paishan jog HEAD_E --ms 700
    """
    with form.table(technician=True) as table:
        if table.status()["state"] != "SERVICE":
            table.test("enter")
        clock = table.session.transport.clock
        began = clock()
        interlock = ""
        with form.bar(output.upper(), ms) as told:
            try:
                while (left_ms := ms - round(1000 * (clock() - began))) > 0:
                    answer = table.jog(output, min(LEASE_MS, max(left_ms, 1)))
                    interlock = answer.get("interlock") or interlock
                    until = clock() + min(RENEW_S, left_ms / 1000)
                    while clock() < until:
                        table.listen(max(0.0, until - clock()))
                    told(round(1000 * (clock() - began)))
            finally:
                table.jog_stop()
    if as_json:
        form.print_json({"output": output.upper(), "ms": ms, "interlock": interlock or None})
    elif interlock:
        ending.complain(
            tr("an interlock held it back: {name}: put that right first", name=interlock)
        )
    else:
        click.echo(tr("done; the table stays in SERVICE: `paishan test leave` ends it"))
    return ending.NOT_AS_ASKED if interlock else ending.OK
