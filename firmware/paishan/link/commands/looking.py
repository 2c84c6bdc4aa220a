"""Verbs that look: who this is, how it stands, what happened."""

from paishan.io.image import CENTRE, INPUT_BYTES, SIDE_NAMES, SIDES, TENS, UNITS
from paishan.link import MTU, PRODUCT, PROTOCOL, WINDOW
from paishan.link.access import LEVELS
from paishan.link.commands import packed
from paishan.link.errors import BUSY, NOT_FOUND, Refusal
from paishan.link.names import STATIONS, input_name, inputs_on, output_name, outputs_on
from paishan.link.news import pairs as event_pairs
from paishan.motion.travel import DOWN, UP
from paishan.store.counters import LISTS, SINGLE
from paishan.table.faults import MOTION_SLOWER, OUTPUT_STUCK
from paishan.table.faults import find as find_fault

_LONGEST_TEXT = 120
_MOST = 1 << 30


def hello(session, answer, arguments):
    """Who this is: the first request of a session."""
    app = session.app
    link = session.link
    version, schema = link.versions
    answer.put("product", PRODUCT)
    answer.put("version", version)
    answer.put("protocol", PROTOCOL)
    answer.put("schema", schema)
    answer.put("serial", app.store.identity.data["serial"])
    answer.put("board", app.identity.get("board", ""))
    answer.put("nonce", link.nonce)
    answer.put("reset", app.identity.get("reset_cause", ""))
    answer.put("mtu", MTU)
    answer.put("window", WINDOW)
    answer.put("level", LEVELS[session.access.level])
    slots = app.identity.get("slots")
    if slots:
        answer.try_put("build", slots.about(slots.running).get("build", ""))
        if slots.on_trial:
            answer.try_put("trial", True)


def status(session, answer, arguments):
    """How the table stands, in words."""
    known = session.app.status()
    for key in (
        "state",
        "waits",
        "gear",
        "tiles",
        "position",
        "pending",
        "counts",
        "targets",
        "display",
        "fault",
        "missing",
        "advice",
        "set_below",
    ):
        answer.put(key, known[key])
    answer.put("problems", len(session.app.store.problems))


def inputs(session, answer, arguments):
    """The settled inputs, a line a station."""
    image = session.app.table.inputs
    for station in range(INPUT_BYTES):
        _station(answer, station, image, inputs_on(station, image[station]))
        yield


def outputs(session, answer, arguments):
    """The outputs as they are, a line a station."""
    image = session.app.interlocks.outputs
    for station in range(CENTRE + 1):
        _station(answer, station, image, outputs_on(station, image[station]))
        yield
    answer.put("station", "DISPLAY")
    answer.put("value", "%02x%02x" % (image[TENS], image[UNITS]))
    answer.put("on", session.app.table.panel.display.text())
    yield


def _station(answer, station, image, names):
    answer.put("station", STATIONS[station])
    answer.put("value", "%02x" % image[station])
    answer.put("on", names if answer.id >= 0 else " ".join(names))


def _counted(counts):
    for name in SINGLE:
        yield name, counts.of(name)
    for name, length in LISTS:
        numbers = counts.of(name)
        if name == "sets":
            for at in range(0, length, 2):
                if numbers[at]:
                    yield "built_%d" % numbers[at], numbers[at + 1]
            continue
        for at in range(length):
            if numbers[at]:
                yield "%s_%s" % (name, _place(name, at)), numbers[at]


def _place(name, at):
    if name == "fault":
        return "%02d" % at
    if name == "rejected":
        return input_name(at >> 3, at & 7)
    return output_name(at >> 3, at & 7)


def counters(session, answer, arguments):
    """What was counted since the table was made, and on this line since power-on."""
    yield from packed(answer, _counted(session.app.store.counts))
    counts = session.link.counts
    names = session.link.names
    yield from packed(answer, [("link_" + name, counts[k]) for k, name in enumerate(names)])


def _learned(table):
    for side in range(SIDES):
        name = SIDE_NAMES[side]
        yield name + " head", table.sides[side].head.learned
        yield name + " pusher", table.sides[side].pusher.learned
        lift = table.lifts.each[side]
        yield name + " lift up", lift.learned[UP]
        yield name + " lift down", lift.learned[DOWN]
    yield "dome up", table.dome.learned[UP]
    yield "dome down", table.dome.learned[DOWN]
    yield "drum, 16 pulses", table.health.turning[0]
    yield "ring, 16 pulses", table.health.turning[1]


def times(session, answer, arguments):
    """Learned times of the motions, from how many runs, and from the first twenty."""
    for name, learned in _learned(session.app.table):
        answer.put("name", name)
        answer.put("ms", learned.mean_ms)
        answer.put("runs", learned.runs)
        answer.put("new_ms", learned.young_ms)
        yield


def faults(session, answer, arguments):
    """The fault that is shown, what was advised in this cycle, records that failed their check,
    and the last codes."""
    app = session.app
    alarm = app.table.alarm
    if alarm.code:
        _fault(answer, alarm.code, "now")
        if alarm.code == OUTPUT_STUCK and app.table.health.strays.name:
            answer.put("motion", app.table.health.strays.name)
        yield
    for code in app.table.advice.codes():
        _fault(answer, code, "advice")
        if code == MOTION_SLOWER and app.table.health.slow:
            answer.put("motion", app.table.health.slow)
        yield
    for name, health, sentence in app.store.problems:
        answer.put("record", name)
        answer.put("health", health)
        answer.put("detail", sentence[:_LONGEST_TEXT])
        yield
    history = alarm.history
    for at in range(len(history) - 1, -1, -1):
        if history[at]:
            _fault(answer, history[at], "before")
            yield


def _fault(answer, code, when):
    row = find_fault(code)
    answer.put("code", code)
    answer.put("name", row[1] if row else "unknown")
    answer.put("when", when)


def events(session, answer, arguments):
    """The events from a number on, as far as the ring of 64 goes back."""
    kept = session.app.events
    number = arguments.number("since", 0, _MOST, 0)
    while True:
        number = max(number, kept.oldest())
        if number >= kept.count:
            return
        answer.put("event", number)
        for key, value in event_pairs(kept, number):
            answer.put(key, value)
        number += 1
        yield


def log(session, answer, arguments):
    """The last lines of the journal. It lies in flash: only read while nothing moves."""
    most = arguments.number("last", 1, 200, 20)
    if not session.app.at_rest():
        raise Refusal(BUSY)
    for number, boot, seconds, text in session.app.store.journal.tail(most):
        answer.put("line", number)
        answer.put("boot", boot)
        answer.put("s", seconds)
        if not answer.try_put("text", text):
            answer.put("text", "".join([c if " " <= c < "\x7f" else "?" for c in text]))
        yield


def show_help(session, answer, arguments):
    """The verbs, or one of them."""
    wanted = arguments.get("verb")
    rows = session.verbs()
    if wanted is not None:
        rows = [row for row in rows if row[0] == wanted]
        if not rows:
            raise Refusal(NOT_FOUND, ("detail", "help without a word lists the verbs"))
    return _help(answer, rows)


def _help(answer, rows):
    from paishan.link.verbs_help import HELP

    for name, level, tag, pattern, _handler in rows:
        means = HELP[name]
        if answer.id < 0:
            answer.text(name + (" " + pattern if pattern else "") + " - " + means)
        else:
            answer.put("verb", name)
            answer.put("level", LEVELS[level])
            answer.put("tag", tag)
            answer.put("arguments", pattern)
            answer.put("help", means)
        yield
