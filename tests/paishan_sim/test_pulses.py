import pytest

from paishan_sim import wiring as w
from paishan_sim.agenda import Agenda
from paishan_sim.pulses import TurnPulses
from paishan_sim.sensors import Sensors

from .bench import EXACT, motor


@pytest.mark.parametrize("direction", [1, -1])
def test_six_pulses_a_revolution_half_on(direction):
    agenda = Agenda()
    sensors = Sensors(agenda, EXACT, 1)
    turning = motor("drum", 1 / 1200)
    pulses = TurnPulses(agenda, sensors, turning, w.CENTRE, w.DRUM_TURN)
    turning.drive(0, direction)
    pulses.plan()
    rises, on_ms, was = 0, 0, False
    for now in range(1, 12_000 + 40):
        agenda.run(now)
        seen = sensors.level(w.CENTRE, w.DRUM_TURN)
        rises += seen and not was
        on_ms += seen
        was = seen
    assert rises == 60, "ten revolutions"
    assert on_ms == pytest.approx(6000, abs=60)
