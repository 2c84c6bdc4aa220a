"""Rules: the games that a gear can stand for, as data, and the check of an owner's own.

One row a game. A gear names its game, or carries a whole row of the owner's; one that does
neither gets the game that its set is usually played with. Nothing here is computed while
tiles move: the row is looked up by its index constants.

Sources: the project's rules page. Ours, because it gives none: two dice where it names no
number; the American count in the dealer's own wall; the game "common" for any other set.
"""

from micropython import const

# places in a row
NAME = const(0)
TILES = const(1)  # of the set; 0: any
PLAYERS = const(2)
HAND = const(3)  # tiles of a player; the dealer has one more
DICE = const(4)  # dice a throw
ROLL = const(5)  # how a throw picks the wall and the stack
KEPT = const(6)  # tiles never drawn
GROWS = const(7)  # 1: every replacement leaves one more of them
REPLACEMENT = const(8)  # where a tile for a flower or a kong comes from
TURNED = const(9)  # what is turned face-up
TURNED_AT = const(10)  # dora: which stack of the dead wall, from the break; joker: dice thrown
FIRST_MS = const(11)  # for the first discard
TURN_MS = const(12)  # for every other

ROLLS = ("one-roll", "two-rolls", "smaller-die", "own-wall")
ONE_ROLL = const(0)  # the total picks the wall and the stack
TWO_ROLLS = const(1)  # the total picks the wall; its player throws too, both are counted
SMALLER_DIE = const(2)  # the total picks the wall, the smaller die the stack
OWN_WALL = const(3)  # the total is counted in the thrower's own wall

REPLACEMENTS = ("none", "tail", "front", "dead-wall")
NO_REPLACEMENT = const(0)
TAIL = const(1)
FRONT = const(2)
DEAD_WALL = const(3)

TURNINGS = ("nothing", "dora", "joker")
NOTHING = const(0)
DORA = const(1)
JOKER = const(2)

# competition: 30 s for the first discard after the deal, then 15 s a turn
_LIMITS = (30000, 15000)

RULES = (
    ("taiwan-16", 144, 4, 16, 3, ONE_ROLL, 16, 0, TAIL, NOTHING, 0) + _LIMITS,
    ("xiamen", 144, 4, 16, 2, ONE_ROLL, 16, 1, TAIL, JOKER, 2) + _LIMITS,
    ("chinese-official", 144, 4, 13, 2, TWO_ROLLS, 0, 0, TAIL, NOTHING, 0) + _LIMITS,
    ("guangdong", 136, 4, 13, 2, ONE_ROLL, 0, 0, TAIL, NOTHING, 0) + _LIMITS,
    ("sichuan-108", 108, 4, 13, 2, SMALLER_DIE, 0, 0, FRONT, NOTHING, 0) + _LIMITS,
    ("sichuan-72", 72, 3, 13, 2, SMALLER_DIE, 0, 0, FRONT, NOTHING, 0) + _LIMITS,
    ("two-players", 72, 2, 13, 2, ONE_ROLL, 0, 0, TAIL, NOTHING, 0) + _LIMITS,
    ("riichi-4", 136, 4, 13, 2, ONE_ROLL, 14, 0, DEAD_WALL, DORA, 3) + _LIMITS,
    ("riichi-3", 108, 3, 13, 1, ONE_ROLL, 14, 0, DEAD_WALL, DORA, 5) + _LIMITS,
    ("american-152", 152, 4, 13, 2, OWN_WALL, 0, 0, NO_REPLACEMENT, NOTHING, 0) + _LIMITS,
    ("common", 0, 4, 13, 2, SMALLER_DIE, 0, 0, TAIL, NOTHING, 0) + _LIMITS,
)

# what a set is played with when its gear names no game, first match: tiles, sides with a wall
# (0: any), game
USUAL = (
    (72, 2, "two-players"),
    (72, 0, "sichuan-72"),
    (108, 3, "riichi-3"),
    (108, 0, "sichuan-108"),
    (136, 0, "guangdong"),
    (144, 0, "chinese-official"),
    (152, 0, "american-152"),
)

# column, lowest, highest, what a person is told that it is
_BOUNDS = (
    (TILES, 0, 200, "tiles"),
    (PLAYERS, 2, 4, "players"),
    (HAND, 4, 20, "hand"),
    (DICE, 1, 3, "dice"),
    (ROLL, ONE_ROLL, OWN_WALL, "roll"),
    (KEPT, 0, 40, "kept"),
    (GROWS, 0, 1, "kept-grows"),
    (REPLACEMENT, NO_REPLACEMENT, DEAD_WALL, "replacement"),
    (TURNED, NOTHING, JOKER, "turned"),
    (TURNED_AT, 0, 20, "turned-at"),
    (FIRST_MS, 1000, 600000, "first-discard"),
    (TURN_MS, 1000, 600000, "turn"),
)


def find(name):
    """The row of a shipped game, or None."""
    for rule in RULES:
        if rule[NAME] == name:
            return rule
    return None


def usual(tiles, stacks):
    """The game that a set is usually played with: a row."""
    sides = 0
    for side in stacks:
        sides += side > 0
    for known, walls, name in USUAL:
        if known == tiles and walls in (0, sides):
            return find(name)
    return find("common")


def rule_error(rule):
    """Why an owner's own row can be no game, or None. One sentence with the remedy."""
    if not isinstance(rule, (tuple, list)) or len(rule) != TURN_MS + 1:
        return "a game is a row of %d fields" % (TURN_MS + 1)
    if type(rule[NAME]) is not str or not rule[NAME]:
        return "a game has a name"
    for column, lowest, highest, what in _BOUNDS:
        value = rule[column]
        if type(value) is not int or not lowest <= value <= highest:
            return "%s = %r: a whole number from %d to %d" % (what, value, lowest, highest)
    if rule[KEPT] % 2:
        return "kept = %d: whole stacks are kept back, so it is even" % rule[KEPT]
    if rule[TURNED] == DORA and not 1 <= rule[TURNED_AT] <= rule[KEPT] // 2:
        return "turned-at = %d: the dead wall has %d stacks; keep more tiles or turn another" % (
            rule[TURNED_AT],
            rule[KEPT] // 2,
        )
    if rule[TURNED] == JOKER and not 1 <= rule[TURNED_AT] <= 3:
        return "turned-at = %d: a joker is found with 1 to 3 dice" % rule[TURNED_AT]
    if rule[REPLACEMENT] == DEAD_WALL and not rule[KEPT]:
        return "replacement from the dead wall, but none is kept back: set kept, or take the tail"
    dealt = rule[PLAYERS] * rule[HAND] + 1
    if rule[TILES] and dealt + rule[KEPT] > rule[TILES]:
        return "%d tiles are dealt and %d kept, but the set has %d: make the hands smaller" % (
            dealt,
            rule[KEPT],
            rule[TILES],
        )
    return None
