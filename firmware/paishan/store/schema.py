"""Every figure of the firmware: one row a setting.

A row: (name, kind, unit, default, lowest, highest, lock).
kind: INT a whole number; BOOL; MASK eight bits of a station; CHOICE one of CHOICES[name], whose
lowest and highest are places in that tuple.
lock: when it may change - ANY at any time, IDLE while nothing moves, SERVICE by a technician
while nothing moves.

Where a figure comes from stands in brackets behind it: D = section of the domain notes on real
machines (timers of service texts and patents); I = our inference, to be changed on a machine
that shows otherwise. What each one does, in English and Chinese: help.py.
"""

from binascii import crc32

from micropython import const

INT = const(0)
BOOL = const(1)
MASK = const(2)
CHOICE = const(3)
KINDS = ("int", "bool", "mask", "choice")

ANY = const(0)
IDLE = const(1)
SERVICE = const(2)
LOCKS = ("any", "idle", "service")

OWN_CHART = "own"  # the rows of the gears record
AS_CHART = "chart"  # the switch that the preset was made for

CHOICES = {
    "chart": ("decade-dial", "dip", "thumbwheel", OWN_CHART),  # the presets of table/charts.py
    "selector_kind": (AS_CHART, "dial", "dip", "thumbwheel"),
    "language": ("en", "zh"),
    "link_speed": (9600, 19200, 38400, 57600, 115200, 230400),
}

