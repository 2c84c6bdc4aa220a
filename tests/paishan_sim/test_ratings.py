from paishan_sim import wiring as w
from paishan_sim.ratings import RATINGS, SUPPLY_MA, WINDINGS


def test_every_motor_output_is_rated():
    names = {name if name in RATINGS else name[:-2] for name, _, _ in w.MOTORS}
    assert names == set(RATINGS)
    assert {output for winding in WINDINGS for output in winding.outputs} == set(RATINGS)


def test_a_whole_build_stays_below_the_supply():
    sides = 4 * sum(RATINGS[name].current_ma for name in ("BELT", "HEAD", "PUSHER"))
    assert sides + RATINGS["DRUM"].current_ma + RATINGS["RING"].current_ma <= SUPPLY_MA
