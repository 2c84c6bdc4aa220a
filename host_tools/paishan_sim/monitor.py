"""Safety monitor: watches every scan's bytes and reports what no controller may ever do.

Written from the machine's interlock rules alone; it knows neither the firmware nor the plant. A
controller filters its inputs, so an output may stay on for `GRACE_MS` after its permission is
gone. A violation is reported once, when it begins.
"""

from dataclasses import dataclass

from paishan_sim import wiring as w

GRACE_MS = 60  # from a lost permission to the output off
DEAD_TIME_MS = 80  # between the directions of a motor
KEY_LEASE_MS = 30_000  # lifts and dome move on behalf of a lift key pressed this recently
STARTS_A_SCAN = 3  # inrush
SUPPLY_MA = 5_000

# Output: nominal current in mA, longest time on in ms.
_RATINGS = {
    "BELT": (150, 600_000),
    "BELT_REV": (150, 30_000),
    "HEAD": (450, 120_000),
    "HEAD_REV": (450, 10_000),
    "PUSHER": (350, 10_000),
    "LIFT_RAISE": (900, 20_000),
    "LIFT_LOWER": (900, 20_000),
    "DRUM": (600, 600_000),
    "DRUM_REV": (600, 30_000),
    "RING": (350, 600_000),
    "DOME_RAISE": (1_200, 20_000),
    "DOME_LOWER": (1_200, 20_000),
    "DICE": (60, 8_000),
}


def _sides(mask: int) -> int:
    """The same bit of all four sides, in the whole image as one number."""
    return sum(mask << 8 * side for side in range(4))


def _centre(mask: int) -> int:
    return mask << 8 * w.CENTRE


_NAMES = {mask << 8 * station: name for name, station, mask in w.MOTORS}
_MOTORS = sum(_NAMES)
_RATED = {bit: _RATINGS[name] for bit, name in _NAMES.items() if name in _RATINGS} | {
    bit: _RATINGS[name[:-2]] for bit, name in _NAMES.items() if name[:-2] in _RATINGS
}
_SHUFFLING = _centre(w.DRUM | w.DRUM_REV | w.RING) | _sides(
    w.BELT | w.BELT_REV | w.HEAD | w.HEAD_REV
)
_DRUM_AND_HEADS = _centre(w.DRUM | w.DRUM_REV) | _sides(w.HEAD | w.HEAD_REV)
_LIFTS = _sides(w.LIFT_RAISE | w.LIFT_LOWER)
_DOME = _centre(w.DOME_RAISE | w.DOME_LOWER)
_LIFT_KEYS = (w.KEY_A | w.KEY_B) << 8 * w.PANEL
_SIGNATURE_BITS = 0xFF << 8 * w.SIGNATURE
_SIGNATURE = w.CHAIN_SIGNATURE << 8 * w.SIGNATURE

# Outputs that need a permission: (rule, outputs, input bits, their value).
_NEEDS = [
    ("dome down", _SHUFFLING, _centre(w.DOME_DOWN), _centre(w.DOME_DOWN)),
    ("cover closed", _SHUFFLING, _centre(w.COVER_CLOSED), _centre(w.COVER_CLOSED)),
    ("mains present", _MOTORS, _centre(w.MAINS_OK), _centre(w.MAINS_OK)),
    ("chain intact", _MOTORS, _SIGNATURE_BITS, _SIGNATURE),
] + [
    (f"tray {name} down", w.PUSHER << 8 * n, w.LIFT_DOWN << 8 * n, w.LIFT_DOWN << 8 * n)
    for n, name in enumerate(w.SIDES)
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
        self._on = 0
        self._on_since = dict.fromkeys(_NAMES, 0)
        self._off_since = dict.fromkeys(_NAMES, -DEAD_TIME_MS)
        self._lost_since: list[int | None] = [None] * len(_NEEDS)
        self._key_ms = -KEY_LEASE_MS - 1
        self._standing: set[tuple[str, int]] = set()

    def watch(self, now_ms: int, inputs: bytes | bytearray, outputs: bytes | bytearray) -> None:
        """One scan; nothing is worked out while nothing changes and no limit is near."""
        self.scans += 1
        if outputs == self._outputs and now_ms < self._look_ms:
            if inputs == self._inputs:
                return
            watched = int.from_bytes(inputs, "little") & _WATCHED_INPUTS
            if watched == self._watched:
                self._inputs = bytes(inputs)
                return
        self._inputs, self._outputs = bytes(inputs), bytes(outputs)
        self._examine(
            now_ms,
            int.from_bytes(inputs, "little") & _WATCHED_INPUTS,
            int.from_bytes(outputs, "little") & _MOTORS,
        )

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
        changed, started = on ^ self._on, on & ~self._on
        if watched & ~self._watched & _LIFT_KEYS:
            self._key_ms = now
        self._watched, self._on = watched, on
        limits: list[int] = []
        if changed:
            self._note_changes(now, changed, started, found)
        for n, (rule, needing, bits, value) in enumerate(_NEEDS):
            if watched & bits == value:
                self._lost_since[n] = None
                continue
            lost = self._lost_since[n]
            if lost is None:
                lost = self._lost_since[n] = now
            if on & needing:
                if now - lost > GRACE_MS:
                    found.add((rule, on & needing))
                else:
                    limits.append(lost + GRACE_MS + 1)
        if on:
            self._examine_running(now, on, found, limits)
        for rule, outputs in found:
            if not any(old == rule and outputs & was for old, was in self._standing):
                self.violations.append(Violation(now, rule, _names(outputs)))
        self._standing = found
        self._look_ms = min(limits, default=now + 1_000)

    def _note_changes(
        self, now: int, changed: int, started: int, found: set[tuple[str, int]]
    ) -> None:
        if started.bit_count() > STARTS_A_SCAN:
            found.add(("at most three motors start in a scan", started))
        while changed:
            bit = changed & -changed
            changed ^= bit
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
        current = 0
        rest = on
        while rest:
            bit = rest & -rest
            rest ^= bit
            current_ma, longest_ms = _RATED[bit]
            current += current_ma
            if now - self._on_since[bit] > longest_ms:
                found.add(("longest time on", bit))
            else:
                limits.append(self._on_since[bit] + longest_ms + 1)
        if current > SUPPLY_MA:
            found.add(("current below the supply's", on))
