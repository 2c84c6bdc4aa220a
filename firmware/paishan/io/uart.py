"""The serial line over a UART, with the driver enable of an RS-485 transceiver.

The driver is on from the first byte that the UART gets until the last one has left it. When
that was can only be asked; the wait for the next scan asks every millisecond (`sending`), so
a host leaves the line alone for 2 ms after a reply, which every USB adapter does anyway.
"""

from micropython import const

SPEED = const(115200)  # bits a second until the settings say otherwise
_MOST = const(64)  # bytes given at once: less than any board's buffer for sending
_UNBUFFERED = const(14400)  # bits a second for each byte given at once


class Uart:
    """`readinto`, `write` and `set_speed` as the link wants them; neither waits or allocates.

    `uart`: a machine.UART with timeout 0. `drive`: the output pin at DE and /RE of the
    transceiver, off while low; None without one. `buffered`: whether the UART has a buffer for
    sending of more than 64 bytes; one without takes as many as are sent in 0.7 ms.
    """

    def __init__(self, uart, drive=None, buffered=True):
        self._uart = uart
        self._drive = drive
        self._busy = False
        self._buffered = buffered
        self._most = self._room(SPEED)

    def _room(self, bits_per_second):
        return _MOST if self._buffered else max(1, bits_per_second // _UNBUFFERED)

    def readinto(self, buffer):
        """Fills `buffer` from its start; how many bytes came."""
        count = self._uart.any()
        if not count:
            return 0
        # asked for more than there is, a UART waits for the time of a letter
        return self._uart.readinto(buffer, min(count, len(buffer))) or 0

    def write(self, buffer, count):
        """Takes up to `count` bytes of `buffer`, once all that it took before has left."""
        if self.sending():
            return 0
        if self._drive:
            self._drive(1)
        self._busy = True
        return self._uart.write(buffer, min(count, self._most)) or 0

    def sending(self):
        """Whether bytes are on their way out; turns the driver off behind the last one."""
        if self._busy and self._uart.txdone():
            self._busy = False
            if self._drive:
                self._drive(0)
        return self._busy

    def set_speed(self, bits_per_second):
        """Takes effect at once; the link asks when nothing is on its way."""
        self._uart.init(baudrate=bits_per_second)
        self._most = self._room(bits_per_second)
