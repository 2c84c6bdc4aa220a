"""The wiring picture of a board: its header with what hangs on it, and the electronics behind.

Wires that belong together have one colour and one name; a flag with that name is the other end.
"""

from __future__ import annotations

from typing import Final

from paishan_host.boards.plan import Plan, Use
from paishan_host.boards.svg import BOARD, PAPER, QUIET, Drawing, colour

_WIDTH: Final = 1240
_TOP: Final = 76
_LEAST_HEIGHT: Final = 940
_ROW: Final = 22
_HEADER_X: Final = 150
_HEADER_WIDTH: Final = 210
_X: Final = 530  # where the electronics begin


def picture(plan: Plan) -> str:
    """The SVG of a board."""
    rows = max(len(plan.raw["header"]["left"]), len(plan.raw["header"]["right"]))
    table = _TOP + 90 + rows * _ROW
    height = max(table + 50 + 20 * len(plan.uses), _LEAST_HEIGHT)
    drawing = Drawing(_WIDTH, height, f"{plan.raw['title']}: wiring")
    drawing.text(30, 36, f"{plan.raw['title']} – wiring", 22, bold=True)
    drawing.text(30, 56, f"{plan.raw['chip']}; made from board.toml", 12, fill=QUIET)
    _header(drawing, plan)
    _pulls(drawing, plan, 30, table)
    _enable(drawing, plan, _X + 340, _TOP)
    if "chain" in plan.raw:
        _shifter(drawing, _X, _TOP)
        _ring(drawing, plan, _X, _TOP + 250)
    if plan.use("BUS_TX"):
        _bus(drawing, _X, _TOP + 535)
    _key(drawing, plan, _X + 470, _TOP + 535)
    _supply(drawing, plan, _X, _TOP + 690)
    return drawing.svg()


def _pull(use: Use) -> str:
    level = {"up": "3.3 V", "down": "GND"}.get(use.pull, "")
    return f"{'chip,' if use.by == 'chip' else use.by} to {level}" if level else "–"


def _header(drawing: Drawing, plan: Plan) -> None:
    header = plan.raw["header"]
    rows = max(len(header["left"]), len(header["right"]))
    height = rows * _ROW + 60
    drawing.box(_HEADER_X, _TOP, _HEADER_WIDTH, height, BOARD, radius=8)
    middle = _HEADER_X + _HEADER_WIDTH / 2
    plug = _TOP - 10 if header.get("usb", "top") == "top" else _TOP + height - 16
    drawing.box(middle - 24, plug, 48, 26, "#c9ced4", radius=3)
    drawing.text(middle, plug + 18, "USB", 11, "middle")
    if header["numbers"] == "names":
        drawing.text(middle, _TOP + height - 8, "by name, not by place", 10, "middle", QUIET)
    supply = {header["supply"][key]: net for key, net in (("volt5", "5V"), ("volt3", "3V3"))}
    nets = {use.pin: use.net for use in plan.uses} | supply
    for side, names in enumerate((header["left"], header["right"])):
        for row, name in enumerate(names):
            net = "GND" if name in ("GND", "AGND") else nets.get(name, "")
            _pad(drawing, side, _TOP + 44 + row * _ROW, name, net, plan.place(name))


def _pad(drawing: Drawing, side: int, y: float, name: str, net: str, place: str) -> None:
    """One pin of the header: pad, number, name, and the flag of what hangs on it."""
    inward = 1 if side == 0 else -1
    edge = _HEADER_X + (0 if side == 0 else _HEADER_WIDTH)
    anchor = "start" if side == 0 else "end"
    drawing.box(edge - 6, y - 6, 12, 12, colour(net) if net else PAPER, line=1, radius=2)
    number = "" if net == "GND" else place
    drawing.text(edge + inward * 11, y + 4, number, 9, anchor, QUIET)
    shift = 11 + (0 if not place else 8 + 7 * len(place))
    drawing.text(edge + inward * shift, y + 4, name, 11, anchor, bold=bool(net))
    if net and net != "GND":
        drawing.wire((edge - inward * 6, y), (edge - inward * 22, y), net=net)
        drawing.tag(edge - inward * 22, y, net, "end" if side == 0 else "start", 11)


def _pulls(drawing: Drawing, plan: Plan, x: float, y: float) -> None:
    """Each wire with its pull and what it does before the controller sets it."""
    for at, heading in ((x, "wire"), (x + 90, "pin"), (x + 206, "pull"), (x + 308, "at power-on")):
        drawing.text(at, y, heading, 11, bold=True)
    for row, use in enumerate(plan.uses):
        foot = y + 22 + 20 * row
        drawing.tag(x, foot - 4, use.net, size=10)
        place = plan.place(use.pin)
        drawing.text(x + 90, foot, f"{use.pin} ({place})" if place else use.pin, 11)
        drawing.text(x + 206, foot, _pull(use), 11)
        drawing.text(x + 308, foot, use.wakes.partition(":")[0], 11)


