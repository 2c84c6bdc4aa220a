"""Who may do what: anyone, or a technician who was seen at the table or has the unit's key.

By presence: the service jumper is on, or both lift keys are down at that moment. By key:
HMAC-SHA-256 over "paishan <serial> <challenge>" with the key of the identity record, one
challenge a try. Failed tries are counted in the store before they are looked at, so that no
power cut forgives one.
"""

import hashlib
import os
from binascii import hexlify, unhexlify

from micropython import const

from paishan.io.image import KEY_A, KEY_B, PANEL, SERVICE
from paishan.io.ticks import ticks_diff
from paishan.link.errors import BUSY, DENIED, LOCKED, NOT_OFFERED, STORAGE, Refusal
from paishan.table.events import LOGIN

ANYONE = const(0)
TECHNICIAN = const(1)
LEVELS = ("anyone", "technician")

_BOTH_KEYS = KEY_A | KEY_B
_BLOCK = const(64)  # bytes of a SHA-256 block
_CHALLENGE_BYTES = const(16)


def hmac(key, message):
    """HMAC-SHA-256 (RFC 2104) of bytes, as bytes."""
    if len(key) > _BLOCK:
        key = hashlib.sha256(key).digest()
    key += bytes(_BLOCK - len(key))
    inner = hashlib.sha256(bytes([byte ^ 0x36 for byte in key]))
    inner.update(message)
    outer = hashlib.sha256(bytes([byte ^ 0x5C for byte in key]))
    outer.update(inner.digest())
    return outer.digest()


def response(key, serial, challenge):
    """What a technician's tool answers to a challenge: 64 hex digits. All three are text, the
    key in hex digits."""
    message = "paishan %s %s" % (serial, challenge)
    return hexlify(hmac(unhexlify(key), message.encode())).decode()


def _equal(one, other):
    # every digit is looked at, so that the time tells nothing
    differs = len(one) ^ len(other)
    for k in range(min(len(one), len(other))):
        differs |= ord(one[k]) ^ ord(other[k])
    return not differs


class Access:
    """`level`: ANYONE or TECHNICIAN; silence for `login_ms` ends a login."""

    def __init__(self, app):
        self.level = ANYONE
        self._app = app
        self._challenge = ""
        self._heard = 0

    def heard(self, now):
        """A whole line came in."""
        self._heard = now

    def expire(self, now):
        """Once a scan: whether silence has just ended a login."""
        if self.level == ANYONE or ticks_diff(now, self._heard) < self._app.settings.login_ms:
            return False
        self.leave()
        return True

    def leave(self):
        """Logs out."""
        if self.level != ANYONE:
            self._set(ANYONE)

    def by_presence(self):
        """Logs in whoever stands at the table."""
        panel = self._app.table.inputs[PANEL]
        if not panel & SERVICE and panel & _BOTH_KEYS != _BOTH_KEYS:
            raise Refusal(DENIED, ("detail", "service jumper off, lift keys up"))
        self._set(TECHNICIAN)

    def challenge(self, now):
        """A new challenge, 32 hex digits; the one before is void."""
        self._key()
        left_ms = self._app.store.tries.wait_ms(now)
        if left_ms:
            raise Refusal(LOCKED, ("wait_ms", left_ms))
        self._challenge = hexlify(os.urandom(_CHALLENGE_BYTES)).decode()
        return self._challenge

    def by_key(self, mac, now):
        """Logs in whoever answers the challenge rightly."""
        key = self._key()
        tries = self._app.store.tries
        if not self._challenge:
            raise Refusal(DENIED, ("detail", "ask for a challenge first"))
        if not self._app.at_rest():
            raise Refusal(BUSY)
        right = response(key, self._app.store.identity.data["serial"], self._challenge)
        self._challenge = ""
        left_ms = tries.wait_ms(now)
        if left_ms:
            raise Refusal(LOCKED, ("wait_ms", left_ms))
        try:
            tries.begin(now)
            if not _equal(right, mac.lower()):
                raise Refusal(DENIED, ("wait_ms", tries.wait_ms(now)))
            tries.succeeded()
        except OSError as error:
            raise Refusal(STORAGE, ("detail", str(error)))  # noqa: B904
        self._set(TECHNICIAN)

    def _key(self):
        key = self._app.store.identity.data["key"]
        if not key:
            raise Refusal(NOT_OFFERED, ("detail", "this unit has no key: log in at the table"))
        return key

    def _set(self, level):
        self.level = level
        self._app.events.add(LOGIN, level)
