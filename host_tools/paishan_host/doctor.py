"""Everything that explains a trouble, as one zip: what the table says, and who asked.

A part that cannot be had is named in problems.txt; it never keeps the others from being saved.
Settings come without secrets: the table does not give them out.
"""

from __future__ import annotations

import io
import json
import platform
import sys
import zipfile
from collections.abc import Callable
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any, Final

from paishan_host import exchange
from paishan_host.trouble import LinkTrouble

if TYPE_CHECKING:
    from paishan_host.client import Table

PACKAGES: Final = ("paishan", "pyserial", "click", "rich")


def about_here() -> dict[str, Any]:
    """This computer and this tool."""
    return {
        "python": sys.version,
        "system": platform.platform(),
        "packages": {name: _version(name) for name in PACKAGES},
    }


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"


def _text(data: Any) -> bytes:
    return (json.dumps(data, indent=1) + "\n").encode()


def _capture(table: Table) -> bytes:
    state = table.capture()
    if not state["count"]:
        return _text(state)
    header = table.request("capture", "header").lines
    return _text({"state": state, "header": header, "entries": table.captured(0)})


PARTS: Final[dict[str, Callable[[Table], bytes]]] = {
    "about.json": lambda table: _text(
        {**about_here(), "table": asdict(table.about), "read_only": table.read_only}
    ),
    "status.json": lambda table: _text(table.status()),
    "faults.json": lambda table: _text(table.faults()),
    "events.json": lambda table: _text(table.events()),
    "counters.json": lambda table: _text(table.counters()),
    "times.json": lambda table: _text(table.times()),
    "gears.json": lambda table: _text(table.gears()),
    "inputs.json": lambda table: _text({"inputs": table.inputs(), "outputs": table.outputs()}),
    "settings.toml": lambda table: exchange.to_toml(exchange.of_table(table.export())).encode(),
    "capture.json": _capture,
    "log.json": lambda table: _text(table.log(200)),
}


def examined(
    table: Table | None, why_not: str = "", counted: Callable[[int], None] | None = None
) -> tuple[bytes, list[str]]:
    """(the zip, problems); without a table only what this computer knows."""
    problems = [why_not] if why_not else []
    traffic: list[str] = []
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        if table is None:
            archive.writestr("about.json", _text(about_here()))
        else:
            table.session.trace = lambda way, line: traffic.append(
                f"{table.session.transport.clock():.3f} {way} {line.decode('ascii', 'replace')}"
            )
            for number, (name, part) in enumerate(PARTS.items(), 1):
                try:
                    archive.writestr(name, part(table))
                except LinkTrouble as trouble:
                    problems.append(f"{name}: {trouble.message}")
                except Exception as error:  # an answer that this version of the tool does not know
                    problems.append(f"{name}: {type(error).__name__}: {error}")
                if counted:
                    counted(number)
            archive.writestr("link.json", _text(asdict(table.session.counts)))
            archive.writestr("traffic.txt", "\n".join(traffic) + "\n")
        archive.writestr("problems.txt", "".join(f"{line}\n" for line in problems))
    return packed.getvalue(), problems
