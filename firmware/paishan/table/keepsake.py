"""What a table hands on to the one that is put together in its place.

It holds none of the table's motions, so that the old table is gone before the new one is made:
an RP2040 has no room for two.
"""

# what the new table takes over as it is
_KEPT = (
    "gear",
    "progress",
    "set_below",
    "below_known",
    "emptying",
    "saved",
    "interrupted",
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
    """What a Table knows. The table itself is of no use any more."""

    def __init__(self, table):
        for name in _KEPT:
            setattr(self, name, getattr(table, name))
        self.guide = table.guide
        self.heat = table.heat
        self.keys = table.keys
        self.advice = table.advice
        self.alarm = table.alarm
        self.settling = table.homing.settling
        self.building = table.building
        self.state = table.state
        self.slow = table.health.slow
        self.times = table.times.record()
        self.sides = [_Side(side) for side in table.sides]
        for state in table.states:  # one of them is kept, and must keep nothing alive
            state.table = None
            state.run = None
        table.building.let_go()

    def hand_over(self, table, now):
        """Makes a table that was put together on other settings go on where the old one was."""
        for name in _KEPT:
            setattr(table, name, getattr(self, name))
        table.events.now = now
        table.looked = now
        if table.guide and self.guide:
            table.guide.carry_on(self.guide)
        table.heat.adopt(self.heat)
        table.keys.adopt(self.keys)
        table.advice.adopt(self.advice)
        table.health.slow = self.slow
        table.alarm.adopt(self.alarm)
        table.homing.settling = self.settling
        table.times.restore(self.times)
        for side in table.sides:
            side.adopt(self.sides[side.index])
        table.building.adopt(self.building)
        table.selector.start(now)
        table.state = table.states[self.state.number]
        table.state.carry_on(self.state, now)
