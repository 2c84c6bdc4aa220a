"""Electronic dice: throws that are settled before the key is pressed, and can be checked.

Each throw comes from a seed of its own. Its SHA-256, the promise, can be read before the
throw, the seed after it; so anyone can see that the table did not wait for the key and then
choose (`paishan dice --verify`). From the seed to the faces: the bytes of SHA-256(seed +
block number) in turn; a byte of 252 or more is passed over, because 256 is no multiple of 6;
any other gives `byte % 6 + 1`.

A scan only takes what `prepare` laid ready: hashing needs the heap.
"""

from micropython import const

from paishan.io.entropy import digest, new_seed

DICE = const(3)  # faces kept for a throw; a game with fewer dice reads the first ones
READY = const(4)  # throws laid ready: for all that are thrown while the machine works
_KEPT = const(8)  # the same number of past ones can be revealed
_FAIR = const(252)  # the largest multiple of 6 that a byte holds


def faces_of(seed, count=DICE):
    """The faces, 1 to 6, that a seed stands for."""
    faces = bytearray(count)
    at = 0
    block = 0
    while at < count:
        for byte in digest(seed + bytes((block,))):
            if byte < _FAIR and at < count:
                faces[at] = byte % 6 + 1
                at += 1
        block += 1
    return faces


class DiceRoll:
    """Throws by number, from 0. `thrown`: how many there have been; `faces`, `total` and
    `smallest` are those of the last one. `seed`: where seeds come from.
    """

    def __init__(self, seed=new_seed):
        self.thrown = 0
        self.faces = bytearray(DICE)
        self.total = 0
        self.smallest = 0
        self._new_seed = seed
        self._prepared = 0  # throws that were settled so far
        self._seeds = [b""] * _KEPT
        self._settled = bytearray(_KEPT * DICE)

    def prepare(self):
        """Settles throws until enough are ready. Allocates: only while nothing moves."""
        while self._prepared < self.thrown + READY:
            slot = self._prepared % _KEPT
            seed = self._new_seed()
            self._seeds[slot] = seed
            faces = faces_of(seed)
            for die in range(DICE):
                self._settled[slot * DICE + die] = faces[die]
            self._prepared += 1

    @property
    def ready(self):
        """Throws that can be made before the next `prepare`."""
        return self._prepared - self.thrown

    def throw(self, dice):
        """Throws 1 to 3 dice; False when none was laid ready. Allocates nothing."""
        if self.thrown == self._prepared:
            return False
        at = self.thrown % _KEPT * DICE
        total = 0
        smallest = 6
        for die in range(DICE):
            face = self._settled[at + die] if die < dice else 0
            self.faces[die] = face
            if face:
                total += face
                smallest = min(smallest, face)
        self.total = total
        self.smallest = smallest
        self.thrown += 1
        return True

    def promise(self, number):
        """SHA-256 of the seed of a throw that is ready or still known; None of another."""
        if not max(0, self._prepared - _KEPT) <= number < self._prepared:
            return None
        return digest(self._seeds[number % _KEPT])

    def reveal(self, number):
        """The seed of a throw that was made and is still known; None of any other."""
        if not max(0, self._prepared - _KEPT) <= number < self.thrown:
            return None
        return self._seeds[number % _KEPT]
