"""Safety monitor: watches every scan's bytes and reports what no controller may ever do.

Written from the machine's interlock rules alone; it knows neither the firmware nor the plant. A
controller filters its inputs, so an output may stay on for a grace time after its permission is
gone. A violation is reported once, when it begins.

What bytes do not show is told to it: `power_cut` when the controller has died, `lease` when a
service command moves dome or lifts, `blind` when a turn sensor is known to be silent.
"""

from dataclasses import dataclass

from paishan_sim import heat
from paishan_sim import wiring as w
from paishan_sim.ratings import (
    INRUSH,
    INRUSH_MS,
    PEAK_MA,
    RATINGS,
    STARTS_A_SCAN,
    SUPPLY_MA,
    Rating,
)

GRACE_MS = 60  # from a lost permission to the output off
SAFETY_GRACE_MS = 30  # the same for mains and chain
DEAD_TIME_MS = 80  # between the directions of a motor
# Lifts and dome move on behalf of a lift key pressed this recently: 30 s, and the key's filter.
KEY_LEASE_MS = 30_060
KEY_UP_MS = 30  # debounce of keys: one that was up for less was not pressed anew
KEY_STOP_MS = 60  # from a key to a dome or lift at rest
LOSS_MS = 100  # mains, chain or cover gone for longer: nothing starts again without a key
UNATTENDED_MS = 900_000  # shuffling without anybody having pressed a key

_NEVER = -(1 << 60)


def _sides(mask: int) -> int:
    """The same bit of all four sides, in the whole image as one number."""
    return sum(mask << 8 * side for side in range(4))


def _centre(mask: int) -> int:
    return mask << 8 * w.CENTRE


def _rating(name: str) -> Rating:
    return RATINGS[name] if name in RATINGS else RATINGS[name[:-2]]


_NAMES = {mask << 8 * station: name for name, station, mask in w.MOTORS}
_MOTORS = sum(_NAMES)
_RATED = {bit: _rating(name) for bit, name in _NAMES.items()}
_SHUFFLING = _centre(w.DRUM | w.DRUM_REV | w.RING) | _sides(
    w.BELT | w.BELT_REV | w.HEAD | w.HEAD_REV
)
_DRUM_AND_HEADS = _centre(w.DRUM | w.DRUM_REV) | _sides(w.HEAD | w.HEAD_REV)
_LIFTS = _sides(w.LIFT_RAISE | w.LIFT_LOWER)
_DOME = _centre(w.DOME_RAISE | w.DOME_LOWER)
_KEYS = tuple(key << 8 * w.PANEL for key in (w.KEY_A, w.KEY_B))
_LIFT_KEYS = sum(_KEYS)
_SIGNATURE_BITS = 0xFF << 8 * w.SIGNATURE
_SIGNATURE = w.CHAIN_SIGNATURE << 8 * w.SIGNATURE
_DICE = _centre(w.DICE)
_MAINS = _centre(w.MAINS_OK)
_COVER = _centre(w.COVER_CLOSED)

# Outputs that need a permission: (rule, outputs, input bits, their value, grace, whether after
# its loss nothing starts without a key).
_NEEDS = [
    ("dome down", _SHUFFLING, _centre(w.DOME_DOWN), _centre(w.DOME_DOWN), GRACE_MS, False),
    ("cover closed", _SHUFFLING, _COVER, _COVER, GRACE_MS, True),
    ("mains present", _MOTORS, _MAINS, _MAINS, SAFETY_GRACE_MS, True),
    ("chain intact", _MOTORS, _SIGNATURE_BITS, _SIGNATURE, SAFETY_GRACE_MS, True),
    ("dome stops at its end", _centre(w.DOME_RAISE), _centre(w.DOME_UP), 0, GRACE_MS, False),
    ("dome stops at its end", _centre(w.DOME_LOWER), _centre(w.DOME_DOWN), 0, GRACE_MS, False),
]
for _n, _name in enumerate(w.SIDES):
    _at = 8 * _n
    _down, _up = w.LIFT_DOWN << _at, w.LIFT_UP << _at
    _home = w.PUSHER_HOME << _at
    _NEEDS += [
        (f"tray {_name} down", w.PUSHER << _at, _down, _down, GRACE_MS, False),
        (f"pusher {_name} home", w.LIFT_RAISE << _at, _home, _home, GRACE_MS, False),
        (f"lift {_name} stops at its end", w.LIFT_RAISE << _at, _up, 0, GRACE_MS, False),
        (f"lift {_name} stops at its end", w.LIFT_LOWER << _at, _down, 0, GRACE_MS, False),
    ]
