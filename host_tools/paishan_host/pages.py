"""The reference pages, written from the tables of the code; a test fails when they are stale.

A page is a template beside this file in pages/ with {{names}} in it, each filled in by one
function below. `paishan docs` writes them into a checkout. The links of a
template are those of its page.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from paishan_host.boards import board_pages
from paishan_host.codec import encoded
from paishan_sim.places import firmware_dir

TEMPLATES: Final = Path(__file__).with_name("pages")
PAGES: Final = ("protocol.md", "settings.md", "faults.md", "troubleshooting.md", "states.md")
SIMULATOR_PAGES: Final = ("injection.md", "run-json.md")
NOTICE: Final = "<!-- Written by `paishan docs` from the tables of the code: change those. -->\n"

_STATES: Final = (
    "homing", "ready", "loading", "closing", "raising", "building", "recovering", "fault",
    "service", "disabled", "config_fault",
)  # fmt: skip


def written() -> dict[Path, str]:
    """Every page as it should be, by its path in this checkout."""
    of_firmware = firmware_dir() / "docs"
    of_tool = firmware_dir().parent / "host_tools" / "docs"
    paths = [of_firmware / name for name in PAGES] + [of_tool / name for name in SIMULATOR_PAGES]
    made = {path: _filled((TEMPLATES / f"{path.name}.in").read_text("utf-8")) for path in paths}
    return made | board_pages.written()


def stale() -> list[Path]:
    """The pages that are missing or not as they should be."""
    return [
        path
        for path, text in written().items()
        if not path.exists() or path.read_text("utf-8") != text
    ]


def _filled(template: str) -> str:
    text = re.sub(r"\{\{(\w+)\}\}", lambda match: str(_PARTS[match[1]]()), template)
    return NOTICE + text


def table(heading: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """A Markdown table; a bar within a cell is escaped."""
    lines = [list(heading), *([str(cell).replace("|", "\\|") for cell in row] for row in rows)]
    lines.insert(1, ["---"] * len(lines[0]))
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _code(text: object) -> str:
    return f"`{text}`" if text != "" else ""


def _verbs() -> str:
    from paishan.link.access import LEVELS
    from paishan.link.verbs import VERBS
    from paishan.link.verbs_help import HELP

    return table(
        ("verb", "arguments", "level", "repeat", "what for"),
        [
            (_code(name), _code(pattern), LEVELS[level], tag, HELP[name])
            for name, level, tag, pattern, _handler in VERBS
        ],
    )


def _errors() -> str:
    from paishan.link.errors import ERRORS

    return table(
        ("code", "name", "what it means and what to do"),
        [(code, _code(name), means) for code, name, means in ERRORS],
    )


def _injections() -> str:
    from paishan_sim.faults import catalogue

    return table(
        ("fault", "what it does", "arguments and defaults", "entries"),
        [
            (
                _code(row["name"]),
                row["what"],
                " ".join(_code(f"{one['name']}={one['default']}") for one in row["arguments"]),
                ", ".join(map(str, row["entries"])),
            )
            for row in catalogue()
        ],
    )


def _beyond_the_bench() -> str:
    from paishan_sim.faults import NOT_ON_THE_BENCH

    return table(
        ("what", "entries", "what stands in for it"),
        [
            (what, ", ".join(map(str, entries)), instead)
            for what, entries, instead in NOT_ON_THE_BENCH
        ],
    )


def _run_keys() -> str:
    from paishan_sim.run import KEYS

    return table(
        ("key", "what it says"),
        [(", ".join(map(_code, keys.split())), means) for keys, means in KEYS],
    )


def _events() -> str:
    from paishan.table.events import EVENTS

    return table(
        ("event", "values", "what it means"),
        [
            (_code(name), " ".join(_code(key) for key, _kind in keys), means)
            for name, keys, means in EVENTS
        ],
    )


def _settings(tongue: int) -> str:
    from paishan.store.help import HELP
    from paishan.store.schema import KINDS, LOCKS, SETTINGS

    headings = (
        ("setting", "kind", "default", "range", "unit", "lock", "meaning"),
        ("设置", "类型", "默认值", "范围", "单位", "锁定", "说明"),
    )
    return table(
        headings[tongue],
        [
            (
                _code(row[0]), KINDS[row[1]], _code(encoded(row[3])), _range(row), row[2],
                LOCKS[row[6]], HELP[row[0]][tongue],
            )
            for row in SETTINGS
        ],
    )  # fmt: skip


def _range(row: Any) -> str:
    from paishan.store.schema import BOOL, CHOICE, CHOICES

    name, kind, _unit, _default, lowest, highest, _lock = row
    if kind == CHOICE:
        return ", ".join(map(_code, CHOICES[name]))
    return "" if kind == BOOL else f"{lowest} to {highest}"


def _rules() -> str:
    from paishan.store import schema

    said = [
        f"- {' + '.join(f'`{low}`' for low in lows)} stays below `{high}`."
        for lows, high in schema._BELOW
    ]
    said.append(f"- A filter counts at most {schema._LONGEST_FILTER} scans of `scan_ms`.")
    for name, needs in (
        ("side_fitted", schema._SIDE_NEEDS),
        ("centre_fitted", schema._CENTRE_NEEDS),
    ):
        said.append(f"- `{name}` has the bits 0x{needs:02x}: no machine can do without them.")
    return "\n".join(said)


def _confirm() -> str:
    from paishan.store.schema import CONFIRM

    return ", ".join(map(_code, CONFIRM))


def _faults(tongue: str, heading: Iterable[str]) -> str:
    from paishan_host import words

    return table(
        heading,
        [
            (
                f"**{row.code:02}** `{row.name}`", row.severity, row.happened, row.tiles,
                row.remedy, row.symptom,
            )
            for row in words.faults(tongue)
        ],
    )  # fmt: skip


def _symptoms(tongue: str, heading: Iterable[str]) -> str:
    from paishan.table.fault_texts import TEXTS
    from paishan.table.faults import FAMILIES

    counts = {first: count for first, _name, _severity, count in FAMILIES}
    rows: list[list[str]] = []
    for first, (happened, _tiles, remedy, symptom) in TEXTS[tongue].items():
        last = first + counts[first] - 1
        shown = f"**{first:02}**" if last == first else f"**{first:02}** … **{last:02}**"
        rows.append([symptom, shown, *(text.replace("%s", "…") for text in (happened, remedy))])
    return table(heading, sorted(rows))


def _ends(tongue: int, heading: Iterable[str]) -> str:
    from paishan_sim.ends import ACTS, ENDS, OUTPUTS, TILES

    rows: list[tuple[str, ...]] = []
    for row in ENDS:
        codes = " ".join(f"**{code:02}**" for code in row.codes)
        advices = " ".join(f"{code:02}" for code in row.advices)
        back = "; ".join(ACTS[act][tongue] for act in row.acts) or "–"
        rows.append(
            (
                codes or "–", advices or "–", row.cause[tongue], OUTPUTS[row.outputs][tongue],
                TILES[row.tiles][tongue], back, _code(row.name),
            )
        )  # fmt: skip
    rows.sort(key=lambda one: (one[0] == "–", one))
    return table(heading, rows)


def _states() -> str:
    rows = []
    for name in _STATES:
        said = str(import_module(f"paishan.table.states.{name}").__doc__)
        state, _, means = said.strip().partition(": ")
        rows.append((_code(state), " ".join(means.split())))
    return table(("state", "what it does"), rows)


def _waits() -> str:
    from paishan_host.commands.look import WAITS

    return table(("`waits`", "for"), [(_code(name), said) for name, said in WAITS.items()])


def _count() -> int:
    from paishan.store.schema import SETTINGS

    return len(SETTINGS)


def _constant(module: str, name: str) -> Callable[[], object]:
    return lambda: getattr(import_module(module), name)


_PARTS: Final[dict[str, Callable[[], object]]] = {
    "mtu": _constant("paishan.link", "MTU"),
    "protocol": _constant("paishan.link", "PROTOCOL"),
    "lease": _constant("paishan.table.states.service", "LONGEST_LEASE_MS"),
    "ring": _constant("paishan.table.events", "RING"),
    "verbs": _verbs,
    "errors": _errors,
    "injections": _injections,
    "beyond_the_bench": _beyond_the_bench,
    "run_keys": _run_keys,
    "events": _events,
    "count": _count,
    "confirm": _confirm,
    "settings": lambda: _settings(0),
    "settings_zh": lambda: _settings(1),
    "rules": _rules,
    "faults": lambda: _faults(
        "en", ("code", "kind", "what happened", "the tiles", "what to do", "how it looks")
    ),
    "faults_zh": lambda: _faults("zh", ("代码", "类别", "现象说明", "牌的情况", "处理", "症状")),
    "symptoms": lambda: _symptoms("en", ("what people say", "code", "what it is", "what to do")),
    "symptoms_zh": lambda: _symptoms("zh", ("症状", "代码", "现象说明", "处理")),
    "ends": lambda: _ends(
        0, ("codes", "advice", "what is behind it", "outputs", "tiles", "way back", "injection")
    ),
    "ends_zh": lambda: _ends(1, ("代码", "提示", "原因", "输出", "牌", "恢复步骤", "注入名")),
    "states": _states,
    "waits": _waits,
}
