"""The verbs of a table that change settings, all values or none, and the `confirm` of those that
could cut the line off."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

from paishan_host.codec import Fields, encoded
from paishan_host.language import tr
from paishan_host.session import REPLY_S, Answer, Session
from paishan_host.speeds import search
from paishan_host.trouble import NoAnswer, Refused

_PAIRS_ROOM: Final = 12  # a long integer and its comma

Counted = Callable[[int], None] | None  # told how many were done, for a bar


@dataclass(frozen=True)
class Problem:
    """Why a change is not possible: the setting ("" = none in particular) and a sentence."""

    setting: str
    sentence: str


class Changing:
    """What a `Table` has of it."""

    session: Session

    def request(self, verb: str, *words: object, **fields: Any) -> Answer:
        """Any verb, with its words and key=value pairs."""
        return self.session.request(verb, *words, **fields)

    def get(self, *names: str) -> Fields:
        """Settings by name, or all of them."""
        return self.request("get", *names).merged()

    def set(self, **values: Any) -> int:
        """Stages, checks and commits; returns how many changed. Nothing changes on a Refused."""
        if len(values) == 1:
            self._take_address(values)
            answer = self.request("set", **values).fields
            return self._confirmed(answer, values)
        self.stage(values)
        for problem in self.check():
            self.rollback()
            raise Refused(
                tr(
                    "{setting}: {sentence}: nothing was changed",
                    setting=problem.setting,
                    sentence=problem.sentence,
                ),
                403,
                "CROSS_RULE",
                {"setting": problem.setting},
            )
        return self.commit(values)

    def stage(self, values: Fields, counted: Counted = None) -> None:
        """Sets values aside, as many a line as fit. What was staged before is dropped."""
        self.rollback()
        done = 0
        for batch in self._batches(values):
            self.request("stage", **batch)
            done += len(batch)
            if counted:
                counted(done)

    def check(self) -> list[Problem]:
        """Why what is staged cannot be committed; empty when it can."""
        lines = self.request("check").lines
        return [Problem(line["setting"], line["detail"]) for line in lines if "error" in line]

    def commit(self, values: Fields) -> int:
        """Puts what is staged in force (`values`, the same again); returns how many changed."""
        self._take_address(values)
        return self._confirmed(self.request("commit").fields, values)

    def rollback(self) -> None:
        """Drops what is staged."""
        self.request("rollback")

    def reset(self, what: str) -> int:
        """settings, calibration or counters, as the machine came; how many settings changed."""
        before = self.get("link_address") if what == "settings" else {}
        answer = self.request("reset", what).fields
        if "confirm_ms" in answer:
            self._find(before["link_address"])
        return self._confirmed(answer, {})

    def set_gear(self, position: int, row: Fields | None) -> None:
        """A row of the table's own chart (tiles, stacks, name, game); None takes it out."""
        self.request("gear", position=position, **(row or {}))

    def acknowledge(self, record: str) -> None:
        """Accepts the loss of a damaged record."""
        self.request("ack", record)

    def _batches(self, values: Fields) -> Iterable[Fields]:
        batch: Fields = {}
        room = full = self.session.room("stage") - _PAIRS_ROOM
        for name, value in values.items():
            length = len(f" {name}={encoded(value)}")
            if batch and length > room:
                yield batch
                batch, room = {}, full
            batch[name] = value
            room -= length
        if batch:
            yield batch

    def _take_address(self, values: Fields) -> None:
        """On a bus only lines with the table's address count, the first of them a `confirm`."""
        if values.get("link_bus") and self.session.address is None:
            self.session.address = self.get("link_address")["link_address"]

    def _find(self, address: int) -> None:
        """Goes where a reset took the line. The machine's profile knows, and it is not asked:
        the speed it last had here comes first, while the table waits for `confirm`."""
        from paishan.store.schema import find

        addresses = dict.fromkeys((None, address, find("link_address")[3]))
        search(self.session, tuple(addresses), REPLY_S)

    def _confirmed(self, answer: Fields, values: Fields) -> int:
        """Keeps a change that could have cut the line off, once the line has proved to work."""
        changed = int(answer.get("changed", 0))
        if "confirm_ms" not in answer:
            return changed
        if "link_speed" in values:
            self.session.transport.set_speed(values["link_speed"])
        if "link_address" in values and self.session.address is not None:
            self.session.address = values["link_address"]
        try:
            self.request("confirm")
            self.session.transport.keep()
        except NoAnswer as silence:
            raise NoAnswer(
                tr(
                    "no answer with the new settings of the line: the old ones come back within "
                    "30 s, then repeat ({said})",
                    said=silence.message,
                )
            ) from silence
        return changed
