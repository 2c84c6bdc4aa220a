"""Tiles that the machine cannot handle: weak or no magnet, too long face-up."""

from __future__ import annotations

from paishan_sim.inject.effect import Effect


class PoorTiles(Effect):
    """Some tiles of the set in the drum are picked rarely, or never."""

    def begin(self, now: float) -> None:
        self._poor: set[int] = set()
        self.plant.drum.reluctant.append(self._stays)

    def end(self, now: float) -> None:
        if self._stays in self.plant.drum.reluctant:
            self.plant.drum.reluctant.remove(self._stays)

    def _stays(self, tile: int, face_up: bool) -> bool:
        if face_up:
            return False
        if tile not in self._poor:
            if len(self._poor) >= self.given["tiles"]:
                return False
            self._poor.add(tile)  # the first that come by
        chance: float = self.given.get("chance", 0.0)
        return self.chance.random() >= chance


class FaceUpLong(Effect):
    """The flip strip is worn: few passes turn a tile over."""

    def begin(self, now: float) -> None:
        self.plant.drum.reluctant.append(self._stays)

    def end(self, now: float) -> None:
        self.plant.drum.reluctant.remove(self._stays)

    def _stays(self, tile: int, face_up: bool) -> bool:
        return face_up and self.chance.random() >= self.given["chance"]
