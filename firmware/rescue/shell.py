"""The recovery shell: nothing moves, the line is up, a new application can be taken.

It speaks the same lines as the application (firmware/docs/protocol.md): framed or typed, with
the verbs that are needed to get out of it. Whoever holds the recovery key is a technician; an
update that is signed is taken from anyone.
"""

import os
from binascii import crc32

from rescue.steps import RESTARTS, do
from rescue.update import NOT_OFFERED, Refused, Update

PRODUCT = "paishan"
PROTOCOL = 1
MTU = 240
_LINE = 640
_DETAIL = 120
_TICKS_MASK = 0x3FFFFFFF
QUIET_MS = 600000  # without a line, where it was only asked for
_CHUNK = 64
SYNTAX = 101
UNKNOWN_VERB = 102
AUTH = 201
DENIED = 207
INTERNAL = 303
_NAMES = {
    101: "SYNTAX", 102: "UNKNOWN_VERB", 103: "BAD_ARGUMENT", 201: "AUTH", 203: "BUSY",
    205: "NOT_OFFERED", 206: "NOT_STAGED", 207: "DENIED", 302: "STORAGE", 303: "INTERNAL",
    304: "BUNDLE",
}  # fmt: skip
_VERBS = "hello ping status log faults counters auth update repl bootloader reboot help"
_LEAVE = ("repl", "bootloader", "reboot")


def text_of(value):
    """A value as JSON, ASCII only."""
    if value is None:
        return "null"
    if isinstance(value, int):
        return str(value)
    made = ""
    for letter in str(value):
        if letter in '"\\':
            made += "\\" + letter
        elif " " <= letter <= "~":
            made += letter
        else:
            made += "?"
    return '"' + made + '"'


