"""Whether board.py does what its board.toml says: it is run here, on stand-ins and a ring."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from paishan_host.boards.plan import Plan, Use
from paishan_host.boards.shape import Finding
from paishan_host.language import tr
from paishan_sim.places import firmware_dir

SCRIPT: Final = "board.py"
STATIONS: Final = ("E", "S", "W", "N", "CENTRE", "PANEL", "SELECTOR", "CHAIN")
_DRY_RUN: Final = Path(__file__).with_name("dry_run.py")
_TIMEOUT_S: Final = 20
# nothing compiled is written beside a board.py or taken from there
_UNCACHED: Final = ("-B", "-X", f"pycache_prefix={os.devnull}")
_IN, _OUT = 0, 1
_PULL: Final = {"up": 1, "down": 2}

# what board.py gives rescue/controller.py; boards/README.md says what each is for
NAMES: Final = (
    "outputs_off", "NAME", "HOME", "SLOTS", "WATCHDOG_MS", "RESET_CAUSE", "lamp", "key", "port",
    "bus", "ways",
)  # fmt: skip

# what a step of the dry run has shown when it went wrong
STEPS: Final = {
    "import": "after its first lines the registers are not off: call outputs_off() before any "
    "other import",
    "alive": "outputs_off() leaves ALIVE high or unset: set it low",
    "name": "NAME is not the name in board.toml",
    "ways": "ways must have reboot, may have bootloader, and nothing else",
    "recovery": "key() is not 0 while the RECOVERY pin is at ground, and only then",
    "early": "outputs are on before feed() was called after a good scan",
    "outputs": "what write() takes does not arrive at the registers: look at the pins, the mode "
    "and the latch",
    "inputs": "what read() gives is not what the sensors say: look at the pins, the mode and the "
    "active-low stations",
    "signature": "read() does not hand on the signature of the ring as it is",
    "hung": "outputs stay on without feed(): only feed() may give ALIVE its pulse",
    "off": "outputs_off() does not clear the registers",
    "watchdog": "WATCHDOG_MS is not between 1 and 10000",
}

# nothing is said of these where a pin, the unit or the mode is another: that is why
_OF_THE_RING: Final = ("import", "outputs", "inputs", "signature", "off")

Findings = Iterator[Finding]


def findings(plan: Plan) -> Findings:
    """Nothing where there is no board.py beside the plan: a wiring can be checked alone."""
    script = plan.path.with_name(SCRIPT)
    if not script.is_file():
        return
    played = play(plan)
    if played["error"]:
        yield Finding(0, tr("board.py does not run: {error}: mend it", error=played["error"]))
    if played["lacks"]:
        names = ", ".join(played["lacks"])
        yield Finding(
            0, tr("board.py has no {names}: boards/README.md says what for", names=names)
        )
        return
    differs = [*_pins(plan, played), *_chain(plan, played), *_bus(plan, played)]
    yield from differs
    for step, did in played["steps"].items():
        if not did and not (differs and step in _OF_THE_RING):
            yield Finding(0, f"board.py: {tr(STEPS[step])}")


def play(plan: Plan) -> dict[str, Any]:
    """The answer of dry_run.py."""
    low = plan.electronics.get("chain", {}).get("active_low", [])
    request = {
        "board": plan.name,
        "name": plan.name,
        "names": NAMES,
        "path": [str(plan.path.parent.resolve()), str(firmware_dir())],
        "pins": list(plan.pins),
        "uses": {use.net: use.pin for use in plan.uses},
        "chain": "chain" in plan.raw,
        "active_low": [0xFF if station in low else 0 for station in STATIONS],
    }
    try:
        run = subprocess.run(
            [sys.executable, "-I", *_UNCACHED, str(_DRY_RUN)],
            input=json.dumps(request),
            capture_output=True,
            text=True,
            timeout=_TIMEOUT_S,
            check=False,
        )
        found: dict[str, Any] = json.loads(run.stdout)
        return found
    except subprocess.TimeoutExpired:
        return _nothing(tr("it did not end in {s} seconds", s=_TIMEOUT_S))
    except ValueError:
        return _nothing((run.stderr.strip().splitlines() or ["?"])[-1])


def _nothing(error: str) -> dict[str, Any]:
    return {
        "pins": {}, "spi": {}, "uarts": {}, "analogue": [], "pwm": {}, "lacks": [], "steps": {},
        "error": error,
    }  # fmt: skip


def _at(plan: Plan, use: Use, text: str) -> Finding:
    return Finding(plan.line(use.net), f"{use.net}: {text}")


def _pins(plan: Plan, played: dict[str, Any]) -> Findings:
    known = {use.pin: use for use in plan.uses}
    for pin in played["pins"]:
        if pin not in known:
            yield Finding(
                0, tr("board.py uses {pin}, board.toml does not: add it to [uses]", pin=pin)
            )
    if played["error"]:
        return
    for use in plan.uses:
        did = played["pins"].get(use.pin)
        if did is None:
            if not (use.function.startswith(("spi", "uart")) and _without_pins(use, played)):
                yield _at(plan, use, tr("board.py does not use {pin}", pin=use.pin))
            continue
        if use.function == "out" and did["mode"] != _OUT:
            yield _at(plan, use, tr("board.py makes {pin} no output", pin=use.pin))
        elif use.function == "in" and did["mode"] != _IN:
            yield _at(plan, use, tr("board.py makes {pin} no input", pin=use.pin))
        if use.by == "chip" and did["pull"] != _PULL.get(use.pull):
            yield _at(
                plan,
                use,
                tr("board.py does not pull {pin} {pull}", pin=use.pin, pull=use.pull),
            )
        if use.function == "analogue" and use.pin not in played["analogue"]:
            yield _at(plan, use, tr("board.py reads {pin} as no analogue input", pin=use.pin))


def _without_pins(use: Use, played: dict[str, Any]) -> bool:
    """Whether board.py leaves the pins of this unit to the port, which has fixed ones."""
    unit, _, role = use.function.partition(".")
    if unit.startswith("spi"):
        return f"spi{played['spi'].get('unit')}" == unit and played["spi"].get(role) is None
    return unit in played["uarts"] and played["uarts"][unit].get(role) is None


def _chain(plan: Plan, played: dict[str, Any]) -> Findings:
    chain, spi = plan.raw.get("chain"), played["spi"]
    if not chain or not spi:
        return
    for key, wanted, found in (
        ("spi", chain["spi"], f"spi{spi['unit']}"),
        ("rate_hz", chain["rate_hz"], spi["rate"]),
        ("mode", chain["mode"], spi["mode"]),
    ):
        if wanted != found:
            yield Finding(
                plan.line(key),
                tr(
                    "{key}: board.toml says {wanted}, board.py {found}",
                    key=key,
                    wanted=wanted,
                    found=found,
                ),
            )
    for role, net in (("sck", "SCK"), ("mosi", "MOSI"), ("miso", "MISO")):
        use = plan.use(net)
        if use and spi[role] not in (None, use.pin):
            yield _at(
                plan,
                use,
                tr("board.toml says {wanted}, board.py {found}", wanted=use.pin, found=spi[role]),
            )


def _bus(plan: Plan, played: dict[str, Any]) -> Findings:
    for net in ("BUS_TX", "BUS_RX"):
        use = plan.use(net)
        if use is None or played["error"]:
            continue
        unit, _, role = use.function.partition(".")
        lines = played["uarts"].get(unit)
        if lines is None:
            yield _at(plan, use, tr("board.py opens no {unit}", unit=unit))
        elif lines.get(role) not in (None, use.pin):
            yield _at(
                plan,
                use,
                tr(
                    "board.toml says {wanted}, board.py {found}",
                    wanted=use.pin,
                    found=lines[role],
                ),
            )
