"""Effect: what one injected fault does to the machine while it lasts."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from paishan_sim.inject.injector import Injector
    from paishan_sim.plant import Plant
    from paishan_sim.player import Player

Given = Mapping[str, Any]  # values of a fault's arguments


class Effect:
    """Comes with `begin`, goes with `end`; between them the hooks that it overrides are called.

    `inputs` changes what the controller reads, `outputs` what the motors get, `look` may act on
    the machine once a scan. `end` also means that somebody has mended it.
    """

    plant: Plant
    player: Player
    injector: Injector
    chance: Random

    def __init__(self, given: Given) -> None:
        self.given = given

    def place(self, injector: Injector, plant: Plant, player: Player, chance: Random) -> None:
        """Where it will act, and its own stream of chance."""
        self.injector, self.plant, self.player, self.chance = injector, plant, player, chance

    def begin(self, now: float) -> None:
        """The fault comes up."""

    def end(self, now: float) -> None:
        """The fault is gone."""

    def inputs(self, now: float, image: bytearray) -> None:
        """Change the 8 bytes that the controller is about to read."""

    def outputs(self, now: float, image: bytearray) -> None:
        """Change the 7 bytes that are about to reach the motors."""

    def look(self, now: float) -> None:
        """Once a scan, before the machine moves on."""
