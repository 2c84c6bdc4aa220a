"""Runs a board.py on this computer: what it does with pins, SPI and UART, and with a ring.

A process of its own: `python dry_run.py` with a JSON request on standard input; a JSON answer
comes back. The modules of a controller are stand-ins that note what is asked of them.

    request  board, path (folders to import from), names (that it must have), pins (names), uses
             (net: pin), chain (whether there is one), active_low (eight bytes)
    answer   pins {name: {mode, pull, level}}, spi, uarts, analogue, pwm, lacks (names), steps
             {what: whether it did}; or error
"""

from __future__ import annotations

import json
import runpy
import sys
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

_POWER_ON: Final = 1
_OTHERS: Final = ("rp2", "esp", "esp32", "pyb", "stm", "network", "bluetooth", "neopixel", "vfs")
_HUNG_SCANS: Final = 20  # of 5 ms: twice what the monostable lasts
_LAMP_SCANS: Final = 64  # after so many at the latest the lamp has changed
_EACH: Final = bytes((1, 2, 4, 8, 16, 32, 64))


class Anything:
    """What is used for something else than wires: it does nothing, and gives itself."""

    def __call__(self, *_what: Any, **_more: Any) -> Anything:
        return self

    def __getattr__(self, name: str) -> Anything:
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __int__(self) -> int:
        return 0

    def __iter__(self) -> Iterator[Any]:
        return iter(())


class Gone(BaseException):
    """The controller was reset."""


class Chip:
    """What the stand-ins note, and the ring behind the pins."""

    def __init__(self, request: dict[str, Any], ring: Any) -> None:
        self.names = set(request["pins"])
        self.nets = {pin: net for net, pin in request["uses"].items()}
        self.uses = request["uses"]
        self.pins: dict[str, dict[str, Any]] = {}
        self.spi: dict[str, Any] = {}
        self.uarts: dict[str, Any] = {}
        self.analogue: list[str] = []
        self.pwm: dict[str, int] = {}
        self.grounded: set[str] = set()
        self.watchdog_ms = 0
        self.ms = 0
        self.ring = ring

    def name(self, pin: Any) -> str:
        """A pin's name in the plan; `pin` is what board.py calls it."""
        if isinstance(pin, int):
            return next((one for one in (f"GP{pin}", f"GPIO{pin}") if one in self.names), f"{pin}")
        return str(pin)

    def set_level(self, name: str, level: int) -> None:
        before = self.pins[name]["level"]
        self.pins[name]["level"] = level
        net = self.nets.get(name)
        if net == "LATCH":
            self.ring.latch(level)
        elif net == "ALIVE":
            self.ring.alive(level, before)

    def pass_ms(self, ms: int) -> None:
        self.ms += ms
        self.ring.now_ms = self.ms


def pin_class(chip: Chip) -> type:
    """machine.Pin."""

    class Pin:
        IN, OUT, OPEN_DRAIN, PULL_UP, PULL_DOWN = 0, 1, 2, 1, 2

        def __init__(self, pin: Any, mode: int = -1, pull: int | None = None, *,
                     value: int | None = None, **_more: Any) -> None:  # fmt: skip
            self.name: str = chip.name(getattr(pin, "name", pin))
            chip.pins.setdefault(self.name, {"mode": -1, "pull": None, "level": 0})
            self.init(mode, pull, value=value)

        def init(self, mode: int = -1, pull: int | None = None, *,
                 value: int | None = None, **_more: Any) -> None:  # fmt: skip
            known = chip.pins[self.name]
            if mode >= 0:
                known["mode"] = mode
            if pull is not None:
                known["pull"] = pull
            if value is not None:
                chip.set_level(self.name, int(value))

        def __call__(self, level: Any = None) -> int:
            known = chip.pins[self.name]
            if level is not None:
                chip.set_level(self.name, int(bool(level)))
            if known["mode"] == Pin.OUT:
                return int(known["level"])
            return int(self.name not in chip.grounded and known["pull"] == Pin.PULL_UP)

        value = __call__

        def on(self) -> None:
            chip.set_level(self.name, 1)

        def off(self) -> None:
            chip.set_level(self.name, 0)

        high, low = on, off

        def toggle(self) -> None:
            chip.set_level(self.name, 1 - chip.pins[self.name]["level"])

    return Pin


