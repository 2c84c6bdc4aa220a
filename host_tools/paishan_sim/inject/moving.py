"""Mechanisms that do not move as they should: blocked, stuck part way, slow, slipping, dead."""

from __future__ import annotations

from math import floor, inf
from typing import Protocol

from paishan_sim import wiring as w
from paishan_sim.inject.effect import Effect, Given
from paishan_sim.motor import Motor

_FREED = 0.05  # rev back from where a cam was caught


class Driven(Protocol):
    """A mechanism with a motor."""

    motor: Motor

    def drive(self, now: float, direction: int) -> None:
        """Switch it."""


class _Mechanism(Effect):
    """Changes a motor's figures from where it stands now, and plans anew."""

    def alter(
        self,
        now: float,
        part: Driven,
        *,
        low: float | None = None,
        high: float | None = None,
        full: float | None = None,
    ) -> None:
        """New hard stops or a new full speed."""
        motor = part.motor
        part.drive(now, motor.wanted)
        motor.low = motor.low if low is None else low
        motor.high = motor.high if high is None else high
        motor.full = motor.full if full is None else full
        part.drive(now, motor.wanted)


class HeadJam(_Mechanism):
    """A tile is caught in the head; reversing frees it, or only a hand does."""

    def begin(self, now: float) -> None:
        self._head = self.plant.sides[self.given["side"]].head
        self._left: int = self.given["times"]
        self._stop = inf
        self._catch(now)

    def look(self, now: float) -> None:
        motor = self._head.motor
        if motor.high != self._stop or self.given["frees"] == "hand":
            return
        x = motor.at(now)
        if x >= self._stop:
            self._caught = True
        elif self._caught and x < self._stop - _FREED:
            self._free(now)
            self._left -= 1
            if self._left > 0:
                self._catch(now)

    def end(self, now: float) -> None:
        self._free(now)

    def _catch(self, now: float) -> None:
        x = self._head.motor.at(now)
        self._caught = False
        self._stop = floor(x) + self.given["phase"]
        if self._stop < x + _FREED:
            self._stop += 1.0
        self.alter(now, self._head, high=self._stop)

    def _free(self, now: float) -> None:
        if self._head.motor.high == self._stop:
            self.alter(now, self._head, high=inf)


class PusherStuck(_Mechanism):
    """The pusher stops at a phase of its turn: worn slider, broken spring, wedged stack."""

    def begin(self, now: float) -> None:
        self._pusher = self.plant.sides[self.given["side"]].pusher
        x = self._pusher.motor.at(now)
        stop = floor(x) + self.given["phase"]
        self.alter(now, self._pusher, high=stop if stop > x else stop + 1.0)

    def end(self, now: float) -> None:
        self.alter(now, self._pusher, high=inf)


class TravelStuck(_Mechanism):
    """A lift or the dome stops at a place and goes no further; `back`: whether it can return."""

    def __init__(self, given: Given) -> None:
        super().__init__(given)
        self._locked = False

    def begin(self, now: float) -> None:
        given, plant = self.given, self.plant
        self._part = plant.sides[given["side"]].lift if "side" in given else plant.dome
        place = given["place"]
        if self._part.motor.at(now) <= place:
            self.alter(now, self._part, high=place)
        else:
            self.alter(now, self._part, low=place)

    def look(self, now: float) -> None:
        if not self._locked and self.given["back"] == "no":
            place = self.given["place"]
            if abs(self._part.motor.at(now) - place) < 1e-6:
                self._locked = True
                self.alter(now, self._part, low=place, high=place)

    def end(self, now: float) -> None:
        self.alter(now, self._part, low=0.0, high=1.0)


class Stalled(_Mechanism):
    """Drum or ring stands still, its motor under current."""

    def begin(self, now: float) -> None:
        self._part: Driven = self.plant.drum if self.given["of"] == "drum" else self.plant.ring
        x = self._part.motor.at(now)
        self.alter(now, self._part, low=x, high=x)

    def end(self, now: float) -> None:
        self.alter(now, self._part, low=-inf, high=inf)


class Slow(_Mechanism):
    """A mechanism at a share of its speed: friction, slack belt, low voltage."""

    def begin(self, now: float) -> None:
        self._speeds = [(part, part.motor.full) for part in self._parts()]
        for part, full in self._speeds:
            self.alter(now, part, full=full * self.given["speed"])

    def end(self, now: float) -> None:
        for part, full in self._speeds:
            self.alter(now, part, full=full)

    def _parts(self) -> list[Driven]:
        plant = self.plant
        what = self.given.get("what", "all")
        if what == "belt":
            return [plant.sides[self.given["side"]].belt]
        if what == "head":
            return [plant.sides[self.given["side"]].head]
        if what == "pusher":
            return [plant.sides[self.given["side"]].pusher]
        if what == "lift":
            return [plant.sides[self.given["side"]].lift]
        one: dict[str, Driven] = {"dome": plant.dome, "drum": plant.drum, "ring": plant.ring}
        if what in one:
            return [one[what]]
        parts = list(one.values())
        for side in plant.sides:
            parts += [side.belt, side.head, side.pusher, side.lift]
        return parts


def slow(what: str) -> type[Effect]:
    """One kind of mechanism that runs slowly."""

    class SlowPart(Slow):
        """Its speed is what `speed` says."""

        def __init__(self, given: Given) -> None:
            super().__init__({**given, "what": what})

    return SlowPart


class OutputStuck(Effect):
    """The switch of an output has broken down: its motor runs although it is off."""

    def outputs(self, now: float, image: bytearray) -> None:
        station, mask = self.given["output"]
        image[station] |= mask


class OutputDead(Effect):
    """An output, its cable or one direction of its motor is dead."""

    def outputs(self, now: float, image: bytearray) -> None:
        station, mask = self.given["output"]
        image[station] &= ~mask & 0xFF


class NoPickUp(Effect):
    """Drum and ring turn and give pulses, yet few tiles come up: slip, gap, weak ring magnet."""

    def begin(self, now: float) -> None:
        self.plant.drum.reluctant.append(self._stays)

    def end(self, now: float) -> None:
        self.plant.drum.reluctant.remove(self._stays)

    def _stays(self, tile: int, face_up: bool) -> bool:
        return not face_up and self.chance.random() >= self.given["chance"]


class BeltSlips(Effect):
    """The belt's motor turns, the belt does not."""

    def outputs(self, now: float, image: bytearray) -> None:
        image[self.given["side"]] &= ~(w.BELT | w.BELT_REV) & 0xFF