def _shifter(drawing: Drawing, x: float, y: float) -> None:
    """U1 and U2 between 3.3 V and 5 V."""
    drawing.text(x, y - 10, "3.3 V of the controller", 11, fill=QUIET)
    drawing.text(x + 240, y - 10, "5 V of the ring", 11, fill=QUIET)
    drawing.chip(x + 120, y, 90, 150, "U1", "74AHCT125")
    for row, net in enumerate(("SCK", "MOSI", "LATCH", "ALIVE")):
        at = y + 52 + 26 * row
        end = drawing.tag(x, at, net)
        drawing.wire((end, at), (x + 120, at), net=net)
        drawing.text(x + 126, at + 4, f"{row + 1}A", 10)
        drawing.text(x + 204, at + 4, f"{row + 1}Y", 10, "end")
        if net == "ALIVE":
            drawing.wire((x + 210, at), (x + 340, at), net=net, arrow=True)
        else:
            drawing.wire((x + 210, at), (x + 240, at), net=net)
            drawing.tag(x + 240, at, net, label=f"{net} 5 V")
    at = y + 196
    drawing.chip(x + 120, y + 164, 90, 46, "U2", "SN74LVC1G17")
    end = drawing.tag(x, at, "MISO")
    drawing.wire((x + 120, at), (end, at), net="MISO", arrow=True)
    drawing.wire((x + 240, at), (x + 210, at), net="MISO", arrow=True)
    drawing.tag(x + 240, at, "MISO", label="MISO 5 V")


def _enable(drawing: Drawing, plan: Plan, x: float, y: float) -> None:
    """The monostable, the outputs' enable and the motor relay."""
    lasts_ms = plan.electronics["enable"]["monostable_ms"]
    drawing.chip(x, y, 130, 150, "monostable", f"74HC123, {lasts_ms} ms")
    drawing.text(x + 8, y + 60, "110 kΩ and 1 µF", 10, fill=QUIET)
    drawing.text(x + 8, y + 76, "clear: 100 kΩ, 1 µF", 10, fill=QUIET)
    drawing.text(x + 8, y + 134, "B", 10)
    for row, over in ((104, True), (130, False)):
        drawing.text(x + 122, y + row + 4, "Q", 10, "end", over=over)
        drawing.wire((x + 130, y + row), (x + 156, y + row), arrow=True)
    drawing.text(x + 162, y + 108, "OE", 11, bold=True, over=True)
    drawing.text(x + 184, y + 108, "of sides and centre", 11)
    drawing.text(x + 162, y + 134, "AO3400A, motor relay K1", 11)
    drawing.text(x + 162, y + 90, "10 kΩ to 5 V: off without it", 10, fill=QUIET)
    drawing.text(x, y + 178, "Only a complete scan gives ALIVE its pulse: a hung", 11)
    drawing.text(x, y + 194, f"controller lets go of every motor within {lasts_ms} ms.", 11)


def _ring(drawing: Drawing, plan: Plan, x: float, y: float) -> None:
    """Seven registers out, the far end back, eight registers in."""
    chain = plan.electronics["chain"]
    words = "The ring: out through seven 74HC595, back through eight 74HC165"
    drawing.text(x, y, words, 14, bold=True)
    wide, pitch, tall = 58.0, 74.0, 46.0
    left = x + 98
    out_y, in_y = y + 36, y + 142
    row_out, row_in = out_y + tall / 2, in_y + tall / 2
    ins = list(reversed(chain["inputs"]))
    for names, top, part in ((chain["outputs"], out_y, "595"), (ins, in_y, "165")):
        for number, name in enumerate(names):
            shown = f"{chain['signature']:02X}" if name == "CHAIN" else name
            drawing.chip(left + number * pitch, top, wide, tall, shown, part)
    for number in range(1, len(chain["outputs"])):
        at = left + number * pitch
        drawing.wire((at - pitch + wide, row_out), (at, row_out), net="MOSI", arrow=True)
    for number in range(1, len(ins)):
        at = left + number * pitch
        drawing.wire((at, row_in), (at - pitch + wide, row_in), net="MISO", arrow=True)
    last_out = left + (len(chain["outputs"]) - 1) * pitch + wide
    last_in = left + (len(ins) - 1) * pitch + wide
    turn = last_in + 18
    drawing.wire(
        (last_out, row_out), (turn, row_out), (turn, row_in), (last_in, row_in), net="MISO",
        arrow=True,
    )  # fmt: skip
    drawing.text(turn, row_out - 8, "QH' to SER", 10, "end", QUIET)
    end = drawing.tag(x, row_out, "MOSI", label="MOSI 5 V")
    drawing.wire((end, row_out), (left, row_out), net="MOSI", arrow=True)
    end = drawing.tag(x, row_in, "MISO", label="MISO 5 V")
    drawing.wire((left, row_in), (end, row_in), net="MISO", arrow=True)
    for net, at, shift in (("SCK", y + 102, 18), ("LATCH", y + 122, 40)):
        end = drawing.tag(x, at, net, label=f"{net} 5 V")
        drawing.wire((end, at), (last_in - wide + shift, at), net=net)
        for number in range(len(ins)):
            foot = left + number * pitch + shift
            top = out_y + tall if number < len(chain["outputs"]) else at
            drawing.wire((foot, top), (foot, in_y), net=net)
            drawing.dot(foot, at, net)
    low = ", ".join(chain["active_low"])
    for row, words in enumerate(
        (
            "LATCH low loads the 165s (pin 1), its rising edge shows the 595s (pin 12). SCK "
            "goes to pin 11 of each",
            "595 and pin 2 of each 165; each board of the ring has both through a SN74LVC2G17.",
            f"Sensors pull to ground in {low}.",
        )
    ):
        drawing.text(x, in_y + tall + 22 + 16 * row, words, 11)


