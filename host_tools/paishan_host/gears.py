"""`paishan gears`: the table's chart; list the charts, show one, check a file, print one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from paishan_host import charts, ending, gears_print
from paishan_host.commands import form
from paishan_host.commands.chart import show_table

_AS_JSON = form.option("--json", "as_json", is_flag=True, help="Print JSON.")


@form.group
@click.pass_context
def gears(ctx: click.Context, as_json: bool) -> None:
    """Show the gear chart in the table; list, show, check and print charts.

    Example: paishan gears show dip
    """
    if ctx.invoked_subcommand is None:
        show_table(as_json)


@gears.command("list", epilog=ending.EXIT_CODES)
@_AS_JSON
def list_(as_json: bool) -> None:
    """List the charts that ship with the firmware.

    Example: paishan gears list
    """
    found = [_about(chart) for chart in charts.presets().values()]
    if as_json:
        click.echo(json.dumps(found))
        return
    for about in found:
        click.echo(
            f"{about['name']:<12} {about['selector']['kind']:<11} {about['gears']:>2} gears, "
            f"{about['refused']} refused on {about['capacity']}-stack trays"
        )


@gears.command(epilog=ending.EXIT_CODES)
@click.argument("chart", metavar="CHART")
@_AS_JSON
def show(chart: str, as_json: bool) -> None:
    """Show a chart: a preset's name or a TOML file. The chart to print and stick under the lid.

    Example: paishan gears show thumbwheel
    """
    found = charts.find(chart)
    rows = [_row(found, row) for row in found.rows]
    if as_json:
        click.echo(json.dumps({**_about(found), "rows": rows}))
        return
    from rich import box
    from rich.table import Table

    from paishan_host.terminal import Output

    about = _about(found)
    table = Table(box=box.SIMPLE, title=f"{found.name}: {_switch(about['selector'])}")
    for heading in ("gear", "tiles", "E", "S", "W", "N"):
        table.add_column(heading, justify="right")
    table.add_column("set")
    for row in rows:
        name = row["name"] + (f" · {row['rule']}" if row["rule"] else "")
        sides = [str(side) for side in row["stacks"]] if row["tiles"] else ["", "", "", ""]
        mark = " (refused)" if row["refused"] else ""
        table.add_row(f"{row['position']:02}", str(row["tiles"] or ""), *sides, name + mark)
    Output().print(table)
    for row in rows:
        if row["refused"]:
            click.echo(f"gear {row['position']:02} is refused: {row['refused']}")


@gears.command(epilog=ending.EXIT_CODES)
@click.argument("chart", metavar="CHART")
@form.option(
    "--sum",
    "printed",
    metavar="CODE",
    help="Compare with the check sum on the lid, as typed or as scanned: 58CBA7C9.",
)
@form.option(
    "--table", "in_table", is_flag=True, help="Compare with the chart in the table on --port."
)
@_AS_JSON
def check(chart: str, printed: str | None, in_table: bool, as_json: bool) -> int:
    """Check a chart, a TOML file or a preset: every error with its line, and the check sum.

    Exit code 1 if there is an error, or if the check sum on the lid or in the table is another.

    Example: paishan gears check parlour.toml --sum 58CBA7C9
    """
    if in_table:
        printed = _sum_in_table()
    known = charts.presets()
    found, findings = (known[chart], []) if chart in known else charts.read(Path(chart))
    summed = None if findings else found.check_sum()
    differs = printed is not None and summed is not None and _code(printed) != summed
    if as_json:
        errors = [{"line": finding.line, "error": finding.text} for finding in findings]
        about = {**_about(found), "file": chart, "errors": errors, "sum": summed}
        if printed is not None:
            about["same"] = not differs
        click.echo(json.dumps(about))
    else:
        for finding in findings:
            ending.complain(f"{chart}:{finding.line}: {finding.text}")
        if differs:
            ending.complain(
                f"{chart}: its check sum is {summed}, the {'table' if in_table else 'lid'} says "
                f"{_code(printed or '')}: print the chart anew, or load the chart that the lid "
                "was printed from"
            )
        elif not findings:
            _say_sound(chart, found)
    return ending.NOT_AS_ASKED if findings or differs else ending.OK


gears.add_command(gears_print.print_)


def _sum_in_table() -> str:
    from paishan_host.commands import form

    with form.table() as table:
        return str(table.gear()["sum"])


def _say_sound(name: str, chart: charts.Chart) -> None:
    about = _about(chart)
    click.echo(
        f"{name}: {about['gears']} gears, {about['refused']} refused, no error, "
        f"check sum {chart.check_sum()}"
    )
    for row in chart.rows:
        if reason := chart.refusal(row):
            click.echo(f"  gear {row[0]:02} is refused: {reason}")


def _code(printed: str) -> str:
    """A check sum as people type it, or as the QR code gives it."""
    return printed.strip().upper().removeprefix("PAISHAN:")


def _about(chart: charts.Chart) -> dict[str, Any]:
    kind, bits, lowest_first, active_high, first = chart.wiring
    refused = sum(1 for row in chart.rows if chart.refusal(row))
    return {
        "name": chart.name,
        "preset": chart.preset,
        "capacity": chart.capacity,
        "selector": {
            "kind": kind,
            "bits": bits,
            "order": "lowest-first" if lowest_first else "highest-first",
            "polarity": "active-high" if active_high else "active-low",
            "first": first,
        },
        "gears": len(chart.rows) - refused,
        "refused": refused,
    }


def _row(chart: charts.Chart, row: charts.Row) -> dict[str, Any]:
    position, tiles, stacks, name, _rule = row
    return {
        "position": position,
        "tiles": tiles,
        "stacks": list(stacks),
        "name": name,
        "rule": chart.rule(row),
        "refused": chart.refusal(row),
    }


def _switch(selector: dict[str, Any]) -> str:
    if selector["kind"] != "dip":
        return f"{selector['kind']}, {selector['polarity']}"
    return (
        f"{selector['bits']} DIP levers, {selector['order']}, {selector['polarity']}, "
        f"all off = {selector['first']}"
    )
