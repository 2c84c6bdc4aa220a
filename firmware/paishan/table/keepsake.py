"""What a table hands on to the one that is put together in its place.

It holds none of the table's motions, so that the old table is gone before the new one is made:
an RP2040 has no room for two.
"""

# what the new table takes over as it is
_KEPT = (
    "gear",
    "guide",
    "heat",
    "progress",
    "left",
    "set_below",
    "below_known",
    "emptying",
    "saved",
    "interrupted",
    "advice",
    "alarm",
    "homing",
    "building",
    "state",
)


class _Side:
    """What one side has counted."""

    def __init__(self, side):
        self.target = side.target
        self.count = side.count
        self.empty_turns = side.empty_turns
        self.uncounted = side.uncounted
        self.stack_waits = side.stack_waits


class Keepsake:
    """The attributes of a Table that `Table.carry_on` reads. The table itself is of no use
    any more."""

    def __init__(self, table):
        for name in _KEPT:
            setattr(self, name, getattr(table, name))
        self.slow = table.health.slow
        self.times = table.times.record()
        self.sides = [_Side(side) for side in table.sides]
        for state in table.states:  # one of them is kept, and must keep nothing alive
            state.table = None
            state.run = None
        table.building.let_go()
