"""The table from above as one sheet of 78 x 22 characters: walls, trays, drum, ring, belts.

Around the drum stand the four sides as players see them: the outer row is the tray below the
table, where a wall grows; the inner row is the wall that stands on the table.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from paishan_sim import wiring
from paishan_sim.wiring import CENTRE, DIGIT_TENS, DIGIT_UNITS, SIDES
from rich.text import Text

from paishan_host.canvas import Canvas

if TYPE_CHECKING:
    from paishan_sim.plant import Snapshot

WIDTH: Final = 78
HEIGHT: Final = 22

# colours: backs of the two tile sets are told apart by where they are, not by hue
WALL: Final = "bold bright_green"
TRAY: Final = "green"
SLOT: Final = "grey30"
BACK: Final = "green"
FACE: Final = "bright_white"
QUIET: Final = "grey50"
LIT: Final = "bold bright_red"
DARK: Final = "grey19"
ON: Final = "bold bright_yellow"
LABEL: Final = "cyan"

_TOP, _LEFT = 1, 8  # first stack of the horizontal sides
_SPAN = 36  # 18 stacks of two columns
_DRUM_ROW, _DRUM_COLUMN = 10, 25  # its middle
_PANEL = 55  # first column of the panel


@dataclass(frozen=True)
class Scene:
    """All that a picture shows, at one moment."""

    snapshot: Snapshot
    outputs: bytes
    keys: tuple[str, ...]  # pressed now
    targets: tuple[int, ...]  # stacks E S W N of the gear
    headline: str
    state: str
    note: str


def _drum_cells() -> list[list[tuple[int, int]]]:
    """The drum's cells as rings from the middle out, each ring in the order of the angle."""
    rings: list[list[tuple[int, int]]] = []
    for radius in range(1, 7):
        cells: list[tuple[float, tuple[int, int]]] = []
        for row in range(-5, 6):
            for column in range(-13, 14):
                away = math.hypot(row * 1.15, column / 2.05)
                if radius - 1 <= away < radius and (row, column) not in _HUB:
                    cells.append((math.atan2(row, column / 2), (row, column)))
        rings.append([cell for _, cell in sorted(cells)])
    return rings


_HUB: Final = frozenset((row, column) for row in (-1, 0, 1) for column in range(-4, 5))
_RINGS: Final = _drum_cells()
_ORDER: Final = [(ring, at) for ring, cells in enumerate(_RINGS) for at in range(len(cells))]
random.Random(144).shuffle(_ORDER)  # where tiles lie when the drum is half full: anywhere


def draw(scene: Scene) -> Text:
    """The whole sheet."""
    canvas = Canvas(WIDTH, HEIGHT)
    canvas.put(0, 1, scene.headline, "bold")
    _sides(canvas, scene)
    _drum(canvas, scene)
    _belts(canvas, scene)
    _panel(canvas, scene)
    _bar(canvas, scene)
    return canvas.text()


def _sides(canvas: Canvas, scene: Scene) -> None:
    snapshot = scene.snapshot
    for side in range(4):
        longest = max(18, scene.targets[side])
        wall, tray = snapshot.walls[side], snapshot.trays[side]
        for stack in range(min(longest, 18)):
            _stack(canvas, side, 0, stack, tray, scene.targets[side], TRAY)
            _stack(canvas, side, 1, stack, wall, 0, WALL)


def _stack(
    canvas: Canvas, side: int, line: int, at: int, stacks: int, target: int, style: str
) -> None:
    """One stack of a side. `line` 0: the tray; 1: on the table. Sides grow clockwise."""
    filled = at < stacks
    if not filled and at >= target:
        return
    ink = style if filled else SLOT
    if side == 3:  # north, from its right end
        canvas.put(_TOP + line, _LEFT + _SPAN - 2 - 2 * at, "▆▊" if filled else "··", ink)
    elif side == 1:  # south
        canvas.put(_TOP + 19 - line, _LEFT + 2 * at, "▆▊" if filled else "··", ink)
    elif side == 2:  # west
        canvas.put(_TOP + 18 - at, 1 + 4 * line, "▆▆▆" if filled else " · ", ink)
    else:  # east
        canvas.put(_TOP + 1 + at, _LEFT + _SPAN + 5 - 4 * line, "▆▆▆" if filled else " · ", ink)


