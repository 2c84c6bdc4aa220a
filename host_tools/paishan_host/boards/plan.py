"""A board as its board.toml says, with the electronics behind it; every error of form by line."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from paishan.io.image import CENTRE, CENTRE_MOTORS, SIDE_MOTORS
from paishan.link.names import output
from paishan_host import ending
from paishan_host.language import tr
from paishan_sim.places import boards_dir

FILE: Final = "board.toml"
SUPPORT: Final = ("type-checked", "emulated", "bench-tested")
LINES: Final = ("SCK", "MOSI", "MISO", "LATCH", "ALIVE")  # without which there is no chain
PULLS: Final = ("up", "down", "none")

# table: {key: (type, whether it must be there)}; a table of the maker's own names is None
_SHAPES: Final[dict[str, dict[str, tuple[type, bool]]]] = {
    "": {
        "name": (str, True), "title": (str, True), "chip": (str, True), "support": (str, True),
        "stubs": (str, True), "mpy": (str, True), "micropython": (str, True),
        "laptop": (str, True), "files": (str, True), "electronics": (str, True),
        "memory": (dict, True), "header": (dict, True), "chain": (dict, False),
        "pins": (dict, True), "uses": (dict, True), "tested": (dict, False),
    },
    "memory": {
        "ram_kb": (int, True), "heap_kb": (int, True), "flash_kb": (int, True),
        "files_kb": (int, True), "code": (str, True),
    },
    "header": {
        "numbers": (str, True), "left": (list, True), "right": (list, True),
        "supply": (dict, True), "usb": (str, False),
    },
    "chain": {"spi": (str, True), "rate_hz": (int, True), "mode": (int, True)},
    "tested": {"date": (str, True), "by": (str, True), "what": (str, True)},
}  # fmt: skip
_PIN: Final = {
    "can": (list, False), "inside": (str, False), "reserved": (str, False),
    "strapping": (str, False), "input_only": (bool, False), "no_pull": (bool, False),
    "note": (str, False),
}  # fmt: skip
_USE: Final = {
    "pin": (str, True), "as": (str, True), "pull": (str, True), "to": (str, True),
    "wakes": (str, True), "by": (str, False), "motor": (bool, False), "off": (int, False),
    "hz": (int, False),
}  # fmt: skip


@dataclass(frozen=True)
class Finding:
    """What is wrong, in which line of the board.toml (0: of none), with the remedy."""

    line: int
    text: str


@dataclass(frozen=True)
class Pin:
    """`can`: functions as "spi0.sck"; the other texts say why a pin is none to be used."""

    name: str
    can: tuple[str, ...] = ()
    inside: str = ""
    reserved: str = ""
    strapping: str = ""
    note: str = ""
    input_only: bool = False
    no_pull: bool = False


@dataclass(frozen=True)
class Use:
    """One wire of the board: `function` is one of the pin's, or in, out, pwm, analogue."""

    net: str
    pin: str
    function: str
    pull: str
    by: str
    to: str
    wakes: str
    motor: bool = False
    off: int = 0
    hz: int = 0

    @property
    def drives(self) -> bool:
        """Whether the controller sets its level."""
        role = self.function.rpartition(".")[2]
        return role in ("out", "sck", "mosi", "tx", "cs", "rts") or role.startswith("pwm")


@dataclass(frozen=True)
class Plan:
    """A board. `raw` and `electronics` as they stand in the files; `text` for line numbers."""

    path: Path
    text: str
    raw: dict[str, Any]
    pins: dict[str, Pin]
    uses: tuple[Use, ...]
    electronics: dict[str, Any]

    @property
    def name(self) -> str:
        return str(self.raw["name"])

    @property
    def matrix(self) -> bool:
        """Whether any function can be on any pin."""
        return self.raw["pins"].get("matrix") is True

    def use(self, net: str) -> Use | None:
        """The wire of that name."""
        return next((one for one in self.uses if one.net == net), None)

    def line(self, key: str) -> int:
        """The line where a key is given its value."""
        return line_of(self.text, key)

    def place(self, pin: str) -> str:
        """Where a pin is on the header: its number, or its own name where it has none."""
        header = self.raw["header"]
        left, right, numbers = header["left"], header["right"], header["numbers"]
        for side, names in enumerate((left, right)):
            if pin in names and numbers != "names":
                at = names.index(pin) + 1
                if numbers == "around":
                    return str(at if side == 0 else len(left) + len(right) + 1 - at)
                return f"{numbers.split()[side]}{at}"
        return ""


