"""Heat of the motors from their run time alone: first-order windings, in closed form."""

from math import ceil, exp, log

from paishan_sim import wiring as w
from paishan_sim.ratings import WINDINGS, Winding

NEVER = 1 << 60


class Hot:
    """One motor, its outputs as one mask of the image.

    `hot_ms`: when it will be too hot if it runs on; `NEVER` while it rests.
    """

    def __init__(self, name: str, winding: Winding, mask: int) -> None:
        self.name = name
        self.mask = mask
        self.limit = winding.limit
        self._tau_ms = winding.tau_s * 1000.0
        self._share = 0.0
        self._on = False
        self._at_ms = 0
        self.hot_ms = NEVER

    def share(self, now: int) -> float:
        """How hot it is."""
        aim = 1.0 if self._on else 0.0
        return aim + (self._share - aim) * exp((self._at_ms - now) / self._tau_ms)

    def switch(self, now: int, on: bool) -> None:
        """Its outputs changed."""
        if on != self._on:
            self._share = self.share(now)
            self._on = on
            self._at_ms = now
            self.hot_ms = self._too_hot_ms() if on else NEVER

    def _too_hot_ms(self) -> int:
        if self._share >= self.limit:
            return self._at_ms
        left = (1.0 - self._share) / (1.0 - self.limit)
        return self._at_ms + ceil(self._tau_ms * log(left))


def motors() -> list[Hot]:
    """Every motor of the machine, cold."""
    bits = {name: mask << 8 * station for name, station, mask in w.MOTORS}
    found = []
    for winding in WINDINGS:
        if winding.outputs[0] in bits:
            mask = sum(bits[name] for name in winding.outputs)
            found.append(Hot(winding.outputs[0], winding, mask))
        else:
            for side in w.SIDES:
                mask = sum(bits[f"{name}_{side}"] for name in winding.outputs)
                found.append(Hot(f"{winding.outputs[0]}_{side}", winding, mask))
    return found
