"""`paishan watch`: states, sensors and motors live, or a line a change where no terminal is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import click

from paishan_host import words
from paishan_host.codec import Event, Fields, Log
from paishan_host.commands import form
from paishan_host.commands.happened import event_line
from paishan_host.language import tr
from paishan_host.ranges import Finite
from paishan_host.trouble import Unplugged

if TYPE_CHECKING:
    from rich.console import RenderableType

NEWS: Final = 6  # lines below the picture
_UNCHANGED: Final = ("time",)


@form.command()
@form.option(
    "--every",
    type=Finite(0.05, 60),
    default=0.2,
    show_default=True,
    metavar="S",
    help="Seconds between two looks.",
)
@form.option("--count", type=click.IntRange(1), default=None, help="End after so many looks.")
def watch(every: float, count: int | None, as_json: bool) -> None:
    """Watch states, sensors and motors as they change. Ctrl-C ends it.

    A table that is unplugged is found again. Without a terminal: a line a change.

    Example: paishan watch --every 0.5
    """
    from paishan_host.terminal import Output

    output = Output()
    with form.table() as table:
        if as_json:
            _looks(table, every, count, lambda seen, news: form.print_json(seen))
        elif not output.is_terminal:
            _looks(table, every, count, _Lines())
        else:
            from rich.live import Live

            with Live(console=output, auto_refresh=False, screen=False) as live:
                picture = _Picture(table)
                _looks(
                    table,
                    every,
                    count,
                    lambda seen, news: live.update(picture.draw(seen, news), refresh=True),
                )


def _looks(table: Any, every: float, count: int | None, show: Any) -> None:
    clock = table.session.transport.clock
    number = 0
    while count is None or number < count:
        number += 1
        until = clock() + every
        try:
            seen = table.watch()
            show(seen, table.listen())
            while number != count and (left_s := until - clock()) > 0:
                if news := table.listen(left_s):
                    table.session.news.extend(news)
                    break
        except Unplugged as gone:
            show({"state": tr("unplugged")}, [Log(gone.message)])
            restarted = table.reconnect()
            said = tr("the table restarted") if restarted else tr("the table is back")
            table.session.news.append(Log(said))


def said_of(line: object) -> str:
    """An event or a log line, for people."""
    if isinstance(line, Event):
        return event_line(line.number, line.name, line.fields)
    return line.text if isinstance(line, Log) else ""


class _Lines:
    """A line when something changed."""

    def __init__(self) -> None:
        self._last: Fields = {}

    def __call__(self, seen: Fields, news: list[Any]) -> None:
        now = {key: value for key, value in seen.items() if key not in _UNCHANGED}
        if now != self._last:
            self._last = now
            click.echo(_line(seen))
        for text in filter(None, map(said_of, news)):
            click.echo(f"  {text}")


def _line(seen: Fields) -> str:
    if "out" not in seen:
        return str(seen["state"])
    counts = f"{'/'.join(map(str, seen['counts'])):<11}"
    on = " ".join(_names(seen["out"], _output_names))
    return (
        f"{seen['time'] / 1000:9.3f} s  {seen['state']:<12} [{seen['display']}]  {counts}  {on}"
    ).rstrip()


def _names(digits: str, names: Any) -> list[str]:
    return [name for station, byte in enumerate(bytes.fromhex(digits))
            for name in names(station, byte)]  # fmt: skip


def _output_names(station: int, byte: int) -> list[str]:
    from paishan.link.names import SIDE_LETTERS, outputs_on

    side = f"_{SIDE_LETTERS[station]}" if station < len(SIDE_LETTERS) else ""
    return [name + side for name in outputs_on(station, byte)]


class _Picture:
    """The live view: a block a station, then what the table said."""

    def __init__(self, table: Any) -> None:
        self._url = table.session.transport.url
        self._said: list[str] = []

    def draw(self, seen: Fields, news: list[Any]) -> RenderableType:
        """The view of one look."""
        from rich.console import Group
        from rich.table import Table
        from rich.text import Text

        self._said = [*self._said, *filter(None, map(said_of, news))][-NEWS:]
        parts: list[Any] = [Text(f"{self._url}  {seen['state']}", "bold")]
        if "out" in seen:
            parts[0].append(f"  [{seen['display']}]  {seen['time'] / 1000:.1f} s", "dim")
            if seen["fault"]:
                row = words.fault(seen["fault"])
                parts.append(Text(row.line if row else str(seen["fault"]), "red"))
            # shares of the width, not of what happens to run: nothing moves about
            grid = Table.grid(padding=(0, 2), expand=True)
            grid.add_column()
            grid.add_column(width=2)
            grid.add_column(ratio=2)
            grid.add_column(ratio=1)
            inputs, outputs = bytes.fromhex(seen["in"]), bytes.fromhex(seen["out"])
            for station in range(6):
                grid.add_row(*self._station(station, inputs, outputs, seen["counts"]))
            parts.append(grid)
        parts += [Text(text, "dim") for text in self._said]
        return Group(*parts)

    def _station(self, station: int, inputs: bytes, outputs: bytes, counts: list[int]) -> Any:
        from rich.text import Text

        from paishan.link import names

        on = Text()
        for name in _all_inputs(station):
            lit = name in names.inputs_on(station, inputs[station])
            on.append(f"{name} ", "bold green" if lit else "bright_black")
        runs = Text()
        if station < 5:
            for name in names.outputs_on(station, outputs[station]):
                runs.append(f"{name} ", "bold yellow")
        count = str(counts[station]) if station < len(counts) else ""
        return names.STATIONS[station], count, on, runs


def _all_inputs(station: int) -> list[str]:
    from paishan.link.names import inputs_on

    found: list[str] = inputs_on(station, 0xFF)
    return found
