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
NO_VERDICT: Final = "shown"
FAILED_MS: Final = -1  # stands for the time of a part that failed
# kind of self-test: what its times are of, in their order; the fault of the first of them
PARTS: Final = {
    selftest.RUN_BELTS: SIDES,
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
# kind of self-test: what a person is asked where no sensor knows
ASKED: Final = {
    **dict.fromkeys(
        (selftest.LIVE_SIDES, selftest.LIVE_CENTRE, selftest.LIVE_PANEL),
        "none of its sensors is fitted: nothing was tested; is that what the machine has?",
    ),
    selftest.TRAVEL_LIFTS: "no sensor is fitted at the top: did all four go up and down?",
    selftest.TRAVEL_DOME: "no sensor is fitted at the top: did the dome go up and down?",
    selftest.RUN_DRUM: "not both turn sensors are fitted: did drum and ring turn?",
    selftest.LAMPS: "no sensor tells: did all lamps and segments light, did the buzzer sound?",
    selftest.RUN_BELTS: (
        "no eye saw a tile on each belt move: did each run forward and back? With a tile on it "
        "its eye tells"
    ),
    selftest.RUN_DICE: "no sensor tells: did the dice rattle?",
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
        _tell(number, result)
        if "interlock" in result:
            ending.complain(
                tr(
                    "an interlock held it back: {name}: put that right first",
                    name=result["interlock"],
                )
            )
    good = result["verdict"] in ("passed", NO_VERDICT)
    return ending.OK if good else ending.NOT_AS_ASKED


def _tell(number: int, result: Fields) -> None:
    verdict = tr(result["verdict"])
    if result["verdict"] == NO_VERDICT:
        verdict = tr("ran; {question}", question=tr(ASKED[TESTS[number - 1][1]]))
    figures = ", ".join(_figures(number, result))
    folded.echo(f"{result['name']}: {verdict}" + f" ({figures})" * bool(figures))
    if result["verdict"] == "failed":
        for line in _remedies(number, result):
            folded.echo(line)


def _figures(number: int, result: Fields) -> list[str]:
    """Verdict, time or pulses of each part of a self-test; those that it did not come to are
    left out."""
    kind = TESTS[number - 1][1]
    parts = PARTS.get(kind, ())
    found = []
    seen = kind == selftest.RUN_BELTS and any(result["times_ms"])
    for part, ms in zip(parts, result["times_ms"], strict=False):
        if ms == FAILED_MS:
            found.append(tr("{part} failed", part=tr(part)))
        elif ms:
            found.append(f"{tr(part)} {ms} ms")
        elif seen and result["verdict"] == NO_VERDICT:
            found.append(tr("{part} no eye saw it", part=tr(part)))
    counted = zip(TURNED, result["pulses"], strict=True)
    stood = kind == selftest.RUN_DRUM and result["verdict"] == "failed"
    return found + [
        tr("{part} {count} pulses", part=tr(part), count=n) for part, n in counted if n or stood
    ]


def _remedies(number: int, result: Fields) -> list[str]:
    """What to do about each part that failed, as the fault would say that the same part has."""
    kind = TESTS[number - 1][1]
    failed = [n for n, ms in enumerate(result["times_ms"]) if ms == FAILED_MS]
    if kind == selftest.RUN_DRUM:
        failed = [n for n, pulses in enumerate(result["pulses"]) if pulses < FEW]
    if "interlock" in result:
        failed = []  # held back is not broken
    codes = [FAULTS[kind] + part for part in failed] if kind in FAULTS else []
    found = [words.fault(code) for code in [result.get("fault", 0), *codes]]
    lines = [one.line for one in found if one]
    if kind == selftest.RUN_DRUM and lines:
        # that is all that pulses can tell
        lines.append(
            tr(
                "It turns all the same? Then it is {code}: clean its turn sensor.",
                code=faults.TURN_SENSOR,
            )
        )
    return lines or [tr("look which part stands still: `paishan inputs`")]


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
