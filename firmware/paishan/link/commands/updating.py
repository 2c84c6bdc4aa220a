"""The verb `update`: a new application into the slot that does not run, and its trial.

What it does lies outside both slots (rescue/), so that the recovery shell does the same; it is
only loaded when somebody asks for it. Flash is written, so the table has to rest for every step.
"""

from paishan.io.image import PANEL, SERVICE
from paishan.link.errors import BUSY, NOT_OFFERED, Refusal

_LONGEST_DETAIL = 110
_LOOKS = ("status", "why", "verify")  # for anyone


def update(session, answer, arguments):
    """status, or a step of an update; which steps there are: rescue/steps.py."""
    app = session.app
    slots = app.identity.get("slots")
    if slots is None:
        raise Refusal(NOT_OFFERED, ("detail", "no slots here: install with `paishan install`"))
    from rescue.steps import RESTARTS, STEPS, do
    from rescue.update import Refused, Update

    step = arguments.word("step", STEPS, "status")
    if step not in _LOOKS:
        session.require_technician()
    if step not in ("status", "why") and not app.at_rest:
        raise Refusal(BUSY)
    if session.updating is None:
        session.updating = Update(slots, app.identity.get("board", ""))
    session.make_room()
    jumper = app.table.inputs[PANEL] & SERVICE != 0
    try:
        found = do(session.updating, step, arguments.get, jumper)
    except Refused as refused:
        raise Refusal(refused.code, ("detail", refused.detail[:_LONGEST_DETAIL]))  # noqa: B904
    if not isinstance(found, list):
        return _lines(app, answer, found, step != "why")
    for key, value in found:
        answer.put(key, value)
    if step in RESTARTS:
        session.link.leave("reboot")
    return None


def _lines(app, answer, steps, rests):
    from rescue.update import Refused

    try:
        for pairs in steps:
            for key, value in pairs:
                answer.put(key, value)
                if key == "code":  # of verify: for whoever stands at the table, too
                    app.table.panel.display.spell(value)
            yield
            if rests and not app.at_rest:
                raise Refusal(BUSY)
    except Refused as refused:
        raise Refusal(refused.code, ("detail", refused.detail[:_LONGEST_DETAIL]))  # noqa: B904
