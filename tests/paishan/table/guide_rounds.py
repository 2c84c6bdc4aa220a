"""Openings, throws and a running turn clock with the heap locked; run by MicroPython itself."""

import micropython  # type: ignore[import-not-found]

from paishan.io.image import PANEL
from paishan.motion.lamp import Lamp
from paishan.motion.wish import Wish
from paishan.store.settings import Settings
from paishan.table.charts import PRESETS
from paishan.table.dice_roll import DiceRoll
from paishan.table.front import Front
from paishan.table.gears import Chart
from paishan.table.guide import Guide

settings = Settings()
gears = [gear for gear in Chart(PRESETS["dip"][0], 20).gears.values() if gear.tiles]
wish = Wish()
edges = bytearray(16)
roll = DiceRoll()
front = Front(wish, settings)
guide = Guide(front, Lamp("buzzer", wish, 4, 128), edges, roll, 20, 50, True, True)


def evening(now, gear, seat):
    """New walls, some throws, some turns; how many scans the panel showed them."""
    shown = 0
    guide.walls_up(gear)
    for scan in range(3000):
        front.uncover()
        edges[PANEL] = 4 << seat if scan % 700 == 0 else 0
        guide.step(now, scan != 2900)
        front.cover(now)
        now = now + 5 & 0x3FFFFFFF
        shown += front.shown
    return shown


def evenings():
    """Every gear, every seat; in how many of them something was seen."""
    seen = 0
    for gear in gears:
        for seat in range(4):
            roll.prepare()
            micropython.heap_lock()
            shown = evening((1 << 30) - 4000, gear, seat)
            micropython.heap_unlock()
            seen += shown > 0
    return seen


print(len(gears), evenings())
