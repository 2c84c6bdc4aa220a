"""Heat of the motors, from their running time alone: a model, since nothing measures it.

Each motor is a body that a running motor warms and the air cools, with a time constant of
five minutes: ten units a second while it runs, minus its heat / 300 a second. It reaches the
limit of 2700 after 11 minutes without a pause (IEC 60335 asks for the worst cycles that the
instructions allow, over and over: a build of a minute in every seventy seconds stays at
2570) and must then rest until it is down to a half.

How long the power was off nobody knows, and off and on must be no way around a rest: at power-on
every motor counts as warm as one that has just rested, or as the hottest was when the state record
was written. It was written last when a motor became hot or had cooled, or the sets moved on.
"""

from array import array

from micropython import const

from paishan.io.image import CENTRE, CENTRE_MOTORS, SIDE_MOTORS

PER_SECOND = const(10)
TIME_CONSTANT_S = const(300)
LIMIT = const(2700)
COOL = const(1350)

_BYTES = const(5)  # the side outputs and the centre
_BITS = const(8)
_SIXTEENTHS = const(4)


class Heat:
    """`hot`: a motor is past the limit, or was and has not cooled yet."""

    def __init__(self):
        self.hot = False
        self.run_s = array("i", [0] * (_BYTES * _BITS))  # running time since power-on
        self._heat = array("i", [COOL << _SIXTEENTHS] * (_BYTES * _BITS))  # sixteenths of a unit
        self._hottest = 0
        self._byte = 0

    def adopt(self, before):
        """Takes up the heat of a table that this one replaces."""
        self.hot = before.hot
        self.run_s = before.run_s
        self._heat = before._heat
        self._hottest = before._hottest

    def warm(self, units):
        """No motor is cooler than that, at power-on; at LIMIT they must rest."""
        heat = self._heat
        for at in range(len(heat)):
            heat[at] = max(heat[at], units << _SIXTEENTHS)
        self.hot = units >= LIMIT

    def hottest(self):
        """Heat of the hottest motor, in units; LIMIT as long as it must rest."""
        return LIMIT if self.hot else self._heat[self._hottest] >> _SIXTEENTHS

    def rest_s(self):
        """Seconds until the hottest motor has cooled, 0 when it has."""
        heat = self._heat[self._hottest] >> _SIXTEENTHS
        seconds = 0
        while heat > COOL:
            heat -= max(heat // TIME_CONSTANT_S, 1)
            seconds += 1
        return seconds

    def step(self, outputs):
        """Takes in these outputs: one byte a call, so five calls a second."""
        byte = self._byte
        self._pass_second(
            byte * _BITS, outputs[byte] & (CENTRE_MOTORS if byte == CENTRE else SIDE_MOTORS)
        )
        self._byte = byte + 1 if byte + 1 < _BYTES else 0
        most = self._heat[self._hottest] >> _SIXTEENTHS
        if most >= LIMIT:
            self.hot = True
        elif most <= COOL:
            self.hot = False

    def _pass_second(self, at, on):
        # of the eight motors from that place on
        heat = self._heat
        hottest = self._hottest
        end = at + _BITS
        while at < end:
            warm = heat[at]
            warm -= warm // TIME_CONSTANT_S
            if on & 1:
                warm += PER_SECOND << _SIXTEENTHS
                self.run_s[at] += 1
            on >>= 1
            heat[at] = warm
            if warm > heat[hottest]:
                hottest = at
            at += 1
        self._hottest = hottest
