"""A request and its reply: who asks, whether it came before, what does it, what comes back.

One request at a time. A long answer is a generator that is asked for one line whenever the
queue has room for it; until it ends, no further line is read.
"""

import micropython
from micropython import const

from paishan.io.memory import collect, free, small
from paishan.link.access import TECHNICIAN, Access
from paishan.link.answer import MORE, OK, Answer
from paishan.link.arguments import Arguments, tokens
from paishan.link.crc import Crc
from paishan.link.errors import (
    AUTH,
    ID_REUSED,
    INTERNAL,
    NO_ROOM,
    STALE_ID,
    SYNTAX,
    TOO_LONG,
    UNKNOWN_VERB,
    Refusal,
)
from paishan.link.replies import KNOWN, NEW, OTHER, STALE, Replies
from paishan.link.verbs import (
    HARMLESS,
    LEVEL,
    NAME,
    ONCE,
    PATTERN,
    QUICK,
    SAFE,
    STORES,
    TAG,
    VERBS,
    handler,
    unload,
)

_DIGITS = const(9)  # of an id, so that it stays below 2^30
_CRC_PART = const(9)  # `*` and eight digits
_BACKSPACES = b"\x08\x7f"
_NONE = iter(())  # of no answer


@micropython.viper
def begins(line_bytes, at: int, end: int, word_bytes, count: int) -> int:
    """1 when the word stands at `at`, and nothing but spaces behind it up to `end`."""
    line = ptr8(line_bytes)  # noqa: F821
    word = ptr8(word_bytes)  # noqa: F821
    if at + count > end:
        return 0
    i = 0
    while i < count:
        if line[at + i] != word[i]:
            return 0
        i += 1
    i += at
    while i < end:
        if line[i] != 32:
            return 0
        i += 1
    return 1


@micropython.viper
def printable(line_bytes, at: int, end: int) -> int:
    """1 when all bytes are printable ASCII."""
    line = ptr8(line_bytes)  # noqa: F821
    while at < end:
        if line[at] < 32 or line[at] > 126:
            return 0
        at += 1
    return 1


def _edited(line, start, end):
    """Leaves in the line what a person meant who used the backspace; returns its new end."""
    to = start
    for at in range(start, end):
        byte = line[at]
        if byte not in _BACKSPACES:
            line[to] = byte
            to += 1
        elif to > start:
            to -= 1
    return to


