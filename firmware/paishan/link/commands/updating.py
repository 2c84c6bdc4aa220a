"""The verb `update`: the two slots, and the way into the recovery shell that fills one of them.

A new application is taken there (rescue/), where this one is not in the heap and nothing can
move. What is done here writes to flash, or reads all of it: the table has to rest.
"""

from paishan.io.image import PANEL, SERVICE
from paishan.io.memory import collect, forget
from paishan.link.errors import (
    BUSY,
    NOT_OFFERED,
    NOT_STAGED,
    REFUSED,
    STATE,
    STORAGE,
    UNCONFIRMED,
    Refusal,
)

_LOOKS = ("status", "why", "verify")  # for anyone
_CHANGES = ("shell", "confirm", "rollback")
_IN_SHELL = ("begin", "file", "data", "end", "missing", "apply")
_SIGNED = 1
_UNSIGNED = 2


def update(session, answer, arguments):
    """status, why, verify, shell, confirm, rollback; the shell knows more steps."""
    app = session.app
    slots = app.identity.get("slots")
    if slots is None:
        raise Refusal(NOT_OFFERED, ("detail", "no slots here: install with `paishan install`"))
    step = arguments.word("step", _LOOKS + _CHANGES + _IN_SHELL, "status")
    if step not in _LOOKS:
        session.require_technician()
    if step in _IN_SHELL:
        raise Refusal(STATE, ("detail", "in the recovery shell alone: update shell"))
    if step == "why":
        return _why(answer, slots)
    if step == "status":
        _put(answer, slots.status())
        return None
    if not app.at_rest():
        raise Refusal(BUSY)
    if step == "verify":
        session.link.unload()
        collect()
        return _verify(app, answer, slots)
    try:
        _put(answer, _changed(session, slots, step))
    except OSError as error:
        raise Refusal(STORAGE, ("detail", str(error)))  # noqa: B904
    return None


def _put(answer, pairs):
    for key, value in pairs:
        answer.put(key, value)


def _changed(session, slots, step):
    if step == "confirm":
        if not slots.on_trial:
            raise Refusal(NOT_STAGED, ("detail", "nothing is on trial"))
        slots.confirm()
        return ()
    if step == "rollback":
        version, why = slots.rollback()
        if why:
            raise Refusal(REFUSED, ("detail", why))
        session.link.leave("reboot")
        return (("version", version),)
    if slots.on_trial:
        raise Refusal(UNCONFIRMED, ("detail", "a new version is on trial"))
    jumper = session.app.table.inputs[PANEL] & SERVICE
    slots.save(shell=_UNSIGNED if jumper else _SIGNED)
    session.link.leave("reboot")
    return ()


def _why(answer, slots):
    for line in slots.happened():
        answer.put("line", line)
        yield


def _verify(app, answer, slots):
    from rescue.proof import lines

    try:
        for pairs in lines(slots, app.identity.get("board", "")):
            for key, value in pairs:
                answer.put(key, value)
                if key == "code":  # for whoever stands at the table, too
                    app.table.panel.display.spell(value)
            yield
            if not app.at_rest():
                raise Refusal(BUSY)
    except OSError as error:
        raise Refusal(STORAGE, ("detail", str(error)))  # noqa: B904
    finally:
        for name in ("proof", "files"):
            forget("rescue." + name)
