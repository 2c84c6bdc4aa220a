import hashlib
import json
import random

import pytest

from paishan.table.dice_roll import DiceRoll
from paishan_host.fairness import BrokenPromiseError, audit, beyond, kept


def faces(count, seed=1, weights=(1, 1, 1, 1, 1, 1)):
    return random.Random(seed).choices(range(1, 7), weights, k=count)


def by_name(tests):
    return {test.name: test for test in tests}


@pytest.mark.parametrize(
    ("chi2", "freedom", "p"),
    # tables of the chi-square distribution
    [(11.070, 5, 0.05), (20.515, 5, 0.001), (1.145, 5, 0.95), (18.307, 10, 0.05),
     (49.802, 35, 0.05), (0.0, 5, 1.0), (3.841, 1, 0.05)],
)  # fmt: skip
def test_p_values_are_those_of_the_tables(chi2, freedom, p):
    assert beyond(chi2, freedom) == pytest.approx(p, abs=1e-4)


def test_fair_dice_pass_in_every_way():
    for seed in range(20):
        assert not any(test.suspect for test in audit(faces(6000, seed)))


def test_a_loaded_die_is_suspect():
    found = by_name(audit(faces(6000, weights=(1, 1, 1, 1, 1, 1.3))))
    assert found["faces"].suspect
    assert found["two dice"].suspect


def test_dice_that_are_too_even_are_suspect():
    assert by_name(audit([1, 2, 3, 4, 5, 6] * 1000))["faces"].suspect


def test_dice_that_remember_are_suspect_though_every_face_is_equally_frequent():
    chance = random.Random(3)
    sticky = [1]
    while len(sticky) < 6000:
        sticky.append(sticky[-1] if chance.random() < 0.1 else chance.randint(1, 6))
    found = by_name(audit(sticky))
    assert found["face after face"].suspect


def test_two_dice_are_expected_as_everybody_knows():
    rows = by_name(audit(faces(720)))["two dice"].rows
    assert [row.fair for row in rows] == [10, 20, 30, 40, 50, 60, 50, 40, 30, 20, 10]


def test_a_promise_of_the_firmware_is_checked_without_its_code():
    roll = DiceRoll()
    for _ in range(50):
        roll.prepare()
        number = roll.thrown
        promise = roll.promise(number).hex()
        roll.throw(3)
        assert kept(promise, roll.reveal(number).hex()) == list(roll.faces)


def test_a_promise_that_was_not_kept_is_said():
    with pytest.raises(BrokenPromiseError, match="the seed does not fit the promise"):
        kept("00" * 32, "11" * 32)


# the command


def test_an_audit_shows_tables_and_p_values(paishan):
    ended = paishan("dice", "--audit", 6000)
    assert ended.code in (0, 1)  # fair dice are suspect once in some hundred audits
    assert "6000 faces of this computer" in ended.out
    assert "df 35" in ended.out


def test_an_audit_as_json(paishan):
    found = json.loads(paishan("dice", "--audit", 600, "--json").out)
    assert found["where"] == "here"
    assert [len(test["rows"]) for test in found["tests"]] == [6, 11, 36]


def test_a_kept_promise_ends_with_0_and_another_with_1(paishan):
    seed = bytes(32)
    promise = hashlib.sha256(seed).hexdigest()
    ended = paishan("dice", "--verify", promise, seed.hex())
    assert ended.code == 0
    assert ended.out == "the promise was kept; faces in order: 2 1 3\n"
    ended = paishan("dice", "--verify", promise, "11" * 32)
    assert ended.code == 1
    assert "the seed does not fit the promise" in ended.err


@pytest.mark.parametrize(
    ("promise", "seed", "said"),
    [("x", "y", "hexadecimal: copy them whole"), ("00", "11" * 32, "64 digits each")],
)
def test_what_is_no_promise_is_a_wrong_value_and_no_broken_promise(paishan, promise, seed, said):
    ended = paishan("dice", "--verify", promise, seed)
    assert ended.code == 2
    assert ended.err.count("\n") == 1
    assert said in ended.err
    assert paishan("dice", "--verify", promise, seed, "--json").code == 2


def test_too_few_faces_are_refused(paishan):
    assert paishan("dice", "--audit", 5).code == 2
