"""Platform of one side: where the head lays two tiles and the pusher fetches them as a stack."""


class Platform:
    """Tiles lying there, and who is in the way; `collisions` is shared by the whole machine."""

    def __init__(self, collisions: list[str], side: str) -> None:
        self.tiles: list[int] = []
        self.pusher_home = True
        self.arm_over = False  # the head's arm has laid a tile and is not home yet
        self._collisions = collisions
        self._side = side

    def lay(self, tile: int | None) -> bool:
        """Lay a tile; False (a collision) if the pusher or two tiles are in the way."""
        if tile is None:
            return False
        if not self.pusher_home:
            self._collisions.append(f"head {self._side} lays on to the pusher")
            return False
        if len(self.tiles) >= 2:
            self._collisions.append(f"head {self._side} lays on to a full platform")
            return False
        self.tiles.append(tile)
        self.arm_over = True
        return True
