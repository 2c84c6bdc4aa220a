"""What happened: the events that the link sends and a technician reads, in a ring of 64.

An event is five numbers (when, which, and up to three values), kept in one array so that the
scan can add one without the heap. The ring forgets the oldest; `count` says how many there
have been, so that a reader knows what it missed.
"""

from array import array

from micropython import const

RING = const(64)
_FIELDS = const(5)

# value kinds, for whoever shows them
NUMBER = const(0)
STATE = const(1)  # place in STATES
SIDES = const(2)  # bit mask, E = bit 0
CODE = const(3)  # of the fault catalogue
KEY = const(4)  # place in KEY_EVENTS
RECORD = const(5)  # place in RECORDS
SETTING = const(6)  # place in the schema
VERDICT = const(7)  # place in VERDICTS of the self-tests

STATES = (
    "HOMING",
    "READY",
    "LOADING",
    "CLOSING",
    "RAISING",
    "BUILDING",
    "ADD_TILES",
    "FAULT",
    "SERVICE",
    "CONFIG_FAULT",
    "DISABLED",
    "RECOVERING",
)
KEY_EVENTS = ("none", "press", "both", "long")
RECORDS = (
    "identity",
    "settings",
    "calibration",
    "counters",
    "state",
    "gears",
    "access",
    "audit",
    "journal",
)

BOOT = const(0)
STATE_CHANGED = const(1)
KEY_PRESSED = const(2)
GEAR = const(3)
GEAR_PENDING = const(4)
BUILD = const(5)
BUILT = const(6)
AGITATED = const(7)
GAVE_BACK = const(8)
RAISED = const(9)
FAULT = const(10)
CLEARED = const(11)
ADVICE = const(12)
DICE = const(13)
JOG = const(14)
SAVED = const(15)
BAD_RECORD = const(16)
LOGIN = const(17)
SETTING_CHANGED = const(18)
TESTED = const(19)
THROWN = const(20)

# number = place in this table: (name, ((key, kind of value), …), what it means)
EVENTS = (
    ("boot", (("boots", NUMBER),), "power-on or reset"),
    ("state", (("from", STATE), ("to", STATE)), "the table changed its state"),
    ("key", (("press", KEY),), "a lift key was understood"),
    ("gear", (("position", NUMBER),), "the gear switch was accepted"),
    ("pending", (("position", NUMBER),), "the gear switch was moved and waits for rest"),
    ("build", (("gear", NUMBER), ("tiles", NUMBER)), "a build began"),
    ("built", (("ms", NUMBER), ("agitations", NUMBER), ("tiles", NUMBER)), "a build is complete"),
    ("agitated", (("try", NUMBER), ("missing", NUMBER)), "the drum was shaken"),
    ("gave_back", (("sides", SIDES),), "full sides gave back what stood on their belts"),
    ("raised", (("ms", NUMBER),), "the walls stand on the table"),
    ("fault", (("code", CODE), ("sides", SIDES), ("number", NUMBER)), "a fault stopped the table"),
    ("cleared", (("code", CODE),), "a fault was cleared by a key"),
    ("advice", (("code", CODE),), "something to look at, nothing stopped"),
    ("dice", (("ms", NUMBER),), "the dice rattle"),
    ("jog", (("output", NUMBER), ("mask", NUMBER), ("ms", NUMBER)), "a motor runs by command"),
    ("saved", (("record", RECORD),), "a record was written"),
    ("bad_record", (("record", RECORD),), "a record failed its check"),
    ("login", (("level", NUMBER),), "who may do what: 0 anyone, 1 technician"),
    ("setting", (("setting", SETTING),), "a setting was changed"),
    ("tested", (("test", NUMBER), ("verdict", VERDICT)), "a self-test ended"),
    ("thrown", (("faces", NUMBER), ("side", NUMBER), ("throw", NUMBER)), "electronic dice lie"),
)


class Events:
    """`count`: events since power-on, below 2^30; the ring holds the last 64 of them."""

    def __init__(self):
        self.count = 0
        self.now = 0  # set by the table once a scan
        self._ring = array("i", [0] * (RING * _FIELDS))

    def add(self, event, a=0, b=0, c=0):
        """Adds one; values below 2^30."""
        at = self.count % RING * _FIELDS
        ring = self._ring
        ring[at] = self.now
        ring[at + 1] = event
        ring[at + 2] = a
        ring[at + 3] = b
        ring[at + 4] = c
        self.count = (self.count + 1) & 0x3FFFFFFF

    def oldest(self):
        """Number of the oldest event that is still kept."""
        return max(0, self.count - RING)

    def field(self, number, field):
        """Field 0 time, 1 event, 2 to 4 values of the event with that number."""
        return self._ring[number % RING * _FIELDS + field]
