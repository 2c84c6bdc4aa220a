"""What people see and hear: ready lamp, four seat lamps, buzzer and the two digits."""

from paishan.io.image import BUZZER, CENTRE, READY_LAMP, SEAT_LAMP, SIDE_NAMES
from paishan.motion.display import DIGITS, POINT, Display
from paishan.motion.lamp import BEEP_DONE, FAST, Lamp


class Panel:
    """The lamps by name; `step` lets their patterns run."""

    def __init__(self, wish, settings):
        self.ready = Lamp("ready lamp", wish, CENTRE, READY_LAMP)
        self.buzzer = Lamp("buzzer", wish, CENTRE, BUZZER)
        self.seats = tuple(
            [
                Lamp(name + " seat lamp", wish, side, SEAT_LAMP)
                for side, name in enumerate(SIDE_NAMES)
            ]
        )
        self.display = Display(wish, settings)
        self._all = (self.ready, self.buzzer) + self.seats
        self.patterns = wish.patterns  # not 0 while `step` has anything to do

    def blink_seats(self, sides):
        """Blinks the seat lamps whose bit is set, E = bit 0; the others go dark."""
        for lamp in self.seats:
            if sides & 1:
                lamp.follow(FAST, True)
            else:
                lamp.off()
            sides >>= 1

    def light_seats(self, sides):
        """Lights the seat lamps whose bit is set, steadily; the others go dark."""
        for lamp in self.seats:
            if sides & 1:
                lamp.on()
            else:
                lamp.off()
            sides >>= 1

    def test(self, on):
        """Everything that can light or sound, for a person to judge."""
        if on:
            self.ready.on()
            self.light_seats(0x0F)
            self.display.show(DIGITS[8] | POINT, DIGITS[8] | POINT)
            self.buzzer.follow(BEEP_DONE, False)
        else:
            self.ready.off()
            self.light_seats(0)

    def step(self, now):
        """One scan in which `patterns` is set; returns whether there is more to do."""
        more = self.display.step(now)
        for lamp in self._all:
            if lamp.step(now):
                more = True
        return more
