"""The composition root and the scan.

One pass, always in this order: read all inputs - filter - table and motions - interlocks -
write all outputs. One snapshot in, one decision, one snapshot out.
"""

from micropython import const

from paishan.io.image import (
    ALL_SIDES,
    BELT_FULL,
    CENTRE,
    CHAIN,
    COVER_CLOSED,
    DRUM_TURN,
    HEAD_HOME,
    INPUT_BYTES,
    MAINS_OK,
    PANEL,
    PUSHER_HOME,
    PUSHER_OUT,
    RING_TILE,
    RING_TURN,
    SELECTOR,
    SIDES,
    TILE,
)
from paishan.motion.filters import Debouncer
from paishan.store.settings import Settings
from paishan.table.charts import PRESETS
from paishan.table.interlocks import Interlocks
from paishan.table.table import Table

_ALL = const(0xFF)
_PULSES = DRUM_TURN | RING_TURN | RING_TILE

# (stations, bits, which setting says how long they must agree)
PERSISTENCE = (
    (range(SIDES), _ALL, "end_filter_ms"),
    (range(SIDES), TILE, "tile_filter_ms"),
    (range(SIDES), HEAD_HOME | PUSHER_HOME | PUSHER_OUT, "home_filter_ms"),
    (range(SIDES), BELT_FULL, "full_filter_ms"),
    ((CENTRE,), _ALL, "end_filter_ms"),
    ((CENTRE,), _PULSES, "home_filter_ms"),
    ((CENTRE,), COVER_CLOSED | MAINS_OK, "safety_filter_ms"),
    ((PANEL,), _ALL, "key_filter_ms"),
    ((SELECTOR,), _ALL, "key_filter_ms"),
    ((CHAIN,), _ALL, "safety_filter_ms"),
)
assert ALL_SIDES == (1 << SIDES) - 1


class App:
    """The table on a port.

    `port`: read(inputs) fills 8 bytes, write(outputs) takes 7. `profile`: what the machine
    is, as plain data: "chart" a preset's name or rows, "selector" its switch (default: the
    preset's), "settings" the figures that differ from the defaults. Raises ValueError with a
    sentence for a profile that cannot be used.
    """

    def __init__(self, port, profile):
        chart = profile.get("chart", "decade-dial")
        selector = None
        if isinstance(chart, str):
            if chart not in PRESETS:
                raise ValueError("no chart %r: one of %s" % (chart, ", ".join(sorted(PRESETS))))
            chart, selector = PRESETS[chart]
        selector = profile.get("selector", selector)
        if selector is None:
            raise ValueError("a chart of one's own needs a selector")
        self.settings = settings = Settings(profile.get("settings"))
        self._port = port
        self._raw = bytearray(INPUT_BYTES)
        self.filter = Debouncer()
        for stations, mask, setting in PERSISTENCE:
            scans = settings.scans(getattr(settings, setting))
            for station in stations:
                self.filter.set_persistence(station, mask, scans)
        inputs = self.filter.stable
        edges = self.filter.edges
        self.table = Table(inputs, edges, chart, selector, settings)
        self.interlocks = Interlocks(self.table.wish, inputs, edges, settings)
        self._started = False

    def scan(self, now):
        """One pass at time `now`, ms, 0 to 2^30 - 1. Allocates nothing."""
        port = self._port
        table = self.table
        interlocks = self.interlocks
        port.read(self._raw)
        changed = self.filter.step(self._raw)
        if self._started:
            table.step(now)
        else:
            self._started = True
            table.start(now)
        interlocks.step(now, changed)
        if interlocks.fault:
            table.alarm.report(interlocks.fault)
        port.write(interlocks.outputs)

    def run(self, wait):
        """Scans for ever; `wait()` returns the time of the next scan when it is due."""
        try:
            while True:
                self.scan(wait())
        finally:
            self.interlocks.all_off()
            self._port.write(self.interlocks.outputs)

    def status(self):
        """What the table knows, as plain data. Allocates: never called by the scan."""
        table = self.table
        sides = table.sides
        return {
            "state": table.state.name,
            "gear": table.gear.position if table.gear else None,
            "tiles": table.gear.tiles if table.gear else 0,
            "position": table.selector.position,
            "pending": table.selector.pending,
            "counts": [side.count for side in sides],
            "targets": [side.target for side in sides],
            "empty_turns": [side.empty_turns for side in sides],
            "display": table.panel.display.text(),
            "fault": table.alarm.code,
            "missing": table.alarm.number,
            "faults": [code for code in table.alarm.history if code],
            "advice": table.advice,
            "set_below": table.set_below,
            "head_ms": [side.head.learned.mean_ms for side in sides],
            "pusher_ms": [side.pusher.learned.mean_ms for side in sides],
        }
