"""The guide at the table: electronic dice, the opening they stand for, and the turn clock.

What people see: the faces for a moment, then the lit seat whose wall is opened and the number
of stacks to count. Where that wall's player throws too, the seat blinks fast until it has;
a joker's place is a slowly blinking seat and its stack. Once a game is opened, the dice keys
start the turn clock, if it is on.
"""

from micropython import const

from paishan.io.image import DICE_KEYS, PANEL
from paishan.io.ticks import ticks_diff
from paishan.motion.display import BLANK, DIGITS
from paishan.motion.lamp import BEEP_DONE, BEEP_REFUSED, FAST, SLOW
from paishan.table import rules
from paishan.table.opening import (
    DONE,
    FIRST_THROW,
    JOKER_THROW,
    PLACE,
    SECOND_THROW,
    Opening,
    stacks_of,
)
from paishan.table.turn_clock import WARN_S, TurnClock

FACES_MS = const(3000)  # long enough to read two digits
_FIRST_KEY = const(0x04)
_NO_WALLS = (0, 0, 0, 0)

# phases
RESTS = const(0)
_ROLLS = const(1)
_FACES = const(2)
_SHOWS = const(3)
_CLOCK = const(4)


class Guide:
    """`thrown`: true in the scan in which electronic dice come to lie. `thrower`: the side.

    `electronic`: dice of our own beside the motor; `clock_on`: the turn clock is wanted.
    Attach: `walls_up(gear)` when RAISING is done, with the gear that built those walls;
    `step(now, allowed)` before the dice motor's, because the guide takes the keys that are
    meant for the clock (`allowed` false: a fault or the service owns the panel);
    `roll.prepare()` while nothing moves.
    """

    def __init__(self, front, buzzer, edges, roll, dice_ms, show_ms, electronic, clock_on):
        self.opening = Opening()
        self.clock = TurnClock()
        self.roll = roll
        self.thrown = False
        self.thrower = 0
        self._front = front
        self._buzzer = buzzer
        self._edges = edges
        self._dice_ms = dice_ms
        self._show_ms = show_ms
        self.electronic = electronic
        self._clock_on = clock_on
        self._rule = rules.find("common")
        self._walls = _NO_WALLS
        self._throws_left = 0  # key presses that still mean dice
        self.phase = RESTS  # in which only a dice key gives `step` anything to do
        self._since = 0
        self._seconds = 0

    def carry_on(self, before):
        """Takes up the dice and the walls of a table that is put together anew."""
        self.roll = before.roll
        self._rule = before._rule
        self._walls = before._walls
        self._begin()

    def walls_up(self, gear):
        """New walls stand on the table, built by `gear`."""
        self._rule = gear.rule
        self._walls = gear.stacks
        self._begin()
        self._rest()

    def step(self, now, allowed):
        """One scan."""
        self.thrown = False
        if not allowed:
            self._rest()
            return
        keys = self._edges[PANEL] & DICE_KEYS
        if keys:
            self._key(now, keys)
        phase = self.phase
        if phase == _ROLLS:
            if ticks_diff(now, self._since) >= self._dice_ms:
                self._lie(now)
        elif phase == _FACES:
            if ticks_diff(now, self._since) >= FACES_MS:
                self._show(now)
        elif phase == _SHOWS:
            if ticks_diff(now, self._since) >= self._show_ms:
                self._rest()
        elif phase == _CLOCK:
            self._tick(now)

    def _begin(self):
        rule = self._rule
        self.opening.begin(rule, self._walls)
        self.clock.begin(rule, self._walls)
        more = (rule[rules.ROLL] == rules.TWO_ROLLS) + (rule[rules.TURNED] == rules.JOKER)
        self._throws_left = 1 + more

    def _rest(self):
        self.phase = RESTS
        self._front.shown = False

    def _key(self, now, keys):
        side = 0
        while not keys & _FIRST_KEY << side:
            side += 1
        if self._clock_on and self._throws_left == 0 and stacks_of(self._walls):
            self._edges[PANEL] &= ~DICE_KEYS & 0xFF
            self.clock.press(now, side)
            self.phase = _CLOCK
            self._seconds = -1
            return
        if self._throws_left == 0:
            self._begin()
        if not self.electronic:
            self._throws_left -= 1
        elif self.phase != _ROLLS:
            self.thrower = side
            self._since = now
            self.phase = _ROLLS
            self._front.shown = False

    def _lie(self, now):
        rule = self._rule
        roll = self.roll
        opening = self.opening
        dice = rule[rules.TURNED_AT if opening.waits_for == JOKER_THROW else rules.DICE]
        if not roll.throw(dice):
            self._buzzer.follow(BEEP_REFUSED, False)
            self._rest()
            return
        self.thrown = True
        self._throws_left -= 1
        opening.throw(self.thrower, roll.total, roll.smallest)
        front = self._front
        front.light(-1)
        faces = roll.faces
        if dice == 2:
            front.display.show(DIGITS[faces[0]], DIGITS[faces[1]])
        else:
            front.display.number(roll.total)
        front.shown = True
        self._since = now
        self.phase = _FACES

    def _show(self, now):
        self._since = now
        self.phase = _SHOWS
        opening = self.opening
        front = self._front
        waits_for = opening.waits_for
        if opening.wall < 0 or waits_for == FIRST_THROW:
            self._rest()
        elif waits_for == SECOND_THROW:
            front.light(opening.wall, FAST)
        elif waits_for == DONE and self._rule[rules.TURNED] == rules.JOKER:
            front.light(opening.turned // PLACE, SLOW)
            front.display.number(opening.turned % PLACE + 1)
        else:
            front.light(opening.wall)
            front.display.number(opening.count)

    def _tick(self, now):
        clock = self.clock
        if clock.step(now):
            self._buzzer.follow(BEEP_DONE, False)
        if clock.side < 0:
            self._rest()
        elif clock.seconds != self._seconds:
            self._seconds = clock.seconds
            front = self._front
            front.light(clock.side, FAST if clock.seconds <= WARN_S else None)
            if clock.seconds:
                front.display.number(clock.seconds)
            else:
                front.display.blink(BLANK, DIGITS[0])
            front.shown = True
