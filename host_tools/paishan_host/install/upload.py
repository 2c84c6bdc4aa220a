"""Puts a bundle on a table over its line: what is missing, file by file, then the trial.

A table takes it in its recovery shell, where nothing else is in its memory. Where the line
breaks, the same command goes on: the table says what it has. Settings and records are in none
of the files that this touches.
"""

from __future__ import annotations

import base64
import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeVar

from paishan_host import ending
from paishan_host.codec import Fields
from paishan_host.install.bundle import Bundle
from paishan_host.language import tr
from paishan_host.trouble import LinkTrouble, NoAnswer, Refused, Restarted, Unplugged

if TYPE_CHECKING:
    from paishan_host.client import Table

Found = TypeVar("Found")
Told = Callable[[int], None]  # bytes of the bundle that are there

COMEBACK_S: Final = 30.0  # a table that restarts
PROVED_S: Final = 3.0  # the new version answers for so long before this tool vouches for it
_QUIET_S: Final = 0.5
_BUSY: Final = 203
_BUSY_S: Final = 120.0  # as long as a build may take
_DAMAGED: Final = 304
_TRIES: Final = 3  # to write one file


class Upload:
    """Of one bundle to one open table, on which a technician is logged in."""

    def __init__(self, table: Table, bundle: Bundle, told: Told) -> None:
        self.table = table
        self.bundle = bundle
        self._told = told
        self._all = sum(len(data) for data in bundle.files.values())
        self.sent = 0  # bytes that had to be sent

    def enter(self) -> None:
        """Into the recovery shell, unless it is there; a technician has to be logged in."""
        if self.table.about.mode == "application":
            self._ask("shell")
            wait_for_restart(self.table)

    def leave(self) -> None:
        """Back to what ran before, after something went wrong; as well as it can be done."""
        with contextlib.suppress(LinkTrouble):
            if self.table.about.mode == "recovery":
                self.table.reboot()

    def send(self) -> None:
        """All that the table does not have; Refused or Unplugged, and a second call goes on."""
        missing: list[Fields] = []
        for _ in range(_TRIES):
            if self.table.update().get("receiving") != self.bundle.about.short:
                self._ask("begin", size=len(self.bundle.text))
                self._data(self.bundle.text)
                self._ask("end")
            missing = self._missing()
            if not missing:
                return
            if any(line["name"] not in self.bundle.files for line in missing):
                continue  # its manifest is not the one that was sent
            left = sum(int(line["size"]) for line in missing)
            for line in missing:
                self._told(self._all - left)
                self._file(str(line["name"]))
                left -= int(line["size"])
            self._told(self._all - left)
        raise ending.Problem(
            tr(
                "the table keeps losing what it was sent ({names}): its flash is worn or broken",
                names=", ".join(str(line["name"]) for line in missing),
            ),
            ending.REFUSED,
        )

    def apply(self) -> None:
        """The table restarts with the new version on trial."""
        self._ask("apply")

    def _missing(self) -> list[Fields]:
        return patiently(self.table, lambda: self.table.update_lines("missing"))

    def _file(self, name: str) -> None:
        data = self.bundle.files[name]
        for attempt in range(_TRIES):
            try:
                self._ask("file", name=name)
                self._data(data)
                self._ask("end")
            except Refused as refused:
                if refused.number != _DAMAGED or attempt == _TRIES - 1:
                    raise
            else:
                return

    def _data(self, data: bytes) -> None:
        room = self.table.session.room(f'update data at={len(data)} data=""')
        piece = room // 4 * 3
        for at in range(0, len(data), piece):
            text = base64.b64encode(data[at : at + piece]).decode()
            self._ask("data", at=at, data=text)
            self.sent += len(data[at : at + piece])

    def _ask(self, step: str, **fields: object) -> Fields:
        return patiently(self.table, lambda: self.table.update(step, **fields))


def patiently(table: Table, ask: Callable[[], Found]) -> Found:
    """The same again while something moves: flash is only written at rest."""
    clock = table.session.transport.clock
    until = clock() + _BUSY_S
    while True:
        try:
            return ask()
        except Refused as refused:
            if refused.number != _BUSY or clock() >= until:
                raise
            table.listen(_QUIET_S)


def wait_for_restart(table: Table) -> None:
    """Until the table answers again with another start; NoAnswer when it does not."""
    before = table.about.nonce
    clock = table.session.transport.clock
    until = clock() + COMEBACK_S
    while True:
        try:
            table.session.transport.read(_QUIET_S)
            table.about = table.session.hello()
        except Unplugged:
            table.reconnect(COMEBACK_S)
        except (NoAnswer, Restarted) as error:
            if clock() >= until:
                raise NoAnswer(
                    tr(
                        "the table did not come back within {seconds} s: switch it off and on; it "
                        "starts the old version by itself after two failures of the new one",
                        seconds=round(COMEBACK_S),
                    )
                ) from error
            continue
        if table.about.nonce != before:
            return
        if clock() >= until:
            raise NoAnswer(tr("the table did not restart: switch it off and on"))


def settled(table: Table, build: str) -> bool:
    """Whether `build` runs after the restart and is now kept. Where it fails, the table starts
    twice before the old one is back."""
    clock = table.session.transport.clock
    until = clock() + COMEBACK_S
    while clock() < until:
        if table.about.mode != "application" or table.about.build != build:
            return False
        if not table.about.trial:
            return True
        nonce, proved = table.about.nonce, clock() + PROVED_S
        while clock() < proved:
            table.session.transport.read(_QUIET_S)
        try:
            table.about = table.session.hello()
        except (NoAnswer, Unplugged):
            wait_for_restart(table)
        if table.about.nonce == nonce:
            table.login()
            patiently(table, lambda: table.update("confirm"))
            return True
    return False
