"""What a scan has to do at the panel: keys first, dice, lamps and digits last.

Most scans have nothing to do there; `patterns` of the panel says so, and no part is called.
"""

from paishan.io.image import DICE_KEYS, PANEL
from paishan.table.events import KEY_PRESSED, THROWN


class Face:
    """Keys, dice, their guide if there is one, panel, and the front that may cover it."""

    def __init__(self, keys, guide, dice, panel, front, edges, events):
        self._keys = keys
        self._guide = guide
        self._dice = dice
        self._panel = panel
        self._front = front
        self._edges = edges
        self._events = events

    def listen(self, now):
        """Before the state's step, in a scan with a key or a pattern under way."""
        self._front.uncover()
        keys = self._keys
        keys.step(now)
        if keys.event:
            self._events.add(KEY_PRESSED, keys.event)

    def show(self, now, guides, rattles):
        """Behind the state's step. `guides`: the guide may use the panel; `rattles`: the dice
        may start."""
        guide = self._guide
        keys = self._edges[PANEL] & DICE_KEYS
        if guide and (keys or guide.phase):
            guide.step(now, guides)
            if guide.thrown:
                self._note_throw()
        if self._dice.motor.busy or keys and rattles:
            self._dice.step(now)
        more = self._panel.step(now) or self._dice.motor.busy
        if guide and guide.phase:
            more = True
        if self._front.shown:
            self._front.cover(now)
            more = True
        self._panel.patterns[0] = more

    def _note_throw(self):
        roll = self._guide.roll
        faces = 0
        for face in roll.faces:
            faces = 10 * faces + face
        self._events.add(THROWN, faces, self._guide.thrower, roll.thrown - 1)