class Session:
    """What the lines of one serial line are answered with. `busy`: an answer is under way."""

    def __init__(self, app, link):
        self.app = app
        self.link = link
        self.now = 0
        self.access = Access(app)
        self.busy = False
        self.silent = False  # asked by broadcast: nothing is answered
        self._answer = Answer()
        self._replies = Replies()
        self._crc = Crc()
        self._verbs = {row[NAME]: row for row in self.verbs()}
        self._quick = [(name.encode(), handler(self._verbs[name])) for name in QUICK]
        self._slot = -1  # where the reply is kept
        self.captured = None  # what a replay of the last capture needs
        self._more = _NONE  # the rest of the answer under way
        self._lines = 0

    def frame(self, line, start, length, now):
        """A line with `#` at `start`. Returns whether it was whole; needs the heap only for
        what is not QUICK."""
        if not self._crc.closes(line, length):
            return False
        end = length - _CRC_PART
        at = start + 1
        number = 0
        while at < end and 0x30 <= line[at] <= 0x39 and at - start <= _DIGITS:
            number = number * 10 + line[at] - 0x30
            at += 1
        if not number or line[at] != 0x20:
            return False
        at += 1
        self.now = now
        self.access.heard(now)
        self._answer.id = number
        self._slot = -1
        if begins(line, at, end, b"hello", 5):
            self._replies.forget()
        known = self._replies.ask(number, self._crc.digits)
        if known == KNOWN:
            self._send(self._replies.line, self._replies.length)
        elif known == OTHER:
            self._refuse(ID_REUSED, ())
        else:
            if known == NEW:
                self._slot = self._replies.take(number, self._crc.digits)
            self._frame(line, at, end, known)
        return True

    def _frame(self, line, at, end, known):
        for word, quick in self._quick:
            if begins(line, at, end, word, len(word)):
                self._answer.begin(OK)
                quick(self, self._answer, None)
                self._finish()
                return
        self._read(line, at, end, known)

    def bare(self, line, start, length, now):
        """A line with a letter at `start`, typed by a person."""
        self.now = now
        self.access.heard(now)
        self._answer.id = -1
        self._slot = -1
        self._read(line, start, _edited(line, start, length), NEW)

    def _read(self, line, at, end, known):
        if not printable(line, at, end):
            self._refuse(SYNTAX, (("detail", "not ASCII"),))
            return
        try:
            text = bytes(line[at:end]).decode()
        except MemoryError:
            self._refuse(NO_ROOM, ())
        else:
            self._request(text, known)

    def address(self, addressed):
        """Whether the line had an address, which the reply then carries too."""
        self._answer.addressed = addressed
        if addressed:
            self._answer.address[0] = self.app.settings.link_address

    def _request(self, text, known, again=True):
        row = None
        try:
            pieces = tokens(text)
            if not pieces:
                if self._answer.id >= 0:
                    raise Refusal(SYNTAX, ("detail", "no verb"))
                return
            row = self._verbs.get(pieces.pop(0))
            if row is None:
                raise Refusal(UNKNOWN_VERB, ("detail", "try help"))
            self._permit(row, known)
            arguments = Arguments(row[PATTERN], pieces)
            if row[LEVEL] == TECHNICIAN:
                self.make_room()
            self._answer.begin(OK)
            more = handler(row)(self, self._answer, arguments)
        except Refusal as refusal:
            self._refuse(refusal.code, refusal.details)
        except MemoryError as error:
            harmless = row and (row[TAG] != ONCE or row[NAME] in STORES)  # nothing was stored yet
            if again and harmless and self._found_room(row):
                self._request(text, known, False)
            else:
                self._refuse(NO_ROOM, (("detail", str(error)), ("free", free())))
        except Exception as error:  # a flaw in a reply must not stop the table
            self._refuse(INTERNAL, (("detail", repr(error)),))
        else:
            if more is None:
                self._finish()
            else:
                self._more = more
                self._lines = 0
                self.busy = True

    def _permit(self, row, known):
        if known == STALE and row[TAG] != SAFE:
            raise Refusal(STALE_ID)
        if self.access.level == TECHNICIAN:
            return
        if row[LEVEL] == TECHNICIAN:
            raise Refusal(AUTH)
        if self._answer.id < 0 and row[TAG] != SAFE and row[NAME] not in HARMLESS:
            raise Refusal(AUTH, ("detail", "typed commands only read before a login"))

    def verbs(self):
        """The rows of all verbs."""
        return VERBS

    def require_technician(self):
        """For verbs of which only a part is for anyone."""
        if self.access.level != TECHNICIAN:
            raise Refusal(AUTH)

    def _found_room(self, row):
        # after the heap was full: what is loaded for other verbs goes, where nothing moves
        app = self.app
        if not app.table or not app.at_rest():
            return False
        app.unload()
        if small and row[LEVEL] == TECHNICIAN and row[NAME] in STORES:
            app.park()
        collect()
        return True

    def unload(self):
        """At rest: gives back the room of verbs that nobody is using."""
        if not self.busy:
            unload()

    def make_room(self):
        """Before something large is put together, so that the heap has it in one piece. Only
        for technicians: it takes longer than a scan."""
        if self.access.level == TECHNICIAN and self.app.at_rest():
            collect()

    def go_on(self):
        """One more line of the answer under way."""
        answer = self._answer
        answer.begin(MORE)
        try:
            next(self._more)
        except StopIteration:
            answer.begin(OK)
            answer.total(self._lines)
            self._end(answer)
        except Refusal as refusal:
            self._end_with(refusal.code, refusal.details)
        except MemoryError:
            self._end_with(NO_ROOM, ())
        except Exception as error:
            self._end_with(INTERNAL, (("detail", repr(error)),))
        else:
            self._lines += 1
            if answer.full:
                self._end_with(TOO_LONG, ())
            else:
                answer.close()
                self._send(answer.bytes, answer.length)

    def _end_with(self, code, details):
        self._answer.refuse(code, details)
        self._end(self._answer)

    def _end(self, answer):
        answer.close()
        self._send(answer.bytes, answer.length)
        self.abandon()

    def abandon(self):
        """Forgets the answer under way."""
        self.busy = False
        self._more = _NONE

    def _refuse(self, code, details):
        self._answer.refuse(code, details)
        self._finish()

    def _finish(self):
        answer = self._answer
        if answer.full:
            answer.refuse(TOO_LONG, ())
        answer.close()
        if self._slot >= 0:
            self._replies.keep(self._slot, answer.bytes, answer.length)
        self._send(answer.bytes, answer.length)

    def _send(self, line, length):
        if not self.silent:
            self.link.queue.push(line, length)
