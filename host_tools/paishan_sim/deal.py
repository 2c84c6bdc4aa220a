"""Dealing as people do it: count stacks from the right end, take them clockwise, round by round.

Written from the rules, not from the firmware's opening guide, so that the two can be compared:
here people walk along the walls, there everything is an index. Walls are lists of stacks from the
right end of the player behind them; a stack is (lower tile, upper tile), as the tray took it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from paishan.table import rules
from paishan.table.opening import NOWHERE, PLACE, Opening
from paishan_sim.wiring import SIDES

Stack = tuple[int, ...]
Walls = Sequence[Sequence[Stack]]
Rule = Sequence[Any]  # a row of `paishan.table.rules`
Throw = tuple[int, ...]
Place = tuple[int, int]  # side, stack from the right end

_AT_ONCE: Final = 4  # tiles that a player takes in a round: two stacks


@dataclass
class Deal:
    """What lies where after the deal. Seats are sides, in the order of play."""

    dealer: int
    wall: int  # the side whose wall was opened
    count: int  # stacks of it that stay
    seats: list[int]
    hands: dict[int, list[int]]
    front: list[int]  # tiles still in the walls, in the order in which they are drawn
    order: list[Place]  # the stacks, in the order in which they are used up
    problems: list[str] = field(default_factory=list)


def play_order(walls: Walls, players: int, dealer: int) -> list[int]:
    """The seats: sides with a wall where there are as many as players, else one after another."""
    standing = [side for side in range(4) if walls[side]]
    sides = standing if len(standing) == players else list(range(4))
    at = sides.index(dealer) if dealer in sides else 0
    return (sides[at:] + sides[:at])[:players]


def counted_seat(walls: Walls, thrower: int, total: int) -> int:
    """Count walls aloud from the thrower on, in the order of play."""
    side, counted = thrower, 0
    while True:
        counted += bool(walls[side])
        if counted == total:
            return side
        side = (side + 1) % 4


def clockwise(walls: Walls, side: int, skip: int) -> Iterator[Place]:
    """Stacks from a wall's right end on, clockwise round the table, the first `skip` last."""
    start = side
    places = []
    for step in range(4):
        wall = (start - step) % 4
        places += [(wall, stack) for stack in range(len(walls[wall]))]
    skip %= len(places)
    yield from places[skip:] + places[:skip]


def deal(walls: Walls, rule: Rule, dealer: int, throws: Sequence[Throw]) -> Deal:
    """Opens the walls by the dice and deals. `throws`: as many as the game needs, dealer first."""
    first = throws[0]
    if rule[rules.ROLL] == rules.OWN_WALL:
        wall = counted_seat(walls, dealer, 1)
    else:
        wall = counted_seat(walls, dealer, sum(first))
    count = sum(first)
    if rule[rules.ROLL] == rules.TWO_ROLLS:
        count += sum(throws[1])
    elif rule[rules.ROLL] == rules.SMALLER_DIE:
        count = min(first)
    order = list(clockwise(walls, wall, count))
    tiles = [tile for side, stack in order for tile in reversed(walls[side][stack])]
    seats = play_order(walls, rule[rules.PLAYERS], dealer)
    hands: dict[int, list[int]] = {seat: [] for seat in seats}
    rounds, singles = divmod(rule[rules.HAND], _AT_ONCE)
    for _ in range(rounds):
        for seat in seats:
            hands[seat] += tiles[:_AT_ONCE]
            del tiles[:_AT_ONCE]
    for _ in range(singles):
        for seat in seats:
            hands[seat].append(tiles.pop(0))
    # with one single each this is the "jump": the dealer has the first and the third upper tile
    hands[seats[0]].append(tiles.pop(0))
    return Deal(dealer, wall, count, seats, hands, tiles, order)


def check(found: Deal, walls: Walls, rule: Rule, throws: Sequence[Throw]) -> list[str]:
    """Everything about a deal that the rule does not allow, and where the guide says otherwise."""
    problems = []
    for seat in found.seats:
        wanted = rule[rules.HAND] + (seat == found.seats[0])
        if len(found.hands[seat]) != wanted:
            problems.append(f"{SIDES[seat]} has {len(found.hands[seat])} tiles, not {wanted}")
    dealt = [tile for hand in found.hands.values() for tile in hand] + found.front
    stood = [tile for wall in walls for stack in wall for tile in stack]
    if len(set(dealt)) != len(dealt):
        problems.append("a tile was dealt twice")
    if sorted(dealt) != sorted(stood):
        problems.append("hands and walls together are not the set")
    if rule[rules.TILES] and len(stood) != rule[rules.TILES]:
        problems.append(f"{len(stood)} tiles stood in the walls, not {rule[rules.TILES]}")
    return problems + _guide_differs(found, walls, rule, throws)


def guided(walls: Walls, rule: Rule, dealer: int, throws: Sequence[Throw]) -> Opening:
    """The firmware's opening for the same walls and dice."""
    opening = Opening()
    opening.begin(rule, tuple(len(wall) for wall in walls))
    for dice in throws:
        opening.throw(dealer, sum(dice), min(dice))
    return opening


def _guide_differs(found: Deal, walls: Walls, rule: Rule, throws: Sequence[Throw]) -> list[str]:
    opening = guided(walls, rule, found.dealer, throws)
    order = found.order
    kept, dealt = rule[rules.KEPT] // 2, rule[rules.PLAYERS] * rule[rules.HAND] + 1
    replacement = {
        rules.NO_REPLACEMENT: None,
        rules.FRONT: order[dealt // 2],
    }.get(rule[rules.REPLACEMENT], order[-1])
    turned = {
        rules.NOTHING: None,
        rules.DORA: order[-rule[rules.TURNED_AT]],
        rules.JOKER: order[-sum(throws[-1]) % len(order)],
    }[rule[rules.TURNED]]
    people = {
        "wall": found.wall,
        "count": found.count,
        "first": order[0],
        "replacement": replacement,
        "kept": order[-kept] if kept else None,
        "turned": turned,
    }
    guide = {
        "wall": opening.wall,
        "count": opening.count,
        "first": place(opening.first),
        "replacement": place(opening.replacement),
        "kept": place(opening.kept),
        "turned": place(opening.turned),
    }
    return [
        f"the guide says {name} {guide[name]}, people find {people[name]}"
        for name in people
        if guide[name] != people[name]
    ]


def place(packed: int) -> Place | None:
    """A place of the firmware as (side, stack), or None."""
    return None if packed == NOWHERE else divmod(packed, PLACE)


def throws_needed(rule: Rule) -> list[int]:
    """How many dice each throw of an opening has."""
    dice = [rule[rules.DICE]]
    if rule[rules.ROLL] == rules.TWO_ROLLS:
        dice.append(rule[rules.DICE])
    if rule[rules.TURNED] == rules.JOKER:
        dice.append(rule[rules.TURNED_AT])
    return dice
