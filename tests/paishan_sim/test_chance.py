from statistics import mean

from paishan_sim.chance import draw, stream


def test_streams_of_one_seed_do_not_disturb_each_other():
    drum, ring = stream(1, "drum"), stream(1, "ring")
    ring.random()
    assert drum.random() == stream(1, "drum").random()
    assert stream(1, "drum").random() != stream(2, "drum").random()
    assert stream(1, "drum").random() != stream(1, "ring").random()


def test_a_drawn_sequence_can_be_looked_up_in_any_order():
    later = draw(77, 5)
    assert [draw(77, n) for n in range(6)][5] == later


def test_draws_are_even():
    drawn = [draw(key, n) for key in range(50) for n in range(50)]
    assert all(0 <= x < 1 for x in drawn)
    assert abs(mean(drawn) - 0.5) < 0.02