def _bus(drawing: Drawing, x: float, y: float) -> None:
    drawing.text(x, y, "Bus", 14, bold=True)
    drawing.chip(x + 120, y + 14, 110, 108, "U3", "MAX3485, 3.3 V")
    for row, (net, pin) in enumerate((("BUS_TX", "DI"), ("BUS_RX", "RO"), ("BUS_DE", "DE"))):
        at = y + 62 + 24 * row
        end = drawing.tag(x, at, net)
        if net == "BUS_RX":
            drawing.wire((x + 120, at), (end, at), net=net, arrow=True)
        else:
            drawing.wire((end, at), (x + 120, at), net=net, arrow=True)
        drawing.text(x + 126, at + 4, pin if pin != "DE" else "DE, /RE", 10)
    for row, pin in enumerate("AB"):
        at = y + 62 + 24 * row
        drawing.text(x + 224, at + 4, pin, 10, "end")
        drawing.wire((x + 230, at), (x + 330, at))
        drawing.text(x + 336, at + 4, f"RS-485 {pin}", 11)
    drawing.text(x + 240, y + 108, "SM712 at the plug, 120 Ω on a", 10, fill=QUIET)
    drawing.text(x + 240, y + 122, "jumper, 680 Ω bias at the master", 10, fill=QUIET)


def _key(drawing: Drawing, plan: Plan, x: float, y: float) -> None:
    use = plan.use("RECOVERY")
    if use is None:
        return
    drawing.text(x, y, "Recovery key", 14, bold=True)
    at = y + 62
    end = drawing.tag(x, at, "RECOVERY")
    drawing.wire((end, at), (end + 22, at), net="RECOVERY")
    drawing.wire((end + 22, at), (end + 48, at - 12))
    drawing.dot(end + 22, at, "RECOVERY")
    drawing.dot(end + 52, at, "GND")
    drawing.wire((end + 52, at), (end + 76, at), (end + 76, at + 14), net="GND")
    drawing.ground(end + 76, at + 14)
    drawing.text(x, y + 96, "Held at power-on: the recovery shell.", 11)
    drawing.text(x, y + 112, f"Pulled up: {_pull(use)}.", 10, fill=QUIET)


def _supply(drawing: Drawing, plan: Plan, x: float, y: float) -> None:
    supply = plan.electronics["supply"]
    header = plan.raw["header"]["supply"]
    drawing.text(x, y, "Supply", 14, bold=True)
    at = y + 40
    boxes = (
        (supply["part"].rpartition(" ")[2], "Mean Well, 12 V 6 A", 120.0),
        (f"fuse {supply['fuse']}", "5 × 20 mm", 84.0),
        ("K1", "G5LE-14 DC5", 90.0),
    )
    left = x
    for number, (name, part, wide) in enumerate(boxes):
        drawing.chip(left, y + 18, wide, 44, name, part)
        if number + 1 < len(boxes):
            drawing.wire((left + wide, at), (left + wide + 40, at), net="12V", arrow=True)
        left += wide + 40
    end = left - 40
    drawing.wire((end, at), (end + 36, at), net="12V", arrow=True)
    drawing.text(end + 42, at + 4, "12 V to the motors of every board,", 11)
    drawing.text(end + 42, at + 19, "one resettable fuse each", 11)
    branch = x + 140
    drawing.wire((branch, at), (branch, y + 98), (x + 160, y + 98), net="12V", arrow=True)
    drawing.dot(branch, at, "12V")
    drawing.chip(x + 160, y + 78, 110, 44, "TSR 2-2450", "12 V to 5 V, 2 A")
    drawing.wire((x + 270, y + 98), (x + 306, y + 98), net="5V", arrow=True)
    tag = drawing.tag(x + 306, y + 98, "5V")
    drawing.text(
        tag + 8, y + 94,
        f"to the ring, the sensors, and through an SS34 to {header['volt5']}:", 11,
    )  # fmt: skip
    drawing.text(tag + 8, y + 109, "a laptop may be plugged in at the same time", 11)
    words = "Controller, ring and 12 V share one ground, at one point beside the supply."
    drawing.text(x, y + 148, words, 11, fill=QUIET)
