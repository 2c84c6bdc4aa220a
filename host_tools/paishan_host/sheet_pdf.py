"""A sheet as PDF, with its font inside."""

from __future__ import annotations

from fpdf import FPDF
from fpdf.fonts import TTFFont

from paishan_host.fonts import POINTS_A_MM
from paishan_host.sheet import Box, Ring, Sheet, Stroke


def pdf(sheet: Sheet) -> bytes:
    """The whole file."""
    page = FPDF(unit="mm", format=(sheet.width, sheet.height))
    page.set_auto_page_break(False)
    page.set_margin(0)
    page.set_title(sheet.title)
    page.add_page()
    sheet.font.use_in(page)
    for shape in sheet.shapes:
        if isinstance(shape, Box):
            _line(page, shape.line)
            if shape.fill:
                page.set_fill_color(shape.fill)
            style = ("F" if shape.fill else "") + ("D" if shape.line else "")
            page.rect(shape.x, shape.y, shape.width, shape.height, style=style)
        elif isinstance(shape, Ring):
            _line(page, shape.line)
            page.circle(shape.x, shape.y, shape.radius)
        elif isinstance(shape, Stroke):
            _line(page, shape.line, shape.colour)
            page.line(shape.x, shape.y, shape.to_x, shape.to_y)
        else:
            page.set_font_size(shape.size * POINTS_A_MM)
            page.set_text_color(shape.colour)
            page.text(shape.x, shape.y, shape.text)
    written = bytes(page.output())
    for font in page.fonts.values():
        if isinstance(font, TTFFont):
            font.close()
    return written


def _line(page: FPDF, width: float, colour: str = "#000000") -> None:
    page.set_line_width(width)
    page.set_draw_color(colour)
