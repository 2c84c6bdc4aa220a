"""Commands that look and change nothing: info, status, inputs, counters, log."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import click

from paishan.table.selector import HALF_SEATED, UNREAD
from paishan_host import ending, folded, words
from paishan_host.commands import form
from paishan_host.language import tr

SIDES = "ESWN"
# what a table waits for a lift key for
WAITS = {
    "home": "a lift key: something is not at home. Hands away, then the dome closes, the lifts go "
    "down, heads and pushers turn",
    "raise": "a lift key: walls stand below. Hands away, then the dome closes and they rise",
    "open": "a lift key: the dome is open. Drop the tiles, then it closes",
    "stopped": "a lift key: one stopped it on its way, the next press goes on",
}
OTHER_WAIT = "a lift key"
NO_POSITION = {HALF_SEATED: "between two positions", UNREAD: "not read yet"}


@form.command()
def info(as_json: bool) -> None:
    """Say who answers: versions, serial number, board, why it started last.

    Example: paishan info
    """
    with form.table(recovery=True) as table:
        about = {**asdict(table.about), "url": table.session.transport.url}
        about["read_only"] = table.read_only
    if as_json:
        form.print_json(about)
        return
    form.lines(
        [
            ("product", about["product"]),
            ("firmware", about["version"]),
            ("build", about["build"] + (f", {tr('on trial')}" if about["trial"] else "")),
            ("protocol", about["protocol"]),
            ("schema", about["schema"]),
            ("serial number", about["serial"] or tr("none")),
            ("board", about["board"]),
            ("last start", about["reset"]),
            ("logged in as", about["level"]),
            ("port", about["url"]),
        ]
    )


@form.command()
def status(as_json: bool) -> int:
    """Say how the table stands and what it asks for.

    Exit code 1 if a fault is shown or a record is damaged.

    Example: paishan status
    """
    with form.table() as table:
        now = table.status()
        records = [row for row in table.faults() if "record" in row]
    if as_json:
        form.print_json({**now, "records": records})
    else:
        _print_status(now, records)
    return ending.NOT_AS_ASKED if now["fault"] or records else ending.OK


def _print_status(now: dict[str, Any], records: list[dict[str, Any]]) -> None:
    gear = tr("none yet") if now["gear"] is None else f"{now['gear']} ({now['tiles']})"
    rows: list[tuple[str, object]] = [
        ("state", now["state"]),
        *[("waits for", tr(WAITS.get(one, OTHER_WAIT))) for one in [now.get("waits")] if one],
        ("display", f"[{now['display']}]"),
        ("gear", gear),
        ("switch", tr(NO_POSITION.get(now["position"], "")) or now["position"]),
    ]
    if now["pending"] >= 0:
        rows.append(("next gear", now["pending"]))
    counts = "  ".join(
        f"{side} {count}/{target}"
        for side, count, target in zip(SIDES, now["counts"], now["targets"], strict=True)
    )
    rows.append(("tiles counted", counts))
    rows.append(("set below", tr("yes") if now["set_below"] else tr("no")))
    form.lines(rows)
    for name in ("fault", "advice"):
        if now[name]:
            folded.echo(_explained(tr(name), now[name]))
    for row in records:
        folded.echo(
            tr(
                "record {name} is {health}: {detail}: import a saved file, then `paishan raw ack "
                "{name}`",
                name=row["record"],
                health=row["health"],
                detail=row["detail"],
            )
        )


def _explained(label: str, code: int) -> str:
    row = words.fault(code)
    return f"{label}: {row.line if row else f'{code:02}'}"


@form.command()
def inputs(as_json: bool) -> None:
    """Show every sensor, key, motor and lamp that is on, by name.

    Example: paishan inputs
    """
    with form.table() as table:
        seen = {"inputs": table.inputs(), "outputs": table.outputs()}
    if as_json:
        form.print_json(seen)
        return
    for name, rows in seen.items():
        click.echo(tr(name))
        form.columns([(f"  {row['station']}", row["value"], _on(row["on"])) for row in rows])


def _on(names: Any) -> str:
    return names if isinstance(names, str) else " ".join(names)


@form.command()
def counters(as_json: bool) -> None:
    """Show what was counted: builds, the wear of each motor and sensor, faults, the line.

    A motor's time is the mean of its last 200 good runs, beside that of its first twenty.

    Example: paishan counters
    """
    from paishan_host import wear

    with form.table() as table:
        counted, times = table.counters(), table.times()
    if as_json:
        form.print_json({"counters": counted, "times": times})
        return
    form.columns(list(wear.played(counted)), numbers=True)
    for heading, rows in (
        (wear.MOTORS, wear.motors(counted, times)),
        (wear.SENSORS, wear.sensors(counted)),
        (wear.OTHERS, wear.others(counted)),
        (wear.FAULTS, wear.faults(counted)),
        (wear.LINE, wear.line(counted)),
    ):
        if shown := list(rows):
            click.echo()
            form.columns(shown, heading, numbers=True)


@form.command()
@form.option(
    "--last", type=click.IntRange(1, 200), default=20, show_default=True, help="How many lines."
)
def log(last: int, as_json: bool) -> None:
    """Show the last lines of the table's journal. Only while nothing moves.

    Example: paishan log --last 50
    """
    with form.table() as table:
        rows = table.log(last)
    if as_json:
        form.print_json(rows)
        return
    if not rows:
        click.echo(tr("nothing in the journal yet"))
    form.columns(
        [(row["line"], row["boot"], row["s"], row["text"]) for row in rows],
        ("line", "start", "s", "text"),
    )
