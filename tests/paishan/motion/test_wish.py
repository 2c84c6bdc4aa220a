import pytest

from paishan.motion.wish import Wish


def test_nothing_is_wished_at_first():
    assert Wish().bytes == bytes(7)


def test_a_bit_has_one_owner_and_the_second_is_named():
    wish = Wish()
    wish.claim(2, 0x0C, "west head")
    wish.claim(2, 0x03, "west belt")
    wish.claim(3, 0x0C, "north head")
    with pytest.raises(ValueError, match="west pusher: output byte 2 mask 0x18 is taken"):
        wish.claim(2, 0x18, "west pusher")


def test_a_refused_claim_reserves_nothing():
    wish = Wish()
    wish.claim(0, 0x01, "one")
    with pytest.raises(ValueError, match="taken"):
        wish.claim(0, 0x03, "two")
    wish.claim(0, 0x02, "three")
