"""A test bench: one side on an agenda, sensors without faults, motors exactly at nominal speed."""

from dataclasses import replace
from math import inf

from paishan_sim import wiring as w
from paishan_sim.agenda import Agenda
from paishan_sim.figures import NORMAL
from paishan_sim.motor import Motor
from paishan_sim.plant import Plant
from paishan_sim.sensors import Sensors
from paishan_sim.side import Side

EXACT = replace(NORMAL, speed_spread=0.0, bounce_chance=0.0, glitch_s=1e12)


def motor(name: str, full: float) -> Motor:
    """A motor of nominal speed."""
    return Motor(full, EXACT.start_ms, EXACT.coast_ms)


class Bench:
    """Side E; `given_back` are tiles that fell off the belt's entry, `came_home` push times."""

    def __init__(self) -> None:
        self.now = 0.0
        self.agenda = Agenda()
        self.sensors = Sensors(self.agenda, EXACT, 1)
        self.collisions: list[str] = []
        self.given_back: list[int] = []
        self.came_home: list[float] = []
        self.side = Side(
            self.agenda,
            self.sensors,
            EXACT,
            0,
            motor,
            self.collisions,
            lambda now, tile: self.given_back.append(tile),
            self.came_home.append,
        )
        self.byte = 0

    def switch(self, byte: int) -> None:
        """Set the side's output byte."""
        self.side.switch(self.now, byte, byte ^ self.byte)
        self.byte = byte

    def run(self, ms: float) -> None:
        """Let time pass."""
        self.now += ms
        self.agenda.run(self.now)

    def run_until(self, mask: int, on: bool = True, limit_ms: float = 5000) -> float:
        """Let time pass until a sensor shows a level; the time that it took."""
        begin = self.now
        while self.sees(mask) != on:
            assert self.now - begin < limit_ms, "the sensor never showed it"
            self.run(1)
        return self.now - begin

    def sees(self, mask: int) -> bool:
        """The true level of a sensor of the side."""
        return self.sensors.level(0, mask)

    def feed(self, *tiles: int) -> None:
        """Let the ring hand over tiles as soon as the entry is free; the belt must run."""
        for tile in tiles:
            for _ in range(2000):
                if self.side.belt.accept(self.now, tile):
                    break
                self.run(1)
            else:
                raise AssertionError(f"the belt takes no tile {tile}")

    def asks_nothing(self) -> bool:
        """True when nothing will ever happen by itself."""
        return self.agenda.heap[0][0] == inf


def open_dome(plant: Plant) -> None:
    """Raise the dome of a plant."""
    outputs = bytearray(w.OUTPUT_BYTES)
    outputs[w.CENTRE] = w.DOME_RAISE
    while not plant.dome_open():
        plant.step(outputs)
    plant.step(bytes(w.OUTPUT_BYTES))


def close_dome(plant: Plant) -> None:
    """Lower the dome of a plant."""
    outputs = bytearray(w.OUTPUT_BYTES)
    outputs[w.CENTRE] = w.DOME_LOWER
    while not plant.inputs[w.CENTRE] & w.DOME_DOWN:
        plant.step(outputs)
    for _ in range(20):
        plant.step(bytes(w.OUTPUT_BYTES))


def load(plant: Plant, tiles: int) -> None:
    """Bring a set and drop it in."""
    plant.bring(range(tiles))
    open_dome(plant)
    plant.drop(list(plant.hands))
    close_dome(plant)
