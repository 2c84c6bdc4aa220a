"""A heap with room for little: the table goes, what a technician wants is stored, a restart."""

import pytest
from tests.paishan.app.wires import AT_REST, Line, Wires

from paishan.app import App


@pytest.fixture
def app(tmp_path):
    wires = Wires(AT_REST)
    app = App(wires, {}, Line(), str(tmp_path))
    app.wires = wires
    for now in range(0, 2000, 5):
        app.turn(now)
    return app


def test_without_a_table_no_output_is_on_and_it_counts_as_at_rest(app):
    app.park()
    assert app.wires.calls[-1] == bytes(7)
    assert app.table is None
    assert app.at_rest()


def test_what_is_set_is_stored_and_the_next_start_has_it(app, tmp_path):
    app.park()
    app.staging().set("gap_ms", 14000, 2000, "tool", "technician")
    app.turn(2005)
    app.turn(2010)
    assert app.leaving == "reboot"
    assert app.crashes == 0
    again = App(Wires(AT_REST), {}, Line(), str(tmp_path))
    assert again.settings.gap_ms == 14000


def test_what_was_counted_is_stored_too(app, tmp_path):
    app.interlocks.starts[2] += 7
    app.park()
    app.run(lambda: app.now + 5)
    assert App(Wires(AT_REST), {}, Line(), str(tmp_path)).store.counts.of("starts")[2] == 7


def test_a_scan_that_comes_late_after_it_is_no_crash(app):
    app.park()
    app.turn(4000)
    assert app.crashes == 0


def test_settings_that_fit_no_table_are_refused_without_one(app):
    app.park()
    with pytest.raises(Exception, match="no rows"):
        app.staging().set("chart", "own", 2000, "tool", "technician")


def test_what_could_cut_the_line_off_is_not_tried_without_a_way_back(app):
    app.park()
    with pytest.raises(Exception, match="frozen"):
        app.staging().set("link_address", 7, 2000, "tool", "technician")
