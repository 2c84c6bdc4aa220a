"""What is wrong with a change of settings, and what it would do."""

from paishan.store.schema import ANY, CONFIRM, SERVICE, SETTINGS, cross_errors, find, value_error

# why a change is refused
UNKNOWN = "UNKNOWN"  # there is no such setting
VALUE = "VALUE"  # wrong type or out of range
RULE = "RULE"  # contradicts another setting
LOCKED = "LOCKED"  # this level may not change it
BUSY = "BUSY"  # a motor runs
STATE = "STATE"  # nothing staged, or a change waits for its confirmation
FLASH = "FLASH"  # it could not be written


class StagingError(ValueError):
    """Nothing was changed. `why`: one of the words above; `problems`: (setting, sentence) each.

    The setting is "" where it is not about one.
    """

    def __init__(self, why, problems):
        super().__init__("; ".join([": ".join(one) if one[0] else one[1] for one in problems]))
        self.why = why
        self.problems = problems


def sift(values, base=None):
    """Parts what a record holds, or a file brings, into what this firmware can use and the rest.

    Returns (values, problems), problems as (setting, sentence). Of a broken cross-rule the setting
    that it names is left out, or if that is not among them, the one that contradicts it. `base`:
    the settings that stay, None = the defaults.
    """
    good = {}
    problems = []
    for name in values:
        row = find(name)
        error = value_error(row, values[name]) if row else "there is no such setting"
        if error:
            problems.append((name, error))
        else:
            good[name] = values[name]
    while True:
        errors = cross_errors(whole(good, base))
        if not errors or not good:
            return good, problems
        name, error = errors[0]
        if name not in good:  # the rule names one that stays: what contradicts it is another one
            name = _culprit(good, name, error, base)
        del good[name]
        problems.append((name, error))


def _culprit(good, named, sentence, base):
    """The setting without which nobody complains about `named` any more, or one of several."""
    for name in good:
        without = dict(good)
        del without[name]
        if named not in [error[0] for error in cross_errors(whole(without, base))]:
            return name
    return ([name for name in good if name in sentence] or list(good))[0]


def whole(changes, base=None):
    """Every setting's value with these changes to `base`, and to the defaults."""
    base = base or {}
    return {row[0]: changes.get(row[0], base.get(row[0], row[3])) for row in SETTINGS}


class Report:
    """What a commit would do. `problems`: (why, setting, sentence); the others: settings' names.

    `changes`: (setting, old, new) of those that differ. `idle`: wait for the motors to stand
    still. `service`: a technician's. `confirm`: want a confirmation.
    """

    def __init__(self, staged, settings):
        values = settings.values()
        self.problems = []
        self.changes = []
        for name in staged:
            why, error = refused(name, staged[name])
            if error:
                self.problems.append((why, name, error))
            elif staged[name] != values[name]:
                self.changes.append((name, values[name], staged[name]))
        if not self.problems:
            values.update(staged)
            self.problems = [(RULE, name, error) for name, error in cross_errors(values)]
        rows = [find(change[0]) for change in self.changes]
        self.idle = [row[0] for row in rows if row[6] != ANY]
        self.service = [row[0] for row in rows if row[6] == SERVICE]
        self.confirm = [row[0] for row in rows if row[0] in CONFIRM]

    def raise_problems(self):
        """StagingError with all of them, if there are any."""
        if self.problems:
            raise StagingError(self.problems[0][0], [one[1:] for one in self.problems])


def refused(name, value):
    """(why, sentence) of a single value; the sentence is None if it can be had."""
    row = find(name)
    if row is None:
        return UNKNOWN, "there is no such setting"
    return VALUE, value_error(row, value)
