"""What the table's numbers and names mean, in the language in force.

The rows are the firmware's own: its faults, its link's errors, its events, its settings.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from paishan_host.codec import Fields, encoded
from paishan_host.language import language, tr


@dataclass(frozen=True)
class Fault:
    """A row of the fault catalogue with its sentences."""

    code: int
    name: str
    severity: str
    happened: str
    tiles: str
    remedy: str
    symptom: str

    @property
    def line(self) -> str:
        """Code, what happened, what to do."""
        return f"{self.code:02} {self.happened} {self.remedy}"

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return dict(self.__dict__)


def fault(code: int, tongue: str | None = None) -> Fault | None:
    """The fault of that code, or None. `tongue`: en or zh, None = the language in force."""
    from paishan.table import fault_texts, faults

    row = faults.find(code)
    if row is None:
        return None
    number, name, severity = row
    texts = fault_texts.explain(code, tongue or language())
    return Fault(number, name, faults.SEVERITIES[severity], *texts)


def faults(tongue: str | None = None) -> list[Fault]:
    """The whole catalogue."""
    from paishan.table.faults import codes

    return [row for row in (fault(code, tongue) for code in codes()) if row]


def error(code: int) -> str:
    """What an error of the link means and what to do."""
    from paishan.link.errors import ERRORS

    return next((tr(row[2]) for row in ERRORS if row[0] == code), tr("unknown: update this tool"))


def refusal(code: int, name: str, fields: Fields) -> str:
    """An error as a sentence: what the table said, what it means."""
    detail = ", ".join(
        str(value) if key == "detail" else f"{key} {_plain(value)}"
        for key, value in fields.items()
    )
    return f"{code} {name}{f' ({detail})' if detail else ''}: {error(code)}"


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else encoded(value)


def event(name: str) -> str:
    """What an event means."""
    from paishan.table.events import EVENTS

    return next((tr(row[2]) for row in EVENTS if row[0] == name), "")


def self_test(number: int, verdict: int) -> str:
    """How a self-test ended, by its name; "" for numbers that this tool does not know."""
    from paishan.table.selftest import TESTS, VERDICTS

    if not (1 <= number <= len(TESTS) and 0 <= verdict < len(VERDICTS)):
        return ""
    return f"{TESTS[number - 1][0]}: {tr(VERDICTS[verdict])}"


def setting(name: str) -> str:
    """What a setting does."""
    from paishan.store.help import HELP

    texts = HELP.get(name)
    return texts[language() == "zh"] if texts else ""


def value_problem(row: Any, value: Any) -> str:
    """Why a value cannot be the setting of this row of the schema; "" when it can."""
    from paishan.store.schema import BOOL, CHOICE, CHOICES, value_error

    if value_error(row, value) is None:
        return ""
    name, kind, unit, _default, lowest, highest, _lock = row
    said = encoded(value)
    if kind == CHOICE:
        return tr("{value} is none of {all}", value=said, all=", ".join(map(str, CHOICES[name])))
    if kind == BOOL:
        return tr("true or false is wanted, not {value}", value=said)
    if type(value) is not int:
        return tr("a whole number is wanted, not {value}", value=said)
    return tr(
        "{value}: the range is {lowest} to {highest}",
        value=f"{said} {unit}".strip(),
        lowest=lowest,
        highest=highest,
    )


def pairs(fields: Fields) -> str:
    """Fields on one line, for people."""
    return "  ".join(f"{key}={_plain(value)}" for key, value in fields.items())
