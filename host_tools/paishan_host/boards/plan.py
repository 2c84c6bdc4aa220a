"""A board as its board.toml says, with the electronics behind it; every error of form by line."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from paishan.io.image import CENTRE, CENTRE_MOTORS, SIDE_MOTORS
from paishan.link.names import output
from paishan_host import ending, reading
from paishan_host.boards import shape
from paishan_host.boards.shape import Finding, line_of
from paishan_host.language import tr
from paishan_sim.places import boards_dir

FILE: Final = "board.toml"
SUPPORT: Final = ("type-checked", "emulated", "bench-tested")
LINES: Final = ("SCK", "MOSI", "MISO", "LATCH", "ALIVE")  # without which there is no chain
PULLS: Final = ("up", "down", "none")


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


def names() -> list[str]:
    """The boards that ship with Paishan and have pins."""
    return sorted(
        path.parent.name
        for path in boards_dir().glob(f"*/{FILE}")
        if "pins" in tomllib.loads(path.read_text("utf-8"))
    )


def find(board: str) -> Path:
    """The board.toml of a board's name, of a folder or of a file; Problem where there is none."""
    given = Path(board)
    for path in (boards_dir() / board / FILE, given / FILE, given):
        if path.is_file():
            return path
    if given.is_dir() or given.suffix or given.name != board:  # a place, not a name
        missing = given / FILE if given.is_dir() else given
        reading.data(missing)
    raise ending.Problem(
        tr("no board {board}: there are {boards}", board=board, boards=", ".join(names())),
        ending.USAGE,
    )


def load(path: Path) -> tuple[Plan | None, list[Finding]]:
    """The plan, or why there is none."""
    text, raw = _read(path)
    findings = shape.of_board(raw, text)
    if findings:
        return None, findings
    other = (path.parent / raw["electronics"]).resolve()
    electronics = _read(other)[1]
    findings = shape.of_electronics(electronics, line_of(text, "electronics"))
    if findings:
        return None, findings
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
    text = reading.text(path)
    return text, reading.toml(path, text)
