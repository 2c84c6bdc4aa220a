"""The steps of the verb `update`, for the application's link and for the recovery shell alike.

status      what runs, what the other slot holds     why        the last failure, by lines
begin size= a manifest comes                         file name= a file of it comes
data at= data=   bytes in base64 for the open file   end        it is complete: check it
missing     the files that are not there, by lines   apply      try it at the next start
confirm     keep what is on trial                    rollback   the other slot at the next start
verify      every file against the manifest, by lines
"""

from rescue.update import NOT_STAGED, STORAGE, Refused

BAD_ARGUMENT = 103

LOOKS = ("status", "why", "verify", "missing")  # nothing is changed, but for copies
RESTARTS = ("apply", "rollback")  # the controller is to be restarted once this is answered
STEPS = LOOKS + RESTARTS + ("begin", "file", "data", "end", "confirm")


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
    """A list of (key, value), or a generator of such lists. `get(name)`: an
    argument; `jumper`: whoever asks has the service jumper on."""
    if step == "status":
        return update.status()
    if step == "why":
        return _why(update)
    if step == "verify":
        return _verify(update)
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
    elif step == "confirm":
        update.confirm()
    elif step == "rollback":
        return [("version", update.rollback())]
    else:
        raise Refused(BAD_ARGUMENT, "one of " + " ".join(STEPS))
    return []


_AT_ONCE = 4  # files that are looked at before somebody who waits is told


def _why(update):
    for line in update.happened():
        yield [("line", line)]


def _missing(update):
    for seen, found in enumerate(update.missing()):
        if found:
            yield [("name", found[1]), ("size", found[0])]
        elif seen % _AT_ONCE == 0:
            yield [("seen", seen)]


def _verify(update):
    from rescue.proof import SAME, Proof

    proof = Proof(update.slots, update.board)
    if proof.manifest.flaw:
        raise Refused(NOT_STAGED, "no manifest to compare with: %s" % proof.manifest.flaw)
    for seen, (path, verdict) in enumerate(proof.steps()):
        if verdict != SAME:
            yield [("name", path), ("is", verdict)]
        elif seen % _AT_ONCE == 0:
            yield [("seen", seen)]
    manifest = proof.manifest
    yield [
        ("code", proof.code),
        ("version", manifest.version),
        ("build", manifest.build),
        ("key", manifest.key or None),
    ]
