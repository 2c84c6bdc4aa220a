"""The composition root and the scan.

One pass, always in this order: read all inputs - filter - table and motions - interlocks -
write all outputs. One snapshot in, one decision, one snapshot out.
"""

from micropython import const

from paishan.io.image import (
    BELT_FULL,
    CENTRE,
    CHAIN,
    COVER_CLOSED,
    DRUM_TURN,
    ENABLE,
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
from paishan.store.schema import AS_CHART, OWN_CHART
from paishan.store.settings import Settings
from paishan.table.charts import PRESETS
from paishan.table.events import Events
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
# (stations, setting with the wired bits, setting with those that read the other way, bits
# that read as on where they are not wired)
FITTED = (
    (range(SIDES), "side_fitted", "side_inverted", PUSHER_OUT),
    ((CENTRE,), "centre_fitted", "centre_inverted", COVER_CLOSED | MAINS_OK),
    ((PANEL,), "panel_fitted", "panel_inverted", ENABLE),
)

_SWITCH = (
    "selector_kind",
    "selector_bits",
    "selector_lowest_first",
    "selector_active_high",
    "selector_first",
)


def factory_settings(profile):
    """The settings that a board maker's profile asks for, as changes to the defaults."""
    changes = dict(profile.get("settings") or {})
    chart = profile.get("chart", "decade-dial")
    changes["chart"] = chart if isinstance(chart, str) else OWN_CHART
    selector = profile.get("selector")
    if selector:
        for name, value in zip(_SWITCH, selector):
            changes[name] = value
    elif changes["chart"] == OWN_CHART:
        raise ValueError("a chart of one's own needs a selector")
    return changes


def chart_of(settings, own_rows):
    """(rows, switch) that the settings choose; ValueError where they leave a gap."""
    if settings.chart == OWN_CHART:
        rows, switch = own_rows, None
        if not rows:
            raise ValueError("chart = own, but no rows of one's own are stored")
    else:
        rows, switch = PRESETS[settings.chart]
    if settings.selector_kind != AS_CHART:
        switch = tuple([getattr(settings, name) for name in _SWITCH])
    elif switch is None:
        raise ValueError("chart = own needs a selector_kind of its own")
    return rows, switch


class App:
    """The table on a port.

    `port`: read(inputs) fills 8 bytes, write(outputs) takes 7. `profile`: what the machine
    is, as plain data: "chart" a preset's name or rows of its own, "selector" the switch
    (kind, bits, lowest first, active high, first position; default: the preset's),
    "settings" the figures that differ from the defaults. Raises ValueError with a sentence
    for a profile that cannot be used.
    """

    def __init__(self, port, profile):
        self._port = port
        self._raw = bytearray(INPUT_BYTES)
        self.events = Events()
        self.settings = Settings(factory_settings(profile))
        self._rows = None if isinstance(profile.get("chart"), str) else profile.get("chart")
        self._compose()
        self._started = False

    def _compose(self):
        settings = self.settings
        self.filter = Debouncer()
        for stations, mask, setting in PERSISTENCE:
            scans = settings.scans(getattr(settings, setting))
            for station in stations:
                self.filter.set_persistence(station, mask, scans)
        for stations, fitted, inverted, absent in FITTED:
            for station in stations:
                self.filter.set_fitted(
                    station, getattr(settings, fitted), getattr(settings, inverted), absent
                )
        inputs = self.filter.stable
        edges = self.filter.edges
        rows, selector = chart_of(settings, self._rows)
        self.table = Table(inputs, edges, rows, selector, settings, self.events)
        self.interlocks = Interlocks(self.table.wish, inputs, edges, settings)

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
