import pytest

from paishan_sim import heat
from paishan_sim import wiring as w
from paishan_sim.ratings import Winding


def hot(tau_s: float = 100, limit: float = 0.5) -> heat.Hot:
    return heat.Hot("X", Winding(("X",), tau_s, limit, "test"), 1)


def test_a_cold_motor_reaches_its_limit_after_its_time():
    motor = hot()
    motor.switch(0, True)
    assert motor.hot_ms == pytest.approx(69_315, abs=1)
    assert motor.share(69_315) == pytest.approx(0.5, abs=1e-4)


def test_a_motor_at_rest_cools_and_is_never_too_hot():
    motor = hot()
    motor.switch(0, True)
    motor.switch(50_000, False)
    assert motor.share(150_000) == pytest.approx(motor.share(50_000) * 0.3679, abs=1e-3)
    assert motor.hot_ms == heat.NEVER


def test_a_hot_motor_that_starts_again_is_too_hot_at_once():
    motor = hot()
    motor.switch(0, True)
    motor.switch(90_000, False)
    motor.switch(90_005, True)
    assert motor.hot_ms <= 90_005


def test_every_motor_output_has_one_winding():
    whole = 0
    for motor in heat.motors():
        assert not whole & motor.mask
        whole |= motor.mask
    assert whole == sum(mask << 8 * station for _, station, mask in w.MOTORS)
