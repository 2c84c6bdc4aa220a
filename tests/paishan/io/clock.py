"""MicroPython's clock for CPython: time passes when a test, a sleep or a look at it lets it."""

HALF = 1 << 29


class Clock:
    """`us` since power-on, wraps at 2^30 as a board's do; every look costs `look_us`."""

    def __init__(self, us=0, look_us=10):
        self.us = us
        self.look_us = look_us
        self.slept_ms = 0
        self.looks = 0
        self.on_sleep = lambda: None

    def ticks_us(self):
        self.us += self.look_us
        self.looks += 1
        return self.us % (2 * HALF)

    def ticks_ms(self):
        return self.us // 1000 % (2 * HALF)

    def ticks_add(self, ticks, delta):
        return (ticks + delta) % (2 * HALF)

    def ticks_diff(self, later, earlier):
        return (later - earlier + HALF) % (2 * HALF) - HALF

    def sleep_ms(self, ms):
        self.us += 1000 * ms
        self.slept_ms += ms
        self.on_sleep()