class Shell:
    """`slots` None: the board has none, and nothing can be taken. `asked`: a technician asked
    for it, 2 where an update may be unsigned."""

    def __init__(self, controller, slots, dog, why, asked=0):
        self._controller = controller
        self._slots = slots
        self._why = why
        self._dog = dog
        identity = controller.identity()
        self._identity = identity
        self._serial = controller.serial()
        self._update = Update(slots, identity.get("board", ""), dog) if slots else None
        # a technician who asked for it, maybe with the service jumper on, or who stands there
        self._technician = controller.forced() or asked > 0
        self._unsigned = controller.forced() or asked > 1
        self._ends = asked > 0  # by itself, when nobody talks to it
        self._heard = None
        self._leaving = ""
        self._nonce = "%08x" % crc32(os.urandom(8))
        self._going = bytearray()
        self._stalled = 0
        self._chunk = bytearray(_CHUNK)
        self._line = bytearray()
        self._id = ""
        self._more = None  # the rest of the answer under way
        self._lines = 0

    def run(self):
        """Until it is asked to leave; returns how."""
        while True:
            now = self._controller.wait()
            if self._heard is None:
                self._heard = now
            elif self._ends and (now - self._heard) & _TICKS_MASK > QUIET_MS:
                return self._leave_for("reboot")
            if self._dog:
                self._dog()
            if self._serial is None:
                continue
            self._send()
            if self._leaving and not self._going:
                return self._leaving
            if self._going or self._leaving:
                continue
            if self._more is not None:
                self._go_on()
                continue
            while not self._going and self._more is None and self._receive():
                pass

    def _receive(self):
        """Takes what has come; whether there was anything."""
        chunk = self._chunk
        count = self._serial.readinto(chunk)
        for at in range(count):
            byte = chunk[at]
            if byte == 10 or byte == 13 and self._line[:1].isalpha():
                line, self._line = bytes(self._line), bytearray()
                self._take(line)
            elif byte != 13 and len(self._line) < _LINE:
                self._line.append(byte)
        return count

    def _send(self):
        if self._going:
            taken = self._serial.write(self._going, len(self._going))
            self._going = self._going[taken:]
            self._stalled = 0 if taken else self._stalled + 1
            if self._stalled > 1000:  # nobody reads
                self._going = bytearray()
                self._more = None

    def _take(self, line):
        """One line: what it asks for is done and answered."""
        self._id = ""
        self._heard = None
        try:
            if line[:1] == b"#":
                head, _star, seal = line.rpartition(b"*")
                if ("%08x" % crc32(head)).encode() != seal.lower():
                    return
                number, _space, line = head[1:].partition(b" ")
                self._id = str(int(number))
            elif not line[:1].isalpha():
                return
            words = line.decode().split()
            found = self._do(words[0], words[1:])
        except Refused as refused:
            self._refuse(refused.code, refused.detail)
        except (ValueError, IndexError):
            self._refuse(SYNTAX, "#<id> <verb> key=value")
        except Exception as error:
            self._refuse(INTERNAL, repr(error))
        else:
            if isinstance(found, list):
                self._answer("ok", found)
            else:
                self._more = found
                self._lines = 0

    def _go_on(self):
        try:
            pairs = next(self._more)
            self._lines += 1
            self._answer("+", pairs)
            return
        except StopIteration:
            self._answer("ok", [("n", self._lines)])
        except Refused as refused:
            self._refuse(refused.code, refused.detail)
        except Exception as error:
            self._refuse(INTERNAL, repr(error))
        self._more = None

    def _refuse(self, code, detail):
        self._answer("err %d %s" % (code, _NAMES[code]), [("detail", detail[:_DETAIL])])

    def _answer(self, kind, pairs):
        if not self._id:
            text = ", ".join(["%s %s" % pair for pair in pairs])
            if kind != "+":
                text = kind + " " + text
            self._going += text.encode() + b"\r\n"
            return
        text = "#%s %s" % (self._id, kind)
        for key, value in pairs:
            piece = " %s=%s" % (key, text_of(value))
            if len(text) + len(piece) < MTU - 11:
                text += piece
        line = (text + " ").encode()
        self._going += line + b"*%08x\n" % crc32(line)

    def _do(self, verb, words):
        """A list of pairs, or an iterator of such lists for an answer of many lines."""
        if verb == "hello":
            return self._hello()
        if verb == "update":
            return self._updating(words)
        if verb == "ping":
            return []
        if verb == "status":
            return [("state", "RECOVERY"), ("detail", self._why[:_DETAIL])]
        if verb in ("log", "faults"):
            return self._log()
        if verb == "counters":
            return iter(([("boots", 0)],))
        if verb == "help":
            return iter([[("verb", name)] for name in _VERBS.split()])
        if verb == "auth":
            if self._controller.forced():
                self._technician = self._unsigned = True
            if words and words != ["logout"] and not self._technician:
                raise Refused(DENIED, "hold the recovery key")
            return [("level", self._level())]
        if verb in _LEAVE:
            return self._leave(verb)
        raise Refused(UNKNOWN_VERB, "recovery shell: " + _VERBS)

    def _level(self):
        return "technician" if self._technician else "anyone"

    def _hello(self):
        identity = self._identity
        return [
            ("product", PRODUCT),
            ("mode", "recovery"),
            ("protocol", PROTOCOL),
            ("board", identity.get("board", "")),
            ("nonce", self._nonce),
            ("reset", identity.get("reset_cause", "")),
            ("mtu", MTU),
            ("window", 1),
            ("level", self._level()),
        ]

    def _log(self):
        lines = self._why.split("\n")
        if self._update:
            lines += [line for line in self._slots.happened() if line not in lines]
        for line in lines:
            if line:
                yield [("text", line[:_DETAIL])]

    def _leave(self, how):
        if how != "reboot" and not self._technician:
            raise Refused(AUTH, "hold the recovery key")
        if how not in self._identity.get("leave", _LEAVE):
            raise Refused(NOT_OFFERED, "this board has no " + how)
        if how == "repl" and self._dog:
            if self._slots is None:
                raise Refused(NOT_OFFERED, "not under a watchdog: switch off and on")
            self._slots.ended(True)
            self._leaving = "reboot"
        else:
            self._leaving = self._leave_for(how)
        return []

    def _leave_for(self, how):
        if self._slots:
            self._slots.note(expected=1, fails=0)
        return how

    def _updating(self, words):
        if self._update is None:
            raise Refused(NOT_OFFERED, "this board has no slots")
        values = {}
        for word in words[1:]:
            name, _equals, text = word.partition("=")
            values[name] = text[1:-1] if text[:1] == '"' else int(text)
        step = words[0] if words else "status"
        if step == "rollback" and not self._technician:
            raise Refused(AUTH, "hold the recovery key")
        found = do(self._update, step, values.get, self._unsigned)
        if step in RESTARTS:
            self._leaving = "reboot"
        return found