_WATCHED_INPUTS = _LIFT_KEYS
for _row in _NEEDS:
    _WATCHED_INPUTS |= _row[2]

# Directions of one motor.
_REVERSIBLE = [
    (forward << 8 * station, backward << 8 * station)
    for forward, backward, stations in (
        (w.BELT, w.BELT_REV, range(4)),
        (w.HEAD, w.HEAD_REV, range(4)),
        (w.LIFT_RAISE, w.LIFT_LOWER, range(4)),
        (w.DRUM, w.DRUM_REV, (w.CENTRE,)),
        (w.DOME_RAISE, w.DOME_LOWER, (w.CENTRE,)),
    )
    for station in stations
]
_OPPOSITE = dict(_REVERSIBLE) | {backward: forward for forward, backward in _REVERSIBLE}

# Outputs that exclude each other: (rule, outputs, other outputs).
_EXCLUDES = [
    ("lifts only while drum and heads rest", _LIFTS, _DRUM_AND_HEADS),
    ("dome only while drum and heads rest", _DOME, _DRUM_AND_HEADS),
    ("lifts and dome never both", _LIFTS, _DOME),
] + [("one direction at a time", forward, backward) for forward, backward in _REVERSIBLE]

# The sensor that shows a motor's movement: output bit, input bit.
_SHOWS = {
    **{w.HEAD << 8 * n: w.HEAD_HOME << 8 * n for n in range(4)},
    **{w.PUSHER << 8 * n: w.PUSHER_HOME << 8 * n for n in range(4)},
    _centre(w.DRUM): _centre(w.DRUM_TURN),
    _centre(w.RING): _centre(w.RING_TURN),
}
_MOVEMENTS = sum(_SHOWS.values())


@dataclass(frozen=True)
class Violation:
    """What was violated, when, and by which outputs."""

    now_ms: int
    rule: str
    detail: str


def _names(outputs: int) -> str:
    return " ".join(name for bit, name in _NAMES.items() if outputs & bit)


