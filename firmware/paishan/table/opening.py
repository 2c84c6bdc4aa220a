"""The opening of the walls: from a game, four walls and dice to whose wall and which stack.

Sides are named in the order of play, which runs counter-clockwise seen from above: south sits
on the right of east. Walls are used up clockwise: a player's own from its right end, then
that of the previous player. So all stacks form one ring, and every question is an index in
it modulo its length; walls may differ in length, and one may be missing.

A place is one small int: side * PLACE + stack, stack 0 at the right end of that side's wall
as its player sees it. Whole numbers only, nothing is allocated.
"""

from micropython import const

from paishan.io.image import SIDES
from paishan.table import rules

PLACE = const(32)  # more than the stacks of any wall
NOWHERE = const(-1)
_RING = b"\x00\x03\x02\x01"  # the walls in the order in which they are used up

# what the opening waits for
FIRST_THROW = const(0)
SECOND_THROW = const(1)  # the player of the opened wall throws too
JOKER_THROW = const(2)  # the joker's place is counted by another throw
DONE = const(3)


def stacks_of(walls):
    """Stacks of all walls together."""
    return walls[0] + walls[1] + walls[2] + walls[3]


def index_of(walls, side, stack):
    """Place in the ring of a stack, counted from its wall's right end."""
    index = stack
    for wall in _RING:
        if wall == side:
            return index
        index += walls[wall]
    return index


def place_of(walls, index):
    """Where on the table the ring's stack `index` stands; any index, it goes round."""
    index %= stacks_of(walls)
    for wall in _RING:
        if index < walls[wall]:
            return wall * PLACE + index
        index -= walls[wall]
    return NOWHERE


def next_wall(walls, side):
    """The side itself, or the next in the order of play that has a wall."""
    for _ in range(SIDES):
        if walls[side]:
            return side
        side = (side + 1) % SIDES
    return side


def wall_of(walls, thrower, total):
    """Whose wall a throw picks: the thrower counts as 1, on in the order of play.

    A side without a wall is not counted: nobody sits there, or nothing can be opened.
    """
    side = next_wall(walls, thrower)
    standing = 0
    for wall in walls:
        standing += wall > 0
    for _ in range((total - 1) % standing):
        side = next_wall(walls, (side + 1) % SIDES)
    return side


def dealt_tiles(rule):
    """Tiles in all hands after the deal, the dealer's extra one among them."""
    return rule[rules.PLAYERS] * rule[rules.HAND] + 1


class Opening:
    """One opening, throw by throw. `waits_for` says which throw comes next.

    After the first throw `wall` is known: the side whose wall is opened. Once it is counted:
    `count` stacks from its right end stay, `left` stacks of that wall are dealt first;
    `first` is the place of the first stack dealt, `replacement` of the first replacement
    tile, `kept` of the kept stack that is next to the live wall, `turned` of the stack whose
    upper tile is turned. NOWHERE where the game has no such thing, or not yet.
    """

    def __init__(self):
        self.rule = rules.find("common")
        self.walls = (0, 0, 0, 0)
        self.begin(self.rule, self.walls)

    def begin(self, rule, walls):
        """New walls stand on the table."""
        self.rule = rule
        self.walls = walls
        self.waits_for = FIRST_THROW if stacks_of(walls) else DONE
        self.wall = NOWHERE
        self.count = 0
        self.left = 0
        self.first = NOWHERE
        self.replacement = NOWHERE
        self.kept = NOWHERE
        self.turned = NOWHERE
        self._total = 0
        self._index = 0  # of the first stack dealt

    def throw(self, thrower, total, smallest):
        """The dice lie: their total and the smallest of them. `thrower`: the side."""
        rule = self.rule
        roll = rule[rules.ROLL]
        if self.waits_for == FIRST_THROW:
            walls = self.walls
            own = roll == rules.OWN_WALL
            self.wall = next_wall(walls, thrower) if own else wall_of(walls, thrower, total)
            self._total = total
            if roll == rules.TWO_ROLLS:
                self.waits_for = SECOND_THROW
            else:
                self._open(smallest if roll == rules.SMALLER_DIE else total)
        elif self.waits_for == SECOND_THROW:
            self._open(self._total + total)
        elif self.waits_for == JOKER_THROW:
            self.turned = place_of(self.walls, self._index - total)
            self.waits_for = DONE

    def _open(self, count):
        walls = self.walls
        rule = self.rule
        self.count = count
        self.left = max(0, walls[self.wall] - count)
        self._index = index = index_of(walls, self.wall, count)
        self.first = place_of(walls, index)
        replacement = rule[rules.REPLACEMENT]
        if replacement == rules.FRONT:
            self.replacement = place_of(walls, index + dealt_tiles(rule) // 2)
        elif replacement != rules.NO_REPLACEMENT:
            self.replacement = place_of(walls, index - 1)
        if rule[rules.KEPT]:
            self.kept = place_of(walls, index - rule[rules.KEPT] // 2)
        turned = rule[rules.TURNED]
        if turned == rules.DORA:
            self.turned = place_of(walls, index - rule[rules.TURNED_AT])
        self.waits_for = JOKER_THROW if turned == rules.JOKER else DONE