SETTINGS = (
    # the machine: what the board maker and the restorer set once
    ("chart", CHOICE, "", "decade-dial", 0, 3, SERVICE),
    ("selector_kind", CHOICE, "", AS_CHART, 0, 3, SERVICE),
    ("selector_bits", INT, "levers", 5, 4, 8, SERVICE),
    ("selector_lowest_first", BOOL, "", True, 0, 1, SERVICE),
    ("selector_active_high", BOOL, "", True, 0, 1, SERVICE),
    ("selector_first", INT, "", 0, 0, 1, SERVICE),
    ("tray_capacity", INT, "stacks", 18, 10, 20, SERVICE),  # [D2.2]
    ("side_fitted", MASK, "", 0xFF, 0, 0xFF, SERVICE),
    ("side_inverted", MASK, "", 0x00, 0, 0xFF, SERVICE),
    ("centre_fitted", MASK, "", 0xFF, 0, 0xFF, SERVICE),
    ("centre_inverted", MASK, "", 0x00, 0, 0xFF, SERVICE),
    ("panel_fitted", MASK, "", 0xFF, 0, 0xFF, SERVICE),
    ("panel_inverted", MASK, "", 0x00, 0, 0xFF, SERVICE),
    # the scan and the filters
    ("scan_ms", INT, "ms", 5, 2, 10, SERVICE),  # [I]
    ("tile_filter_ms", INT, "ms", 10, 2, 50, SERVICE),  # [I]
    ("home_filter_ms", INT, "ms", 10, 2, 50, SERVICE),  # [I]
    ("end_filter_ms", INT, "ms", 20, 2, 40, SERVICE),  # [I]
    ("full_filter_ms", INT, "ms", 10, 2, 50, SERVICE),  # [I]
    ("safety_filter_ms", INT, "ms", 15, 2, 20, SERVICE),  # [I]
    ("key_filter_ms", INT, "ms", 30, 15, 40, IDLE),  # [D11: 30 ms]; a key stops a dome in 60
    # keys and display
    ("language", CHOICE, "", "en", 0, 1, ANY),
    ("both_keys_ms", INT, "ms", 300, 150, 500, IDLE),  # [D11: 150 to 300]
    ("long_press_ms", INT, "ms", 3000, 1000, 10000, IDLE),  # [D5.1: 3 s]
    ("key_stuck_ms", INT, "ms", 10000, 5000, 60000, IDLE),  # [D4.6: 10 s]
    ("display_page_ms", INT, "ms", 500, 200, 2000, ANY),  # [I]
    ("selector_sample_ms", INT, "ms", 100, 20, 1000, IDLE),  # [I]
    # turns
    ("head_limit_ms", INT, "ms", 2000, 500, 5000, SERVICE),  # [D11: 2 s]
    ("pusher_limit_ms", INT, "ms", 2000, 300, 5000, SERVICE),  # [I]
    ("turn_deadline_percent", INT, "%", 150, 110, 300, SERVICE),  # [D11: 1.5 x]
    ("head_hold_percent", INT, "%", 52, 0, 56, SERVICE),  # [I]
    ("head_take_percent", INT, "%", 8, 0, 20, SERVICE),  # [I]
    ("head_feed_percent", INT, "%", 62, 0, 80, SERVICE),  # [I]
    ("jam_pause_ms", INT, "ms", 200, 100, 2000, SERVICE),  # [I]
    ("jam_reverse_ms", INT, "ms", 300, 0, 1000, SERVICE),  # [D11: 0.3 s]
    ("jam_retries", INT, "", 2, 0, 5, SERVICE),  # [D4.12: 1 to 2]
    # travels
    ("lift_first_ms", INT, "ms", 6000, 1000, 20000, SERVICE),  # [D1.2: 2 to 5 s]
    ("dome_first_ms", INT, "ms", 6000, 1000, 20000, SERVICE),  # [I]
    ("travel_margin_ms", INT, "ms", 1000, 200, 5000, SERVICE),  # [D4.5: 1 s]
    ("lift_dwell_ms", INT, "ms", 1500, 500, 10000, IDLE),  # [I]
    ("lift_dwell_limit_ms", INT, "ms", 10000, 1000, 30000, IDLE),  # [I]
    # runs
    ("run_limit_ms", INT, "ms", 600000, 60000, 1200000, SERVICE),  # [D11: 10 min]
    ("drum_stall_ms", INT, "ms", 1500, 300, 5000, SERVICE),  # [I]
    ("ring_stall_ms", INT, "ms", 1500, 300, 5000, SERVICE),  # [I]
    ("coast_ms", INT, "ms", 300, 100, 2000, SERVICE),  # [I]
    ("dice_ms", INT, "ms", 4000, 3000, 5000, ANY),  # [D1.3: 3 to 5 s]
    ("electronic_dice", BOOL, "", False, 0, 1, IDLE),
    ("guide_ms", INT, "ms", 20000, 3000, 60000, ANY),  # [I]
    ("turn_clock", BOOL, "", False, 0, 1, IDLE),
    ("dice_limit_ms", INT, "ms", 8000, 5000, 10000, SERVICE),  # [D11: 8 s]
    # the build
    ("belt_ms", INT, "ms", 1500, 300, 5000, SERVICE),  # [I]
    ("give_back_ms", INT, "ms", 1500, 300, 5000, SERVICE),  # [I]
    ("blind_ms", INT, "ms", 3000, 1000, 20000, IDLE),  # [I]
    ("return_gap_ms", INT, "ms", 2500, 500, 10000, IDLE),  # [I]
    ("mix_ms", INT, "ms", 0, 0, 10000, IDLE),  # [audit of the shuffle: 10 s mixes well]
    ("gap_ms", INT, "ms", 15000, 2000, 60000, IDLE),  # [D11: 15 s]
    ("gap_again_ms", INT, "ms", 8000, 2000, 60000, IDLE),  # [D11: 8 s]
    ("agitations", INT, "", 3, 0, 10, IDLE),  # [D11: 3]
    ("agitate_pause_ms", INT, "ms", 500, 100, 2000, IDLE),  # [D11: 0.5 s]
    ("agitate_reverse_ms", INT, "ms", 400, 0, 2000, IDLE),  # [I]
    ("build_warn_ms", INT, "ms", 80000, 20000, 300000, IDLE),  # [D11: 80 s]
    ("build_limit_ms", INT, "ms", 180000, 30000, 600000, IDLE),  # [D11: 180 s]
    ("verify_ms", INT, "ms", 50, 20, 1000, SERVICE),  # [I]
    ("surplus_watch_ms", INT, "ms", 20000, 0, 60000, IDLE),  # [I]
    ("surplus_tile_ms", INT, "ms", 100, 20, 1000, IDLE),  # [I]
    # power and safety
    ("boot_ms", INT, "ms", 1000, 500, 5000, SERVICE),  # [D11: 1 s]
    ("dead_time_ms", INT, "ms", 100, 80, 500, SERVICE),  # [I]
    ("starts_per_scan", INT, "motors", 1, 1, 3, SERVICE),  # [I]
    ("supply_ma", INT, "mA", 5000, 2000, 20000, SERVICE),  # [D1.6: 12 V 5 A]
    ("permit_ms", INT, "ms", 30000, 5000, 60000, SERVICE),  # [I]
    # care
    ("clean_cycles", INT, "cycles", 200, 0, 10000, IDLE),  # [D4: daily in a parlour]
    ("oil_cycles", INT, "cycles", 3000, 0, 100000, IDLE),  # [D4: 2 to 3 weeks]
    ("check_cycles", INT, "cycles", 6000, 0, 100000, IDLE),  # [D4: monthly]
    # the serial line
    ("link_bus", BOOL, "", False, 0, 1, SERVICE),
    ("link_address", INT, "", 1, 1, 247, SERVICE),
    ("link_speed", CHOICE, "bit/s", 115200, 0, 5, SERVICE),
    ("link_bytes_per_scan", INT, "bytes", 64, 16, 128, SERVICE),  # [I]
    ("login_ms", INT, "ms", 900000, 60000, 3600000, SERVICE),  # [I]
)