class Monitor:
    """Call `watch` with the inputs that the controller read and the outputs that it gave."""

    def __init__(self) -> None:
        self.violations: list[Violation] = []
        self.scans = 0
        self._inputs = b""
        self._outputs = bytes(w.OUTPUT_BYTES)
        self._look_ms = -1  # next time at which a limit may run out
        self._watched = 0
        self._sensed = 0
        self._on = 0
        self._on_since = dict.fromkeys(_NAMES, 0)
        self._off_since = dict.fromkeys(_NAMES, -DEAD_TIME_MS)
        self._moved_ms = dict.fromkeys(_SHOWS.values(), 0)
        self._lost_since: list[int | None] = [None] * len(_NEEDS)
        self._lost: list[int] = []  # rows of _NEEDS that are lost now
        self._key_ms = _NEVER  # the press on whose behalf dome and lifts may move
        self._press_ms = 0  # the last press of any lift key
        self._up_ms = dict.fromkeys(_KEYS, _NEVER)  # when it was released
        self._stop: dict[int, tuple[int, int]] = {}  # key: (pressed at, what moved then)
        self._locked_out = 0  # outputs that may not start before a key is pressed
        self._heat = {bit: motor for motor in heat.motors() for bit in _NAMES if bit & motor.mask}
        self._standing: set[tuple[str, int]] = set()
        self._blind = 0  # movement sensors that show nothing
        self._note_losses(0, self._watched)

    def watch(self, now_ms: int, inputs: bytes | bytearray, outputs: bytes | bytearray) -> None:
        """One scan; nothing is worked out while nothing changes and no limit is near."""
        self.scans += 1
        whole = self._sensed
        if inputs != self._inputs:
            self._inputs = bytes(inputs)
            whole = int.from_bytes(inputs, "little")
            moved = (whole ^ self._sensed) & _MOVEMENTS
            self._sensed = whole
            while moved:
                bit = moved & -moved
                moved ^= bit
                self._moved_ms[bit] = now_ms
        watched = whole & _WATCHED_INPUTS
        if watched & _SIGNATURE_BITS != _SIGNATURE:  # what such a scan reads of keys is nobody's
            watched = watched & ~_LIFT_KEYS | self._watched & _LIFT_KEYS
        if outputs == self._outputs and now_ms < self._look_ms and watched == self._watched:
            return
        self._outputs = bytes(outputs)
        self._examine(now_ms, watched, int.from_bytes(outputs, "little") & _MOTORS)

    def power_cut(self) -> None:
        """The controller was without power: nothing moves again before a key is pressed."""
        self._key_ms = _NEVER
        self._locked_out = _MOTORS & ~_DICE

    def lease(self, now_ms: int, lease_ms: int) -> None:
        """A service command may move dome and lifts from now on for a while."""
        self._key_ms = now_ms + lease_ms - KEY_LEASE_MS
        self._press_ms = now_ms
        self._locked_out = 0

    def blind(self, station: int, mask: int) -> None:
        """This turn sensor shows nothing any more: what it watches cannot be seen to stand."""
        self._blind |= mask << 8 * station

    def verdict(self) -> str:
        """One line: safe, or how often which rule was violated."""
        if not self.violations:
            return f"safe: no rule violated in {self.scans} scans"
        counts: dict[str, int] = {}
        for violation in self.violations:
            counts[violation.rule] = counts.get(violation.rule, 0) + 1
        rules = ", ".join(f"{rule} ({count})" for rule, count in counts.items())
        return f"UNSAFE: {len(self.violations)} violations: {rules}"

    def _examine(self, now: int, watched: int, on: int) -> None:
        found: set[tuple[str, int]] = set()
        limits: list[int] = []
        changed, started = on ^ self._on, on & ~self._on
        keys = (watched ^ self._watched) & _LIFT_KEYS
        if keys:
            self._note_keys(now, keys, watched)
        if self._stop:
            self._examine_stops(now, watched, on, found, limits)
        if watched != self._watched:
            self._note_losses(now, watched)
        self._watched, self._on = watched, on
        permitted = self._examine_needs(now, on, found, limits)
        if permitted and started & self._locked_out:
            found.add(("nothing starts by itself after a loss", started & self._locked_out))
        if changed:
            self._note_changes(now, changed, started, found)
        if on:
            self._examine_running(now, on, found, limits)
        for rule, outputs in found:
            if not any(old == rule and outputs & was for old, was in self._standing):
                self.violations.append(Violation(now, rule, _names(outputs)))
        self._standing = found
        self._look_ms = min((ms for ms in limits if ms > now), default=now + 1_000)

    def _note_keys(self, now: int, changed: int, watched: int) -> None:
        moving = self._on & (_LIFTS | _DOME)
        for key in _KEYS:
            if not changed & key:
                continue
            if not watched & key:
                self._up_ms[key] = now
                continue
            if now - self._up_ms[key] < KEY_UP_MS:
                continue
            self._press_ms = self._key_ms = now
            if moving:
                self._stop[key] = (now, moving)
            if not self._losses():
                self._locked_out = 0

    def _losses(self) -> bool:
        """Whether something whose loss asks for a key is missing now."""
        return any(_NEEDS[n][5] for n in self._lost)

    def _examine_stops(
        self, now: int, watched: int, on: int, found: set[tuple[str, int]], limits: list[int]
    ) -> None:
        """A key that stays down stops what moved when it went down, and grants no movement."""
        for key, (pressed_ms, moved) in list(self._stop.items()):
            if not watched & key:
                if now - self._up_ms[key] < KEY_UP_MS:
                    limits.append(self._up_ms[key] + KEY_UP_MS)
                else:
                    del self._stop[key]  # too short for a press
                continue
            if now - pressed_ms <= KEY_STOP_MS:
                limits.append(pressed_ms + KEY_STOP_MS + 1)
                continue
            del self._stop[key]
            running = {bit for bit in _NAMES if on & moved & bit}
            if any(self._on_since[bit] <= pressed_ms for bit in running):
                found.add(("a key stops a moving dome or lift", on & moved))
            if self._key_ms == pressed_ms:
                self._key_ms = _NEVER

    def _note_losses(self, now: int, watched: int) -> None:
        self._lost.clear()
        for n, row in enumerate(_NEEDS):
            if watched & row[2] == row[3]:
                self._lost_since[n] = None
            else:
                self._lost.append(n)
                if self._lost_since[n] is None:
                    self._lost_since[n] = now
        if now - self._key_ms <= GRACE_MS and not self._losses():
            self._locked_out = 0  # the controller's filters may see the key after the return

    def _examine_needs(
        self, now: int, on: int, found: set[tuple[str, int]], limits: list[int]
    ) -> bool:
        permitted = True
        for n in self._lost:
            rule, needing, _bits, _value, grace_ms, asks = _NEEDS[n]
            lost = self._lost_since[n] or 0
            if asks:
                permitted = False
                if now - lost > LOSS_MS:
                    self._locked_out |= needing & ~_DICE
                else:
                    limits.append(lost + LOSS_MS + 1)
            if on & needing:
                if now - lost > grace_ms:
                    found.add((rule, on & needing))
                else:
                    limits.append(lost + grace_ms + 1)
        return permitted

    def _note_changes(
        self, now: int, changed: int, started: int, found: set[tuple[str, int]]
    ) -> None:
        if started.bit_count() > STARTS_A_SCAN:
            found.add(("at most three motors start in a scan", started))
        while changed:
            bit = changed & -changed
            changed ^= bit
            motor = self._heat[bit]
            motor.switch(now, self._on & motor.mask != 0)
            if not started & bit:
                self._off_since[bit] = now
                continue
            self._on_since[bit] = now
            other = _OPPOSITE.get(bit)
            if other and now - self._off_since[other] < DEAD_TIME_MS:
                found.add(("dead time between directions", bit | other))

    def _examine_running(
        self, now: int, on: int, found: set[tuple[str, int]], limits: list[int]
    ) -> None:
        for rule, these, others in _EXCLUDES:
            if on & these and on & others:
                found.add((rule, on & (these | others)))
        if on & (_LIFTS | _DOME):
            if now - self._key_ms > KEY_LEASE_MS:
                found.add(("lifts and dome only on a lift key", on & (_LIFTS | _DOME)))
            limits.append(self._key_ms + KEY_LEASE_MS + 1)
        if on & _SHUFFLING:
            if now - self._press_ms > UNATTENDED_MS:
                found.add(("no shuffling for ever", on & _SHUFFLING))
            limits.append(self._press_ms + UNATTENDED_MS + 1)
        current, peak = 0, 0.0
        rest = on
        while rest:
            bit = rest & -rest
            rest ^= bit
            rated = _RATED[bit]
            since = self._on_since[bit]
            current += rated.current_ma
            peak += rated.current_ma * (INRUSH if now - since < INRUSH_MS else 1.0)
            if now - since > rated.longest_ms:
                found.add(("longest time on", bit))
            limits.append(since + rated.longest_ms + 1)
            if rated.locked_ms is not None and not _SHOWS[bit] & self._blind:
                since = max(since, self._moved_ms[_SHOWS[bit]])
                if now - since > rated.locked_ms:
                    found.add(("no motor runs against a standstill", bit))
                limits.append(since + rated.locked_ms + 1)
            hot_ms = self._heat[bit].hot_ms
            if hot_ms <= now:
                found.add(("no motor too hot", bit))
            limits.append(hot_ms)
        if current > SUPPLY_MA:
            found.add(("current below the supply's", on))
        if peak > PEAK_MA:
            found.add(("inrush below the supply's peak", on))
