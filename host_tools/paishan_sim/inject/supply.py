"""Power: dips, brown-outs, cuts, an overloaded supply; and a controller that is late or dies."""

from __future__ import annotations

from paishan_sim import wiring as w
from paishan_sim.inject.effect import Effect
from paishan_sim.inject.moving import Slow

# Nominal current in mA of each motor output; at its start a motor draws `INRUSH` times as much.
# Inferred: 5 to 15 W motors at 12 V, locked-rotor current of a small gear motor.
LOAD_MA = {
    "BELT": 150,
    "BELT_REV": 150,
    "HEAD": 450,
    "HEAD_REV": 450,
    "PUSHER": 350,
    "LIFT_RAISE": 900,
    "LIFT_LOWER": 900,
    "DRUM": 600,
    "DRUM_REV": 600,
    "RING": 350,
    "DOME_RAISE": 1200,
    "DOME_LOWER": 1200,
    "DICE": 60,
}
INRUSH = 2.5
INRUSH_MS = 100.0
_LOADS = tuple(
    (station, mask, LOAD_MA.get(name) or LOAD_MA[name[:-2]]) for name, station, mask in w.MOTORS
)


def motors_off(image: bytearray) -> None:
    """Take the motors' supply away; lamps and digits have their own."""
    for station in range(4):
        image[station] &= w.SEAT_LAMP
    image[w.CENTRE] &= w.READY_LAMP | w.BUZZER


class MainsDip(Effect):
    """The mains are gone for a moment: motors coast, MAINS_OK is off, the controller lives on."""

    def inputs(self, now: float, image: bytearray) -> None:
        image[w.CENTRE] &= ~w.MAINS_OK & 0xFF

    def outputs(self, now: float, image: bytearray) -> None:
        motors_off(image)


class BrownOut(Slow):
    """Low voltage: every motor is slow; the supply's own signal may or may not say so."""

    def inputs(self, now: float, image: bytearray) -> None:
        if self.given["seen"] == "yes":
            image[w.CENTRE] &= ~w.MAINS_OK & 0xFF


class Overloaded(Effect):
    """A weak supply: past its limit it shuts the motors off and recovers a moment later."""

    def begin(self, now: float) -> None:
        self._since: dict[tuple[int, int], float] = {}
        self._down_until = now

    def outputs(self, now: float, image: bytearray) -> None:
        load = 0.0
        since = self._since
        for station, mask, current in _LOADS:
            if image[station] & mask:
                began = since.setdefault((station, mask), now)
                load += current * (INRUSH if now - began < INRUSH_MS else 1.0)
            else:
                since.pop((station, mask), None)
        if load > self.given["limit"]:
            self._down_until = now + self.given["recovers"]
        if now < self._down_until:
            motors_off(image)
            since.clear()

    def inputs(self, now: float, image: bytearray) -> None:
        if now < self._down_until:
            image[w.CENTRE] &= ~w.MAINS_OK & 0xFF


class PowerCut(Effect):
    """The controller dies with all its outputs, and starts anew when the power is back."""

    def begin(self, now: float) -> None:
        self.injector.cut(now)

    def end(self, now: float) -> None:
        self.injector.restore(now)


class ScanLate(Effect):
    """Scans come late: the controller's time jumps, its outputs stay as they were meanwhile."""

    def begin(self, now: float) -> None:
        self._next = now

    def end(self, now: float) -> None:
        self.injector.delay(now)

    def look(self, now: float) -> None:
        if now >= self._next:
            self._next = now + self.given["every"]
            self.injector.delay(now + self.given["by"])


class ScanFails(Effect):
    """Something in a scan raises; the firmware, or else the watchdog, has to answer for it."""

    def begin(self, now: float) -> None:
        self.injector.fail_scan(self.given["error"])
