"""The outputs as the sequencer wishes them, before the interlocks have their say.

Every output bit has one owner: claiming a bit twice is refused when the table is put
together, so that no two motions can fight over a motor.
"""

from paishan.io.image import OUTPUT_BYTES


class Wish:
    """`bytes`: 7 output bytes. Owners set and clear only the bits that they claimed.

    `waits`: what the interlocks held back of it in the last scan; a motor among them has not
    begun to move, so that no clock of its motion may run. `patterns`: one byte, not 0 while a
    lamp or the display has something to do that time brings.
    """

    def __init__(self):
        self.bytes = bytearray(OUTPUT_BYTES)
        self.waits = bytearray(OUTPUT_BYTES)
        self.patterns = bytearray(1)
        self._claimed = bytearray(OUTPUT_BYTES)

    def claim(self, byte, mask, owner):
        """Reserves bits for `owner`; raises ValueError when one of them has an owner."""
        if self._claimed[byte] & mask:
            raise ValueError("%s: output byte %d mask 0x%02x is taken" % (owner, byte, mask))
        self._claimed[byte] |= mask
