"""Which port the table is on. Ports that are not known to be a table are never opened."""

from __future__ import annotations

import os
import tomllib
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from paishan_host.language import tr
from paishan_host.trouble import NoTable

VARIABLE: Final = "PAISHAN_PORT"
FOLDER_VARIABLE: Final = "PAISHAN_CONFIG"  # another folder than the system's for settings

# (vendor, product): what announces itself so runs MicroPython, as our boards do
BOARDS: Final = {
    (0x2E8A, 0x0005): "RP2040/RP2350, MicroPython",
    (0x303A, 0x4001): "ESP32-S3, MicroPython",
    (0xF055, 0x9800): "STM32, MicroPython",
}
PRODUCT: Final = "paishan"  # in the product or manufacturer text of boards made for it


@dataclass(frozen=True)
class Port:
    """A serial port of this computer."""

    device: str
    description: str
    usb_serial: str = ""
    board: str = ""  # what we know it to be; "" = anything at all
    remembered: bool = False

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return asdict(self)


def found() -> list[Port]:
    """The ports of this computer, known ones first."""
    from serial.tools import list_ports

    last = remembered()
    ports = [
        Port(
            device=info.device,
            description=info.description if info.description != "n/a" else "",
            usb_serial=info.serial_number or "",
            board=_board(info),
            remembered=bool(last) and info.serial_number == last,
        )
        for info in list_ports.comports()
    ]
    return sorted(ports, key=lambda port: (not port.remembered, not port.board, port.device))


def _board(info: Any) -> str:
    if PRODUCT in f"{info.product} {info.manufacturer}".lower():
        return "Paishan"
    return BOARDS.get((info.vid, info.pid), "")


def chosen(option: str | None) -> str:
    """The port to open: the option, the environment, the last table, or the only board."""
    wanted = option or os.environ.get(VARIABLE)
    if wanted:
        return wanted
    ports = found()
    boards = [port for port in ports if port.remembered] or [port for port in ports if port.board]
    if len(boards) == 1:
        return boards[0].device
    if boards:
        names = ", ".join(port.device for port in boards)
        raise NoTable(tr("several boards ({names}): name one with --port", names=names))
    if ports:
        names = ", ".join(port.device for port in ports)
        raise NoTable(
            tr(
                "no port is known to be a table ({names}; not tried, they may be anything): name "
                "one with --port",
                names=names,
            )
        )
    raise NoTable(
        tr(
            "no serial port on this computer: plug the table in, or start `paishan sim serve` and "
            "use --port"
        )
    )


def usb_serial_of(device: str) -> str:
    """The USB serial number of a port, "" where there is none."""
    if "://" in device or device.startswith("/dev/pts/"):
        return ""
    from serial.tools import list_ports

    found = (info.serial_number for info in list_ports.comports() if info.device == device)
    return next(found, None) or ""


def named(usb_serial: str) -> str | None:
    """The port that has this USB serial number now."""
    return next((port.device for port in found() if port.usb_serial == usb_serial), None)


def folder() -> Path:
    """Where the tool keeps what it remembers."""
    own = os.environ.get(FOLDER_VARIABLE)
    if own:
        return Path(own)
    from platformdirs import user_config_path

    return user_config_path("paishan", appauthor=False)


def _kept(name: str) -> dict[str, Any]:
    try:
        return tomllib.loads((folder() / name).read_text("utf-8"))
    except (OSError, ValueError):
        return {}


def remembered() -> str:
    """The USB serial number of the last table."""
    return str(_kept("table.toml").get("usb_serial", ""))


def remember(usb_serial: str) -> None:
    """Keeps it for the next time."""
    if usb_serial and usb_serial != remembered():
        _keep("table.toml", "The table that paishan talked to last.", {"usb_serial": usb_serial})


def speed_of(port: str) -> int:
    """The speed at which a table last answered on a port, by USB serial number or name; 0 = none
    is known."""
    speed = _kept("speeds.toml").get(port)
    return speed if type(speed) is int else 0


def remember_speed(port: str, speed: int) -> None:
    """Keeps it for the next time."""
    if speed != speed_of(port):
        known = {name: one for name, one in _kept("speeds.toml").items() if type(one) is int}
        _keep("speeds.toml", "At which speed tables last answered.", {**known, port: speed})


def _keep(name: str, about: str, values: dict[str, Any]) -> None:
    """Writes a file; a folder that cannot be written is no reason to fail."""
    import json

    lines = [f"{json.dumps(key)} = {json.dumps(value)}\n" for key, value in values.items()]
    try:
        folder().mkdir(parents=True, exist_ok=True)
        (folder() / name).write_text(f"# {about}\n" + "".join(lines), "utf-8")
    except OSError:
        pass


def key_of(serial: str) -> str:
    """The technician's key of a unit, from PAISHAN_KEY or keys.toml (serial = "hex digits")."""
    return os.environ.get("PAISHAN_KEY") or str(_kept("keys.toml").get(serial, ""))
