"""Records that cannot be used: told, kept, and nothing moves until someone decides."""

import pytest
from tests.paishan.app.wires import AT_REST, Wires

from paishan.app import App
from paishan.io import image as io
from paishan.store.store import Store
from paishan.table.events import BAD_RECORD, BOOT, RECORDS


@pytest.mark.parametrize(
    ("record", "data", "told"),
    [
        ("settings", {"dice_ms": 1}, "dice_ms"),
        ("settings", {"gap_ms": "long"}, "gap_ms"),
        ("settings", {"chart": "own"}, "rows"),
        ("settings", {"lift_dwell_ms": 9000, "lift_dwell_limit_ms": 2000}, "lift_dwell"),
        ("gears", {"rows": [[1, 18, [2, 2, 2, 2], ""]]}, "twice the stacks"),
    ],
)
def test_a_record_that_cannot_be_used_is_told_and_nothing_moves(tmp_path, record, data, told):
    store = Store(str(tmp_path))
    store.record(record).data = data
    store.record(record).save()
    if record == "gears":
        store.settings.data = {"chart": "own", "selector_kind": "dial"}
        store.settings.save()
    wires = Wires(AT_REST)
    app = App(wires, {}, None, str(tmp_path))
    for now in range(0, 3000, 5):
        app.turn(now)
    assert app.table.state.name == "CONFIG_FAULT"
    assert any(told in problem[2] for problem in app.store.problems)
    assert not any(io.motors_run(outputs) for outputs in wires.calls[1::2])
    assert app.crashes == 0
    first = [(app.events.field(n, 1), app.events.field(n, 2)) for n in (0, 1)]
    assert first == [(BOOT, app.store.boot), (BAD_RECORD, RECORDS.index(app.store.problems[0][0]))]


def test_a_setting_that_an_update_took_away_is_no_fault(tmp_path):
    store = Store(str(tmp_path))
    store.settings.data = {"dice_ms": 3500, "of_old": 7}
    store.settings.save()
    app = App(Wires(), {}, None, str(tmp_path))
    assert app.settings.dice_ms == 3500
    assert not app.store.bad
    assert any("of_old" in line[3] for line in app.store.journal.tail(3))


def test_of_damaged_settings_the_sound_ones_are_kept_until_someone_decides(tmp_path):
    store = Store(str(tmp_path))
    store.settings.data = {"dice_ms": 3500, "gap_ms": -1}
    store.settings.save()
    app = App(Wires(), {}, None, str(tmp_path))
    assert app.store.bad
    assert app.settings.dice_ms == 3500
    assert app.settings.gap_ms == 15_000
