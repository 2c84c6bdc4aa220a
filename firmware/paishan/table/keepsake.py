"""What a table hands on to the one that is put together in its place.

It holds none of the table's motions, so that the old table is gone before the new one is made:
an RP2040 has no room for two.
"""

from paishan.motion.turn import CARRIED as TURN
from paishan.table.feeder import CARRIED as FEEDER
from paishan.table.side import CARRIED as SIDE
from paishan.table.tile_watch import CARRIED as WATCH

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


def _parts(side):
    # those of a side that a build is under way in
    return (
        (side, SIDE),
        (side.head, TURN),
        (side.pusher, TURN),
        (side.watch, WATCH),
        (side.feeder, FEEDER),
    )


def _noted(side):
    # what they know, in the order of their tables
    return [[getattr(part, name) for name in names] for part, names in _parts(side)]


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
        self.sides = [_noted(side) for side in table.sides]
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
            for (part, names), values in zip(_parts(side), self.sides[side.index]):
                for name, value in zip(names, values):
                    setattr(part, name, value)
        table.building.adopt(self.building)
        table.selector.start(now)
        table.state = table.states[self.state.number]
        table.state.carry_on(self.state, now)
