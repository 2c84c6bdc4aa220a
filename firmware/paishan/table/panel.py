"""What people see and hear: ready lamp, four seat lamps, buzzer and the two digits."""

from paishan.io.image import BUZZER, CENTRE, READY_LAMP, SEAT_LAMP, SIDE_NAMES
from paishan.motion.display import Display
from paishan.motion.lamp import FAST, Lamp


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

    def blink_seats(self, sides):
        """Blinks the seat lamps whose bit is set, E = bit 0; the others go dark."""
        for lamp in self.seats:
            if sides & 1:
                lamp.follow(FAST, True)
            else:
                lamp.off()
            sides >>= 1

    def step(self, now):
        """One scan."""
        for lamp in self._all:
            lamp.step(now)
        self.display.step(now)
