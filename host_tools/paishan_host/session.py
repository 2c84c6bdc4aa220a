"""Requests and replies over one transport: ids, retries, what came late, who else is there.

One request at a time. A request without a reply is sent again with the same id, three times: the
table does it once and answers from its memory. What must not be done twice (`once`) is only sent
again to a table that has not restarted meanwhile. A reply to an older id is dropped.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from paishan_host import codec, words
from paishan_host.codec import Event, Fields, Log, Noise, Reply, Text
from paishan_host.hello import Hello, disagreement
from paishan_host.language import tr
from paishan_host.speeds import BRIEF_S, search
from paishan_host.transport import Transport
from paishan_host.trouble import (
    NoAnswer,
    ReadOnly,
    Refused,
    Restarted,
    SharedLine,
)

PRODUCT: Final = "paishan"
REPLY_S: Final = 1.0
RETRIES: Final = 3
JOB_S: Final = 120.0
KEPT_NEWS: Final = 1000  # events and logs that wait to be read

_LOOK_S: Final = 0.05
_SETTLE_S: Final = 0.03
ALWAYS: Final = ("auth", "update", "reboot")  # lead to versions that fit
_OTHER_TOOL: Final = "another tool is connected"  # says a simulated table to the second one
_FIRST_IDS: Final = 900_000  # sessions start at a random one below: late replies match nothing
_AUTH: Final = 201
_SHARED: Final = (104, 105)  # the id was somebody else's

News = Event | Log | Text | Noise


@dataclass(frozen=True)
class Answer:
    """A whole reply: the fields of its last line, and the lines of a long one before it."""

    fields: Fields
    lines: list[Fields] = field(default_factory=list)

    def merged(self) -> Fields:
        """The fields of all lines together, without their number."""
        found: Fields = {}
        for line in self.lines:
            found.update(line)
        return found if self.lines else dict(self.fields)


@dataclass
class Counts:
    """What a session met that a person should know of when something is odd."""

    requests: int = 0
    retries: int = 0
    stale: int = 0  # replies to an earlier request of ours, dropped
    foreign: int = 0  # replies to requests that are not ours
    noise: int = 0


class Session:
    """Talks to one table. `hello` comes first; Table does that."""

    def __init__(self, transport: Transport, address: int | None = None) -> None:
        self.transport = transport
        self.address = address
        self.about = Hello()
        self.level = "anyone"
        self.read_only = ""  # why nothing may be changed; "" = all may
        self.counts = Counts()
        self.news: deque[News] = deque(maxlen=KEPT_NEWS)
        self.trace: Callable[[str, bytes], None] | None = None  # "->" sent, "<-" received
        self._assembler = codec.Assembler()
        self._first_id = self._id = random.randrange(1, _FIRST_IDS)
        self._boots: int | None = None

    def hello(self) -> Hello:
        """Begins a session: resynchronises, finds the speed of a table that is new to it, asks
        who is there, compares the versions."""
        self._settle()
        self._first_id = self._id = random.randrange(1, _FIRST_IDS)
        self._boots = None
        self._write(b"\n")
        if self.transport.speeds and not self.about.product:
            search(self, (self.address,), BRIEF_S)
            self.news.clear()  # noise of other speeds says nothing of this one
        self.about = Hello.of(self._exchange("hello", "safe").fields)
        self.level = self.about.level
        if self.about.product != PRODUCT:
            raise NoAnswer(
                tr(
                    "{url}: this is {product!r}, no mahjong table of ours: choose another port",
                    url=self.transport.url,
                    product=self.about.product,
                )
            )
        self.read_only = disagreement(self.about)
        return self.about

    def _settle(self) -> None:
        """Hears out what an earlier tool left on the line, and whether one is still there."""
        self._take(self.transport.read(_SETTLE_S))
        taken = any(isinstance(line, Log) and _OTHER_TOOL in line.text for line in self.news)
        self.news.clear()
        self._assembler = codec.Assembler()
        if taken:
            raise SharedLine(
                tr(
                    "{url} is used by another program: close it (another paishan, a terminal, an "
                    "editor)",
                    url=self.transport.url,
                )
            )

    def request(
        self,
        verb: str,
        *arguments: object,
        on_line: Callable[[Fields], None] | None = None,
        **fields: Any,
    ) -> Answer:
        """Asks and waits for the whole reply; one of the troubles where there is none."""
        return self.send(codec.text(verb, arguments, fields), on_line)

    def send(self, line: str, on_line: Callable[[Fields], None] | None = None) -> Answer:
        """The same with a line as it is written: `get scan_ms`."""
        verb = line.split(" ", 1)[0]
        tag = _tag(verb)
        if self.read_only and tag != "safe" and verb not in ALWAYS:
            raise ReadOnly(self.read_only)
        if tag == "once" and self._boots is None:
            self._id += 1
            self._boots = self._boot_count(self._id)
        answer = self._exchange(line, tag, on_line)
        job = answer.fields.get("job")
        return answer if job is None else Answer({**answer.fields, **self._end_of(job)})

    def room(self, line: str) -> int:
        """How many bytes more a request could hold."""
        return codec.room(self._id + 1, line, self.address)

    def is_heard(self, wait_s: float = REPLY_S) -> bool:
        """Whether a table answers at this speed and address: asked once."""
        self._assembler = codec.Assembler()  # a line that began at another speed has no end
        self._id += 1
        self._write(b"\n" + codec.request(self._id, "ping", self.address))
        return self._await(self._id, [], None, wait_s) is not None

    def hears_prompt(self) -> bool:
        """Whether what came last is MicroPython's prompt and no table's."""
        said = " ".join(line.text for line in self.news if isinstance(line, Text))
        return ">>>" in said or "Traceback" in said

    def listen(self, wait_s: float) -> list[News]:
        """What the table says by itself, within `wait_s`."""
        if not self.news:
            self._take(self.transport.read(wait_s))
        heard = list(self.news)
        self.news.clear()
        return heard

    def _exchange(
        self, line: str, tag: str, on_line: Callable[[Fields], None] | None = None
    ) -> Answer:
        self.counts.requests += 1
        self._id += 2 if tag == "once" else 1  # the one between is for asking about a restart
        number = self._id
        for attempt in range(1 + RETRIES):
            if attempt:
                self.counts.retries += 1
                if tag == "once" and not self._is_still_up(number - 1):
                    continue
            self._write(codec.request(number, line, self.address))
            lines: list[Fields] = []
            last = self._await(number, lines, on_line)
            if last is None:
                if lines:  # cut in the middle: what still comes of it must not mix with the next
                    number = self._id = self._id + 1
                continue
            if last.kind == "err":
                self._refused(last)
            if last.fields.get("n", len(lines)) == len(lines):
                return Answer(last.fields, lines)
            number = self._id = self._id + 1
        raise NoAnswer(self._silence())

    def _await(
        self,
        number: int,
        lines: list[Fields],
        on_line: Callable[[Fields], None] | None,
        wait_s: float = REPLY_S,
    ) -> Reply | None:
        """The last line of the reply, those before it in `lines`; None when it does not come."""
        clock = self.transport.clock
        until = clock() + wait_s
        while (left_s := until - clock()) > 0:
            found: Reply | None = None
            for reply in self._take(self.transport.read(min(left_s, _LOOK_S))):
                if reply.id != number or found is not None:
                    self._not_ours(reply)
                elif reply.kind == "+":
                    lines.append(reply.fields)
                    until = clock() + REPLY_S
                    if on_line:
                        on_line(reply.fields)
                else:
                    found = reply
            if found is not None:
                return found
        return None

    def _take(self, data: bytes) -> list[Reply]:
        """Sorts what came: replies are returned, the rest is news."""
        replies = []
        for raw in self._assembler.feed(data):
            if self.trace:
                self.trace("<-", raw)
            line = codec.parse(raw)
            if isinstance(line, Reply):
                replies.append(line)
            else:
                self.counts.noise += isinstance(line, Noise)
                self.news.append(line)
        return replies

    def _not_ours(self, reply: Reply) -> None:
        if self._first_id < reply.id <= self._id:
            self.counts.stale += 1
        else:
            self.counts.foreign += 1

    def _write(self, data: bytes) -> None:
        if self.trace and data.strip():
            self.trace("->", data.rstrip(b"\n"))
        self.transport.write(data)

    def _refused(self, reply: Reply) -> None:
        if reply.code in _SHARED:
            raise SharedLine(
                tr(
                    "another program talks to this table at the same time ({code} {name}): close "
                    "it, then repeat the command",
                    code=reply.code,
                    name=reply.name,
                )
            )
        if reply.code == _AUTH and self.level != "anyone":
            raise Restarted(self._lost_login())
        said = words.refusal(reply.code, reply.name, reply.fields)
        raise Refused(
            tr("the table refused: {said}", said=said), reply.code, reply.name, reply.fields
        )

    def _lost_login(self) -> str:
        before = self.about.nonce
        if self.hello().nonce != before:
            return tr(
                "the table restarted in the middle ({reset}): look with `paishan status`, then "
                "repeat the command",
                reset=self.about.reset,
            )
        return tr("the login ended in the middle: repeat the command")

    def _boot_count(self, number: int) -> int:
        """How often the table has started, asked under an id that nothing else uses."""
        lines: list[Fields] = []
        self._write(codec.request(number, "counters", self.address))
        self._await(number, lines, None)
        return next((int(line["boots"]) for line in lines if "boots" in line), -1)

    def _is_still_up(self, number: int) -> bool:
        """Whether the table answers and has not restarted; Restarted when it has."""
        boots = self._boot_count(number)
        if boots >= 0 and boots != self._boots:
            self._boots = boots
            raise Restarted(
                tr(
                    "the table restarted in the middle; whether it was done is not known: look "
                    "with `paishan status` before you repeat the command"
                )
            )
        return boots >= 0

    def _silence(self) -> str:
        """Why there may be no answer, told by what came instead of one."""
        url = self.transport.url
        heard = [line for line in self.news if isinstance(line, Text | Noise)]
        if self.counts.foreign:
            return tr(
                "{url}: only replies to another program came: close it, then repeat the command",
                url=url,
            )
        if self.hears_prompt():
            return tr(
                "{url}: MicroPython's prompt answers, not the table: switch it off and on; if it "
                "answers again its files are gone: `paishan install`, then import what you saved",
                url=url,
            )
        searched = self.transport.speeds and not self.about.product
        if heard and searched:
            return tr(
                "{url}: what comes back makes no sense at any of the speeds of link_speed: check "
                "that this is the table's port",
                url=url,
            )
        if heard:
            return tr(
                "{url}: what comes back makes no sense: check that the speed is the table's "
                "(link_speed) and that this is the table's port",
                url=url,
            )
        if searched:
            return tr(
                "{url} answers at none of the speeds of link_speed: check that the table is on "
                "and the cable carries data, not only power; `paishan ports` lists the others",
                url=url,
            )
        return tr(
            "{url} does not answer: check that the table is on and the cable carries data, not "
            "only power; `paishan ports` lists the others",
            url=url,
        )

    def _end_of(self, job: object) -> Fields:
        """The fields of the event that ends a job."""
        clock = self.transport.clock
        until = clock() + JOB_S
        while clock() < until:
            for line in list(self.news):
                if isinstance(line, Event) and line.fields.get("job") == job:
                    self.news.remove(line)
                    return line.fields
            for reply in self._take(self.transport.read(_LOOK_S)):
                self._not_ours(reply)
        raise NoAnswer(
            tr("the table began and never said that it is done: look with `paishan events`")
        )


def _tag(verb: str) -> str:
    """How often a verb may be done; one that this tool does not know, once."""
    from paishan.link.verbs import VERBS

    tags: dict[str, str] = {row[0]: row[2] for row in VERBS}
    return tags.get(verb, "once")
