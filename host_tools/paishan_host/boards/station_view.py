"""The picture of one board of the ring: sensors to its 74HC165, its 74HC595 to its motors."""

from __future__ import annotations

from typing import Any, Final

from paishan_host.boards.svg import PAPER, QUIET, Drawing

LETTERS: Final = "ABCDEFGH"
PINS_165: Final = (11, 12, 13, 14, 3, 4, 5, 6)  # A to H
PINS_595: Final = (15, 1, 2, 3, 4, 5, 6, 7)  # QA to QH
_WIDTH: Final = 1240
_NARROW: Final = 640
_ROW: Final = 40
_TOP: Final = 110
_CHIP: Final = 120


def picture(electronics: dict[str, Any], station: str) -> str:
    """The SVG of a station."""
    about = electronics["stations"][station]
    rows = max(len(about["inputs"]), len(about["outputs"]))
    both = about["inputs"] and about["outputs"]
    drawing = Drawing(_WIDTH if both else _NARROW, _TOP + rows * _ROW + 110, about["title"])
    drawing.text(30, 36, about["title"], 20, bold=True)
    drawing.text(30, 56, f"{', '.join(about['at'])}; made from electronics.toml", 12, fill=QUIET)
    if about["inputs"]:
        _inputs(drawing, electronics, about, 30)
    if about["outputs"]:
        _outputs(drawing, about, 660 if about["inputs"] else 60)
    return drawing.svg()


def _inputs(
    drawing: Drawing, electronics: dict[str, Any], about: dict[str, Any], x: float
) -> None:
    chip = x + 440
    low = about["at"][0] in electronics["chain"]["active_low"]
    tall = len(about["inputs"]) * _ROW + 50
    drawing.chip(chip, _TOP - 30, _CHIP, tall, "74HC165", "")
    for bit, row in enumerate(about["inputs"]):
        y = _TOP + 14 + bit * _ROW
        drawing.text(x, y - 3, row["name"] or "–", 12, bold=True)
        drawing.text(x, y + 12, row["sensor"], 10, fill=QUIET)
        drawing.wire((x + 345, y), (chip, y), arrow=True)
        drawing.box(x + 362, y - 6, 34, 12, PAPER, line=1.4)
        drawing.text(chip + 8, y + 4, LETTERS[bit], 11, bold=True)
        drawing.text(chip + 26, y + 4, f"pin {PINS_165[bit]}", 10, fill=QUIET)
    foot = _TOP + tall - 10
    rest = "10 kΩ to 5 V, the sensor pulls to ground" if low else "10 kΩ to GND, the switch to 5 V"
    drawing.text(x, foot, f"Each input: {rest},", 11)
    drawing.text(x, foot + 16, "1 kΩ in line and 10 nF to ground at the register.", 11)
    for row, words in enumerate(("1 LATCH · 2 SCK", "8, 15 GND · 16 5 V", "10 SER · 9 QH")):
        drawing.text(chip, foot + 4 + 16 * row, words, 10, fill=QUIET)


def _outputs(drawing: Drawing, about: dict[str, Any], x: float) -> None:
    tall = len(about["outputs"]) * _ROW + 50
    drawing.chip(x, _TOP - 30, _CHIP, tall, "74HC595", "")
    driver_x = x + _CHIP + 110
    seen: dict[str, int] = {}
    for bit, row in enumerate(about["outputs"]):
        y = _TOP + 14 + bit * _ROW
        drawing.text(x + _CHIP - 8, y + 4, f"Q{LETTERS[bit]}", 11, "end", bold=True)
        drawing.text(x + 10, y + 4, f"pin {PINS_595[bit]}", 10, fill=QUIET)
        drawing.wire((x + _CHIP, y), (driver_x, y), arrow=True)
        if row.get("pull"):
            drawing.wire((x + _CHIP + 46, y), (x + _CHIP + 46, y + 8))
            drawing.box(x + _CHIP + 42, y + 8, 8, 14, PAPER, line=1.2)
            drawing.ground(x + _CHIP + 46, y + 22)
            drawing.text(x + _CHIP + 56, y + 20, row["by"], 9, fill=QUIET)
        elif row.get("by"):
            drawing.box(x + _CHIP + 36, y - 6, 34, 12, PAPER, line=1.4)
            drawing.text(x + _CHIP + 53, y - 10, row["by"], 9, "middle", QUIET)
        unit = row["input"].partition(".")[0]
        seen.setdefault(unit, bit)
        name = f"{row['name']} {'motor' if row.get('motor') else ''}".strip()
        drawing.text(driver_x + 150, y - 2, name, 12, bold=True)
        drawing.text(driver_x + 150, y + 13, _load(row), 10, fill=QUIET)
    for unit, first in seen.items():
        rows = [row for row in about["outputs"] if row["input"].partition(".")[0] == unit]
        top = _TOP - 2 + first * _ROW
        drawing.box(driver_x, top, 136, len(rows) * _ROW - 8, "#f7efe2", radius=3)
        for number, row in enumerate(rows):
            _, _, pin = row["input"].partition(".")
            drawing.text(driver_x + 8, top + 20 + number * _ROW, pin or row["input"], 10)
        if rows[0]["driver"] == "74HC595":
            continue  # there is none: the register lights the segment itself
        drawing.text(driver_x + 128, top + 20, rows[0]["driver"], 11, "end", bold=True)
        if unit != rows[0]["input"]:
            drawing.text(driver_x + 128, top + 36, unit, 10, "end", QUIET)
    foot = _TOP + tall - 10
    held = any(row.get("motor") for row in about["outputs"])  # else always enabled
    pins = ("11 SCK · 12 LATCH", "13 /OE" if held else "13 /OE to GND", "10, 16 5 V · 8 GND")
    for line, words in enumerate((*pins, "14 SER · 9 QH'")):
        drawing.text(x, foot + 4 + 16 * line, words, 10, fill=QUIET)
    if any(row.get("motor") for row in about["outputs"]):
        drawing.text(driver_x, foot, "Motors: 12 V behind K1, a resettable fuse each.", 11)
        drawing.text(driver_x, foot + 16, "limit: at ILIM of the DRV8871 (64 kΩ A / R).", 11)


def _load(row: dict[str, Any]) -> str:
    parts = [f"{row['ma']} mA" + (f" at {row['volts']} V" if "volts" in row else "")]
    if row.get("fuse"):
        parts.append(f"fuse {row['fuse']}")
    if row.get("limit"):
        parts.append(f"limit {row['limit']}")
    return ", ".join(parts)
