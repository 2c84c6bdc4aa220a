"""Puts a table together: filters, table and interlocks on given settings."""

from micropython import const

from paishan.io.image import (
    ALL_SIDES,
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
    TILE,
)
from paishan.io.memory import forget, small
from paishan.motion.filters import Debouncer
from paishan.store.schema import AS_CHART, OWN_CHART, find
from paishan.store.settings import SettingError, Settings
from paishan.table.interlocks import Interlocks
from paishan.table.table import Table

_ALL = const(0xFF)
_PULSES = DRUM_TURN | RING_TURN | RING_TILE

# (mask of stations, bits, which setting says how long they must agree)
PERSISTENCE = (
    (ALL_SIDES, _ALL, "end_filter_ms"),
    (ALL_SIDES, TILE, "tile_filter_ms"),
    (ALL_SIDES, HEAD_HOME | PUSHER_HOME | PUSHER_OUT, "home_filter_ms"),
    (ALL_SIDES, BELT_FULL, "full_filter_ms"),
    (1 << CENTRE, _ALL, "end_filter_ms"),
    (1 << CENTRE, _PULSES, "home_filter_ms"),
    (1 << CENTRE, COVER_CLOSED | MAINS_OK, "safety_filter_ms"),
    (1 << PANEL, _ALL, "key_filter_ms"),
    (1 << SELECTOR, _ALL, "key_filter_ms"),
    (1 << CHAIN, _ALL, "safety_filter_ms"),
)
# (mask of stations, setting with the wired bits, setting with those that read the other way,
# bits that read as on where they are not wired)
FITTED = (
    (ALL_SIDES, "side_fitted", "side_inverted", PUSHER_OUT),
    (1 << CENTRE, "centre_fitted", "centre_inverted", COVER_CLOSED | MAINS_OK),
    (1 << PANEL, "panel_fitted", "panel_inverted", ENABLE),
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


def stored_settings(store, base):
    """The Settings of the record, on those of the machine's profile; a record that cannot be
    used is refused, never half of it lost."""
    values = dict(base)
    record = store.settings
    known = {}
    for name in record.data:
        if find(name):
            known[name] = record.data[name]
        else:  # an update took it away: nothing that anybody set is lost by that
            store.journal.append("settings: there is no %s any more" % name)
    if known:
        from paishan.store.check import sift

        sound, problems = sift(known)
        values.update(sound)
        if problems:
            record.refuse("; ".join(["%s: %s" % problem for problem in problems]), sound)
    try:
        return Settings(values)
    except SettingError as error:
        record.refuse(str(error))
        return Settings(base)


def chart_of(settings, own_rows):
    """(rows, switch) that the settings choose; ValueError where they leave a gap."""
    if settings.chart == OWN_CHART:
        rows, switch = own_rows, None
        if not rows:
            raise ValueError("chart = own, but no rows of one's own are stored")
    else:
        from paishan.table.charts import PRESETS

        rows, switch = PRESETS[settings.chart]
        if small:
            forget("paishan.table.charts")
    if settings.selector_kind != AS_CHART:
        switch = tuple([getattr(settings, name) for name in _SWITCH])
    elif switch is None:
        raise ValueError("chart = own needs a selector_kind of its own")
    return rows, switch


def compose(settings, own_rows, events):
    """(filter, table, interlocks); ValueError with a sentence where settings and rows do not
    fit together."""
    rows, selector = chart_of(settings, own_rows)
    debouncer = Debouncer()
    for station in range(INPUT_BYTES):
        for stations, mask, setting in PERSISTENCE:
            if stations >> station & 1:
                debouncer.set_persistence(
                    station, mask, settings.scans(getattr(settings, setting))
                )
        for stations, fitted, inverted, absent in FITTED:
            if stations >> station & 1:
                debouncer.set_fitted(
                    station, getattr(settings, fitted), getattr(settings, inverted), absent
                )
    inputs = debouncer.stable
    edges = debouncer.edges
    table = Table(inputs, edges, rows, selector, settings, events)
    return debouncer, table, Interlocks(table.wish, inputs, edges, settings)
