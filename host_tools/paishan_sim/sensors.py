"""Sensors: from what is true in the machine to the input bytes that a controller reads.

After an edge a sample may still show the old level (bounce); the eyes S1 and S6 now and then give
a single false sample (dirt, ambient light). Nothing is computed while no sensor is restless.
"""

from math import inf

from paishan_sim import wiring
from paishan_sim.agenda import Agenda
from paishan_sim.chance import stream
from paishan_sim.figures import Figures

_FALSE_SAMPLE = -1  # marks a glitch among the bounce counters
_RESTORE = -2
_EYES = tuple((station, mask) for station in range(4) for mask in (wiring.TILE, wiring.BELT_FULL))


class Sensors:
    """True levels and the bytes as sampled; `restless` is true while a bit is not settled."""

    def __init__(self, agenda: Agenda, figures: Figures, seed: int) -> None:
        self.inputs = bytearray(wiring.INPUT_BYTES)
        self.due_ms = inf
        self._levels = bytearray(wiring.INPUT_BYTES)
        self._agenda = agenda
        self._chance = figures.bounce_chance
        self._samples = figures.bounce_samples
        self._glitch_ms = figures.glitch_s * 1000.0
        self._bounces = [stream(seed, f"bounce {n}") for n in range(wiring.INPUT_BYTES)]
        self._glitches = stream(seed, "glitches")
        self.restless: dict[tuple[int, int], int] = {}

    def start(self) -> None:
        """Show the levels as they are and begin with the glitches."""
        self.inputs[:] = self._levels
        self.restless.clear()
        self._agenda.ask(self, self._next_glitch(0.0))

    def put(self, station: int, mask: int, on: bool) -> None:
        """A sensor that may bounce takes a level."""
        if bool(self._levels[station] & mask) != on:
            self._levels[station] ^= mask
            self.restless[station, mask] = self._samples

    def put_clean(self, station: int, mask: int, on: bool) -> None:
        """A level without a contact or an eye behind it."""
        for image in (self._levels, self.inputs):
            image[station] = image[station] | mask if on else image[station] & ~mask

    def level(self, station: int, mask: int) -> bool:
        """What is true, whatever the sample shows."""
        return bool(self._levels[station] & mask)

    def sample(self) -> None:
        """Refresh the restless bits; call once a scan while there are any."""
        inputs, levels = self.inputs, self._levels
        for bit, left in list(self.restless.items()):
            station, mask = bit
            show = levels[station] & mask
            if left == _FALSE_SAMPLE:
                show ^= mask
                self.restless[bit] = _RESTORE
            elif left <= 0:
                del self.restless[bit]
            else:
                if self._bounces[station].random() < self._chance:
                    show ^= mask
                self.restless[bit] = left - 1
            inputs[station] = (inputs[station] & ~mask) | show

    def happen(self, now: float) -> None:
        """One eye gives a false sample."""
        bit = self._glitches.choice(_EYES)
        self.restless.setdefault(bit, _FALSE_SAMPLE)
        self._agenda.ask(self, self._next_glitch(now))

    def _next_glitch(self, now: float) -> float:
        return now + self._glitches.expovariate(len(_EYES) / self._glitch_ms)