def machine_module(chip: Chip, spi_of_ring: Any) -> types.ModuleType:
    """The module machine. `spi_of_ring`: the class Spi of ring.py."""
    pin = pin_class(chip)

    def named(what: Any) -> str | None:
        return None if what is None else chip.name(getattr(what, "name", what))

    class SPI:
        MSB, LSB, CONTROLLER = 0, 1, 0

        def __init__(self, unit: int, baudrate: int = 1_000_000, *, polarity: int = 0,
                     phase: int = 0, bits: int = 8, firstbit: int = 0, sck: Any = None,
                     mosi: Any = None, miso: Any = None, **_more: Any) -> None:  # fmt: skip
            lines = {"sck": named(sck), "mosi": named(mosi), "miso": named(miso)}
            chip.spi = {
                "unit": unit, "rate": baudrate, "mode": 2 * polarity + phase, "bits": bits,
                "firstbit": firstbit, **lines,
            }  # fmt: skip
            for line in lines.values():
                if line:
                    chip.pins.setdefault(line, {"mode": 0, "pull": None, "level": 0})
            wired = {"sck": "SCK", "mosi": "MOSI", "miso": "MISO"}
            self._right = all(
                line in (None, chip.uses.get(wired[role])) for role, line in lines.items()
            )
            self._ring = spi_of_ring(chip.ring, polarity, phase)

        def write_readinto(self, sent: Any, came: Any) -> None:
            if self._right:
                self._ring.write_readinto(sent, came)

        def write(self, sent: Any) -> None:
            if self._right:
                self._ring.write(sent)

    class UART:
        def __init__(self, unit: int, baudrate: int = 9600, *, tx: Any = None, rx: Any = None,
                     **_more: Any) -> None:  # fmt: skip
            chip.uarts[f"uart{unit}"] = {"tx": named(tx), "rx": named(rx)}
            for line in chip.uarts[f"uart{unit}"].values():
                if line:
                    chip.pins.setdefault(line, {"mode": 0, "pull": None, "level": 0})

        def init(self, *_what: Any, **_more: Any) -> None:
            pass

        def readinto(self, *_buffer: Any) -> None:
            return None

        def write(self, *_buffer: Any) -> int:
            return 0

        def any(self) -> int:
            return 0

        def txdone(self) -> bool:
            return True

    class WDT:
        def __init__(self, _id: int = 0, timeout: int = 5000) -> None:
            chip.watchdog_ms = timeout

        def feed(self) -> None:
            pass

    class ADC:
        def __init__(self, which: Any, **_more: Any) -> None:
            chip.analogue.append(chip.name(getattr(which, "name", which)))

        def read_u16(self) -> int:
            return 0

    class PWM:
        def __init__(self, which: Any, freq: int = 0, **_more: Any) -> None:
            chip.pwm[chip.name(getattr(which, "name", which))] = freq

        def duty_u16(self, *_value: int) -> int:
            return 0

    class Memory(dict[int, int]):
        def __missing__(self, _address: int) -> int:
            return 0

    def gone(*_how: Any) -> None:
        raise Gone

    module = types.ModuleType("machine")
    for name, value in {
        "Pin": pin, "SPI": SPI, "SoftSPI": SPI, "UART": UART, "WDT": WDT, "ADC": ADC, "PWM": PWM,
        "mem32": Memory(), "mem8": Memory(), "mem16": Memory(), "PWRON_RESET": _POWER_ON,
        "HARD_RESET": 2, "WDT_RESET": 3, "DEEPSLEEP_RESET": 4, "SOFT_RESET": 5,
        "reset_cause": lambda: _POWER_ON, "unique_id": lambda: b"\1\2\3\4", "reset": gone,
        "soft_reset": gone, "bootloader": gone, "freq": lambda *_hz: 125_000_000,
        "idle": lambda: None, "Timer": Anything(), "I2C": Anything(), "SoftI2C": Anything(),
        "RTC": Anything(), "Signal": Anything(), "lightsleep": Anything(),
    }.items():  # fmt: skip
        setattr(module, name, value)
    return module