def _drum(canvas: Canvas, scene: Scene) -> None:
    snapshot, centre = scene.snapshot, scene.outputs[CENTRE]
    # turned by the clock while the motor runs: a tenth of a ring every 100 ms
    turn = snapshot.now_ms // 100 if centre & (wiring.DRUM | wiring.DRUM_REV) else 0
    for number, (ring, at) in enumerate(_ORDER):
        cells = _RINGS[ring]
        row, column = cells[(at + turn * (ring + 1) // 2) % len(cells)]
        if number < snapshot.drum:
            face_up = number < snapshot.drum_face_up
            canvas.put(
                _DRUM_ROW + row, _DRUM_COLUMN + column, "▯" if face_up else "▮", FACE if face_up else BACK
            )
        else:
            canvas.put(_DRUM_ROW + row, _DRUM_COLUMN + column, "·", DARK)
    _hub(canvas, snapshot.dome, snapshot.drum)


def _hub(canvas: Canvas, dome: float, drum: int) -> None:
    """The dome in the middle, with the number of tiles in the drum."""
    open_ = dome > 0.02
    style = ON if open_ else QUIET
    text = f"dome {round(100 * dome)}%" if open_ else f"{drum:3} tiles"
    canvas.put(_DRUM_ROW - 1, _DRUM_COLUMN - 5, "╭─────────╮", style)
    canvas.put(_DRUM_ROW, _DRUM_COLUMN - 5, f"│{text:^9}│", style)
    canvas.put(_DRUM_ROW + 1, _DRUM_COLUMN - 5, "╰─────────╯", style)


def _belts(canvas: Canvas, scene: Scene) -> None:
    """Ring and belts: six places each, filled from the head; the head is the round mark."""
    snapshot = scene.snapshot
    for side in range(4):
        tiles, output = snapshot.belts[side], scene.outputs[side]
        running = output & (wiring.BELT | wiring.BELT_REV)
        head = "◉" if output & (wiring.HEAD | wiring.HEAD_REV) else "○"
        marks = [(head, ON if head == "◉" else QUIET)]
        for place in range(6):
            full = place < tiles
            marks.append(("▪" if full else "╌", BACK if full else (ON if running else SLOT)))
        for at, (mark, style) in enumerate(marks):
            if side == 3:
                canvas.put(_TOP + 2, _DRUM_COLUMN + 6 - 2 * at, mark, style)
            elif side == 1:
                canvas.put(_TOP + 17, _DRUM_COLUMN - 6 + 2 * at, mark, style)
            elif side == 2:
                canvas.put(_DRUM_ROW + 3 - at, _LEFT, mark, style)
            else:
                canvas.put(_DRUM_ROW - 3 + at, _LEFT + _SPAN - 1, mark, style)


def _panel(canvas: Canvas, scene: Scene) -> None:
    outputs, snapshot = scene.outputs, scene.snapshot
    centre = outputs[CENTRE]
    canvas.put(1, _PANEL, scene.state, "bold bright_white")
    canvas.digit(3, _PANEL + 1, outputs[DIGIT_TENS], LIT, DARK)
    canvas.digit(3, _PANEL + 8, outputs[DIGIT_UNITS], LIT, DARK)
    lamps = (("ready", wiring.READY_LAMP), ("buzzer", wiring.BUZZER))
    for row, (name, mask) in enumerate(lamps, 3):
        _lamp(canvas, row, _PANEL + 15, name, bool(centre & mask))
    for row, key in enumerate(("KEY_A", "KEY_B"), 6):
        _lamp(canvas, row, _PANEL + 15, key.lower().replace("_", " "), key in scene.keys)
    canvas.put(9, _PANEL, "         E   S   W   N", LABEL)
    rows = (
        ("lamp", wiring.SEAT_LAMP, 0),
        ("belt", wiring.BELT, wiring.BELT_REV),
        ("head", wiring.HEAD, wiring.HEAD_REV),
        ("pusher", wiring.PUSHER, 0),
        ("lift", wiring.LIFT_RAISE, wiring.LIFT_LOWER),
    )
    for row, (name, ahead, back) in enumerate(rows, 10):
        canvas.put(row, _PANEL, name, LABEL)
        for side in range(4):
            on = outputs[side] & (ahead | back)
            mark = "●" if outputs[side] & ahead else "◀" if on else "·"
            canvas.put(row, _PANEL + 9 + 4 * side, mark, ON if on else SLOT)
    canvas.put(15, _PANEL, "stacks", LABEL)
    for side in range(4):
        canvas.put(15, _PANEL + 8 + 4 * side, f"{snapshot.trays[side]:2}", TRAY)
    motors = (
        ("drum", wiring.DRUM | wiring.DRUM_REV),
        ("ring", wiring.RING),
        ("dome", wiring.DOME_RAISE | wiring.DOME_LOWER),
        ("dice", wiring.DICE),
    )
    for at, (name, mask) in enumerate(motors):
        _lamp(canvas, 17, _PANEL + 6 * at, name, bool(centre & mask))
    canvas.put(18, _PANEL, f"drum {snapshot.drum:3}   ring {snapshot.ring:2}", QUIET)
    canvas.put(19, _PANEL, "lift", QUIET)
    for side in range(4):
        canvas.put(19, _PANEL + 9 + 4 * side, " ▁▂▃▄▅▆▇█"[round(8 * snapshot.lifts[side])], WALL)
        canvas.put(19, _PANEL + 8 + 4 * side, SIDES[side], QUIET)


def _lamp(canvas: Canvas, row: int, column: int, name: str, on: bool) -> None:
    canvas.put(row, column, "●" if on else "○", ON if on else SLOT)
    canvas.put(row, column + 1, name, "bold" if on else QUIET)


def _bar(canvas: Canvas, scene: Scene) -> None:
    """The bottom line: how much of the walls is stacked, and what happens now."""
    total = sum(scene.targets) or 1
    done = sum(scene.snapshot.trays)
    width = 24
    filled = min(width, width * done // total)
    canvas.put(HEIGHT - 1, 1, "━" * filled, WALL)
    canvas.put(HEIGHT - 1, 1 + filled, "━" * (width - filled), DARK)
    canvas.put(HEIGHT - 1, 2 + width, f"{done:3}/{total} stacks", "bold")
    canvas.put(HEIGHT - 1, _PANEL - 14, scene.note, QUIET)