def line_of(text: str, key: str) -> int:
    """The first line that begins with `key =` or `"key" =`, 0 where there is none."""
    found = re.search(rf'^\s*"?{re.escape(key)}"?\s*=', text, re.MULTILINE)
    return text.count("\n", 0, found.start() + 1) + 1 if found else 0


def names() -> list[str]:
    """The boards that ship with Paishan and have pins."""
    return sorted(
        path.parent.name
        for path in boards_dir().glob(f"*/{FILE}")
        if "pins" in tomllib.loads(path.read_text("utf-8"))
    )


def find(board: str) -> Path:
    """The board.toml of a board's name, of a folder or of a file; Problem where there is none."""
    for path in (boards_dir() / board / FILE, Path(board) / FILE, Path(board)):
        if path.is_file():
            return path
    raise ending.Problem(
        tr("no board {board}: there are {boards}", board=board, boards=", ".join(names())),
        ending.USAGE,
    )


def load(path: Path) -> tuple[Plan | None, list[Finding]]:
    """The plan, or why there is none."""
    text, raw = _read(path)
    findings = _shape(raw, "", text)
    for table in ("memory", "header", "chain", "tested"):
        if isinstance(raw.get(table), dict):
            findings += _shape(raw[table], table, text)
    for table, shape in (("pins", _PIN), ("uses", _USE)):
        for name, row in raw.get(table, {}).items() if isinstance(raw.get(table), dict) else ():
            if name != "matrix":
                findings += _row(row, shape, name, text)
    if findings:
        return None, findings
    other = (path.parent / raw["electronics"]).resolve()
    electronics = _read(other)[1]
    pins = {
        name: Pin(name, **{**row, "can": tuple(row.get("can", ()))})
        for name, row in raw["pins"].items()
        if name != "matrix"
    }
    uses = tuple(
        Use(
            net, row["pin"], row["as"], row["pull"], row.get("by", ""), row["to"], row["wakes"],
            row.get("motor", False) or _is_motor(net), row.get("off", 0), row.get("hz", 0),
        )
        for net, row in raw["uses"].items()
    )  # fmt: skip
    return Plan(path, text, raw, pins, uses, electronics), []


def _is_motor(net: str) -> bool:
    """Whether a wire of that name is one of the firmware's motors, on a pin of its own."""
    known = output(net)
    if known is None:
        return False
    byte, mask = known
    return bool(mask & (CENTRE_MOTORS if byte == CENTRE else SIDE_MOTORS))


def _read(path: Path) -> tuple[str, dict[str, Any]]:
    try:
        text = path.read_text("utf-8")
        return text, tomllib.loads(text)
    except OSError as error:
        raise ending.Problem(
            tr("{file}: {error}: name a board.toml", file=path, error=error.strerror),
            ending.BAD_FILE,
        ) from error
    except (ValueError, UnicodeDecodeError) as error:
        raise ending.Problem(
            tr("{file}: {error}: mend the TOML", file=path, error=error), ending.BAD_FILE
        ) from error


def _shape(row: dict[str, Any], table: str, text: str) -> list[Finding]:
    return _row(row, _SHAPES[table], table or FILE, text)


def _row(row: Any, shape: dict[str, tuple[type, bool]], where: str, text: str) -> list[Finding]:
    line = line_of(text, where)
    if not isinstance(row, dict):
        return [Finding(line, tr("{where}: a table is wanted", where=where))]
    findings = [
        Finding(
            line_of(text, key) or line,
            tr(
                "{where}: there is no {key}: {known}", where=where, key=key, known=", ".join(shape)
            ),
        )
        for key in row
        if key not in shape
    ]
    for key, (kind, must) in shape.items():
        if key not in row:
            if must:
                findings.append(
                    Finding(line, tr("{where}: {key} is missing: add it", where=where, key=key))
                )
        elif type(row[key]) is not kind:
            findings.append(
                Finding(
                    line_of(text, key) or line,
                    tr(
                        "{where}: {key} must be {kind}", where=where, key=key, kind=tr(KINDS[kind])
                    ),
                )
            )
    return findings


KINDS: Final = {
    str: "text", int: "a number", bool: "true or false", list: "a list", dict: "a table",
}  # fmt: skip
