"""Faults that can be put into the simulated machine: one table, and how a person names one.

    s1-dirty:side=south,chance=0.3,at=build+5s,for=10s

`at` is a time since power-on, or one after something that the machine does; `for` how long it
lasts. A number in `entries` is the fault's place in the list of field technicians' complaints.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Final

from paishan_sim import wiring as w
from paishan_sim.inject import moving, people, sensing, supply, tiles
from paishan_sim.inject.arguments import (
    INPUT,
    KEY,
    LASTING,
    LEVEL,
    MOMENT,
    OUTPUT,
    SHARE,
    SIDE,
    STATION,
    TIME,
    Argument,
    choice,
    count,
    number,
    time,
)
from paishan_sim.inject.effect import Effect, Given


class InjectionError(ValueError):
    """A fault that cannot be injected as it was written; says what would be right."""


@dataclass(frozen=True)
class Scenario:
    """One kind of fault. `harms`: the machine may collide whatever a controller does. `lane`: the
    only one that can play it, "" = any."""

    name: str
    entries: tuple[int, ...]
    what: str
    effect: Callable[[Given], Effect]
    arguments: tuple[Argument, ...]
    harms: bool = False
    lane: str = ""


@dataclass(frozen=True)
class Injection:
    """A scenario with values for all its arguments; `given` maps their names to them."""

    scenario: Scenario
    texts: dict[str, str]
    given: dict[str, Any]

    def __str__(self) -> str:
        said = ",".join(f"{name}={text}" for name, text in self.texts.items())
        return f"{self.scenario.name}:{said}" if said else self.scenario.name


def _at(default: str) -> Argument:
    return Argument("at", MOMENT, default, "when it begins")


def _for(default: str) -> Argument:
    return Argument("for", LASTING, default, "how long it lasts")


def _lasting(at: str, lasts: str, *more: Argument) -> tuple[Argument, ...]:
    return (*more, _at(at), _for(lasts))


def _once(at: str, *more: Argument) -> tuple[Argument, ...]:
    return (*more, _at(at), Argument("for", LASTING, "always", "until it is withdrawn"))


_SIDE: Final = Argument("side", SIDE, "south", "which side")
_READS_ON: Final = Argument("reads", LEVEL, "on", "what the sensor shows")
_READS_OFF: Final = Argument("reads", LEVEL, "off", "what the sensor shows")
_BUILD: Final = "build+3s"


def _chance(default: str, meaning: str) -> Argument:
    return Argument("chance", SHARE, default, meaning)


def _speed(default: str) -> Argument:
    return Argument("speed", number(0.01, 2.0, "of full"), default, "share of its full speed")


def _tiles(default: str, highest: int = 200) -> Argument:
    return Argument("tiles", count(1, highest, "tiles"), default, "how many")


def _place(default: str) -> Argument:
    return Argument("place", number(0.0, 1.0, "0 down..1 up"), default, "where it stops")


_BACK: Final = Argument("back", choice("yes", "no"), "yes", "whether it can go back from there")
_END: Final = Argument("end", choice("up", "down"), "down", "which end switch")

SCENARIOS: Final = (
    # the eyes and switches of a side
    Scenario("s1-dirty", (11, 20, 32), "the eye S1 sees some tiles late",
             sensing.Dirty, _lasting(_BUILD, "always", _SIDE,
             _chance("0.5", "share of the tiles"),
             Argument("late", TIME, "1500ms", "until such a tile is seen"))),
    Scenario("s1-drifting", (18, 19), "the eye S1 misses more and more samples, then all",
             sensing.Drifting, _lasting(_BUILD, "always", _SIDE,
             Argument("over", TIME, "20s", "until it is blind"))),
    Scenario("s1-stuck", (11, 20), "the eye S1 always reads the same",
             sensing.stuck(w.TILE), _lasting(_BUILD, "always", _SIDE, _READS_OFF)),
    Scenario("s1-bouncing", (17, 25), "the eye S1 flickers after each edge",
             sensing.Bouncing, _lasting(_BUILD, "always", _SIDE,
             Argument("lasts", TIME, "40ms", "after an edge"))),
    Scenario("tile-rebounds", (17,), "tiles jump back from the head's stop, out of sight",
             sensing.Rebounding, _lasting(_BUILD, "always", _SIDE,
             _chance("0.5", "share of the tiles"),
             Argument("after", time(0), "30ms", "it was seen"),
             Argument("gap", TIME, "80ms", "out of sight"))),
    Scenario("eyes-dazzled", (18, 25), "single samples of S1 and S6 are false",
             sensing.Dazzled, _lasting(_BUILD, "always", _SIDE,
             _chance("0.02", "share of the samples"))),
    Scenario("s6-stuck", (14, 25, 32), "the eye S6 at the belt's entry always reads the same",
             sensing.stuck(w.BELT_FULL), _lasting(_BUILD, "always", _SIDE, _READS_ON)),
    Scenario("head-home-stuck", (12, 43), "the head's home eye always reads the same",
             sensing.stuck(w.HEAD_HOME), _lasting(_BUILD, "always", _SIDE, _READS_OFF),
             harms=True),
    Scenario("pusher-home-stuck", (21, 43), "the pusher's home sensor always reads the same",
             sensing.stuck(w.PUSHER_HOME), _lasting(_BUILD, "always", _SIDE, _READS_OFF),
             harms=True),
    Scenario("pusher-out-stuck", (21, 22), "the pusher's outer sensor always reads the same",
             sensing.stuck(w.PUSHER_OUT), _lasting(_BUILD, "always", _SIDE, _READS_OFF)),
    Scenario("tray-eye-stuck", (38, 45), "the tray's eye always reads the same",
             sensing.stuck(w.TRAY_TILE), _lasting("power", "always", _SIDE, _READS_ON)),
    Scenario("lift-limit-stuck", (39, 40, 43), "an end switch of a lift always reads the same",
             sensing.StuckEnd, _lasting("raise", "always", _SIDE, _END, _READS_OFF), harms=True),
    # head, pusher, belt
    Scenario("head-jam", (12, 37), "a tile is caught in the head",
             moving.HeadJam, _lasting(_BUILD, "always", _SIDE,
             Argument("frees", choice("reverse", "hand"), "reverse", "what frees it"),
             Argument("times", count(1, 99, "times"), "1", "how often it is caught"),
             Argument("phase", number(0.13, 0.59, "rev"), "0.35", "where in the turn"))),
    Scenario("head-slow", (12, 22), "a head turns slowly: friction, worn motor",
             moving.slow("head"), _lasting(_BUILD, "always", _SIDE, _speed("0.6"))),
    Scenario("pusher-stuck", (21, 41), "a pusher stops on its way and does not come home",
             moving.PusherStuck, _lasting(_BUILD, "always", _SIDE,
             Argument("phase", number(0.13, 0.87, "rev"), "0.5", "where in the turn")),
             harms=True),
    Scenario("pusher-slow", (22,), "a pusher moves slowly: tired spring",
             moving.slow("pusher"), _lasting(_BUILD, "always", _SIDE, _speed("0.5"))),
    Scenario("belt-slack", (32,), "a slack belt runs slowly",
             moving.slow("belt"), _lasting(_BUILD, "always", _SIDE, _speed("0.3"))),
    Scenario("belt-slips", (14, 32), "a belt stands while its motor runs",
             moving.BeltSlips, _lasting(_BUILD, "always", _SIDE)),
    # lifts and dome
    Scenario("tray-stuck", (38, 40, 41, 42), "a lift stops on its way",
             moving.TravelStuck, _lasting("raise", "always", _SIDE, _place("0.5"), _BACK)),
    Scenario("tray-slow", (5, 38), "a lift moves slowly",
             moving.slow("lift"), _lasting("raise", "always", _SIDE, _speed("0.6"))),
    Scenario("dome-stuck", (2, 42), "the dome stops on its way",
             moving.TravelStuck, _lasting("open", "always", _place("0.5"), _BACK)),
    Scenario("dome-slow", (5,), "the dome moves slowly",
             moving.slow("dome"), _lasting("open", "always", _speed("0.6"))),
    Scenario("dome-limit-stuck", (2, 43), "an end switch of the dome always reads the same",
             sensing.StuckEnd, _lasting("open", "always", _END, _READS_OFF)),
    Scenario("dome-both-ends", (2, 25, 43), "the dome's two end switches are on at once",
             lambda given: sensing.Stuck(given,
             ((w.CENTRE, w.DOME_UP), (w.CENTRE, w.DOME_DOWN)), True),
             _lasting(_BUILD, "always")),
    Scenario("dome-ajar", (4, 46), "the dome is lifted off its switch while the machine runs",
             sensing.stuck_at(w.CENTRE, w.DOME_DOWN, False), _lasting(_BUILD, "500ms")),
    Scenario("cover-open", (48,), "the cover is open, or its switch says so",
             sensing.stuck_at(w.CENTRE, w.COVER_CLOSED, False), _lasting(_BUILD, "2s")),
    # drum, ring and tiles
    Scenario("turn-stalled", (26, 33, 34, 48), "drum or ring stands: a foreign body",
             moving.Stalled, _lasting(_BUILD, "always",
             Argument("of", choice("drum", "ring"), "drum", "which"))),
    Scenario("drum-slow", (26, 29), "the drum turns slowly",
             moving.slow("drum"), _lasting(_BUILD, "always", _speed("0.4"))),
    Scenario("ring-slow", (26,), "the ring turns slowly",
             moving.slow("ring"), _lasting(_BUILD, "always", _speed("0.4"))),
    Scenario("no-pick-up", (28, 30, 31), "drum and ring turn, hardly a tile comes up",
             moving.NoPickUp, _lasting(_BUILD, "always",
             _chance("0.02", "of a tile at each pass"))),
    Scenario("no-pulses", (43,), "the turn sensor of drum or ring is silent",
             sensing.NoPulses, _lasting(_BUILD, "always",
             Argument("of", choice("drum", "ring"), "ring", "which"))),
    Scenario("ring-eye-stuck", (35, 43), "the eye at the ring's gates always reads the same",
             sensing.stuck_at(w.CENTRE, w.RING_TILE), _lasting(_BUILD, "always", _READS_OFF)),
    Scenario("weak-tile", (27, 28), "tiles with a weak magnet are rarely picked",
             tiles.PoorTiles, _lasting("power", "always", _tiles("2"),
             _chance("0.1", "to be picked at each pass"))),
    Scenario("dead-tile", (27, 28), "tiles without magnet are never picked",
             tiles.PoorTiles, _lasting("power", "always", _tiles("1"))),
    Scenario("face-up-long", (27, 29, 31), "a worn flip strip turns few tiles over",
             tiles.FaceUpLong, _lasting("power", "always",
             _chance("0.3", "share of the passes that count"))),
    Scenario("short", (24, 36), "tiles stay in somebody's hand when a set is dropped",
             people.Short, _once("power", _tiles("2", 143))),
    Scenario("surplus", (35, 47), "strange tiles go into the drum with a set",
             people.Surplus, _once("power", _tiles("1"))),
    Scenario("mixed-sets", (35, 47), "tiles of the two sets change places",
             people.Mixed, _once("power", _tiles("4", 72))),
    # panel and gear switch
    Scenario("key-stuck", (6, 10, 46), "a key reads pressed (on) or is dead (off)",
             people.KeyStuck, _lasting("power", "always",
             Argument("key", KEY, "key_a", "which key"), _READS_ON)),
    Scenario("liquid", (6, 46), "liquid on the panel presses keys by chance",
             people.Liquid, _lasting("build", "20s",
             Argument("rate", number(0.01, 50, "presses/s"), "2", "how often"))),
    Scenario("selector-half", (16,), "the gear switch stands half seated, its lines flicker",
             people.HalfSeated, _lasting("power", "always",
             _chance("0.5", "that it stands wrong"),
             Argument("longest", time(20), "400ms", "without a change"))),
    Scenario("selector-turned", (16,), "somebody turns the gear switch",
             people.Turned, _once(_BUILD,
             Argument("to", count(0, 255, "position"), "2", "its new position"))),
    Scenario("enable-off", (3, 8), "the time-charge relay opens",
             sensing.stuck_at(w.PANEL, w.ENABLE, False), _lasting(_BUILD, "20s")),
    # chain, sensor supply, outputs
    Scenario("chain-broken", (9, 25), "from a station on all bytes read 00 or FF",
             sensing.ChainBroken, _lasting(_BUILD, "2s",
             Argument("station", STATION, "west", "the first that is cut off"), _READS_OFF)),
    Scenario("chain-slipped", (9, 25), "clock noise: in some scans all bits are shifted by one",
             sensing.ChainSlipped, _lasting(_BUILD, "5s", _chance("0.05", "share of the scans"))),
    Scenario("signature-wrong", (9,), "the far end of the chain answers with another byte",
             sensing.WrongSignature, _lasting(_BUILD, "2s",
             Argument("byte", count(0, 255, "byte"), "90", "what is read"))),
    Scenario("station-gone", (9, 48), "one station reads all on or all off, the chain is whole",
             sensing.Dark, _lasting(_BUILD, "always",
             Argument("station", STATION, "south", "which"), _READS_ON)),
    Scenario("sensors-dark", (49,), "the sensor supply of a station is shorted: all read off",
             sensing.Dark, _lasting(_BUILD, "always",
             Argument("station", STATION, "south", "which"))),
    Scenario("bit-shorted", (9, 25, 49), "one input line is shorted to supply or ground",
             sensing.StuckInput, _lasting(_BUILD, "always",
             Argument("input", INPUT, "BELT_FULL_S", "which"), _READS_ON), harms=True),
    Scenario("output-stuck", (4, 39, 44), "an output's switch has broken down: its motor runs on",
             moving.OutputStuck, _lasting(_BUILD, "always",
             Argument("output", OUTPUT, "HEAD_S", "which")), harms=True),
    Scenario("output-dead", (2, 11, 14, 48), "a motor, its cable or its fuse is dead",
             moving.OutputDead, _lasting(_BUILD, "always",
             Argument("output", OUTPUT, "PUSHER_S", "which"))),
    # power and controller
    Scenario("mains-dip", (7, 9), "the mains are gone for a moment, MAINS_OK says so",
             supply.MainsDip, _lasting(_BUILD, "200ms")),
    Scenario("brown-out", (9,), "low voltage: all motors are slow",
             supply.BrownOut, _lasting(_BUILD, "5s", _speed("0.5"),
             Argument("seen", choice("yes", "no"), "no", "whether MAINS_OK goes off"))),
    Scenario("supply-overloaded", (7, 48), "a weak supply shuts down above its limit",
             supply.Overloaded, _lasting(_BUILD, "always",
             Argument("limit", number(100, 20_000, "mA"), "3500", "of the summed current"),
             Argument("recovers", TIME, "300ms", "after a shutdown"))),
    Scenario("power-cut", (1, 8), "the controller dies and starts anew when power is back",
             supply.PowerCut, _lasting(_BUILD, "2s")),
    Scenario("scan-late", (9,), "scans come late, the controller's time jumps",
             supply.ScanLate, _lasting(_BUILD, "5s",
             Argument("by", time(2 * w.SCAN_MS), "40ms", "how late"),
             Argument("every", TIME, "500ms", "how often")), harms=True),
    Scenario("scan-fails", (9,), "a scan raises, as when memory is full (lane cpython only)",
             supply.ScanFails, _once(_BUILD,
             Argument("error", choice("MemoryError", "RuntimeError", "OSError"), "MemoryError",
                      "what is raised")), lane="cpython"),
)  # fmt: skip

# What the bench cannot provoke, or only in its consequence, and what stands in for it.
NOT_ON_THE_BENCH: Final = (
    ("earth fault, tingle, noise, smoke", (33, 44, 50),
     "nothing in the byte image shows it; the motors' run-time model stands for heat"),
    ("cause of a late scan", (9,),
     "time is virtual: scan-late shows the controller what it would see of it"),
    ("a heap that is full", (9,),
     "lane 1 has no heap of its own: scan-fails raises what a full one raises"),
    ("a flash that is full", (8,),
     "records have a fixed size and the journal is a ring: it overwrites, it cannot fill"),
    ("a forged controller, loaded dice", (51, 52), "no input tells them from honest ones"),
)  # fmt: skip

_BY_NAME: Final = {scenario.name: scenario for scenario in SCENARIOS}


def parse(text: str) -> Injection:
    """The injection that a person wrote as NAME[:argument=value,...]; InjectionError if wrong."""
    name, _, rest = text.partition(":")
    scenario = _BY_NAME.get(name)
    if scenario is None:
        near = get_close_matches(name, _BY_NAME, 1)
        hint = f"did you mean {near[0]}? " if near else ""
        raise InjectionError(f"there is no fault {name!r}: {hint}`paishan sim faults` lists them")
    known = {argument.name: argument for argument in scenario.arguments}
    texts: dict[str, str] = {}
    for part in rest.split(",") if rest else ():
        key, equals, value = part.partition("=")
        if not equals or key not in known:
            raise InjectionError(
                f"{name} has no argument {part!r}: write argument=value, its arguments are "
                f"{', '.join(known)}"
            )
        if key in texts:
            raise InjectionError(f"{name}: {key} is given twice: give it once")
        texts[key] = value
    given = {}
    for key, argument in known.items():
        try:
            given[key] = argument.kind.parse(texts.get(key, argument.default))
        except ValueError as error:
            raise InjectionError(f"{name}: {key}={texts[key]}: {error}") from None
    return Injection(scenario, texts, given)


def catalogue() -> list[dict[str, Any]]:
    """The table as plain data, for lists and documents."""
    return [
        {
            "name": scenario.name,
            "entries": scenario.entries,
            "what": scenario.what,
            "arguments": [
                {
                    "name": one.name,
                    "form": one.kind.form,
                    "default": one.default,
                    "meaning": one.meaning,
                }
                for one in scenario.arguments
            ],
        }
        for scenario in SCENARIOS
    ]
