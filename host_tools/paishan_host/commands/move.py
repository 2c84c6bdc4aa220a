"""Commands that move something: test (the state SERVICE), jog (one motor under a lease)."""

from __future__ import annotations

from typing import Final

import click

from paishan_host import ending
from paishan_host.commands import form
from paishan_host.language import tr

LEASE_MS: Final = 500
RENEW_S: Final = 0.2  # well within a lease


@form.command()
@click.argument("what", type=click.Choice(["enter", "leave", "lamps", "display", "buzzer", "off"]))
def test(what: str, as_json: bool) -> None:
    """Enter or leave SERVICE; in it, try lamps, display and buzzer.

    Leaving makes the table home: it may wait for a lift key, then heads and pushers turn.

    Example: paishan test enter
    """
    with form.table(technician=True) as table:
        table.test(what)
        state = table.status()["state"]
    if as_json:
        form.print_json({"what": what, "state": state})
    else:
        click.echo(tr("done; the table is in {state}", state=state))


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
