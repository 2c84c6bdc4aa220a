"""Golden dialogues: what is sent, what is expected, and how the two are read and compared.

A file is lines of

    # a comment                    -> a line that is sent
    table: service                 <- a line that is expected; events where it begins with `!`
    ** wait 500                    ... any number of lines until the next expected one
    ** nothing                     no line comes for a while; `nothing events`: no event either
    ** forget                      what has come so far does not count

`table: service` puts the jumper on. Sent lines know `\\x03` and the like, `<crc>` and `<CRC>`
for the checksum of what is before the star, `<n spaces>`. Expected lines know `<crc>`, which
must be right, and the words of PLACEHOLDERS.
"""

import re
from binascii import crc32
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent / "dialogues"

PLACEHOLDERS = {
    "<hex8>": "[0-9a-f]{8}",
    "<hex>": "[0-9a-f]*",
    "<lamp>": "[08]0",  # a side's outputs with every motor off
    "<lamps>": "[048c]0",  # the centre's
    "<n>": "[0-9]+",
    "<int>": "-?[0-9]+",
    "<text>": '[^"]*',
    "<...>": ".*",
    "<crc>": "[0-9a-f]{8}",
}
ANY = "..."


@dataclass(frozen=True)
class Step:
    """A line of a dialogue: `kind` is one of `->`, `<-`, `**`, `...`."""

    number: int
    kind: str
    text: str


@dataclass(frozen=True)
class Dialogue:
    """A file of steps."""

    name: str
    service: bool
    steps: list[Step]


def load(path):
    """The dialogue in a file; ValueError for a line that is none."""
    steps = []
    service = False
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        kind, _, text = line.partition(" ")
        if not line or line.startswith("#"):
            continue
        if line == "table: service":
            service = True
        elif kind in ("->", "<-", "**", ANY):
            steps.append(Step(number, kind, text))
        else:
            raise ValueError(f"{path.name}:{number}: no step: {line}")
    return Dialogue(path.stem, service, steps)


def all_dialogues():
    """Every dialogue there is."""
    return [load(path) for path in sorted(FOLDER.glob("*.txt"))]


def frame(text):
    """A request with its checksum, as bytes of a line."""
    body = f"{text} ".encode()
    return body + b"*%08x\n" % crc32(body)


def sent(text):
    """The bytes of a line to be sent."""
    text = re.sub("<([0-9]+) spaces>", lambda match: " " * int(match[1]), text)
    head, mark, tail = text.partition("*<")
    line = head.encode("latin-1").decode("unicode_escape").encode("latin-1")
    if mark:
        digits = f"{crc32(line):08x}"
        digits = digits.upper() if tail.startswith("CRC>") else digits
        line += b"*" + digits.encode() + tail[4:].encode().decode("unicode_escape").encode()
    return line + b"\n"


def differs(expected, line):
    """Why a received line is not the expected one, or None."""
    expected = expected.encode().decode("unicode_escape") if "\\\\" in expected else expected
    pattern = re.escape(expected)
    for word, found in PLACEHOLDERS.items():
        pattern = pattern.replace(re.escape(word), found)
    if not re.fullmatch(pattern, line):
        return f"expected {expected}\n     got {line}"
    if expected.endswith("*<crc>"):
        body, _, digits = line.rpartition("*")
        if int(digits, 16) != crc32(body.encode()):
            return f"wrong checksum: {line}"
    return None


def is_news(line):
    """Whether a line comes unasked: an event or a log."""
    return line.startswith(("!", "~"))


def play(dialogue, talker):
    """Says and hears a dialogue; AssertionError with file and line where it goes wrong.

    `talker`: send(bytes), line(news) -> the next reply or, with news, the next line that comes
    unasked, or None when none comes; wait(ms of table time).
    """
    skip = False
    for step in dialogue.steps:
        where = f"{dialogue.name}.txt:{step.number}"
        if step.kind == "->":
            talker.send(sent(step.text))
        elif step.kind == ANY:
            skip = True
        elif step.kind == "<-":
            news = is_news(step.text)
            while True:
                line = talker.line(news)
                assert line is not None, f"{where}: no answer, expected {step.text}"
                difference = differs(step.text, line)
                if difference is None:
                    break
                assert skip or news, f"{where}: {difference}"
            skip = False
        elif step.text == "forget":
            talker.forget()
        elif step.text.startswith("wait"):
            talker.wait(int(step.text.split()[1]))
        else:
            talker.wait(500)
            line = talker.line(False, wait=False)
            assert line is None, f"{where}: got {line}"
            if step.text == "nothing events":
                line = talker.line(True, wait=False)
                assert line is None, f"{where}: got {line}"
