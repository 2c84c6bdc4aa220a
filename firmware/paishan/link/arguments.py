"""What follows the verb: words and `key=value` with JSON values, sorted by a verb's pattern.

A pattern is what the help shows, too:

    name        must be there        since?   may be there
    setting*    any number of words  =*       any number of key=value
"""

import json

from paishan.link.errors import BAD_ARGUMENT, SYNTAX, Refusal

LONGEST_NUMBER = 10


def tokens(text):
    """The pieces between spaces; spaces in JSON strings do not count."""
    found = []
    start = 0
    quoted = False
    escaped = False
    for at, letter in enumerate(text):
        if letter == " " and not quoted:
            if at > start:
                found.append(text[start:at])
            start = at + 1
        elif escaped:
            escaped = False
        elif letter == "\\":
            escaped = quoted
        elif letter == '"':
            quoted = not quoted
    if quoted:
        raise Refusal(SYNTAX, ("detail", "a quote is not closed"))
    if start < len(text):
        found.append(text[start:])
    return found


def _is_number(text):
    digits = text[1:] if text.startswith("-") else text
    return digits.isdigit()


def value(text):
    """The value of JSON text; a bare word stands for itself."""
    first = text[:1]
    if text in ("true", "false", "null"):
        return {"true": True, "false": False, "null": None}[text]
    if _is_number(text):
        if len(text) > LONGEST_NUMBER:
            raise Refusal(BAD_ARGUMENT, ("detail", "a number of %d digits" % len(text)))
        return int(text)
    if first.isalpha() or first == "_":
        for letter in text:
            if not (letter.isalpha() or letter.isdigit() or letter in "_-."):
                raise Refusal(BAD_ARGUMENT, ("detail", "not JSON: quote the text"))
        return text
    if first and first in '"[{':
        try:
            return json.loads(text)
        except ValueError:
            pass
    raise Refusal(BAD_ARGUMENT, ("detail", "not JSON: " + text[:40]))


def _pair(piece):
    """(key, value) of `key=value`, or (None, value) of a word."""
    at = piece.find("=")
    if at < 0 or piece[0] in '"[{':
        return None, value(piece)
    return piece[:at], value(piece[at + 1 :])


class Arguments:
    """`get(name)`: an argument or None; `words`: of `*`; `pairs`: of `=*`, in their order."""

    def __init__(self, pattern, pieces):
        self.words: list[object] = []
        self.pairs: list[tuple[str, object]] = []
        self._named = {}
        names = pattern.split(" ") if pattern else []
        free = [name.rstrip("?") for name in names if name[-1] != "*"]
        for piece in pieces:
            key, found = _pair(piece)
            if key is None:
                self._word(found, names, free)
            elif key in free:
                free.remove(key)
                self._named[key] = found
            elif "=*" in names and key not in [name for name, _ in self.pairs]:
                self.pairs.append((key, found))
            else:
                raise Refusal(BAD_ARGUMENT, ("argument", key[:40]))
        for name in free:
            if name in names:
                raise Refusal(BAD_ARGUMENT, ("missing", name))

    def _word(self, word, names, free):
        if free:
            self._named[free.pop(0)] = word
        elif names and names[-1] != "=*" and names[-1][-1] == "*":
            self.words.append(word)
        else:
            raise Refusal(BAD_ARGUMENT, ("argument", str(word)[:40]))

    def get(self, name):
        """An argument's value, None when it is not there."""
        return self._named.get(name)

    def number(self, name, lowest, highest, otherwise=None):
        """A whole number within its range."""
        found = self._named.get(name)
        if found is None and otherwise is not None:
            return otherwise
        if type(found) is not int or not lowest <= found <= highest:
            raise Refusal(BAD_ARGUMENT, ("argument", name), ("range", [lowest, highest]))
        return found

    def word(self, name, choices, otherwise=None):
        """One of the choices."""
        found = self._named.get(name)
        if found is None and otherwise is not None:
            return otherwise
        if found not in choices:
            raise Refusal(BAD_ARGUMENT, ("argument", name), ("choices", list(choices)))
        return found
