"""Gears: what a switch position stands for, and the check that a chart passes on load.

A chart is data: rows (position, tiles, (E, S, W, N) stacks, name, game). The four numbers
are never computed from the total. Row with 0 tiles: the self-test position. The game is a
name of `paishan.table.rules`, a row like those there, or absent: the usual one for the set.
"""

from binascii import crc32

from paishan.io.image import SIDE_NAMES, SIDES
from paishan.table import rules

SELF_TEST_TILES = 0


class Gear:
    """One row of a chart. `targets`: tiles a side, E S W N. `rule`: the game's row."""

    def __init__(self, row):
        self.position, self.tiles, self.stacks, self.name = row[:4]
        self.rule = rule_of(row)
        self.targets = tuple(2 * stacks for stacks in self.stacks)

    @property
    def is_self_test(self):
        """Whether this position is the self-test and not a tile set."""
        return self.tiles == SELF_TEST_TILES


def rule_of(row):
    """The game's row of a gear; None for the self-test or a name that no game has."""
    _position, tiles, stacks, _name = row[:4]
    rule = row[4] if len(row) > 4 else None
    if tiles == SELF_TEST_TILES:
        return None
    if rule is None:
        return rules.usual(tiles, stacks)
    return rules.find(rule) if isinstance(rule, str) else rule


def row_error(row):
    """Why a row can be no gear on any machine, or None. One sentence with the remedy."""
    if not isinstance(row, (tuple, list)) or not 4 <= len(row) <= 5:
        return "a row is (position, tiles, four stacks, name, game)"
    position, tiles, stacks, name = row[:4]
    whole = type(position) is int and type(tiles) is int
    whole = whole and isinstance(stacks, (tuple, list)) and len(stacks) == SIDES
    if whole:
        for side in stacks:
            whole = whole and type(side) is int and side >= 0
    if not whole or type(name) is not str:
        return "position, tiles and the four stacks are whole numbers from 0, the name a text"
    if not 0 <= position <= 255:
        return "position %d: the range is 0 to 255" % position
    if tiles % 2:
        return "%d tiles: an odd total cannot be stacked in twos; count the set again" % tiles
    if 2 * sum(stacks) != tiles:
        return "%d tiles, but twice the stacks %s is %d; correct one of the two" % (
            tiles,
            "/".join([str(side) for side in stacks]),
            2 * sum(stacks),
        )
    return _rule_error(row)


def _rule_error(row):
    """Why a sound row cannot stand for the game that it gives, or None."""
    given = row[4] if len(row) > 4 else None
    tiles = row[1]
    if given is None or tiles == SELF_TEST_TILES:
        return None
    rule = rule_of(row)
    if rule is None:
        return "rule %r: no game has that name; one of %s" % (
            given,
            ", ".join([str(known[rules.NAME]) for known in rules.RULES]),
        )
    error = rules.rule_error(rule)
    if error:
        return "its game: " + error
    if rule[rules.TILES] not in (0, tiles):
        return "%s is played with %d tiles, not %d: name another game or leave the rule out" % (
            rule[rules.NAME],
            rule[rules.TILES],
            tiles,
        )
    return None


def refusal(row, capacity, chart=()):
    """Why a sound row cannot be built on trays of `capacity` stacks, or None.

    `chart`: all its rows, among which a set that can be built is looked for.
    """
    tiles, stacks = row[1], row[2]
    side = _first_too_long(stacks, capacity)
    if side is None:
        return None
    reason = "%d tiles need %d stacks on the %s side and the tray holds %d: " % (
        tiles,
        stacks[side],
        SIDE_NAMES[side],
        capacity,
    )
    best = 0
    for other in chart:
        if best < other[1] <= tiles and _first_too_long(other[2], capacity) is None:
            best = other[1]
    if not chart:
        best = 2 * sum([min(capacity, stack) for stack in stacks])
    if not best:
        return reason + "no set of this chart fits these trays"
    if best == tiles:
        return reason + "choose the other gear for the set of %d" % tiles
    return reason + "take %d tiles out and play the set of %d" % (tiles - best, best)


def _first_too_long(stacks, capacity):
    for side in range(SIDES):
        if stacks[side] > capacity:
            return side
    return None


def chart_errors(rows):
    """All that is wrong with a chart: a list of (index of the row, sentence)."""
    errors = []
    seen: dict[int, int] = {}
    for index, row in enumerate(rows):
        error = row_error(row)
        if error:
            errors.append((index, error))
            continue
        position = row[0]
        if position in seen:
            errors.append(
                (index, "position %d is taken by row %d already" % (position, seen[position] + 1))
            )
        else:
            seen[position] = index
    if not rows:
        errors.append((0, "the chart has no rows"))
    return errors


def check_sum(rows, selector):
    """Eight hexadecimal digits that change with all that a chart makes the table do.

    Names are for people and do not count; neither does the order of the rows.
    """
    lines = ["%s %d %d %d %d" % tuple(selector)]
    for row in sorted([tuple(row[:3]) + (rule_of(row),) for row in rows], key=_position):
        rule = " ".join([str(field) for field in row[3]]) if row[3] else "-"
        lines.append("%d %d %d/%d/%d/%d %s" % (row[:2] + tuple(row[2]) + (rule,)))
    return "%08X" % (crc32("\n".join(lines).encode()) & 0xFFFFFFFF)


def _position(row):
    return row[0]


class Chart:
    """A checked chart. Raises ValueError with the first error of the rows.

    `gears`: position -> Gear that can be built (or the self-test); `refused`: position ->
    the reason why this machine's trays cannot hold it.
    """

    def __init__(self, rows, capacity):
        errors = chart_errors(rows)
        if errors:
            index, error = errors[0]
            raise ValueError("gear chart, row %d: %s" % (index + 1, error))
        self.gears = {}
        self.refused = {}
        for row in rows:
            reason = refusal(row, capacity, rows)
            if reason:
                self.refused[row[0]] = reason
            else:
                self.gears[row[0]] = Gear(row)
