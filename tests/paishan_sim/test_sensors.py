from dataclasses import replace

from paishan_sim import wiring as w
from paishan_sim.agenda import Agenda
from paishan_sim.figures import NORMAL
from paishan_sim.sensors import Sensors


def sensors(**figures) -> tuple[Agenda, Sensors]:
    agenda = Agenda()
    made = Sensors(agenda, replace(NORMAL, **({"glitch_s": 1e12} | figures)), seed=1)
    made.start()
    return agenda, made


def samples_after_an_edge(made: Sensors, count: int) -> list[bool]:
    made.put(0, w.TILE, True)
    shown = []
    for _ in range(count):
        if made.restless:
            made.sample()
        shown.append(bool(made.inputs[0] & w.TILE))
    return shown


def test_a_sensor_without_bounce_shows_the_edge_in_the_next_sample():
    _, made = sensors(bounce_chance=0.0)
    assert samples_after_an_edge(made, 3) == [True, True, True]
    assert not made.restless


def test_bounce_shows_the_old_level_for_the_samples_it_may():
    _, made = sensors(bounce_chance=1.0, bounce_samples=2)
    assert samples_after_an_edge(made, 5) == [False, False, True, True, True]
    assert not made.restless


def test_a_glitch_is_one_false_sample_of_an_eye():
    agenda, made = sensors(glitch_s=1.0)
    false_samples = 0
    for now in range(5, 60_000, 5):
        agenda.run(now)
        if made.restless:
            made.sample()
        eyes = [made.inputs[side] & (w.TILE | w.BELT_FULL) for side in range(4)]
        others = [made.inputs[side] & ~(w.TILE | w.BELT_FULL) for side in range(4)]
        assert not any(others)
        false_samples += sum(eye.bit_count() for eye in eyes)
    assert 350 < false_samples < 610, "eight eyes, one a second each, for a minute"


def test_the_true_level_does_not_follow_a_glitch():
    agenda, made = sensors(glitch_s=0.01)
    agenda.run(50)
    assert made.restless
    assert not any(made.level(side, w.TILE) for side in range(4))


def test_clean_levels_change_at_once():
    _, made = sensors()
    made.put_clean(w.PANEL, w.KEY_A, True)
    assert made.inputs[w.PANEL] == w.KEY_A
    made.put_clean(w.PANEL, w.KEY_A, False)
    assert made.inputs[w.PANEL] == 0
