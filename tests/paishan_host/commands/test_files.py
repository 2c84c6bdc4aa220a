import json
import tomllib

import pytest

from paishan_host import migrations
from paishan_host.migrations import Step


@pytest.fixture
def saved(paishan, ready, tmp_path):
    """An export of a table with settings of its own."""
    path = tmp_path / "saved.toml"
    paishan("set", "dice_ms=3500", "agitations=2")
    assert paishan("export", path).code == 0
    return path


def test_export_without_a_file_prints_it(paishan, saved):
    assert paishan("export").out == saved.read_text("utf-8")
    assert json.loads(paishan("export", "--json").out)["settings"]["dice_ms"] == 3500


def test_reset_and_import_bring_it_back(paishan, saved):
    assert paishan("reset", "--yes").out == "2 changed\n"
    ended = paishan("import", saved, "--yes")
    assert ended.code == 0
    assert ended.out.splitlines() == [
        "dice_ms: 4000 -> 3500", "agitations: 3 -> 2", "2 changed and read back"
    ]  # fmt: skip
    assert paishan("export").out == saved.read_text("utf-8")
    assert paishan("import", saved, "--yes").out == "the table already is as the file says\n"


def test_without_anybody_to_ask_nothing_is_changed(paishan, saved, ready):
    paishan("reset", "--yes")
    ended = paishan("import", saved)
    assert (ended.code, ended.err) == (2, "paishan: nobody to ask: add --yes to do it\n")
    assert "dice_ms: 4000 -> 3500" in ended.out
    assert json.loads(paishan("get", "dice_ms", "--json").out) == {"dice_ms": 4000}
    assert paishan("reset").code == 2


def test_import_of_an_older_file_names_every_key_and_says_so_in_its_exit_code(
    paishan, ready, tmp_path, monkeypatch
):
    monkeypatch.setattr(
        migrations,
        "STEPS",
        (Step(renamed={"rattle_ms": "dice_ms"}, removed={"colour": "the lamps have one"}),),
    )
    old = tmp_path / "old.toml"
    old.write_text(
        "[about]\nproduct = 'paishan'\nschema_version = 1\nmodel = 'simulated'\nserial = ''\n"
        "[settings]\nrattle_ms = 3300\ncolour = 4\nagitations = 99\n"
    )
    ended = paishan("import", old, "--yes")
    assert ended.code == 1
    lines = ended.out.splitlines()
    assert lines[:5] == [
        "dice_ms: 4000 -> 3300",
        "agitations: 3 -> 10",
        "renamed rattle_ms: now called dice_ms",
        "skipped colour: there is no such setting any more: the lamps have one",
        "clamped agitations: 99: the range is 0 to 10 -> 10",
    ]
    assert lines[5].startswith("not in the file, left as they are: chart, selector_kind")
    assert lines[-1] == "2 changed and read back"
    plan = json.loads(paishan("import", old, "--yes", "--json").out)
    assert plan["refused"] is True


def test_a_file_of_another_table_is_said(paishan, saved):
    text = saved.read_text("utf-8").replace('model = "simulated"', 'model = "pico"')
    saved.write_text(text, "utf-8")
    assert (
        "note: the file is of another board: pico, not simulated"
        in paishan("import", saved, "--yes").out
    )


def test_reset_of_counters_and_calibration(paishan, ready):
    assert paishan("reset", "counters", "--yes").out == "done\n"
    assert json.loads(paishan("reset", "calibration", "--yes", "--json").out)["changed"] == 0


def test_an_export_that_cannot_be_written_leaves_nothing(paishan, ready, tmp_path):
    ended = paishan("export", tmp_path / "no" / "x.toml")
    assert ended.code == 4
    assert ended.err.endswith("name a file that can be written\n")


def test_an_export_is_toml_with_ranges_beside_the_values(saved):
    text = saved.read_text("utf-8")
    assert "dice_ms = 3500 # ms, 3000 to 5000" in text
    assert tomllib.loads(text)["settings"]["dice_ms"] == 3500
