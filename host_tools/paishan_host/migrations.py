"""What became of settings from one schema to the next, for files that were saved earlier.

One step a change of the schema in which a setting was renamed or taken out; settings that were
added need none. A file names its schema's version; the steps after it are applied in order.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

Values = dict[str, Any]


@dataclass(frozen=True)
class Step:
    """From the version before to this one. `removed`: name and what to use instead."""

    renamed: dict[str, str] = field(default_factory=dict)
    removed: dict[str, str] = field(default_factory=dict)


STEPS: Final[tuple[Step, ...]] = ()  # step k leads from version k + 1 to k + 2


def version() -> int:
    """The version of this tool's schema."""
    return len(STEPS) + 1


def migrated(values: Values, since: int) -> tuple[Values, list[tuple[str, str]], dict[str, str]]:
    """Values of a file of version `since` under today's names.

    Returns (values, renamed as (old, new), removed as name: what to use instead).
    """
    found = dict(values)
    origin = {name: name for name in values}
    removed: dict[str, str] = {}
    for step in STEPS[max(since, 1) - 1 :]:
        for name, instead in step.removed.items():
            if name in found:
                del found[name]
                removed[origin.pop(name)] = instead
        found = {step.renamed.get(name, name): value for name, value in found.items()}
        origin = {step.renamed.get(name, name): first for name, first in origin.items()}
    renamed = [(origin[name], name) for name in found if origin[name] != name]
    return found, renamed, removed