# These can cut the line off: the old ones come back unless the host confirms within 30 s.
CONFIRM = ("link_bus", "link_address", "link_speed")

# bits that no machine can do without (of `side_fitted`, `centre_fitted`)
_SIDE_NEEDS = const(0x17)  # TILE, HEAD_HOME, PUSHER_HOME, LIFT_DOWN
_CENTRE_NEEDS = const(0x02)  # DOME_DOWN
_LONGEST_FILTER = const(15)  # scans that a filter can count

# what one key sets going: the dome closes, the lifts rise, wait and go down
_ONE_KEY = ("dome_first_ms", "lift_first_ms", "lift_dwell_limit_ms", "lift_first_ms")

# (smaller side: a sum, larger side, which is named): smaller must be below larger
_BELOW = (
    (("both_keys_ms",), "long_press_ms"),
    (("lift_dwell_ms",), "lift_dwell_limit_ms"),
    (("dice_ms",), "dice_limit_ms"),
    (("return_gap_ms",), "gap_ms"),
    (("build_warn_ms",), "build_limit_ms"),
    (_ONE_KEY, "permit_ms"),
)
_FILTERS = (
    "tile_filter_ms",
    "home_filter_ms",
    "end_filter_ms",
    "full_filter_ms",
    "safety_filter_ms",
    "key_filter_ms",
)


def cross_errors(values):
    """What contradicts what among all values: a list of (setting, sentence)."""
    errors = []
    for lows, high in _BELOW:
        low = sum([values[name] for name in lows])
        if low >= values[high]:
            what = (" + ".join(lows), low, high, values[high])
            errors.append((high, "%s (%d) must stay below %s (%d)" % what))
    longest_ms = _LONGEST_FILTER * values["scan_ms"]
    for name in _FILTERS:
        if values[name] > longest_ms:
            errors.append(
                (
                    name,
                    "%d ms is more than %d scans of %d ms can count: at most %d ms"
                    % (values[name], _LONGEST_FILTER, values["scan_ms"], longest_ms),
                )
            )
    for name, needs in (("side_fitted", _SIDE_NEEDS), ("centre_fitted", _CENTRE_NEEDS)):
        lacks = needs & ~values[name]
        if lacks:
            errors.append((name, "the machine cannot work without the bits 0x%02x" % lacks))
    return errors


def find(name):
    """The row of a setting, or None."""
    for row in SETTINGS:
        if row[0] == name:
            return row
    return None


def value_error(row, value):
    """Why `value` cannot be that setting, or None: one sentence with the range."""
    name, kind, unit, _default, lowest, highest, _lock = row
    if kind == CHOICE:
        if value in CHOICES[name] and type(value) is type(CHOICES[name][0]):
            return None
        return "%r is none of %s" % (value, ", ".join([str(one) for one in CHOICES[name]]))
    if kind == BOOL:
        return None if type(value) is bool else "true or false is wanted, not %r" % (value,)
    if type(value) is not int:
        return "a whole number is wanted, not %r" % (value,)
    if not lowest <= value <= highest:
        unit = " " + unit if unit else ""
        return "%d%s: the range is %d to %d" % (value, unit, lowest, highest)
    return None


def schema_crc():
    """CRC-32 over names, kinds, ranges and choices: equal in two programs that agree on them."""
    crc = 0
    for row in SETTINGS:
        crc = crc32(repr((row, CHOICES.get(row[0]))).encode(), crc)
    return crc
