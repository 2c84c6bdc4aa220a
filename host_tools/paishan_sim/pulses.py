"""Turn sensor of a drum or ring: six pulses a revolution, half on and half off."""

from paishan_sim.agenda import Agenda
from paishan_sim.cam import Cam
from paishan_sim.motor import Motor
from paishan_sim.sensors import Sensors

_PULSES = 6
_EDGES = tuple((n + 0.5) / (2 * _PULSES) for n in range(2 * _PULSES))


class TurnPulses(Cam):
    """Follows a motor that somebody else switches; call `plan` after switching it."""

    def __init__(
        self, agenda: Agenda, sensors: Sensors, motor: Motor, station: int, mask: int
    ) -> None:
        super().__init__(agenda, motor, _EDGES, 1.0, self._pass)
        self._sensors = sensors
        self._station = station
        self._mask = mask

    def _pass(self, now: float, point: int, direction: int) -> None:
        self._sensors.put(self._station, self._mask, (point % 2 == 0) == (direction > 0))
