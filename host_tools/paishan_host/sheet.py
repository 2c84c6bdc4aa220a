"""A sheet of paper: shapes and texts in mm from the upper left corner, for SVG and PDF alike."""

from __future__ import annotations

from dataclasses import dataclass, field

from paishan_host.fonts import Font

BLACK = "#000000"
GREY = "#777777"
PALE = "#e4e4e4"
WHITE = "#ffffff"


@dataclass(frozen=True)
class Box:
    """A rectangle. `line` 0: no outline."""

    x: float
    y: float
    width: float
    height: float
    fill: str | None = None
    line: float = 0.0


@dataclass(frozen=True)
class Ring:
    """A circle, outline only."""

    x: float
    y: float
    radius: float
    line: float


@dataclass(frozen=True)
class Stroke:
    """A straight line."""

    x: float
    y: float
    to_x: float
    to_y: float
    line: float
    colour: str = BLACK


@dataclass(frozen=True)
class Text:
    """A line of text; `x` is its left end, `y` its base line, `size` the height of the font."""

    x: float
    y: float
    size: float
    text: str
    colour: str = BLACK


Shape = Box | Ring | Stroke | Text


@dataclass
class Sheet:
    """Width and height in mm, the font, and what is on it, in drawing order."""

    width: float
    height: float
    font: Font
    title: str
    shapes: list[Shape] = field(default_factory=list)

    def box(
        self, x: float, y: float, width: float, height: float, fill: str | None = None,
        line: float = 0.0,
    ) -> None:  # fmt: skip
        """Adds a rectangle."""
        self.shapes.append(Box(x, y, width, height, fill, line))

    def ring(self, x: float, y: float, radius: float, line: float) -> None:
        """Adds a circle."""
        self.shapes.append(Ring(x, y, radius, line))

    def stroke(
        self, x: float, y: float, to_x: float, to_y: float, line: float, colour: str = BLACK
    ) -> None:
        """Adds a line."""
        self.shapes.append(Stroke(x, y, to_x, to_y, line, colour))

    def text(
        self, x: float, y: float, size: float, text: str, room: float, colour: str = BLACK,
        align: float = 0.0,
    ) -> None:  # fmt: skip
        """Adds a text within `room` mm from `x` on, smaller if it does not fit.

        `align`: 0 left, 0.5 middle, 1 right.
        """
        width = self.font.width(text, size)
        if width > room:
            size *= room / width
            width = room
        self.shapes.append(Text(x + align * (room - width), y, size, text, colour))
