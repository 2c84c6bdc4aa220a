"""The table from above as one sheet of 78 x 22 characters: walls, trays, drum, ring, belts.

Around the drum stand the four sides as players see them: the outer row is the tray below the
table, where a wall grows; the inner row is the wall that stands on the table.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from rich.text import Text

from paishan_host.canvas import Canvas
from paishan_sim import wiring
from paishan_sim.wiring import CENTRE, DIGIT_TENS, DIGIT_UNITS

if TYPE_CHECKING:
    from paishan_sim.snapshot import Snapshot

WIDTH: Final = 78
HEIGHT: Final = 22

# backs of the two tile sets, each in two shades so that neighbouring stacks can be told apart
BACKS: Final = (("#43b581", "#35946a"), ("#5b8def", "#466fc0"))
FACE: Final = "#f2efe4"
SLOT: Final = "#5a5f66"
DARK: Final = "#33373d"
QUIET: Final = "#8b929c"
LABEL: Final = "#7fb4c9"
LIT: Final = "bold #ff4b3e"
ON: Final = "bold #ffc24b"
STRONG: Final = "bold #ffffff"

_LEFT = 8  # first column of the horizontal sides
_SPAN = 36  # 18 stacks of two columns
_DRUM_ROW, _DRUM_COLUMN = 10, 25  # its middle
_PANEL = 55  # first column of the panel
_BAR = 20


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
    drum_set: int = 0  # which of the two sets, 0 or 1, lies in drum, ring and belts
    tray_sets: tuple[int, ...] = (0, 0, 0, 0)
    wall_sets: tuple[int, ...] = (1, 1, 1, 1)


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


_HUB: Final = frozenset((row, column) for row in (-1, 0, 1) for column in range(-5, 6))
_RINGS: Final = _drum_cells()
_ORDER: Final = [(ring, at) for ring, cells in enumerate(_RINGS) for at in range(len(cells))]
random.Random(144).shuffle(_ORDER)  # where tiles lie when the drum is half full: anywhere


def draw(scene: Scene) -> Text:
    """The whole sheet."""
    canvas = Canvas(WIDTH, HEIGHT)
    canvas.put(0, 0, scene.headline, STRONG)
    _sides(canvas, scene)
    _drum(canvas, scene)
    _belts(canvas, scene)
    _panel(canvas, scene)
    _bar(canvas, scene)
    return canvas.text()


def _sides(canvas: Canvas, scene: Scene) -> None:
    snapshot = scene.snapshot
    for side in range(4):
        for at in range(18):
            place = _PLACES[side](at)
            if at < snapshot.trays[side]:
                _stack(canvas, place[0], side, BACKS[scene.tray_sets[side]][at % 2])
            elif at < scene.targets[side]:
                canvas.put(*place[0], " · " if side in (0, 2) else "··", SLOT)
            if at < snapshot.walls[side]:
                _stack(canvas, place[1], side, BACKS[scene.wall_sets[side]][at % 2])


def _stack(canvas: Canvas, cell: tuple[int, int], side: int, style: str) -> None:
    canvas.put(*cell, "▆▆▆" if side in (0, 2) else "▆▆", style)


# where stack `at` of a side is drawn: (in the tray, on the table); walls grow clockwise. The
# sides stand in the order of play, counter-clockwise from the east on the right: E S W N.
_Places = tuple[tuple[int, int], tuple[int, int]]
_PLACES: Final[tuple[Callable[[int], _Places], ...]] = (
    lambda at: ((2 + at, _LEFT + _SPAN + 5), (2 + at, _LEFT + _SPAN + 1)),
    lambda at: ((1, _LEFT + 2 * at), (2, _LEFT + 2 * at)),
    lambda at: ((19 - at, 0), (19 - at, 4)),
    lambda at: ((20, _LEFT + _SPAN - 2 - 2 * at), (19, _LEFT + _SPAN - 2 - 2 * at)),
)


def _drum(canvas: Canvas, scene: Scene) -> None:
    snapshot, centre = scene.snapshot, scene.outputs[CENTRE]
    # turned by the clock while the motor runs: a tenth of a ring every 100 ms
    turn = snapshot.now_ms // 100 if centre & (wiring.DRUM | wiring.DRUM_REV) else 0
    for number, (ring, at) in enumerate(_ORDER):
        cells = _RINGS[ring]
        row, column = cells[(at + turn * (ring + 1) // 2) % len(cells)]
        if number < snapshot.drum:
            face_up = number < snapshot.drum_face_up
            mark, style = ("▯", FACE) if face_up else ("▮", BACKS[scene.drum_set][number % 2])
            canvas.put(_DRUM_ROW + row, _DRUM_COLUMN + column, mark, style)
        else:
            canvas.put(_DRUM_ROW + row, _DRUM_COLUMN + column, "·", DARK)
    # the dome in the middle
    open_ = snapshot.dome > 0.02
    style = ON if open_ else QUIET
    text = f"open {round(100 * snapshot.dome)}%" if open_ else f"{snapshot.drum} tiles"
    canvas.put(_DRUM_ROW - 1, _DRUM_COLUMN - 5, "╭─────────╮", style)
    canvas.put(_DRUM_ROW, _DRUM_COLUMN - 5, f"│{text:^9}│", style)
    canvas.put(_DRUM_ROW + 1, _DRUM_COLUMN - 5, "╰─────────╯", style)


def _belts(canvas: Canvas, scene: Scene) -> None:
    """Belts: six places each, filled from the head, which is the round mark."""
    for side in range(4):
        tiles, output = scene.snapshot.belts[side], scene.outputs[side]
        track = ON if output & (wiring.BELT | wiring.BELT_REV) else SLOT
        turning = output & (wiring.HEAD | wiring.HEAD_REV)
        marks = [("◉", ON) if turning else ("○", QUIET)]
        for place in range(6):
            full = place < tiles
            empty = "│" if side in (0, 2) else "─"
            marks.append(("▪", BACKS[scene.drum_set][0]) if full else (empty, track))
        row, column, down, right = _BELTS[side]
        for at, (mark, style) in enumerate(marks):
            canvas.put(row + at * down, column + at * right, mark, style)


# row and column of each side's head, and where its belt goes from there
_BELTS: Final = (
    (_DRUM_ROW - 3, _LEFT + _SPAN - 1, 1, 0),
    (3, _DRUM_COLUMN - 6, 0, 2),
    (_DRUM_ROW + 3, _LEFT, -1, 0),
    (18, _DRUM_COLUMN + 6, 0, -2),
)


def _panel(canvas: Canvas, scene: Scene) -> None:
    outputs, snapshot = scene.outputs, scene.snapshot
    centre = outputs[CENTRE]
    canvas.put(1, _PANEL, scene.state, STRONG)
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
    canvas.put(15, _PANEL, "tray", LABEL)
    canvas.put(16, _PANEL, "stacks", LABEL)
    for side in range(4):
        height = round(8 * snapshot.lifts[side])
        canvas.put(15, _PANEL + 9 + 4 * side, "·▁▂▃▄▅▆▇█"[height], ON if height else SLOT)
        canvas.put(16, _PANEL + 8 + 4 * side, f"{snapshot.trays[side]:2}", STRONG)
    motors = (
        ("drum", wiring.DRUM | wiring.DRUM_REV),
        ("ring", wiring.RING),
        ("dome", wiring.DOME_RAISE | wiring.DOME_LOWER),
        ("dice", wiring.DICE),
    )
    for at, (name, mask) in enumerate(motors):
        _lamp(canvas, 18, _PANEL + 6 * at, name, bool(centre & mask))
    canvas.put(19, _PANEL, f"drum {snapshot.drum:3}   ring {snapshot.ring:2}", QUIET)


def _lamp(canvas: Canvas, row: int, column: int, name: str, on: bool) -> None:
    canvas.put(row, column, "●" if on else "○", ON if on else SLOT)
    canvas.put(row, column + 1, name, "bold" if on else QUIET)


def _bar(canvas: Canvas, scene: Scene) -> None:
    """The bottom line: how much of the walls is stacked, and what happens now."""
    total = sum(scene.targets) or 1
    done = sum(scene.snapshot.trays)
    filled = min(_BAR, _BAR * done // total)
    canvas.put(HEIGHT - 1, 0, "━" * filled, BACKS[scene.drum_set][0])
    canvas.put(HEIGHT - 1, filled, "━" * (_BAR - filled), DARK)
    canvas.put(HEIGHT - 1, 1 + _BAR, f"{done}/{total} stacks", STRONG)
    canvas.put(HEIGHT - 1, 17 + _BAR, scene.note, QUIET)
