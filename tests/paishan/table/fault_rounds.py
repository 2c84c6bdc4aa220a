"""A fault that waits for the mains, with the heap locked; run by MicroPython itself."""

import micropython  # type: ignore[import-not-found]

from paishan.app import App
from paishan.io.image import CENTRE, MAINS_OK

AT_REST = b"\x16\x16\x16\x16\x32\x40\x01\xa5"


class Wires:
    """A port of bytes."""

    def __init__(self):
        self.inputs = bytearray(AT_REST)

    def read(self, inputs):
        inputs[:] = self.inputs

    def write(self, outputs):
        pass


wires = Wires()
app = App(wires, {"chart": "decade-dial"})


def scans(now, count):
    """The time after them."""
    for _ in range(count):
        app.scan(now)
        now += 5
    return now


now = scans(0, 500)
wires.inputs[CENTRE] &= ~MAINS_OK
now = scans(now, 100)
print(app.table.state.name, app.table.alarm.code)
micropython.heap_lock()
now = scans(now, 200)
micropython.heap_unlock()
wires.inputs[CENTRE] |= MAINS_OK
scans(now, 100)
print(app.table.state.name, app.table.alarm.code)
