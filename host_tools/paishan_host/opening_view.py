"""An opening as people see it: the four walls from above, and in words.

Drawn as at the table: east below, the next player on its right, walls two characters a stack.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from paishan.table import rules
from paishan.table.opening import (
    DONE,
    NOWHERE,
    PLACE,
    SECOND_THROW,
    Opening,
    dealt_tiles,
    stacks_of,
)
from paishan.table.opening import index_of as ring_index
from paishan.table.opening import place_of as ring_place
from paishan_host.canvas import Canvas

if TYPE_CHECKING:
    from rich.text import Text

    from paishan_host.codec import Fields

SIDE_NAMES: Final = ("east", "south", "west", "north")
_LETTERS: Final = "ESWN"
_LONGEST: Final = 20
_WIDTH: Final = 2 * _LONGEST + 10
_HEIGHT: Final = _LONGEST + 4

# what a stack can be: (mark of two characters, style, what it means)
_STACKS: Final = {
    "live": ("▆▆", "#35946a", "in the walls"),
    "dealt": ("··", "#5a5f66", "dealt"),
    "first": ("◆◆", "bold #ffc24b", "the deal begins here"),
    "kept": ("▒▒", "#8b929c", "kept back"),
    "replacement": ("RR", "bold #7fb4c9", "first replacement tile"),
    "dora": ("DD", "bold #ff4b3e", "dora, upper tile"),
    "joker": ("JJ", "bold #ff4b3e", "joker, upper tile"),
}


def kinds(opening: Opening) -> dict[int, str]:
    """What every stack on the table is, by its place; a later line of the table above wins."""
    walls, rule = opening.walls, opening.rule
    total = stacks_of(walls)
    found = {ring_place(walls, index): "live" for index in range(total)}
    if opening.first == NOWHERE:
        return found
    index = ring_index(walls, opening.wall, opening.count)
    for step in range(dealt_tiles(rule) // 2):
        found[ring_place(walls, index + step)] = "dealt"
    for step in range(1, rule[rules.KEPT] // 2 + 1):
        found[ring_place(walls, index - step)] = "kept"
    found[opening.first] = "first"
    if opening.replacement != NOWHERE:
        found[opening.replacement] = "replacement"
    if opening.turned != NOWHERE:
        found[opening.turned] = "dora" if rule[rules.TURNED] == rules.DORA else "joker"
    return found


def picture(opening: Opening) -> Text:
    """The walls from above, with a legend of the marks that occur."""
    canvas = Canvas(_WIDTH, _HEIGHT + 1)
    middle_row, middle = _HEIGHT // 2, _WIDTH // 2
    for place, kind in kinds(opening).items():
        side, stack = divmod(place, PLACE)
        half = opening.walls[side] / 2
        mark, style, _ = _STACKS[kind]
        if side == 0:
            canvas.put(_HEIGHT - 2, round(middle + 2 * (half - 1 - stack)), mark, style)
        elif side == 1:
            canvas.put(round(middle_row - half + stack), _WIDTH - 4, mark, style)
        elif side == 2:
            canvas.put(1, round(middle + 2 * (stack - half)), mark, style)
        else:
            canvas.put(round(middle_row + half - 1 - stack), 2, mark, style)
    for side, (row, column) in enumerate(
        ((_HEIGHT - 1, middle - 2), (middle_row, _WIDTH - 1), (0, middle - 2), (middle_row, 0))
    ):
        style = "bold #ffc24b" if side == opening.wall else "#8b929c"
        name = SIDE_NAMES[side] if side in (0, 2) else SIDE_NAMES[side][0].upper()
        canvas.put(row, column, name, style)
    seen = set(kinds(opening).values())
    marks = [_STACKS[kind] for kind in _STACKS if kind in seen]
    for at, (mark, style, meaning) in enumerate(marks):
        row = middle_row - len(marks) // 2 + at
        canvas.put(row, middle - 14, mark, style)
        canvas.put(row, middle - 11, meaning)
    return canvas.text()


def lines(opening: Opening, thrower: int, throws: list[tuple[int, ...]]) -> list[str]:
    """The opening in words, in the order in which people need them."""
    said = [f"{SIDE_NAMES[thrower]} throws {_dice(throws[0])}: {_whose(opening, thrower)}"]
    if opening.waits_for == SECOND_THROW:
        return [*said, f"{SIDE_NAMES[opening.wall]} throws too; both throws are counted"]
    if opening.rule[rules.ROLL] == rules.TWO_ROLLS:
        said.append(f"{SIDE_NAMES[opening.wall]} throws {_dice(throws[1])}")
    return [*said, *place_lines(opening)]


def place_lines(opening: Opening) -> list[str]:
    """Where to count, to deal, to take replacements, and what is kept or turned."""
    said = []
    left = f"{opening.left} are left of it" if opening.left else "none is left of it"
    said.append(f"count {opening.count} stacks from its right end; {left}")
    said.append(f"the deal begins with {_stack(opening.first)}, on clockwise")
    if opening.replacement != NOWHERE:
        said.append(f"replacement tiles from {_stack(opening.replacement)} on")
    if opening.kept != NOWHERE:
        kept = opening.rule[rules.KEPT]
        said.append(f"{kept} tiles are kept back, up to {_stack(opening.kept)}")
    if opening.turned != NOWHERE:
        what = "dora" if opening.rule[rules.TURNED] == rules.DORA else "joker"
        said.append(f"{what}: upper tile of {_stack(opening.turned)}")
    elif opening.waits_for != DONE:
        said.append("another throw finds the joker")
    return said


def of_reply(fields: Fields) -> Opening | None:
    """The opening that a table answers; None for a game of its own or a throw too few."""
    rule = rules.find(fields["game"])
    if rule is None or fields["first"] is None:
        return None
    opening = Opening()
    opening.begin(rule, tuple(fields["walls"]))
    opening.wall = _LETTERS.index(fields["wall"])
    opening.count = fields["count"]
    opening.left = fields["left"]
    for name in ("first", "replacement", "kept", "turned"):
        place = fields[name]
        if place is not None:
            packed = _LETTERS.index(place[0]) * PLACE + int(place[1:]) - 1
            setattr(opening, name, packed)
    opening.waits_for = DONE
    return opening


def as_dict(opening: Opening) -> dict[str, Any]:
    """Plain data for JSON; places as {"side": "E", "stack": 1}, stacks from 1."""

    def place(packed: int) -> dict[str, Any] | None:
        if packed == NOWHERE:
            return None
        return {"side": _LETTERS[packed // PLACE], "stack": packed % PLACE + 1}

    return {
        "rule": opening.rule[rules.NAME],
        "walls": list(opening.walls),
        "wall": _LETTERS[opening.wall] if opening.wall != NOWHERE else None,
        "count": opening.count,
        "left": opening.left,
        "first": place(opening.first),
        "replacement": place(opening.replacement),
        "kept": place(opening.kept),
        "turned": place(opening.turned),
    }


def _whose(opening: Opening, thrower: int) -> str:
    owner = SIDE_NAMES[opening.wall]
    seat = ("own", "next", "opposite", "previous")[(opening.wall - thrower) % 4]
    return f"{owner}'s wall is opened ({seat})"


def _stack(packed: int) -> str:
    side, stack = divmod(packed, PLACE)
    return f"stack {stack + 1} of {SIDE_NAMES[side]}"


def _dice(faces: tuple[int, ...]) -> str:
    return f"{'+'.join(map(str, faces))} = {sum(faces)}" if len(faces) > 1 else str(faces[0])