def stand_ins(chip: Chip, spi_of_ring: Any) -> None:
    """Puts a controller's modules in the place of this computer's."""
    from paishan import cpython

    cpython.install()
    micropython = sys.modules["micropython"]
    for name in ("kbd_intr", "heap_lock", "heap_unlock", "opt_level"):
        setattr(micropython, name, lambda *_what: 0)
    sys.modules["machine"] = machine_module(chip, spi_of_ring)
    clock: Any = types.ModuleType("time")
    clock.ticks_ms = lambda: chip.ms
    clock.ticks_us = _microseconds(chip)
    clock.ticks_diff = lambda later, earlier: later - earlier
    clock.ticks_add = lambda ticks, delta: ticks + delta
    clock.sleep_ms = chip.pass_ms
    clock.sleep_us = lambda us: None
    clock.sleep = lambda s: chip.pass_ms(int(1000 * s))
    sys.modules["time"] = clock
    select: Any = types.ModuleType("select")
    select.POLLIN, select.POLLOUT = 1, 4
    select.poll = lambda: types.SimpleNamespace(register=lambda *_what: None, ipoll=lambda _ms: ())
    sys.modules["select"] = select
    for name in _OTHERS:
        other: Any = types.ModuleType(name)
        other.__getattr__ = lambda _name: Anything()
        sys.modules[name] = other
    files: Any = types.ModuleType("paishan.io.files")
    files.kept = lambda _folder: ""  # this computer's own files are not touched
    files.profile = lambda _path: ({}, "")
    sys.modules["paishan.io.files"] = files


def _microseconds(chip: Chip) -> Any:
    """Time passes while it is looked at, or a wait that spins would never end."""
    looks = 0

    def ticks_us() -> int:
        nonlocal looks
        looks += 1
        if looks % 100 == 0:
            chip.pass_ms(1)
        return 1000 * chip.ms + 10 * (looks % 100)

    return ticks_us


def played(
    board: Any, controller: Any, chip: Chip, request: dict[str, Any]
) -> Iterator[tuple[str, bool]]:
    """What board.py does, and rescue/controller.py with it, step by step, each with whether it is
    what it should be."""
    ring = chip.ring
    chained = request["chain"]
    yield "import", not chained or not any(ring.shown)
    controller.outputs_off()
    alive = chip.uses.get("ALIVE")
    yield "alive", not alive or chip.pins.get(alive, {}).get("level") == 0
    identity = controller.identity()
    yield "name", identity["board"] == request["name"]
    yield "ways", set(board.ways) in ({"reboot"}, {"reboot", "bootloader"})
    controller.serial()
    key = chip.uses.get("RECOVERY")
    if key:
        open_ = controller.forced()
        chip.grounded.add(key)
        held = controller.forced()
        chip.grounded.clear()
        yield "recovery", held and not open_
    port = controller.port()
    feed = controller.watchdog()
    inputs = bytearray(8)
    port.read(inputs)
    port.write(bytearray(_EACH))
    yield "early", not any(ring.outputs)
    for _ in range(_LAMP_SCANS):
        feed()
    if chained:
        yield "outputs", ring.outputs == _EACH
        low = request["active_low"]
        ring.levels[:7] = bytes(level ^ low[station] for station, level in enumerate(_EACH))
        controller.wait()
        port.read(inputs)
        yield "inputs", bytes(inputs[:7]) == _EACH
        yield "signature", inputs[7] == ring.levels[7]
        for _ in range(_HUNG_SCANS):
            controller.wait()
            port.read(inputs)
            port.write(bytearray(_EACH))
        yield "hung", not any(ring.outputs)
        controller.outputs_off()
        yield "off", not any(ring.shown)
    yield "watchdog", 0 < chip.watchdog_ms <= 10_000


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """Plays a board.py."""
    ring_of = runpy.run_path(str(Path(__file__).with_name("ring.py")))
    sys.path[:0] = request["path"]
    chip = Chip(request, ring_of["Ring"]())
    stand_ins(chip, ring_of["Spi"])
    lacks: list[str] = []
    steps: dict[str, bool] = {}
    error = ""
    try:
        import importlib

        board = importlib.import_module("board")
        lacks = [name for name in request["names"] if not hasattr(board, name)]
        if not lacks:
            controller = importlib.import_module("rescue.controller")
            for what, did in played(board, controller, chip, request):
                steps[what] = did
    except Gone:
        error = "it reset the controller"
    except BaseException as raised:  # whatever a maker's file does is told, not suffered
        error = f"{type(raised).__name__}: {raised}"
    return {
        "pins": chip.pins, "spi": chip.spi, "uarts": chip.uarts, "analogue": chip.analogue,
        "pwm": chip.pwm, "lacks": lacks, "steps": steps, "error": error,
    }  # fmt: skip


if __name__ == "__main__":
    asked = json.load(sys.stdin)
    said = sys.stdout
    sys.stdout = sys.stderr
    json.dump(answer(asked), said)
