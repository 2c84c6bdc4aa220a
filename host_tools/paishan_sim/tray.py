"""Tray of one side and the wall on the table above it: stacks of two tiles, first pushed first."""

from paishan_sim import wiring
from paishan_sim.sensors import Sensors

Stack = tuple[int, ...]


class Tray:
    """Stacks below (`stacks`), the wall on the table (`wall`); `tiles` counts both."""

    def __init__(self, sensors: Sensors, side: int, capacity: int) -> None:
        self.stacks: list[Stack] = []
        self.wall: list[Stack] = []
        self.tiles = 0
        self._sensors = sensors
        self._side = side
        self._capacity = capacity

    def receive(self, stack: Stack) -> bool:
        """Take a stack from the pusher; False if there is no room for it."""
        if len(self.stacks) >= self._capacity:
            return False
        self.stacks.append(stack)
        self.tiles += len(stack)
        self._sensors.put(self._side, wiring.TRAY_TILE, True)
        return True

    def draw_on_to_table(self) -> None:
        """A player draws the raised wall on to the table, if the table is clear there."""
        if self.stacks and not self.wall:
            self.wall, self.stacks = self.stacks, []
            self._sensors.put(self._side, wiring.TRAY_TILE, False)

    def take_out(self) -> list[int]:
        """Hands take the stacks out of the tray."""
        tiles = [tile for stack in self.stacks for tile in stack]
        self.stacks = []
        self.tiles -= len(tiles)
        self._sensors.put(self._side, wiring.TRAY_TILE, False)
        return tiles

    def sweep(self) -> list[int]:
        """A player takes the wall off the table."""
        tiles = [tile for stack in self.wall for tile in stack]
        self.wall = []
        self.tiles -= len(tiles)
        return tiles
