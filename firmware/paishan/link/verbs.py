"""Every verb of the link: who may use it, what a repeat does, what it takes. What it is for:
verbs_help.py.

A row: (name, level, tag, arguments, handler). Tags: SAFE reads and may be done again at
will; IDEMPOTENT ends the same however often it is done; ONCE must not be done twice. The
patterns of the arguments: arguments.py. A handler is named, "module.function" of commands/,
because most verbs are seldom asked for: on a small heap their code comes and goes.
"""

import sys

from micropython import const

from paishan.io.memory import forget, small
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
# may cost the table its place on a small heap: then the controller restarts with what was stored
STORES = ("set", "commit")
# done without the heap: polled while motors run
QUICK = ("watch", "ping")

VERBS = (
    ("hello", ANYONE, SAFE, "", "looking.hello"),
    ("status", ANYONE, SAFE, "", "looking.status"),
    ("watch", ANYONE, SAFE, "", "quick.watch"),
    ("ping", ANYONE, SAFE, "", "quick.ping"),
    ("get", ANYONE, SAFE, "setting*", "figures.get"),
    ("set", TECHNICIAN, IDEMPOTENT, "=*", "figures.set_one"),
    ("stage", TECHNICIAN, IDEMPOTENT, "=*", "figures.stage"),
    ("check", ANYONE, SAFE, "", "figures.check"),
    ("commit", TECHNICIAN, ONCE, "", "figures.commit"),
    ("confirm", TECHNICIAN, ONCE, "", "figures.confirm"),
    ("rollback", TECHNICIAN, IDEMPOTENT, "", "figures.rollback"),
    ("schema", ANYONE, SAFE, "setting*", "figures.schema"),
    ("export", ANYONE, SAFE, "", "figures.export"),
    ("reset", TECHNICIAN, ONCE, "what", "figures.reset"),
    ("gears", ANYONE, SAFE, "", "upkeep.gears"),
    ("gear", ANYONE, IDEMPOTENT, "position? tiles? stacks? name? game?", "upkeep.gear"),
    ("events", ANYONE, SAFE, "since?", "looking.events"),
    ("log", ANYONE, SAFE, "last?", "looking.log"),
    ("faults", ANYONE, SAFE, "", "looking.faults"),
    ("ack", TECHNICIAN, ONCE, "record", "upkeep.ack"),
    ("counters", ANYONE, SAFE, "", "looking.counters"),
    ("times", ANYONE, SAFE, "", "looking.times"),
    ("inputs", ANYONE, SAFE, "", "looking.inputs"),
    ("outputs", ANYONE, SAFE, "", "looking.outputs"),
    ("jog", TECHNICIAN, IDEMPOTENT, "out lease?", "moving.jog"),
    ("test", TECHNICIAN, IDEMPOTENT, "what number?", "moving.test"),
    ("start", ANYONE, ONCE, "", "moving.start"),
    ("pause", ANYONE, ONCE, "", "moving.pause"),
    ("resume", ANYONE, ONCE, "", "moving.resume"),
    ("open", ANYONE, SAFE, "total? smallest? second? thrower?", "playing.open_wall"),
    ("dice", ANYONE, SAFE, "step?", "playing.dice"),
    ("capture", ANYONE, IDEMPOTENT, "step? since?", "upkeep.capture"),
    ("auth", ANYONE, IDEMPOTENT, "step? mac?", "upkeep.auth"),
    ("update", ANYONE, IDEMPOTENT, "step? name? size? at? data?", "updating.update"),
    ("repl", TECHNICIAN, ONCE, "", "upkeep.repl"),
    ("bootloader", TECHNICIAN, ONCE, "", "upkeep.bootloader"),
    ("reboot", TECHNICIAN, ONCE, "", "upkeep.reboot"),
    ("help", ANYONE, SAFE, "verb?", "looking.show_help"),
)

_COMMANDS = "paishan.link.commands."
_KEPT = "quick"


def handler(row):
    """The function of a verb's row; loads its code. MemoryError where there is no room."""
    module, function = row[HANDLER].split(".")
    name = _COMMANDS + module
    if name not in sys.modules:
        if small:
            unload()
        __import__(name)
    return getattr(sys.modules[name], function)


def unload():
    """Gives back the room of all verbs that are not QUICK; they are loaded again when asked."""
    for _name, _level, _tag, _pattern, where in VERBS:
        module = where.split(".")[0]
        if module != _KEPT:
            forget(_COMMANDS + module)
