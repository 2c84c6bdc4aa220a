"""A drawing as SVG: boxes, wires, labels, and the few signs that a wiring needs. Units: pixels."""

from __future__ import annotations

from html import escape
from typing import Final

INK: Final = "#1f2933"
QUIET: Final = "#6b7785"
PAPER: Final = "#ffffff"
BOARD: Final = "#f4f1e8"
CHIP: Final = "#e8eef5"
LINE_PX: Final = 1.6
# a colour a net, the same in every picture
NETS: Final = {
    "SCK": "#b5651d", "MOSI": "#2f6fb3", "MISO": "#2e8b57", "LATCH": "#8a4fbf", "ALIVE": "#c4302b",
    "BUS_TX": "#0f8a94", "BUS_RX": "#5f7d1d", "BUS_DE": "#a8487a", "RECOVERY": "#74603f",
    "LED": "#b08d00", "5V": "#d2352b", "3V3": "#d9822b", "12V": "#7a1f1a", "GND": "#20262c",
}  # fmt: skip
_FONT: Final = "'DejaVu Sans', 'Liberation Sans', Arial, sans-serif"
_LETTER_PX: Final = 0.64  # of a letter's size: its mean width


def colour(net: str) -> str:
    """The colour of a net; of an unknown one, ink."""
    return NETS.get(net, INK)


def width_px(text: str, size: float) -> float:
    """About how wide a text is."""
    return sum(1.0 if ord(letter) > 0x2E80 else _LETTER_PX for letter in text) * size


class Drawing:
    """Shapes in the order in which they are put."""

    def __init__(self, width: int, height: int, title: str) -> None:
        self.width = width
        self.height = height
        self._shapes = [f"<title>{escape(title)}</title>"]
        self.box(0, 0, width, height, PAPER, line=0)

    def box(
        self, x: float, y: float, width: float, height: float, fill: str = "none",
        line: float = LINE_PX, stroke: str = INK, radius: float = 0, dash: str = "",
    ) -> None:  # fmt: skip
        outline = f' stroke="{stroke}" stroke-width="{line:g}"' if line else ""
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        self._shapes.append(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius:g}" '
            f'fill="{fill}"{outline}{dashed}/>'
        )

    def text(
        self, x: float, y: float, text: str, size: float = 12, anchor: str = "start",
        fill: str = INK, bold: bool = False, over: bool = False,
    ) -> None:  # fmt: skip
        """`y`: the foot of the letters. `over`: a bar over it, as of an active-low pin."""
        weight = ' font-weight="bold"' if bold else ""
        bar = ' text-decoration="overline"' if over else ""
        self._shapes.append(
            f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{anchor}" '
            f'fill="{fill}"{weight}{bar}>{escape(text)}</text>'
        )

    def wire(self, *points: tuple[float, float], net: str = "", line: float = LINE_PX,
             arrow: bool = False, dash: str = "") -> None:  # fmt: skip
        """Straight pieces from point to point."""
        joined = " ".join(f"{x:g},{y:g}" for x, y in points)
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        self._shapes.append(
            f'<polyline points="{joined}" fill="none" stroke="{colour(net)}" '
            f'stroke-width="{line:g}"{dashed}/>'
        )
        if arrow:
            self._arrow(points[-2], points[-1], colour(net))

    def _arrow(self, start: tuple[float, float], end: tuple[float, float], fill: str) -> None:
        (x0, y0), (x, y) = start, end
        dx, dy = (x > x0) - (x < x0), (y > y0) - (y < y0)
        back = [
            (x - 8 * dx + 4 * dy, y - 8 * dy + 4 * dx),
            (x - 8 * dx - 4 * dy, y - 8 * dy - 4 * dx),
        ]
        corners = " ".join(f"{a:g},{b:g}" for a, b in [(x, y), *back])
        self._shapes.append(f'<polygon points="{corners}" fill="{fill}"/>')

    def dot(self, x: float, y: float, net: str = "", radius: float = 3) -> None:
        self._shapes.append(f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{colour(net)}"/>')

    def tag(
        self, x: float, y: float, net: str, anchor: str = "start", size: float = 12,
        label: str = "",
    ) -> float:  # fmt: skip
        """A net's flag with its middle at `y`; where its free end is."""
        text = label or net
        wide = width_px(text, size) + 16
        left = x if anchor == "start" else x - wide
        self.box(left, y - size * 0.8, wide, size * 1.6, colour(net), line=0, radius=4)
        self.text(left + wide / 2, y + size * 0.36, text, size, "middle", PAPER, bold=True)
        return left + wide if anchor == "start" else left

    def ground(self, x: float, y: float) -> None:
        """The sign at the end of a wire that comes from above."""
        for wide, down in ((16, 0), (10, 4), (4, 8)):
            self.wire((x - wide / 2, y + down), (x + wide / 2, y + down), net="GND")

    def chip(
        self, x: float, y: float, width: float, height: float, name: str, part: str = ""
    ) -> None:
        """A box with its name and part inside at the top."""
        self.box(x, y, width, height, CHIP, radius=3)
        size = min(12, 0.9 * width / (width_px(name, 1) * 1.08))  # bold is wider
        self.text(x + width / 2, y + 17, name, round(size, 1), "middle", bold=True)
        if part:
            self.text(x + width / 2, y + 32, part, 10, "middle", QUIET)

    def svg(self) -> str:
        """The whole file."""
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}" height="{self.height}" '
            f'viewBox="0 0 {self.width} {self.height}" font-family="{_FONT}">'
        )
        return "\n".join([head, *self._shapes, "</svg>", ""])
