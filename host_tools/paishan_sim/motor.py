"""Motor: speed follows its switch with a first-order lag; position is known in closed form.

Units are the owner's (revolutions, millimetres, parts of a travel) and milliseconds. Since the
last switching at t0, with start speed v0, aim V and time constant T:

    x(t) = x0 + V (t - t0) + (v0 - V) T (1 - exp(-(t - t0) / T))

so nobody has to step a motor, and `when` tells the moment at which a point is reached.
"""

from math import exp, inf, log

_SETTLED = 30.0  # time constants after which the lag is below any float's notice


class Motor:
    """One motor with its gear; `direction` is +1, -1, or 0 once it cannot move any further."""

    def __init__(self, full: float, start_ms: float, coast_ms: float, x: float = 0.0) -> None:
        self.full = full  # speed at nominal load, units a millisecond
        self.start_ms = start_ms
        self.coast_ms = coast_ms
        self.low = -inf  # hard stops
        self.high = inf
        self.direction = 0
        self._t0 = 0.0
        self._x0 = x
        self._v0 = 0.0
        self._aim = 0.0
        self._lag = coast_ms

    def drive(self, now: float, direction: int) -> None:
        """Switch to forward (+1), backward (-1) or off (0, coasts)."""
        x, v = self.at(now), self.speed(now)
        aim = direction * self.full
        if v * aim < 0.0:
            v = 0.0  # plugged: the short circuit of its own armature stops it first
        self._t0, self._x0, self._v0, self._aim = now, x, v, aim
        self._lag = self.start_ms if direction else self.coast_ms
        self.direction = direction or (v > 0.0) - (v < 0.0)

    @property
    def wanted(self) -> int:
        """How it is switched: +1, -1 or 0, whether it can move or not."""
        return (self._aim > 0.0) - (self._aim < 0.0)

    def at(self, now: float) -> float:
        """Position at `now`."""
        t = now - self._t0
        aim, lag = self._aim, self._lag
        x = self._x0 + aim * t + (self._v0 - aim) * lag * (1.0 - exp(-t / lag))
        if x > self.high:
            return self.high
        return x if x > self.low else self.low

    def speed(self, now: float) -> float:
        """Speed at `now`, units a millisecond; 0 against a hard stop."""
        x = self.at(now)
        if (x >= self.high and self.direction > 0) or (x <= self.low and self.direction < 0):
            return 0.0
        return self._aim + (self._v0 - self._aim) * exp(-(now - self._t0) / self._lag)

    def running(self, now: float, share: float) -> bool:
        """True when it turns forward with at least this share of its full speed."""
        return self.direction > 0 and self.speed(now) >= share * self.full

    def when(self, x: float) -> float:
        """The moment at which `x` is reached if the switch stays as it is; inf if never."""
        if self.direction == 0 or x > self.high or x < self.low:
            return inf
        way = (x - self._x0) * self.direction
        if way <= 0.0:
            return self._t0
        lag, v0 = self._lag, self._v0 * self.direction
        if self._aim == 0.0:
            left = 1.0 - way / (v0 * lag)
            return self._t0 - lag * log(left) if left > 0.0 else inf
        full = self.full
        behind = (full - v0) * lag
        t = (way + max(behind, 0.0)) / full  # as if the lag were long over: never too early
        if t < _SETTLED * lag and behind:
            for _ in range(60):  # Newton from above; from below once it has become slower
                fade = exp(-t / lag)
                excess = full * t - behind * (1.0 - fade) - way
                if abs(excess) < 1e-10:
                    break
                t -= excess / (full + (v0 - full) * fade)
        return self._t0 + t
