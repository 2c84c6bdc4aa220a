"""Panel: two lift keys, four dice keys, enable contact, service jumper; pressed by hands."""

from collections.abc import Sequence
from heapq import heappop, heappush
from math import inf

from paishan_sim import wiring
from paishan_sim.agenda import Agenda
from paishan_sim.chance import stream
from paishan_sim.figures import Figures
from paishan_sim.sensors import Sensors


class Panel:
    """Keys are named as in wiring.PANEL_IN; contacts bounce at press and release."""

    def __init__(self, agenda: Agenda, sensors: Sensors, figures: Figures, seed: int) -> None:
        self.due_ms = inf
        self._agenda = agenda
        self._sensors = sensors
        self._settle_ms = figures.key_bounce_ms
        self._chance = stream(seed, "panel")
        self._edges: list[tuple[float, int, bool]] = []
        sensors.put_clean(wiring.PANEL, wiring.ENABLE, True)

    def press(self, now: float, keys: Sequence[str], hold_ms: float, apart_ms: float) -> None:
        """Press keys one after another, `apart_ms` apart, and hold each for `hold_ms`."""
        for n, key in enumerate(keys):
            mask = wiring.KEY_BITS[key]
            begin = now + n * apart_ms
            self._edge(begin, mask, True)
            self._edge(begin + hold_ms, mask, False)
        self._agenda.ask(self, self._edges[0][0])

    def happen(self, now: float) -> None:
        """A contact opens or closes."""
        _, mask, on = heappop(self._edges)
        self._sensors.put_clean(wiring.PANEL, mask, on)
        self._agenda.ask(self, self._edges[0][0] if self._edges else inf)

    def _edge(self, at: float, mask: int, on: bool) -> None:
        heappush(self._edges, (at, mask, on))
        bounce = at + self._chance.random() * self._settle_ms
        heappush(self._edges, (at + (bounce - at) / 2, mask, not on))
        heappush(self._edges, (bounce, mask, on))
