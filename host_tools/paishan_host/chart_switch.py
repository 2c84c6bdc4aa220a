"""The gear switch as it looks at a position: DIP levers, a dial's arrow, a thumbwheel's digits."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

from paishan_host.charts import Wiring
from paishan_host.sheet import BLACK, GREY, PALE, Sheet
from paishan_sim.switch import Switch, lines

_PULLED_UP: Final = 0xFF
_LEVER: Final = 0.62  # width of a lever against its height


def width(wiring: Wiring, height: float) -> float:
    """How much room a drawing of that height takes."""
    kind, bits = wiring[:2]
    return height * {"dip": bits * _LEVER + 0.2, "dial": 1.0, "thumbwheel": 1.5}[kind]


def draw(sheet: Sheet, wiring: Wiring, position: int, x: float, y: float, height: float) -> None:
    """Draws the switch at `position` with its upper left corner at `x`, `y`."""
    kind = wiring[0]
    if kind == "dip":
        _dip(sheet, wiring, position, x, y, height)
    elif kind == "dial":
        _dial(sheet, position, x, y, height)
    else:
        _thumbwheel(sheet, position, x, y, height)


def levers(wiring: Wiring, position: int) -> list[bool]:
    """A DIP's levers from the left, lever 1 on the first line: true = on, up."""
    switch = Switch(*wiring)
    closed = lines(switch, position) ^ (0 if switch.active_high else _PULLED_UP)
    return [bool(closed >> line & 1) for line in range(switch.bits)]


def _dip(sheet: Sheet, wiring: Wiring, position: int, x: float, y: float, height: float) -> None:
    step, slot, edge = height * _LEVER, height * 0.44, height * 0.1
    sheet.box(x, y, width(wiring, height), height, PALE, 0.1)
    for number, on in enumerate(levers(wiring, position)):
        left = x + edge + step * number + (step - slot) / 2
        sheet.box(left, y + edge, slot, height - 2 * edge, "#ffffff", 0.08)
        half = height / 2 - edge
        sheet.box(left, y + edge if on else y + height / 2, slot, half, BLACK)


def _dial(sheet: Sheet, position: int, x: float, y: float, height: float) -> None:
    """Zero on top, on clockwise, as on the switch; ten positions."""
    radius = height / 2
    sheet.ring(x + radius, y + radius, radius * 0.98, 0.12)
    for mark in range(10):
        east, north = sin(mark * pi / 5), cos(mark * pi / 5)
        inner = 0.0 if mark == position else 0.75
        sheet.stroke(
            x + radius * (1 + inner * east),
            y + radius * (1 - inner * north),
            x + radius * (1 + 0.98 * east),
            y + radius * (1 - 0.98 * north),
            max(0.3, height * 0.09) if mark == position else 0.1,
            BLACK if mark == position else GREY,
        )


def _thumbwheel(sheet: Sheet, position: int, x: float, y: float, height: float) -> None:
    window = height * 0.72
    for number, digit in enumerate(f"{position:02}"):
        left = x + number * (window + height * 0.06)
        sheet.box(left, y, window, height, "#ffffff", 0.15)
        sheet.text(left, y + height * 0.77, height * 0.78, digit, window, align=0.5)
