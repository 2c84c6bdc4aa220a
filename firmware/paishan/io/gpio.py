"""The process image on the controller's own pins, for a machine with few sensors and motors.

There is no ring to be broken and no register to be read back: the signature is this file's,
and a pin that fails is a sensor or a motor that fails. Each motor's pin has a pull to off, and
the drivers' enable hangs on the same monostable as a chain's.
"""

from micropython import const

from paishan.io.image import CHAIN, CHAIN_SIGNATURE, INPUT_BYTES, OUTPUT_BYTES, copy, motors_run

# in a row
_STATION = const(0)
_MASK = const(1)
_PIN = const(2)
_ON = const(3)


class Direct:
    """The port of a board without a chain.

    `inputs`, `outputs`: rows of (station, mask, pin, level at which the bit is on). `always`:
    eight bytes, input bits of what the machine does not have and the table must believe at
    home. `alive`: the pin of the monostable. `period_ms`, `moving`: as a Chain's.
    """

    def __init__(self, inputs, outputs, alive, always=bytes(INPUT_BYTES)):
        self.period_ms = 5
        self.moving = False
        self._inputs = inputs
        self._outputs = outputs
        self._alive = alive
        self._always = bytearray(always)
        self._always[CHAIN] = CHAIN_SIGNATURE
        self._wanted = bytearray(OUTPUT_BYTES)
        self._armed = False  # a scan has read inputs
        self._set(self._wanted)

    def read(self, inputs):
        """Fills 8 bytes."""
        copy(inputs, self._always, INPUT_BYTES)
        at = len(self._inputs)
        while at:  # a `for` would need more room than the stack has
            at -= 1
            row = self._inputs[at]
            if row[_PIN]() == row[_ON]:
                inputs[row[_STATION]] |= row[_MASK]
        self._armed = True

    def write(self, outputs):
        """Takes 7 bytes; what changed is at the pins when this returns."""
        if outputs != self._wanted:
            copy(self._wanted, outputs, OUTPUT_BYTES)
            self._set(outputs)
            self.moving = motors_run(outputs)

    def _set(self, outputs):
        at = len(self._outputs)
        while at:
            at -= 1
            row = self._outputs[at]
            on = outputs[row[_STATION]] & row[_MASK] != 0
            row[_PIN](on == row[_ON])

    def feed(self):
        """After a complete scan: keeps the outputs enabled for another 50 ms."""
        if self._armed:
            self._alive(1)
            self._alive(0)
