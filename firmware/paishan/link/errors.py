"""Every error that the link answers: stable codes and names; the words are the host's.

A row: (code, name, what it means and what to do). Groups: 1xx the line itself, 2xx state or
permission, 3xx the machine, 4xx what was asked about.
"""

ERRORS = (
    (101, "SYNTAX", "the line cannot be read: #<id> <verb> key=value"),
    (102, "UNKNOWN_VERB", "there is no such verb: ask for help"),
    (103, "BAD_ARGUMENT", "an argument is missing, unknown or of the wrong kind: help <verb>"),
    (104, "ID_REUSED", "this id belonged to another request: count ids up"),
    (105, "STALE_ID", "this id is older than the last eight: not done again, ask what happened"),
    (106, "TOO_LONG", "the answer does not fit on a line: ask for less"),
    (201, "AUTH", "only a technician may: log in with auth"),
    (202, "STATE", "not in this state of the table"),
    (203, "BUSY", "something moves: wait until the table rests"),
    (204, "LOCKED", "logins wait after wrong keys: try again after the time given"),
    (205, "NOT_OFFERED", "this controller or this firmware has no such thing"),
    (206, "NOT_STAGED", "nothing waits: stage a change first"),
    (207, "DENIED", "wrong key, or nobody at the table: hold both lift keys or set the jumper"),
    (208, "UNCONFIRMED", "a change waits for confirm or rollback: answer that first"),
    (301, "REFUSED", "the machine does not do that now; the reason is given"),
    (302, "STORAGE", "the record could not be written; the old one is kept"),
    (303, "INTERNAL", "a flaw of the firmware: send the maker what `paishan doctor` saves"),
    (304, "BUNDLE", "the update does not fit or is damaged; the reason is given: get another one"),
    (305, "NO_ROOM", "its memory is full: give settings with install --profile, or freeze it"),
    (401, "UNKNOWN_SETTING", "there is no such setting: ask for schema"),
    (402, "BAD_VALUE", "the setting cannot have this value; the range is given"),
    (403, "CROSS_RULE", "the values contradict each other; nothing was changed"),
    (404, "NOT_FOUND", "there is no such thing; what there is stands in the detail"),
)

SYNTAX = 101
UNKNOWN_VERB = 102
BAD_ARGUMENT = 103
ID_REUSED = 104
STALE_ID = 105
TOO_LONG = 106
AUTH = 201
STATE = 202
BUSY = 203
LOCKED = 204
NOT_OFFERED = 205
NOT_STAGED = 206
DENIED = 207
UNCONFIRMED = 208
REFUSED = 301
STORAGE = 302
INTERNAL = 303
BUNDLE = 304
NO_ROOM = 305
UNKNOWN_SETTING = 401
BAD_VALUE = 402
CROSS_RULE = 403
NOT_FOUND = 404


def name_of(code):
    """The name of an error."""
    for row in ERRORS:
        if row[0] == code:
            return row[1]
    return "ERROR"


class Refusal(Exception):  # noqa: N818 - the trade says refusal
    """A request that is not done: `code`, and (key, value) pairs that say more."""

    def __init__(self, code, *details):
        super().__init__(code)
        self.code = code
        self.details = details
