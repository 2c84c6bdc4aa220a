from paishan_sim import wiring as w
from paishan_sim.agenda import Agenda
from paishan_sim.panel import Panel
from paishan_sim.sensors import Sensors

from .bench import EXACT


def samples(keys, hold_ms: float, apart_ms: float = 0.0) -> dict[int, int]:
    """The panel byte at every ms of a second, without the enable contact."""
    agenda = Agenda()
    sensors = Sensors(agenda, EXACT, 1)
    panel = Panel(agenda, sensors, EXACT, 1)
    panel.press(100, keys, hold_ms, apart_ms)
    seen = {}
    for now in range(1000):
        agenda.run(now)
        assert sensors.inputs[w.PANEL] & w.ENABLE
        seen[now] = sensors.inputs[w.PANEL] & ~w.ENABLE
    return seen


def test_a_key_is_down_while_it_is_held():
    seen = samples(["KEY_A"], 150)
    assert seen[99] == 0
    assert {seen[now] for now in range(111, 249)} == {w.KEY_A}
    assert {seen[now] for now in range(261, 1000)} == {0}


def test_contacts_bounce_for_a_moment_only():
    seen = samples(["KEY_B"], 150)
    edges = [now for now in range(1, 1000) if seen[now] != seen[now - 1]]
    assert len(edges) >= 2
    assert all(100 <= now <= 110 or 250 <= now <= 260 for now in edges)


def test_two_keys_can_be_pressed_apart():
    seen = samples(["KEY_A", "KEY_B"], 300, apart_ms=120)
    assert seen[200] == w.KEY_A
    assert seen[350] == w.KEY_A | w.KEY_B
    assert seen[450] == w.KEY_B
