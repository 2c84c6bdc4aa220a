"""Tiles: two sets of different back colour, each tile with an identity and a face.

An identity is an int: index in its set, plus 1000 for the second set. The simulator moves
identities about; faces matter to people who look at a wall.
"""

SET_B = 1000

_SUITS = [f"{n}{suit}" for suit in "mps" for n in range(1, 10)]
_WINDS = ["east", "south", "west", "north"]
_DRAGONS = ["red", "green", "white"]
_FLOWERS = ["plum", "orchid", "mum", "bamboo", "spring", "summer", "autumn", "winter"]
FACES = tuple(
    [face for face in _SUITS + _DRAGONS + _WINDS for _ in range(4)] + _FLOWERS + ["blank"] * 8
)


def tile_set(tiles: int, colour: str = "A") -> list[int]:
    """Identities of a set of `tiles` tiles of colour A or B, in the order of FACES."""
    if not 0 < tiles <= len(FACES):
        raise ValueError(f"a set has 1 to {len(FACES)} tiles, not {tiles}")
    first = SET_B if colour == "B" else 0
    return list(range(first, first + tiles))


def face(tile: int) -> str:
    """The face of a tile, for a person to read."""
    return FACES[tile % SET_B]
