"""All that can be wrong with a board: form, pins, electronics, board.py."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from paishan_host.boards import agreement, parts, plan, rules
from paishan_host.boards.plan import Finding
from paishan_host.language import tr


def check(path: Path) -> list[Finding]:
    """Every finding, by line; those of no line come last."""
    found, findings = plan.load(path)
    if found is not None:
        for rule in rules.RULES:
            findings += rule(found)
        findings += _of_parts(found)
        findings += agreement.findings(found)
    return sorted(_once(findings), key=lambda one: one.line or 1_000_000)


def _of_parts(found: plan.Plan) -> list[Finding]:
    try:
        return list(parts.findings(found))
    except (KeyError, TypeError, AttributeError) as error:
        return [
            Finding(
                found.line("electronics"),
                tr(
                    "electronics: {error} is missing or no table: compare with "
                    "boards/electronics.toml",
                    error=error,
                ),
            )
        ]


def _once(findings: Iterable[Finding]) -> list[Finding]:
    return list(dict.fromkeys(findings))
