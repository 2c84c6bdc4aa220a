"""Every verb of the link: who may use it, what a repeat does, what it takes, what it is for.

A row: (name, level, tag, arguments, handler, help). Tags: SAFE reads and may be done again at
will; IDEMPOTENT ends the same however often it is done; ONCE must not be done twice. The
patterns of the arguments: arguments.py. A handler is named, "module.function" of commands/,
because most verbs are seldom asked for: on a small heap their code comes and goes.
"""

import sys

from micropython import const

from paishan.io.memory import forget
from paishan.link.access import ANYONE, TECHNICIAN

SAFE = "safe"
IDEMPOTENT = "idempotent"
ONCE = "once"

# columns of a row
NAME = const(0)
LEVEL = const(1)
TAG = const(2)
PATTERN = const(3)
HANDLER = const(4)

# may be typed by anyone, though not all of them is SAFE: what changes something asks for itself
HARMLESS = ("auth", "gear", "capture", "update")
# done without the heap: polled while motors run
QUICK = ("watch", "ping")

VERBS = (
    ("hello", ANYONE, SAFE, "", "looking.hello", "who this is; begins a session"),
    ("status", ANYONE, SAFE, "", "looking.status", "how the table stands"),
    ("watch", ANYONE, SAFE, "", "quick.watch", "inputs, outputs and counts on one line"),
    ("ping", ANYONE, SAFE, "", "quick.ping", "an empty reply"),
    ("get", ANYONE, SAFE, "setting*", "figures.get", "settings by name, or all"),
    ("set", TECHNICIAN, IDEMPOTENT, "=*", "figures.set_one", "stage, check and commit one value"),
    ("stage", TECHNICIAN, IDEMPOTENT, "=*", "figures.stage", "set values aside"),
    ("check", ANYONE, SAFE, "", "figures.check", "what a commit would do"),
    ("commit", TECHNICIAN, ONCE, "", "figures.commit", "put what is staged in force"),
    ("confirm", TECHNICIAN, ONCE, "", "figures.confirm", "keep a change of the line's settings"),
    ("rollback", TECHNICIAN, IDEMPOTENT, "", "figures.rollback", "drop what is staged or waits"),
    ("schema", ANYONE, SAFE, "setting*", "figures.schema", "kinds, ranges, defaults, locks"),
    ("export", ANYONE, SAFE, "", "figures.export", "versions, settings, own gears"),
    ("reset", TECHNICIAN, ONCE, "what", "figures.reset",
     "settings, calibration, counters; a service that was done: clean, oil, check"),
    ("gears", ANYONE, SAFE, "", "upkeep.gears", "the gear chart"),
    ("gear", ANYONE, IDEMPOTENT, "position? tiles? stacks? name? game?", "upkeep.gear",
     "the gear in force; a row for the own chart"),
    ("events", ANYONE, SAFE, "since?", "looking.events", "what happened, from a number on"),
    ("log", ANYONE, SAFE, "last?", "looking.log", "the last lines of the journal"),
    ("faults", ANYONE, SAFE, "", "looking.faults", "faults and damaged records"),
    ("ack", TECHNICIAN, ONCE, "record", "upkeep.ack", "accept the loss of a record"),
    ("counters", ANYONE, SAFE, "", "looking.counters", "what was counted"),
    ("times", ANYONE, SAFE, "", "looking.times", "learned times of the motions"),
    ("inputs", ANYONE, SAFE, "", "looking.inputs", "sensors and keys by name"),
    ("outputs", ANYONE, SAFE, "", "looking.outputs", "motors and lamps by name"),
    ("jog", TECHNICIAN, IDEMPOTENT, "out lease?", "moving.jog", "run one motor for a lease; stop"),
    ("test", TECHNICIAN, IDEMPOTENT, "what number?", "moving.test",
     "SERVICE: enter, leave, lamps, display, buzzer, off, run, result"),
    ("start", ANYONE, ONCE, "", "moving.start", "a key on a ready table"),
    ("pause", ANYONE, ONCE, "", "moving.pause", "a key while dome or lifts move"),
    ("resume", ANYONE, ONCE, "", "moving.resume", "a key on a stopped table"),
    ("open", ANYONE, SAFE, "total? smallest? second? thrower?", "playing.open_wall",
     "where the wall is opened"),
    ("dice", ANYONE, SAFE, "step?", "playing.dice", "the last throw, the next promise, a sample"),
    ("capture", ANYONE, IDEMPOTENT, "step? since?", "upkeep.capture",
     "inputs scan by scan: start, header, read, stop"),
    ("auth", ANYONE, IDEMPOTENT, "step? mac?", "upkeep.auth",
     "level; presence, challenge, mac=, logout"),
    ("update", ANYONE, IDEMPOTENT, "step? name? size? at? data?", "updating.update",
     "status, verify; the steps of a new version"),
    ("repl", TECHNICIAN, ONCE, "", "upkeep.repl", "end the program, open the prompt"),
    ("bootloader", TECHNICIAN, ONCE, "", "upkeep.bootloader", "restart into the loader"),
    ("reboot", TECHNICIAN, ONCE, "", "upkeep.reboot", "restart the controller"),
    ("help", ANYONE, SAFE, "verb?", "looking.show_help", "the verbs, or one of them"),
)  # fmt: skip

_COMMANDS = "paishan.link.commands."
_KEPT = "quick"


def handler(row):
    """The function of a verb's row; loads its code. MemoryError where there is no room."""
    module, function = row[HANDLER].split(".")
    name = _COMMANDS + module
    if name not in sys.modules:
        __import__(name)
    return getattr(sys.modules[name], function)


def unload():
    """Gives back the room of all verbs that are not QUICK; they are loaded again when asked."""
    for _name, _level, _tag, _pattern, where, _help in VERBS:
        module = where.split(".")[0]
        if module != _KEPT:
            forget(_COMMANDS + module)
