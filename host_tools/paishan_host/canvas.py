"""A sheet of character cells with styles, drawn into by row and column."""

from __future__ import annotations

from rich.text import Text

_Cell = tuple[str, str]
_BLANK: _Cell = (" ", "")

# a seven-segment digit, five rows of five: (row, column, text, segment bit)
_SEGMENTS = (
    (0, 1, "━━━", 0x01),
    (1, 4, "┃", 0x02),
    (3, 4, "┃", 0x04),
    (4, 1, "━━━", 0x08),
    (3, 0, "┃", 0x10),
    (1, 0, "┃", 0x20),
    (2, 1, "━━━", 0x40),
    (4, 5, "●", 0x80),
)


class Canvas:
    """Cells outside the sheet are dropped, so that a picture can never break a terminal."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self._rows: list[list[_Cell]] = [[_BLANK] * width for _ in range(height)]

    def put(self, row: int, column: int, text: str, style: str = "") -> None:
        """Writes `text` from that cell to the right."""
        if 0 <= row < len(self._rows):
            cells = self._rows[row]
            for at, letter in enumerate(text, column):
                if 0 <= at < self.width:
                    # a blank without a style starts no run: some SVG viewers drop it there
                    cells[at] = _BLANK if letter == " " else (letter, style)

    def digit(self, row: int, column: int, segments: int, lit: str, dark: str) -> None:
        """Draws a seven-segment digit, 5 rows by 6 columns; unlit segments stay visible."""
        for pass_lit in (False, True):  # lit ones last: they win shared corners
            for down, right, text, bit in _SEGMENTS:
                if bool(segments & bit) == pass_lit and (pass_lit or bit != 0x80):
                    self.put(row + down, column + right, text, lit if pass_lit else dark)

    def text(self) -> Text:
        """The sheet as rich text, one style change where the style changes."""
        text = Text(no_wrap=True, end="")
        for number, row in enumerate(self._rows):
            if number:
                text.append("\n")
            run, style = "", row[0][1]
            for letter, its_style in row:
                if its_style != style:
                    text.append(run, style)
                    run, style = "", its_style
                run += letter
            text.append(run, style)
        return text
