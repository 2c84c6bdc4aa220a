"""The gear chart that is stuck under the table's lid, laid out on a sheet."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import segno

from paishan_host import chart_switch, fonts
from paishan_host.chart_words import game, take_out, word
from paishan_host.charts import Chart, Row
from paishan_host.sheet import GREY, PALE, WHITE, Sheet, Text


@dataclass(frozen=True)
class Format:
    """A size of paper and what stands on it, in mm."""

    width: float
    height: float
    margin: float
    title: float  # height of the title's letters
    row: float  # most height of a row
    notes: bool  # the sentences below the rows


FORMATS: Final = {
    "a6": Format(105.0, 148.0, 5.0, 5.0, 8.0, True),
    # a self-adhesive label, eight on a sheet of A4
    "label": Format(99.1, 67.7, 3.0, 3.4, 5.0, False),
}
# columns: heading, share of the room that the switch leaves; `gear` and `tiles` stand right
_COLUMNS: Final = (("gear", 0.09), ("tiles", 0.10), ("stacks", 0.22), ("game", 0.27),
                   ("take out", 0.32))  # fmt: skip
_GAP: Final = 1.6
_LEAST: Final = 0.7  # of the full size


def sheet(chart: Chart, language: str, size: str, font: Path | None = None) -> Sheet:
    """Lays a chart out; Problem if a font is missing for it."""
    form = FORMATS[size]
    title = f"{word('title', language)} {chart.name}"
    page = Sheet(form.width, form.height, fonts.Unknown(), title)
    # laid out once to know its texts, then with the font that they need
    _Layout(page, chart, language, form).draw()
    texts = [shape.text for shape in page.shapes if isinstance(shape, Text)]
    page.font = fonts.find(texts, font)
    page.shapes.clear()
    _Layout(page, chart, language, form).draw()
    return page


class _Layout:
    """Title, rows, foot, from above."""

    def __init__(self, page: Sheet, chart: Chart, language: str, form: Format) -> None:
        self._page = page
        self._chart = chart
        self._language = language
        self._form = form
        self._left = form.margin
        self._room = form.width - 2 * form.margin
        self._rows = [row for row in chart.rows if not chart.refusal(row)]
        self._refused = [row for row in chart.rows if chart.refusal(row)]

    def draw(self) -> None:
        form = self._form
        self._page.box(0, 0, form.width, form.height, WHITE)
        below = self._title()
        foot = self._foot_height()
        room = form.height - form.margin - foot - below
        height = min(form.row, room / (len(self._rows) + 1))
        self._heading(below, height)
        for number, row in enumerate(self._rows, 1):
            self._row(row, below + number * height, height, number)
        self._foot(form.height - form.margin - foot)

    def _say(self, key: str) -> str:
        return word(key, self._language)

    def _qr_side(self) -> float:
        return 16.0 if self._form.notes else 12.0

    def _title(self) -> float:
        form, page = self._form, self._page
        top = form.margin
        base = top + form.title * 0.8
        kind, bits = self._chart.wiring[:2]
        switch = self._say(kind).format(bits)
        if kind == "dip":
            switch += f", {self._say('up')}"
        if form.notes:
            name = f"{self._say('title')}  {self._chart.name}"
            page.text(self._left, base, form.title, name, self._room)
            page.text(self._left, base + 4.2, 3.0, switch, self._room, GREY)
            return base + 6.0
        room = self._room - self._qr_side() - 2
        name = f"{self._say('title')}  {self._chart.name}"
        page.text(self._left, base, form.title, name, room * 0.55)
        page.text(self._left + room * 0.57, base, 2.2, switch, room * 0.43, GREY, align=1)
        return base + 1.2

    def _columns(self, height: float) -> list[tuple[str, float, float]]:
        """(heading, left end, room) of each column after the switch."""
        room = self._room
        if not self._form.notes:
            room -= self._qr_side() + 2
        switch = chart_switch.width(self._chart.wiring, height * 0.72) + _GAP
        at, found = self._left + switch, []
        for heading, share in _COLUMNS:
            wide = share * (room - switch)
            found.append((heading, at, wide - _GAP))
            at += wide
        return found

    def _heading(self, y: float, height: float) -> None:
        size = min(2.6, height * 0.5)
        base = y + height * 0.68
        switch = chart_switch.width(self._chart.wiring, height * 0.72)
        self._page.text(self._left, base, size, self._say("switch"), switch, GREY)
        for heading, x, room in self._columns(height):
            align = 1.0 if heading in ("gear", "tiles") else 0.0
            self._page.text(x, base, size, self._say(heading), room, GREY, align)

    def _cells(self, row: Row) -> list[str]:
        position, tiles, stacks = row[:3]
        name = self._chart.rule(row)
        if name is None:
            return [f"{position}", "", "", self._say("self-test"), ""]
        equal = len(set(stacks)) == 1
        return [
            f"{position}",
            f"{tiles}",
            f"{stacks[0]} × 4" if equal else "/".join(map(str, stacks)),
            game(name, tiles, self._language),
            take_out(name, tiles, self._language),
        ]

    def _sizes(self, height: float) -> list[float]:
        """One size a column, so that it looks even; a very long text alone is smaller still."""
        full = min(3.6, height * 0.64)
        sizes = []
        for (_, _, room), *cells in zip(
            self._columns(height), *[self._cells(row) for row in self._rows], strict=True
        ):
            widest = max(self._page.font.width(cell, full) for cell in cells)
            sizes.append(full * max(_LEAST, min(1.0, room / widest if widest else 1.0)))
        return sizes

    def _row(self, row: Row, y: float, height: float, number: int) -> None:
        page = self._page
        columns = self._columns(height)
        if number % 2:
            right = columns[-1][1] + columns[-1][2] + _GAP / 2
            page.box(self._left - 1, y, right - self._left + 1, height, "#f4f4f4")
        drawing = height * 0.72
        chart_switch.draw(
            page, self._chart.wiring, row[0], self._left, y + (height - drawing) / 2, drawing
        )
        for (heading, x, room), cell, size in zip(
            columns, self._cells(row), self._sizes(height), strict=True
        ):
            align = 1.0 if heading in ("gear", "tiles") else 0.0
            page.text(x, y + height * 0.72, size, cell, room, align=align)

    def _foot_height(self) -> float:
        return self._qr_side() + 1.0 if self._form.notes else 0.0

    def _foot(self, top: float) -> None:
        page, form, side = self._page, self._form, self._qr_side()
        right = form.width - form.margin - side
        y = top + 1.0 if form.notes else form.margin
        qr(page, f"PAISHAN:{self._chart.check_sum()}", right, y, side)
        label = f"{self._say('sum')} {self._chart.check_sum()}"
        if not form.notes:
            page.text(right, y + side + 2.2, 1.9, self._say("sum"), side, GREY, 0.5)
            page.text(right, y + side + 4.6, 2.4, self._chart.check_sum(), side, align=0.5)
            return
        said = [self._say("when"), self._say("later")]
        if self._refused:
            gears = " ".join(str(row[0]) for row in self._refused)
            said.append(f"{self._say('refused').format(self._chart.capacity)} {gears}")
        said.append(label)
        page.stroke(self._left, top, form.width - form.margin, top, 0.15, PALE)
        for number, line in enumerate(said):
            page.text(self._left, top + 4.2 + 3.8 * number, 2.7, line, right - self._left - 2)


def qr(page: Sheet, text: str, x: float, y: float, side: float) -> None:
    """Draws a QR code; its quiet zone lies within `side`."""
    code = segno.make_qr(text, error="m")
    quiet = 2
    modules = list(code.matrix)
    dot = side / (len(modules) + 2 * quiet)
    for row, line in enumerate(modules):
        start = None
        for column, dark in enumerate([*line, 0]):
            if dark and start is None:
                start = column
            elif not dark and start is not None:
                page.box(
                    x + (quiet + start) * dot, y + (quiet + row) * dot,
                    (column - start) * dot, dot, "#000000",
                )  # fmt: skip
                start = None
