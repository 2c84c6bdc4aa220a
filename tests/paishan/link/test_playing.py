"""`open` and `dice`: answered from a table that has walls, with and without a guide."""

import hashlib

import pytest

from paishan.link.arguments import Arguments
from paishan.link.commands import playing
from paishan.link.errors import BAD_ARGUMENT, BUSY, NOT_OFFERED, Refusal
from paishan.table.dice_roll import DiceRoll, faces_of
from paishan.table.gears import Gear
from paishan.table.opening import Opening

GEARS = {
    "taiwan-16": Gear((1, 144, (18, 18, 18, 18), "", "taiwan-16")),
    "chinese-official": Gear((1, 144, (18, 18, 18, 18), "", "chinese-official")),
    "sichuan-108": Gear((1, 108, (14, 13, 14, 13), "", "sichuan-108")),
}


class Guide:
    electronic = True
    thrower = 2

    def __init__(self):
        self.opening = Opening()
        self.roll = DiceRoll()
        self.roll.prepare()


class Session:
    """A session with a table of plain facts."""

    def __init__(self, game="taiwan-16", guide=None, at_rest=True):
        self.app = self
        self.table = self
        self.gear = GEARS.get(game)
        self.at_rest = lambda: at_rest
        if guide:
            self.guide = guide


class Answer(dict):
    def put(self, key, value):
        self[key] = value


def ask(verb, session, pattern, *pieces):
    answer = Answer()
    verb(session, answer, Arguments(pattern, pieces))
    return answer


def opened(session, *pieces):
    return ask(playing.open_wall, session, "total? smallest? second? thrower?", *pieces)


def diced(session, *pieces):
    return ask(playing.dice, session, "step?", *pieces)


def test_a_total_is_opened_on_the_walls_that_were_built():
    assert opened(Session(), "15") == {
        "game": "taiwan-16",
        "walls": [18, 18, 18, 18],
        "wall": "W",
        "count": 15,
        "left": 3,
        "first": "W16",
        "replacement": "W15",
        "kept": "W8",
        "turned": None,
        "again": False,
    }


def test_another_thrower_counts_from_the_own_seat():
    assert opened(Session(), "total=5", "thrower=S")["wall"] == "S"


def test_where_two_throw_the_first_total_names_who_throws_again():
    found = opened(Session("chinese-official"), "6")
    assert (found["wall"], found["again"], found["first"]) == ("S", True, None)
    found = opened(Session("chinese-official"), "6", "second=11")
    assert (found["count"], found["first"]) == (17, "S18")


def test_the_smaller_die_must_be_said():
    with pytest.raises(Refusal) as refused:
        opened(Session("sichuan-108"), "9")
    assert refused.value.code == BAD_ARGUMENT
    assert opened(Session("sichuan-108"), "9", "smallest=4")["count"] == 4


@pytest.mark.parametrize("session", [Session(None), Session(None, Guide())])
def test_without_walls_nothing_is_opened(session):
    for pieces in ((), ("7",)):
        with pytest.raises(Refusal) as refused:
            opened(session, *pieces)
        assert refused.value.code == NOT_OFFERED


def test_the_last_opening_is_the_guides():
    guide = Guide()
    guide.opening.begin(GEARS["taiwan-16"].rule, (18, 18, 18, 18))
    guide.opening.throw(0, 9, 1)
    assert opened(Session(guide=guide))["first"] == "E10"


def test_the_next_throw_is_promised_and_the_last_revealed():
    guide = Guide()
    promised = diced(Session(guide=guide), "next")
    assert set(promised) == {"throw", "promise"}
    guide.roll.throw(2)
    found = diced(Session(guide=guide))
    assert (found["throw"], found["thrower"]) == (0, "W")
    assert found["promise"] == promised["promise"]
    seed = bytes.fromhex(found["seed"])
    assert hashlib.sha256(seed).hexdigest() == promised["promise"]
    assert found["faces"] == "".join(str(face) for face in faces_of(seed)[:2])


def test_before_the_first_throw_there_is_no_last():
    with pytest.raises(Refusal) as refused:
        diced(Session(guide=Guide()))
    assert refused.value.code == NOT_OFFERED


def test_a_sample_is_for_counting_and_only_at_rest():
    faces = diced(Session(guide=Guide()), "sample")["faces"]
    assert len(faces) == 96
    assert set(faces) <= set("123456")
    with pytest.raises(Refusal) as refused:
        diced(Session(guide=Guide(), at_rest=False), "sample")
    assert refused.value.code == BUSY


def test_dice_of_a_motor_alone_say_nothing():
    guide = Guide()
    guide.electronic = False
    for session in (Session(), Session(guide=guide)):
        with pytest.raises(Refusal) as refused:
            diced(session)
        assert refused.value.code == NOT_OFFERED
