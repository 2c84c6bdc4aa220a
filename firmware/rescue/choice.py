"""At power-on: which slot is started, and what is noted of that before it runs."""

from rescue.manifest import Manifest
from rescue.slots import MOST_FAILS

MOST_TRIES = 2
_FAILED = "%s failed %d times: %s"


def choose(slots, cause):
    """The slot to start, "" for none: the recovery shell. Counts what must be counted.

    `cause`: why the controller started, "watchdog" for a hang, unless it was restarted on
    purpose, which reads the same on some chips.
    """
    hung = cause == "watchdog" and not slots.get("expected")
    changes = {"expected": 0} if slots.get("expected") else {}
    why = slots.get("why")
    slot = slots.get("trial")
    if slot:
        tries = slots.get("tries")
        if hung and tries and not why:
            changes["why"] = why = "it hung"
        flaw = _flaw(slots, slot)
        if tries < MOST_TRIES and not flaw:
            changes["tries"] = tries + 1
            if slots.note(**changes):
                return slot
        if flaw:
            why = "not as it was sent: " + flaw
        changes.update(_given_up(slot, tries, why))
    elif hung and slots.get("fails") < MOST_FAILS:
        changes.update({"fails": slots.get("fails") + 1, "why": "it hung", "trace": ""})
    elif cause == "power-on" and slots.get("fails") >= MOST_FAILS:
        changes["fails"] = MOST_FAILS - 1  # switched off and on: one more try
    if changes:
        slots.note(**changes)
    active = slots.get("active")
    if slots.holds(active) and slots.get("fails") < MOST_FAILS:
        return active
    return _other(slots, active)


def _flaw(slots, slot):
    """Why a slot is not whole, or ""."""
    folder = slots.folder(slot)
    return Manifest(folder).flaws(folder)


def _given_up(slot, tries, why):
    """The one on trial is over, the one before it runs again."""
    why = why or "it ended before it had proved itself"
    why = _FAILED % ("the new version in slot " + slot, tries, why)
    return {"trial": "", "tries": 0, "fails": 0, "told": 0, "why": why}


def _other(slots, active):
    """The other slot where it is whole, since the active one does not work any more."""
    other = "b" if active == "a" else "a"
    if not slots.holds(other) or _flaw(slots, other):
        return ""
    why = slots.get("why") or "there is none in it"
    why = _FAILED % ("the version in slot " + active, slots.get("fails"), why)
    slots.note(active=other, fails=0, told=0, why=why)
    return other
