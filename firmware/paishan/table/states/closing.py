"""CLOSING: the dome goes down. A key stops it at once, the next press opens it again.

Walls rise no sooner than the key that closed it is released. Where none are below, it is noted in
flash first that a build is under way: RAISING does that while the walls wait.
"""

from paishan.io.ticks import TICKS_MASK
from paishan.motion.travel import DOWN
from paishan.table.faults import DOME_NOT_DOWN, DOME_SENSORS
from paishan.table.progress import IN_BUILD, LONGEST_WAIT_MS
from paishan.table.states.state import State


class Closing(State):
    """Leaves to BUILDING (first set, or a build that waited) or to RAISING."""

    name = "CLOSING"

    def __init__(self, table):
        super().__init__(table)
        self._noting = False
        self._since = 0

    def enter(self, now):
        self._noting = False
        self.table.dome.start(DOWN, now)

    def resting(self):
        return self._noting

    def step(self, now):
        table = self.table
        if table.keys.pressed:
            opened = table.add_tiles if table.interrupted else table.loading
            opened.stop_dome(now)
            return
        if table.cover_is_open():
            return
        table.dome.step(now)
        if table.dome.failed:
            table.alarm.report(DOME_NOT_DOWN)
        elif not table.dome.busy:
            if table.dome.early:
                # whether the switch lies is seen at the upper end: there the next key leads
                table.be(table.add_tiles if table.interrupted else table.loading)
                table.alarm.report(DOME_SENSORS)
            elif table.interrupted:
                table.keys.swallow()  # the press that led here gives nothing up
                table.be(table.building)
                table.building.resume(now)
            elif table.set_below or table.trays_hold_tiles():
                if not self.key_is_held():
                    table.emptying = False
                    table.go(table.raising, now)
            elif not self._noting:
                self._noting = True
                self._since = now
                table.be_at(IN_BUILD, False)
            elif table.saved or now - self._since & TICKS_MASK >= LONGEST_WAIT_MS:
                table.go(table.building, now)
