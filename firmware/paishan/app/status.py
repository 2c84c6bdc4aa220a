"""What a table knows, for the simulator and its tests."""

from paishan.table.progress import NAMES


def status(app):
    """Plain data: name: value."""
    table = app.table
    sides = table.sides
    return {
        "state": table.state.name,
        "waits": table.state.waits(),
        "gear": table.gear.position if table.gear else None,
        "tiles": table.gear.tiles if table.gear else 0,
        "position": table.selector.position,
        "pending": table.next_gear(),
        "counts": [side.count for side in sides],
        "targets": [side.target for side in sides],
        "empty_turns": [side.empty_turns for side in sides],
        "display": table.panel.display.text(),
        "fault": table.alarm.code,
        "missing": table.alarm.number,
        "faults": [code for code in table.alarm.history if code],
        "advice": table.advice.latest,
        "advices": table.advice.codes(),
        "slow": table.health.slow,
        "progress": NAMES[table.progress],
        "late_scans": app.late_scans,
        "crashes": app.crashes,
        "set_below": table.set_below,
        "head_ms": [side.head.learned.mean_ms for side in sides],
        "pusher_ms": [side.pusher.learned.mean_ms for side in sides],
    }
