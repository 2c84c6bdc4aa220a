"""Every figure of the firmware: one row a setting.

A row: (name, unit, default, lowest, highest, lock, help). `lock` says when it may change:
ANY at any time, IDLE while nothing moves, SERVICE by a technician. Sources in brackets:
D = section of the domain notes on real machines (timers of service texts and patents);
I = our inference, to be changed on a machine that shows otherwise.
"""

from micropython import const

ANY = const(0)
IDLE = const(1)
SERVICE = const(2)

SETTINGS = (
    # the scan and the filters
    ("scan_ms", "ms", 5, 2, 10, SERVICE, "period of the scan [I]"),
    ("tile_filter_ms", "ms", 10, 2, 50, SERVICE, "S1 must agree for this long [I]"),
    ("home_filter_ms", "ms", 10, 2, 50, SERVICE, "head and pusher sensors [I]"),
    ("end_filter_ms", "ms", 20, 2, 100, SERVICE, "lift, dome and tray sensors [I]"),
    ("full_filter_ms", "ms", 10, 2, 50, SERVICE, "S6 counts the tiles that pass it [I]"),
    ("safety_filter_ms", "ms", 15, 2, 50, SERVICE, "cover, mains and chain [I]"),
    ("key_filter_ms", "ms", 30, 5, 100, IDLE, "keys [D11: 30 ms]"),
    # keys and display
    ("both_keys_ms", "ms", 300, 150, 500, IDLE, "both keys within [D11: 150 to 300]"),
    ("long_press_ms", "ms", 3000, 1000, 10000, IDLE, "a long press [D5.1: 3 s]"),
    ("display_page_ms", "ms", 500, 200, 2000, ANY, "a page of the display stays [I]"),
    ("selector_sample_ms", "ms", 100, 20, 1000, IDLE, "between two of the three reads [I]"),
    # turns
    ("head_limit_ms", "ms", 2000, 500, 5000, SERVICE, "longest head turn [D11: 2 s]"),
    ("pusher_limit_ms", "ms", 2000, 300, 5000, SERVICE, "longest pusher turn [I]"),
    ("turn_deadline_percent", "%", 150, 110, 300, SERVICE, "of learned time [D11: 1.5]"),
    ("head_hold_percent", "%", 52, 0, 56, SERVICE, "turned when the pusher must be home [I]"),
    ("head_feed_percent", "%", 50, 0, 80, SERVICE, "turned when the next tile may come [I]"),
    ("jam_pause_ms", "ms", 200, 100, 2000, SERVICE, "before and after reversing [I]"),
    ("jam_reverse_ms", "ms", 300, 0, 1000, SERVICE, "back to open a jam [D11: 0.3 s]"),
    ("jam_retries", "", 2, 0, 5, SERVICE, "turns tried again [D4.12: 1 to 2]"),
    # travels
    ("lift_first_ms", "ms", 6000, 1000, 20000, SERVICE, "lift until learned [D1.2: 2 to 5 s]"),
    ("dome_first_ms", "ms", 6000, 1000, 20000, SERVICE, "dome until learned [I]"),
    ("travel_margin_ms", "ms", 1000, 200, 5000, SERVICE, "late after learned + [D4.5: 1 s]"),
    ("lift_dwell_ms", "ms", 1500, 500, 10000, IDLE, "walls come on to the table [I]"),
    ("lift_dwell_limit_ms", "ms", 10000, 1000, 30000, IDLE, "longest wait for it [I]"),
    # runs
    ("run_limit_ms", "ms", 600000, 60000, 1200000, SERVICE, "drum, ring, belt [D11: 10 min]"),
    ("drum_stall_ms", "ms", 1500, 300, 5000, SERVICE, "no drum pulse for [I]"),
    ("ring_stall_ms", "ms", 1500, 300, 5000, SERVICE, "no ring pulse for [I]"),
    ("coast_ms", "ms", 300, 100, 2000, SERVICE, "motors run out before the dome moves [I]"),
    ("dice_ms", "ms", 4000, 3000, 5000, ANY, "dice rattle a press [D1.3: 3 to 5 s]"),
    ("dice_limit_ms", "ms", 8000, 5000, 10000, SERVICE, "dice motor at most [D11: 8 s]"),
    # the build
    ("tray_capacity", "stacks", 18, 10, 20, SERVICE, "longest wall of the machine [D2.2]"),
    ("belt_ms", "ms", 1500, 300, 5000, SERVICE, "a tile on the belt, longest [I]"),
    ("give_back_ms", "ms", 1500, 300, 5000, SERVICE, "a full side's belt runs back [I]"),
    ("return_gap_ms", "ms", 2500, 500, 10000, IDLE, "no tile: full sides give back [I]"),
    ("gap_ms", "ms", 15000, 2000, 60000, IDLE, "no tile: agitate [D11: 15 s]"),
    ("gap_again_ms", "ms", 8000, 2000, 60000, IDLE, "no tile after agitating [D11: 8 s]"),
    ("agitations", "", 3, 0, 10, IDLE, "tries before a fault [D11: 3]"),
    ("agitate_pause_ms", "ms", 500, 100, 2000, IDLE, "drum and ring rest [D11: 0.5 s]"),
    ("agitate_reverse_ms", "ms", 400, 0, 2000, IDLE, "drum runs back [I]"),
    ("build_warn_ms", "ms", 80000, 20000, 300000, IDLE, "slow build [D11: 80 s]"),
    ("build_limit_ms", "ms", 180000, 30000, 600000, IDLE, "build ends in a fault [D11: 180 s]"),
    ("verify_ms", "ms", 50, 20, 1000, SERVICE, "homes stand still before ready [I]"),
    ("surplus_watch_ms", "ms", 20000, 0, 60000, IDLE, "ring goes on, looking for a tile [I]"),
    ("surplus_tile_ms", "ms", 100, 20, 1000, IDLE, "a tile stands at a head for [I]"),
    # power and safety
    ("boot_ms", "ms", 1000, 500, 5000, SERVICE, "no motor after power-on [D11: 1 s]"),
    ("dead_time_ms", "ms", 100, 50, 500, SERVICE, "between the two directions [I]"),
    ("starts_per_scan", "", 1, 1, 3, SERVICE, "motors that may start in one scan [I]"),
    ("supply_ma", "mA", 5000, 2000, 20000, SERVICE, "sum of running motors [D1.6: 12 V 5 A]"),
    ("permit_ms", "ms", 30000, 5000, 60000, SERVICE, "dome and lifts after a key [I]"),
)
