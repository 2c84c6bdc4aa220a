"""What can go wrong between the tool and a table. Every sentence ends in what to do."""

from __future__ import annotations

from typing import Any, Final

from paishan_host import ending

NOT_OFFERED: Final = 205  # the number of a refusal


class LinkTrouble(ending.Problem):
    """Base of all of them; as a click exception it ends a command with its exit code."""

    code = ending.NO_TABLE

    def __init__(self, message: str) -> None:
        super().__init__(message, type(self).code)


class NoTable(LinkTrouble):
    """No port to open: none named, none found, or several that could be meant."""


class CannotOpen(LinkTrouble):
    """The port is there and does not open: taken by another program, no permission, no port."""


class Unplugged(LinkTrouble):
    """The port went away while it was open."""


class NoAnswer(LinkTrouble):
    """The port is open and nothing that makes sense came back."""


class Restarted(LinkTrouble):
    """The table started anew in the middle; what was under way may or may not have been done."""


class SharedLine(LinkTrouble):
    """Another program talks to the table on the same line."""


class ReadOnly(LinkTrouble):
    """Tool and table disagree on protocol or schema: nothing that changes something is sent."""

    code = ending.REFUSED


class Refused(LinkTrouble):
    """The table said `err`. `number` and `name` as in the protocol, `fields` what it added."""

    code = ending.REFUSED

    def __init__(self, message: str, number: int, name: str, fields: dict[str, Any]) -> None:
        super().__init__(message)
        self.number = number
        self.name = name
        self.fields = fields
