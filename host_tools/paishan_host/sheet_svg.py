"""A sheet as SVG. Letters become outlines, so that any viewer and any print shop has them."""

from __future__ import annotations

from html import escape
from io import BytesIO
from typing import Final

from paishan_host.sheet import Box, Ring, Sheet, Stroke, Text

_LATIN: Final = "Helvetica, Arial, 'Liberation Sans', sans-serif"  # where no file was found


def svg(sheet: Sheet) -> bytes:
    """The whole file."""
    letters = _Letters(sheet) if sheet.font.file else None
    body = []
    for shape in sheet.shapes:
        if isinstance(shape, Box):
            fill = shape.fill or "none"
            body.append(
                f'<rect x="{shape.x:.2f}" y="{shape.y:.2f}" width="{shape.width:.2f}" '
                f'height="{shape.height:.2f}" fill="{fill}"{_outline(shape.line)}/>'
            )
        elif isinstance(shape, Ring):
            body.append(
                f'<circle cx="{shape.x:.2f}" cy="{shape.y:.2f}" r="{shape.radius:.2f}" '
                f'fill="none"{_outline(shape.line)}/>'
            )
        elif isinstance(shape, Stroke):
            body.append(
                f'<line x1="{shape.x:.2f}" y1="{shape.y:.2f}" x2="{shape.to_x:.2f}" '
                f'y2="{shape.to_y:.2f}" stroke="{shape.colour}" stroke-width="{shape.line}"/>'
            )
        elif letters:
            body += letters.written(shape)
        else:
            long = sheet.font.width(shape.text, shape.size)
            body.append(
                f'<text x="{shape.x:.2f}" y="{shape.y:.2f}" font-size="{shape.size:.2f}" '
                f'textLength="{long:.2f}" lengthAdjust="spacingAndGlyphs" '
                f'fill="{shape.colour}">{escape(shape.text)}</text>'
            )
    size = f"{sheet.width:g} {sheet.height:g}"
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{sheet.width:g}mm" '
        f'height="{sheet.height:g}mm" viewBox="0 0 {size}" font-family="{_LATIN}">'
    )
    known = ["<defs>", *letters.outlines, "</defs>"] if letters else []
    lines = [head, f"<title>{escape(sheet.title)}</title>", *known, *body, "</svg>", ""]
    return "\n".join(lines).encode()


def _outline(line: float) -> str:
    return f' stroke="#000000" stroke-width="{line}"' if line else ""


class _Letters:
    """The outlines of a font's letters, each once, and texts that use them."""

    def __init__(self, sheet: Sheet) -> None:
        from fontTools.ttLib import TTFont

        self.outlines: list[str] = []
        assert sheet.font.file is not None
        whole = BytesIO(sheet.font.file.read_bytes())
        font = TTFont(whole, fontNumber=sheet.font.number, lazy=True)
        self._units = font["head"].unitsPerEm
        self._names = font.getBestCmap()
        self._glyphs = font.getGlyphSet()
        self._known: set[str] = set()

    def written(self, text: Text) -> list[str]:
        """The elements of one line of text."""
        scale = text.size / self._units
        group = [
            f'<g fill="{text.colour}" aria-label="{escape(text.text)}" '
            f'transform="translate({text.x:.2f} {text.y:.2f}) scale({scale:.6f} {-scale:.6f})">'
        ]
        at = 0.0
        for letter in text.text:
            glyph = self._names[ord(letter)]
            if not letter.isspace():
                self._outline(glyph)
                group.append(f'<use href="#{glyph}" x="{at:.0f}"/>')
            at += self._glyphs[glyph].width
        return [*group, "</g>"]

    def _outline(self, glyph: str) -> None:
        from fontTools.pens.svgPathPen import SVGPathPen

        if glyph in self._known:
            return
        self._known.add(glyph)
        pen = SVGPathPen(self._glyphs)
        self._glyphs[glyph].draw(pen)
        self.outlines.append(f'<path id="{glyph}" d="{pen.getCommands()}"/>')
