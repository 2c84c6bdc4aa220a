"""The two lift keys: one press, both together, a long press.

Both means: the second key goes down within `both_keys_ms` of the first, which may be up
again by then. A single press is therefore known only after that window. `pressed` is the
plain edge, at once, for what must not wait: stopping a moving dome.

A key that stays down for `key_stuck_ms` is left out until it comes up, so that the other one
works; presses that come faster than people press (liquid on the panel) lock both for a while.
"""

from micropython import const

from paishan.io.image import CENTRE, KEY_A, KEY_B, LIFT_KEYS, MAINS_OK, PANEL
from paishan.io.ticks import TICKS_MASK, ticks_diff

NONE = const(0)
PRESS = const(1)
BOTH = const(2)
LONG = const(3)

_MANY = const(8)  # presses within _MANY_MS are no person's
_MANY_MS = const(10000)

assert KEY_A | KEY_B == LIFT_KEYS

# what a key that is down is still good for
_UP = const(0)
_MAYBE_BOTH = const(1)
_MAYBE_LONG = const(2)
_SPENT = const(3)


class Keys:
    """`event`: NONE, PRESS, BOTH or LONG in the scan in which it is decided; `go`: it is one
    or both keys, which for most states is the same.

    `stuck`: mask of keys that are left out; `locked`: both are, because of too many presses.

    A long press is a PRESS first and a LONG after `long_press_ms`: whoever uses LONG uses
    it where PRESS does no harm.
    """

    def __init__(self, inputs, edges, settings):
        self.event = NONE
        self.go = False
        self.stuck = 0
        self.locked = False
        self.pressed = False
        self.idle = False  # as long as no key moves, `step` would change nothing
        self._inputs = inputs
        self._edges = edges
        self._both_ms = settings.both_keys_ms
        self._long_ms = settings.long_press_ms
        self._stuck_ms = settings.key_stuck_ms
        self._a_since = 0  # when each key went down
        self._b_since = 0
        self._down = 0
        self._presses = 0
        self._counting_since = 0
        self._phase = _UP
        self._first = 0  # the key that went down first
        self._since = 0

    def adopt(self, before):
        """Takes up the keys of a table that is put together anew: those that are down mean
        nothing more until they are released."""
        self.stuck = before.stuck
        self.locked = before.locked
        self._a_since = before._a_since
        self._b_since = before._b_since
        self._down = before._down
        self._presses = before._presses
        self._counting_since = before._counting_since
        self._phase = _SPENT

    def swallow(self):
        """The keys that are down now mean nothing more until they are released."""
        self.event = NONE
        self.go = False
        self.idle = False
        if self._phase != _UP or self._inputs[PANEL] & LIFT_KEYS:
            self._phase = _SPENT

    def step(self, now):
        """One scan."""
        self.event = NONE
        self.go = False
        down = self._inputs[PANEL] & LIFT_KEYS
        pressed = self._edges[PANEL] & LIFT_KEYS
        self.pressed = pressed != 0
        self.idle = False
        if down or self._down or self.locked:
            down = self._believed(down, pressed, now)
        if pressed and not self._inputs[CENTRE] & MAINS_OK:
            self._phase = _SPENT  # nothing may come of it when the mains are back
        phase = self._phase
        if phase == _UP:
            if not down:
                self.idle = not (self._down or self.locked or self.pressed)
                return
            self._phase = _MAYBE_BOTH
            self._first = down
            self._since = now
            if down == LIFT_KEYS:
                self._both()
        elif phase == _MAYBE_BOTH:
            if ticks_diff(now, self._since) > self._both_ms:
                self._phase = _MAYBE_LONG
                self.event = PRESS
                self.go = True
            elif down & (self._first ^ LIFT_KEYS):
                self._both()
        elif not down:
            self._phase = _UP
        elif phase == _MAYBE_LONG and ticks_diff(now, self._since) > self._long_ms:
            self._phase = _SPENT
            self.event = LONG

    def _believed(self, down, pressed, now):
        # the keys that count: neither stuck nor locked
        if pressed:
            if now - self._counting_since & TICKS_MASK > _MANY_MS or not self._presses:
                self._presses = 0
                self._counting_since = now
            self._presses += 1
            if self._presses > _MANY:
                self.locked = True
                self._counting_since = now
        if self.locked:
            if now - self._counting_since & TICKS_MASK > _MANY_MS and not down:
                self.locked = False
                self._presses = 0
            return 0
        self.stuck &= down
        came = down & (self._down ^ LIFT_KEYS)
        self._down = down
        if came & KEY_A:
            self._a_since = now
        if came & KEY_B:
            self._b_since = now
        if down & KEY_A and ticks_diff(now, self._a_since) > self._stuck_ms:
            self.stuck |= KEY_A
        if down & KEY_B and ticks_diff(now, self._b_since) > self._stuck_ms:
            self.stuck |= KEY_B
        return down & (self.stuck ^ LIFT_KEYS)

    def _both(self):
        self._phase = _SPENT
        self.event = BOTH
        self.go = True
