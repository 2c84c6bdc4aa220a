"""What a board maker gets wrong: each rule looks at a plan and says what it found, and the remedy.

RULES is the order in which they are told. What the electronics behind the pins get wrong is in
parts.py, what board.py does otherwise than its plan says in agreement.py.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Final

from paishan_host.boards.plan import LINES, PULLS, SUPPORT, Pin, Plan, Use
from paishan_host.boards.shape import Finding
from paishan_host.language import tr

# KB of (heap, file system) that the firmware needs. On an emulated Pico, loaded from files without
# line numbers, its code takes 177 KB of the heap and what it works with 40 and more.
NEEDS: Final = {"files": (225, 512), "frozen": (64, 64)}
SIMPLE: Final = ("in", "out", "pwm", "analogue")
# the level that keeps everything quiet until the controller sets one
QUIET: Final = {
    "SCK": "down", "MOSI": "down", "LATCH": "up", "ALIVE": "down", "BUS_TX": "up",
    "BUS_DE": "down",
}  # fmt: skip
LISTENS: Final = {"MISO": "up", "BUS_RX": "up", "RECOVERY": "up"}
_FASTEST: Final = 1.0  # ms of a scan that an exchange may take
_EXCHANGE_BITS: Final = 128

Findings = Iterator[Finding]


def _at(plan: Plan, use: Use, text: str) -> Finding:
    return Finding(plan.line(use.net), f"{use.net}: {text}")


def pins_that_exist(plan: Plan) -> Findings:
    """Every wire ends at a pin of the chip."""
    for use in plan.uses:
        if use.pin not in plan.pins:
            yield _at(plan, use, tr("this chip has no pin {pin}: take one of [pins]", pin=use.pin))


def pins_used_once(plan: Plan) -> Findings:
    """No pin has two wires."""
    nets = defaultdict(list)
    for use in plan.uses:
        nets[use.pin].append(use)
    for pin, uses in nets.items():
        for other in uses[1:]:
            yield _at(
                plan,
                other,
                tr("{pin} is {net} already: take a free pin", pin=pin, net=uses[0].net),
            )


def pins_that_are_free(plan: Plan) -> Findings:
    """What the board itself needs is left alone; its own lamp may be switched."""
    for use in plan.uses:
        pin = plan.pins.get(use.pin)
        if pin is None:
            continue
        if pin.inside and not (pin.inside == "lamp" and use.function == "out"):
            yield _at(
                plan,
                use,
                tr(
                    "{pin} is taken on the board ({why}): take another",
                    pin=pin.name,
                    why=pin.inside,
                ),
            )
        elif pin.reserved:
            yield _at(
                plan,
                use,
                tr("{pin} is {why}: take another", pin=pin.name, why=pin.reserved),
            )


def strapping_pins(plan: Plan) -> Findings:
    """Pins that decide how the chip starts drive nothing and are pulled by nothing."""
    for use in plan.uses:
        pin = plan.pins.get(use.pin)
        if pin is None or not pin.strapping:
            continue
        if use.drives:
            yield _at(
                plan,
                use,
                tr(
                    "{pin} is a strapping pin ({why}): no output, take another",
                    pin=pin.name,
                    why=pin.strapping,
                ),
            )
        elif use.pull != "none":
            yield _at(
                plan,
                use,
                tr(
                    "{pin} is a strapping pin ({why}): nothing may pull it, take another",
                    pin=pin.name,
                    why=pin.strapping,
                ),
            )


def directions(plan: Plan) -> Findings:
    """Pins that only listen drive nothing, and have no pull of their own."""
    for use in plan.uses:
        pin = plan.pins.get(use.pin)
        if pin is None:
            continue
        if pin.input_only and use.drives:
            yield _at(
                plan, use, tr("{pin} is an input only: take a pin that drives", pin=pin.name)
            )
        if pin.no_pull and use.pull != "none" and use.by == "chip":
            yield _at(
                plan, use, tr("{pin} has no pull inside the chip: add a resistor", pin=pin.name)
            )


def analogue(plan: Plan) -> Findings:
    """Analogue inputs are on pins with a converter."""
    able = [one.name for one in plan.pins.values() if _converts(one) and not one.inside]
    for use in plan.uses:
        pin = plan.pins.get(use.pin)
        if pin and use.function == "analogue" and not _converts(pin):
            yield _at(
                plan,
                use,
                tr(
                    "{pin} is digital only: an analogue input goes to {able}",
                    pin=pin.name,
                    able=", ".join(able) or tr("no pin of this chip"),
                ),
            )


def _converts(pin: Pin) -> bool:
    return any(one.startswith("adc") for one in pin.can)


def functions(plan: Plan) -> Findings:
    """SPI and UART lines are on pins that the chip leads them to."""
    for use in plan.uses:
        pin = plan.pins.get(use.pin)
        if pin is None or use.function in SIMPLE or use.function in pin.can:
            continue
        if plan.matrix and re.fullmatch(r"(spi|uart|i2c)\d\.\w+", use.function):
            continue
        able = [one.name for one in plan.pins.values() if use.function in one.can]
        yield _at(
            plan,
            use,
            tr(
                "{pin} cannot be {function}: {able} can",
                pin=pin.name,
                function=use.function,
                able=", ".join(able) or tr("no pin of this chip"),
            ),
        )


def one_unit(plan: Plan) -> Findings:
    """All lines of the chain are of the SPI that [chain] names, both of the bus of one UART."""
    spi = plan.raw.get("chain", {}).get("spi", "")
    for net, role in (("SCK", "sck"), ("MOSI", "mosi"), ("MISO", "miso")):
        use = plan.use(net)
        if use and spi and use.function != f"{spi}.{role}":
            yield _at(
                plan,
                use,
                tr(
                    "it is {function}, and the chain is on {spi}: make it {wanted}",
                    function=use.function,
                    spi=spi,
                    wanted=f"{spi}.{role}",
                ),
            )
    sends, listens = plan.use("BUS_TX"), plan.use("BUS_RX")
    if sends and listens:
        unit = sends.function.partition(".")[0]
        if sends.function != f"{unit}.tx" or listens.function != f"{unit}.rx":
            yield _at(
                plan,
                listens,
                tr(
                    "the bus needs tx and rx of one UART, not {tx} and {rx}",
                    tx=sends.function,
                    rx=listens.function,
                ),
            )


def whole_chain(plan: Plan) -> Findings:
    """A chain has its five lines; a bus its three."""
    if "chain" in plan.raw:
        for net in LINES:
            if not plan.use(net):
                yield Finding(
                    plan.line("chain"),
                    tr("the chain has no {net}: add it to [uses]", net=net),
                )
    elif not plan.use("ALIVE"):
        yield Finding(
            0, tr("there is no ALIVE: without a monostable a hung controller holds its motors on")
        )
    bus = [net for net in ("BUS_TX", "BUS_RX", "BUS_DE") if plan.use(net)]
    if 0 < len(bus) < 3:
        yield Finding(
            plan.line(bus[0]),
            tr("the bus has only {nets}: it needs BUS_TX, BUS_RX and BUS_DE", nets=", ".join(bus)),
        )


def quiet_until_set(plan: Plan) -> Findings:
    """Each output is pulled to the level that keeps everything off, each input has a level."""
    for use in plan.uses:
        wanted = QUIET.get(use.net) or LISTENS.get(use.net)
        if use.pull not in PULLS:
            yield _at(plan, use, tr("pull is up, down or none, not {pull}", pull=use.pull))
        elif use.motor and use.pull != ("up" if use.off else "down"):
            yield _at(
                plan,
                use,
                tr(
                    "a motor without a pull to off: it runs while the controller starts; add a "
                    "resistor to {level}",
                    level="3.3 V" if use.off else "GND",
                ),
            )
        elif wanted and use.pull != wanted:
            yield _at(
                plan,
                use,
                tr(
                    "it is pulled {pull}, not {wanted}: until the controller sets it, nothing "
                    "may happen",
                    pull=use.pull,
                    wanted=wanted,
                ),
            )
        elif (wanted in ("up", "down") or use.motor) and not use.by:
            yield _at(plan, use, tr('say what pulls it: by = "4.7 kΩ", or "chip"'))
        elif use.by == "chip" and (use.net in QUIET or use.motor):
            yield _at(
                plan,
                use,
                tr("a pull inside the chip is not there at power-on: add a resistor"),
            )


def pwm(plan: Plan) -> Findings:
    """Pins of one PWM slice or timer have one frequency."""
    slices: dict[str, Use] = {}
    for use in plan.uses:
        pin = plan.pins.get(use.pin)
        if pin is None or use.function != "pwm":
            continue
        units = [re.match(r"pwm\d+", one) for one in pin.can]
        unit = next((found.group() for found in units if found), "")
        if not use.hz:
            yield _at(plan, use, tr("say its frequency: hz = 1000"))
        if not unit:
            if not plan.matrix:
                yield _at(plan, use, tr("{pin} has no PWM: take another", pin=pin.name))
            continue
        other = slices.setdefault(unit, use)
        if use.hz and other.hz != use.hz:
            yield _at(
                plan,
                use,
                tr(
                    "{pin} and {other} share {unit}, which has one frequency: not {hz} and "
                    "{other_hz} Hz; take a pin of another slice",
                    pin=use.pin,
                    other=other.pin,
                    unit=unit,
                    hz=use.hz,
                    other_hz=other.hz,
                ),
            )


def speed(plan: Plan) -> Findings:
    """The chain is slow enough for its cables and fast enough for the scan; its mode is 0."""
    chain = plan.raw.get("chain")
    if not chain:
        return
    fastest = plan.electronics.get("chain", {}).get("fastest_hz", 0)
    if fastest and chain["rate_hz"] > fastest:
        yield Finding(
            plan.line("rate_hz"),
            tr(
                "rate_hz: {rate} is faster than the cables of the chain bear: at most {most}",
                rate=chain["rate_hz"],
                most=fastest,
            ),
        )
    elif chain["rate_hz"] * _FASTEST < 1000 * _EXCHANGE_BITS:
        yield Finding(
            plan.line("rate_hz"),
            tr(
                "rate_hz: {rate} makes an exchange longer than 1 ms: at least {least}",
                rate=chain["rate_hz"],
                least=1000 * _EXCHANGE_BITS,
            ),
        )
    if chain["mode"] != 0:
        yield Finding(
            plan.line("mode"),
            tr("mode: the registers take and give their bits in SPI mode 0, not {mode}",
               mode=chain["mode"]),
        )  # fmt: skip


def memory(plan: Plan) -> Findings:
    """The firmware fits."""
    sizes = plan.raw["memory"]
    if sizes["code"] not in NEEDS:
        yield Finding(
            plan.line("code"), tr("code: files or frozen, not {code}", code=sizes["code"])
        )
        return
    needs = dict(zip(("heap_kb", "files_kb"), NEEDS[sizes["code"]], strict=True))
    for key, least in needs.items():
        if sizes[key] < least:
            remedy = (
                tr("freeze the firmware into MicroPython, or take a larger board")
                if sizes["code"] == "files"
                else tr("take a larger board")
            )
            yield Finding(
                plan.line(key),
                tr(
                    "{key}: {have} KB are too few, the firmware needs {least}: {remedy}",
                    key=key,
                    have=sizes[key],
                    least=least,
                    remedy=remedy,
                ),
            )


def support(plan: Plan) -> Findings:
    """What is said of a board's support is meant."""
    level = plan.raw["support"]
    if level not in SUPPORT:
        yield Finding(
            plan.line("support"),
            tr("support: {level} is none of {known}", level=level, known=", ".join(SUPPORT)),
        )
    elif level == "bench-tested" and "tested" not in plan.raw:
        yield Finding(
            plan.line("support"),
            tr("support: bench-tested needs a [tested] table: date, by whom, what was seen"),
        )


RULES: Final[tuple[Callable[[Plan], Findings], ...]] = (
    pins_that_exist,
    pins_used_once,
    pins_that_are_free,
    strapping_pins,
    directions,
    analogue,
    functions,
    one_unit,
    whole_chain,
    quiet_until_set,
    pwm,
    speed,
    memory,
    support,
)
