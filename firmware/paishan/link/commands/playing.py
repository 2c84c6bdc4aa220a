"""Verbs for players: where the wall is opened, and dice that anyone can check."""

from binascii import hexlify

from paishan.io.entropy import new_seed
from paishan.link.errors import BAD_ARGUMENT, BUSY, NOT_OFFERED, Refusal
from paishan.table import rules
from paishan.table.dice_roll import faces_of
from paishan.table.opening import NOWHERE, PLACE, SECOND_THROW, Opening

_SIDES = "ESWN"
_SAMPLE_SEEDS = 4
_FACES_A_SEED = 24
_MOST = 18  # three dice


def _guide(session):
    """The table's guide, or None where the table has none."""
    return getattr(session.app.table, "guide", None)


def _place(packed):
    """A place as people say it: E8 is the eighth stack of east's wall."""
    if packed == NOWHERE:
        return None
    return "%s%d" % (_SIDES[packed // PLACE], packed % PLACE + 1)


def _for_total(session, arguments):
    """The opening for a total that people read off their dice."""
    gear = session.app.table.gear
    if gear is None or gear.rule is None:
        raise Refusal(NOT_OFFERED, ("detail", "no walls were built yet"))
    opening = Opening()
    opening.begin(gear.rule, gear.stacks)
    total = arguments.number("total", 1, _MOST)
    smallest = arguments.get("smallest")
    if smallest is None and gear.rule[rules.ROLL] == rules.SMALLER_DIE:
        raise Refusal(BAD_ARGUMENT, ("missing", "smallest"), ("game", gear.rule[rules.NAME]))
    thrower = _SIDES.index(arguments.word("thrower", _SIDES, "E"))
    opening.throw(thrower, total, arguments.number("smallest", 1, 6, min(total, 6)))
    if opening.waits_for == SECOND_THROW and arguments.get("second") is not None:
        opening.throw(thrower, arguments.number("second", 1, _MOST), 1)
    return opening


def open_wall(session, answer, arguments):
    """Where the wall is opened: after the last throw, or for a total."""
    guide = _guide(session)
    if arguments.get("total") is not None:
        opening = _for_total(session, arguments)
    elif guide is None or guide.opening.wall == NOWHERE:
        raise Refusal(NOT_OFFERED, ("detail", "no throw to go by: give total="))
    else:
        opening = guide.opening
    answer.put("game", opening.rule[rules.NAME])
    answer.put("walls", list(opening.walls))
    answer.put("wall", _SIDES[opening.wall])
    answer.put("count", opening.count)
    answer.put("left", opening.left)
    answer.put("first", _place(opening.first))
    answer.put("replacement", _place(opening.replacement))
    answer.put("kept", _place(opening.kept))
    answer.put("turned", _place(opening.turned))
    answer.put("again", opening.waits_for == SECOND_THROW)


def dice(session, answer, arguments):
    """The last throw with its seed, or the promise for the next; `sample`: faces to count."""
    guide = _guide(session)
    if guide is None or not guide.electronic:
        raise Refusal(NOT_OFFERED, ("detail", "the dice of this table are not electronic"))
    step = arguments.word("step", ("last", "next", "sample"), "last")
    roll = guide.roll
    if step == "sample":
        if not session.app.at_rest():
            raise Refusal(BUSY)
        faces = ""
        for _ in range(_SAMPLE_SEEDS):
            faces += "".join([str(face) for face in faces_of(new_seed(), _FACES_A_SEED)])
        answer.put("faces", faces)
        return
    number = roll.thrown - (step == "last")
    promise = roll.promise(number)
    if promise is None:
        raise Refusal(NOT_OFFERED, ("detail", "no throw is known: throw, or wait for rest"))
    answer.put("throw", number)
    if step == "last":
        answer.put("thrower", _SIDES[guide.thrower])
        answer.put("faces", "".join([str(face) for face in roll.faces if face]))
        answer.put("seed", hexlify(roll.reveal(number)).decode())
    answer.put("promise", hexlify(promise).decode())
