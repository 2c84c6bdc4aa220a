import hashlib
from collections import Counter

import pytest

from paishan.table.dice_roll import READY, DiceRoll, faces_of


def counted_seeds():
    number = 0
    while True:
        yield hashlib.sha256(number.to_bytes(4, "big")).digest()
        number += 1


@pytest.fixture
def roll():
    seeds = counted_seeds()
    roll = DiceRoll(lambda: next(seeds))
    roll.prepare()
    return roll


def test_a_seed_stands_for_the_same_faces_for_ever():
    # SHA-256 of 32 zero bytes and a zero: 7f 9c 9e … -> 127 % 6 + 1, 156 % 6 + 1, 158 % 6 + 1
    assert hashlib.sha256(bytes(33)).digest()[:3] == bytes((127, 156, 158))
    assert list(faces_of(bytes(32))) == [2, 1, 3]


def test_bytes_past_the_last_multiple_of_six_are_passed_over(monkeypatch):
    blocks = [b"\xff\xfc\xfd", b"\xfe\x00\xfb\x05"]
    monkeypatch.setattr("paishan.table.dice_roll.digest", lambda data: blocks[data[-1]])
    assert list(faces_of(b"")) == [1, 6, 6]


def test_every_face_is_equally_frequent():
    seen = Counter()
    seeds = counted_seeds()
    for _ in range(4000):
        seen.update(faces_of(next(seeds)))
    assert set(seen) == {1, 2, 3, 4, 5, 6}
    # chi-square, 5 degrees of freedom, 99.9 %: 20.5
    assert sum((count - 2000) ** 2 / 2000 for count in seen.values()) < 20.5


@pytest.mark.parametrize("dice", [1, 2, 3])
def test_a_throw_has_total_and_smallest_of_as_many_dice_as_the_game_has(roll, dice):
    assert roll.throw(dice)
    faces = [face for face in roll.faces if face]
    assert len(faces) == dice
    assert roll.total == sum(faces)
    assert roll.smallest == min(faces)


def test_without_a_throw_laid_ready_the_dice_stay_as_they_lie(roll):
    for _ in range(READY):
        assert roll.throw(3)
    before = bytes(roll.faces)
    assert not roll.throw(3)
    assert roll.thrown == READY
    assert bytes(roll.faces) == before


def test_preparing_fills_up_and_changes_nothing_that_was_settled(roll):
    promises = [roll.promise(number) for number in range(READY)]
    roll.throw(3)
    roll.prepare()
    assert roll.ready == READY
    assert [roll.promise(number) for number in range(READY)] == promises


def test_the_seed_is_revealed_after_the_throw_and_not_before(roll):
    promise = roll.promise(0)
    assert roll.reveal(0) is None
    roll.throw(3)
    seed = roll.reveal(0)
    assert hashlib.sha256(seed).digest() == promise
    assert faces_of(seed) == roll.faces
    assert roll.reveal(1) is None


def test_the_last_four_throws_can_be_checked_and_older_ones_are_gone(roll):
    for _ in range(10):
        roll.throw(2)
        roll.prepare()
    assert [roll.reveal(number) is not None for number in range(12)] == [False] * 6 + [
        True
    ] * 4 + [False] * 2
    assert roll.promise(5) is None
    assert roll.promise(14) is None


def test_seeds_come_from_the_computers_own_chance_and_differ():
    roll = DiceRoll()
    roll.prepare()
    promises = {roll.promise(number) for number in range(READY)}
    assert len(promises) == READY
    assert {len(promise) for promise in promises} == {32}
