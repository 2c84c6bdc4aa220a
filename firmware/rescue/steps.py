"""The steps of the verb `update` in the recovery shell.

status      what the slots hold                      why        the last failure, by lines
begin size= a manifest comes                         file name= a file of it comes
data at= data=   bytes in base64 for the open file   end        it is complete: check it
missing     the files that are not there, by lines   apply      try it at the next start
rollback    start the other slot                     verify     every file, by lines
shell       nothing: this is it                      confirm    nothing is on trial here
"""

from rescue.update import NOT_STAGED, STORAGE, Refused

BAD_ARGUMENT = 103

RESTARTS = ("apply", "rollback")  # the controller is to be restarted once this is answered
_STEPS = "status why verify shell begin file data end missing apply confirm rollback"
_AT_ONCE = 4  # files that are looked at before somebody who waits is told


def _given(get, name, kind):
    value = get(name)
    if type(value) is not kind:
        raise Refused(BAD_ARGUMENT, "%s= is missing" % name)
    return value


def do(update, step, get, jumper):
    """What `_done` does; a flash that cannot be read or written is a refusal, too."""
    try:
        found = _done(update, step, get, jumper)
    except OSError as error:
        raise Refused(STORAGE, str(error))  # noqa: B904
    return found if isinstance(found, list) else _guarded(found)


def _guarded(lines):
    try:
        for line in lines:
            yield line
    except OSError as error:
        raise Refused(STORAGE, str(error))  # noqa: B904


def _done(update, step, get, jumper):
    """A list of (key, value), or a generator of such lists. `get(name)`: an argument;
    `jumper`: what is not signed is taken, too."""
    if step == "status":
        return update.status()
    if step == "why":
        return iter([[("line", line)] for line in update.slots.happened()])
    if step == "verify":
        from rescue.proof import lines

        return lines(update.slots, update.board)
    if step == "missing":
        return _missing(update)
    if step == "begin":
        update.begin(_given(get, "size", int))
    elif step == "file":
        update.open(_given(get, "name", str))
    elif step == "data":
        return [("at", update.data(_given(get, "at", int), _given(get, "data", str)))]
    elif step == "end":
        update.end(jumper)
    elif step == "apply":
        return [("version", update.apply(jumper))]
    elif step == "rollback":
        version, why = update.slots.rollback()
        if why:
            raise Refused(NOT_STAGED, why)
        return [("version", version)]
    elif step == "confirm":
        raise Refused(NOT_STAGED, "nothing is on trial")
    elif step != "shell":
        raise Refused(BAD_ARGUMENT, "one of " + _STEPS)
    return []


def _missing(update):
    for seen, found in enumerate(update.missing()):
        if found:
            yield [("name", found[1]), ("size", found[0])]
        elif seen % _AT_ONCE == 0:
            yield [("seen", seen)]
