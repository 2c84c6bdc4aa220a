"""What `paishan gears` shows without a subcommand: the chart in the table, and its switch."""

from __future__ import annotations

from typing import Any

import click

from paishan_host.commands import form
from paishan_host.language import tr


def show_table(as_json: bool) -> None:
    """The chart in force, the switch, and the gear that is latched."""
    with form.table() as table:
        rows, gear = table.gears(), table.gear()
    if as_json:
        form.print_json({**gear, "rows": rows})
        return
    form.columns(
        [_row(row, gear) for row in rows], ("", "gear", "tiles", "E", "S", "W", "N", "set")
    )
    if gear["pending"] is not None and gear["pending"] >= 0:
        click.echo(
            tr(
                "the switch was moved to {position}: it counts from the next build on",
                position=gear["pending"],
            )
        )


def _row(row: dict[str, Any], gear: dict[str, Any]) -> tuple[str, ...]:
    mark = "*" if row["position"] == gear["position"] else ""
    number = f"{row['position']:02}"
    if "refused" in row:
        return mark, number, "", "", "", "", "", f"{tr('refused')}: {row['refused']}"
    stacks = map(str, row["stacks"]) if row["tiles"] else [""] * 4
    game = f" · {row['game']}" if row.get("game") else ""
    return mark, number, str(row["tiles"] or ""), *stacks, row["name"] + game
