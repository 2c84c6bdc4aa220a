"""Gears: what a switch position stands for, and the check that a chart passes on load.

A chart is data: rows (position, tiles, (E, S, W, N) stacks, name). The four numbers are
never computed from the total. Row with 0 tiles: the self-test position.
"""

from paishan.io.image import SIDE_NAMES, SIDES

SELF_TEST_TILES = 0


class Gear:
    """One row of a chart. `targets`: tiles a side, E S W N."""

    def __init__(self, row):
        self.position, self.tiles, self.stacks, self.name = row
        self.targets = tuple(2 * stacks for stacks in self.stacks)

    @property
    def is_self_test(self):
        """Whether this position is the self-test and not a tile set."""
        return self.tiles == SELF_TEST_TILES


def row_error(row):
    """Why a row can be no gear on any machine, or None. One sentence with the remedy."""
    try:
        position, tiles, stacks, name = row
    except (TypeError, ValueError):
        return "a row is (position, tiles, four stacks, name)"
    whole = type(position) is int and type(tiles) is int and len(stacks) == SIDES
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
    return None


def refusal(row, capacity):
    """Why a sound row cannot be built on trays of `capacity` stacks, or None."""
    _position, tiles, stacks, _name = row
    for side in range(SIDES):
        if stacks[side] > capacity:
            over = 2 * sum([max(0, stacks[k] - capacity) for k in range(SIDES)])
            return (
                "%d tiles need %d stacks on the %s side and the tray holds %d: "
                "take %d tiles out and play the set of %d"
                % (tiles, stacks[side], SIDE_NAMES[side], capacity, over, tiles - over)
            )
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
            reason = refusal(row, capacity)
            if reason:
                self.refused[row[0]] = reason
            else:
                self.gears[row[0]] = Gear(row)
