# mypy: ignore-errors
"""A controller's work as one loop and as asyncio tasks: what `paishan bench` compares.

Runs on the chip, as main.py; /work says "loop" or "tasks". Both do the same every 5 ms: all
inputs in through the chain, debounced, four sides and twelve motions stepped, twenty interlock
rows looked at, all outputs out. It is no firmware: only as much work as one has.
"""

import sys
import time

from micropython import const

from rescue import controller

sys.path.insert(0, "/a")

from paishan.motion.filters import Debouncer

PERIOD_MS = const(5)
ROWS = tuple([(station % 4, 1 << station % 7) for station in range(20)])


class Side:
    """Four states that a tile goes through; its head turns while one waits."""

    def __init__(self, index):
        self.index = index
        self.state = 0
        self.since = 0
        self.count = 0

    def step(self, now):
        """One scan."""
        bits = stable[self.index]
        if self.state == 0:
            if bits & 0x01:
                self.state = 1
                self.since = now
        elif self.state == 1:
            if not bits & 0x02 or time.ticks_diff(now, self.since) > 300:
                self.state = 2
        elif self.state == 2:
            if bits & 0x02 or time.ticks_diff(now, self.since) > 600:
                self.count += 1
                self.state = 3
        elif time.ticks_diff(now, self.since) > 700:
            self.state = 0
        if self.state == 1 or self.state == 2:
            wish[self.index] |= 0x04
        else:
            wish[self.index] &= 0xFB


class Motion:
    """Runs for a while, then rests for a while; never past its deadline."""

    def __init__(self, index):
        self.station = index % 4
        self.mask = 0x10 << index % 3
        self.until = 0
        self.on = False

    def step(self, now):
        """One scan."""
        if time.ticks_diff(now, self.until) >= 0:
            self.on = not self.on
            self.until = time.ticks_add(now, 250 + 10 * self.station)
        if self.on:
            wish[self.station] |= self.mask
        else:
            wish[self.station] &= ~self.mask & 0xFF


def take():
    """All inputs, debounced."""
    port.read(raw)
    debouncer.step(raw)


def give():
    """Interlocks, then all outputs, then the pulse that keeps them enabled."""
    for station, mask in ROWS:
        if not stable[station] & mask:
            outputs[station] = wish[station] & ~mask & 0xFF
        else:
            outputs[station] = wish[station]
    port.write(outputs)
    feed()


def loop():
    """One after the other, on an even pace."""
    due = time.ticks_ms()
    while True:
        take()
        now = time.ticks_ms()
        for side in sides:
            side.step(now)
        for motion in motions:
            motion.step(now)
        give()
        due = time.ticks_add(due, PERIOD_MS)
        left_ms = time.ticks_diff(due, time.ticks_ms())
        if left_ms > 0:
            time.sleep_ms(left_ms)


def tasks():
    """Eighteen tasks, each every 5 ms."""
    import asyncio

    async def each(step):
        while True:
            step(time.ticks_ms())
            await asyncio.sleep_ms(PERIOD_MS)

    async def main():
        steps = [lambda now: take()] + [one.step for one in sides + motions]
        steps.append(lambda now: give())
        await asyncio.gather(*[each(step) for step in steps])

    asyncio.run(main())


port = controller.port()
feed = controller.watchdog()
raw = bytearray(8)
wish = bytearray(7)
outputs = bytearray(7)
debouncer = Debouncer()
stable = debouncer.stable
sides = [Side(index) for index in range(4)]
motions = [Motion(index) for index in range(12)]
with open("/work") as file:
    kind = file.read()
loop() if kind == "loop" else tasks()
