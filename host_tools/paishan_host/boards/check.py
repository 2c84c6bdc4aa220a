"""All that can be wrong with a board: form, pins, electronics, board.py."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from paishan_host.boards import agreement, parts, plan, rules
from paishan_host.boards.shape import Finding


def check(path: Path) -> list[Finding]:
    """Every finding, by line; those of no line come last."""
    found, findings = plan.load(path)
    if found is not None:
        for rule in rules.RULES:
            findings += rule(found)
        findings += parts.findings(found)
        findings += agreement.findings(found)
    return sorted(_once(findings), key=lambda one: one.line or 1_000_000)


def _once(findings: Iterable[Finding]) -> list[Finding]:
    return list(dict.fromkeys(findings))
