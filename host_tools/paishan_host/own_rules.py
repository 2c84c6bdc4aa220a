"""Games of an owner's own, as tables of a chart file:

    [[rule]]
    name = "house-16"
    like = "taiwan-16"       # what is not said below is as there; optional, else "common"
    tiles = 144              # of the set; 0: any
    players = 4
    hand = 16                # tiles of a player; the dealer has one more
    dice = 3
    roll = "one-roll"        # or two-rolls, smaller-die, own-wall
    kept = 16                # tiles never drawn
    kept-grows = false       # every replacement leaves one more
    replacement = "tail"     # or none, front, dead-wall
    turned = "nothing"       # or dora, joker
    turned-at = 0            # dora: stack of the dead wall; joker: dice thrown for it
    first-discard-s = 30
    turn-s = 15

Whether a game can be played is the firmware's own check (`paishan.table.rules.rule_error`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from paishan.table import rules

Rule = tuple[str | int, ...]
Find = Callable[[int, str], None]  # line, what is wrong
Line = Callable[[str, int], int]  # key, start of the section: the line of the key

_NUMBERS: Final = {
    "tiles": rules.TILES,
    "players": rules.PLAYERS,
    "hand": rules.HAND,
    "dice": rules.DICE,
    "kept": rules.KEPT,
    "turned-at": rules.TURNED_AT,
}
_CHOICES: Final = {
    "roll": (rules.ROLL, rules.ROLLS),
    "replacement": (rules.REPLACEMENT, rules.REPLACEMENTS),
    "turned": (rules.TURNED, rules.TURNINGS),
}
_SECONDS: Final = {"first-discard-s": rules.FIRST_MS, "turn-s": rules.TURN_MS}
_SWITCHES: Final = {"kept-grows": rules.GROWS}
# what the firmware's check calls a column that is not named like its key here
_KEYS: Final = {"first-discard": "first-discard-s", "turn": "turn-s"}


def read(sections: Any, starts: list[int], find: Find, line: Line) -> dict[str, Rule | None]:
    """The games by name, None for one that has errors.

    `sections`: the parsed tables, `starts`: the lines of their headers.
    """
    if not isinstance(sections, list) or not all(isinstance(one, dict) for one in sections):
        find(line("rule", 0), "games are tables: write [[rule]] above each")
        return {}
    found: dict[str, Rule | None] = {}
    for index, section in enumerate(sections):
        start = starts[index] if index < len(starts) else 0
        name = str(section.get("name"))
        if name in found or rules.find(name) is not None:
            find(line("name", start), f"there is a game {name!r} already: choose another name")
        else:
            found[name] = _one(section, start, find, line)
    return found


def _one(section: dict[str, Any], start: int, find: Find, line: Line) -> Rule | None:
    """One game, or None after saying what is wrong with it."""
    errors: list[tuple[str, str]] = []  # key, sentence
    like = section.get("like", "common")
    base = rules.find(like) if isinstance(like, str) else None
    if base is None:
        known = ", ".join(str(rule[rules.NAME]) for rule in rules.RULES)
        errors.append(("like", f"like = {like!r}: one of {known}"))
        base = rules.find("common")
    row: list[Any] = list(base)
    name = section.get("name")
    if not isinstance(name, str) or not name:
        errors.append(("name", "this game has no name: add one, as a text"))
    row[rules.NAME] = name
    for key, value in section.items():
        if key in ("name", "like"):
            continue
        error = _put(row, key, value)
        if error:
            errors.append((key, error))
    if not errors:
        error = rules.rule_error(tuple(row))
        if error:
            key = error.partition(" ")[0]
            errors.append((_KEYS.get(key, key), error))
    for key, error in errors:
        find(line(key, start), error)
    return None if errors else tuple(row)


def _put(row: list[Any], key: str, value: Any) -> str | None:
    """Sets one field of a row; what is wrong with the value, or None."""
    if key in _NUMBERS:
        if type(value) is not int:
            return f"{key} = {value!r}: a whole number is wanted"
        row[_NUMBERS[key]] = value
    elif key in _CHOICES:
        column, choices = _CHOICES[key]
        if value not in choices:
            return f"{key} = {value!r}: one of {', '.join(choices)}"
        row[column] = choices.index(value)
    elif key in _SWITCHES:
        if type(value) is not bool:
            return f"{key} = {value!r}: true or false"
        row[_SWITCHES[key]] = int(value)
    elif key in _SECONDS:
        if type(value) is not int or not 1 <= value <= 600:
            return f"{key} = {value!r}: whole seconds from 1 to 600"
        row[_SECONDS[key]] = 1000 * value
    else:
        return f"unknown key {key!r} in [[rule]]: take it out"
    return None
